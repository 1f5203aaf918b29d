"""A library is for its owner's eyes, whatever the umask, unless the owner says otherwise."""

import os
import shutil
import stat
import tempfile
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.test import Client
from support.crawls import crawl_options

import sheaf
from sheaf.deposit.library_folder import FOLDERS, close_to_others
from sheaf.web.library import start_serving, stop_serving
from sheaf.world import World, serve

TOLD = "Everybody on this machine could read"


@contextmanager
def umask(bits):
    before = os.umask(bits)
    try:
        yield
    finally:
        os.umask(before)


def mode(path):
    return stat.S_IMODE(path.stat().st_mode)


def assert_closed(library):
    assert mode(library) == 0o700
    assert {name: mode(library / name) for name in FOLDERS} == dict.fromkeys(FOLDERS, 0o700)
    assert {mode(path) for path in (library / "sheaf.toml", *library.rglob("*.db"))} == {0o600}
    beside = [*library.rglob("*.db-wal"), *library.rglob("*.db-shm")]
    assert {mode(path) for path in beside} <= {0o600}


@pytest.fixture
def old(tmp_path):
    """A library as an older Sheaf made it under the usual umask."""
    folder = tmp_path / "old"
    with sheaf.init(folder) as library:
        library.index()
    (folder / "frontier" / "a.db").touch()
    (folder / "catalogue.before-0001_initial.db").touch()
    for path in (folder, *folder.rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o644)
    return folder


@pytest.mark.parametrize("bits", [0o000, 0o022])
def test_whatever_the_umask_only_the_owner_gets_in(bits, tmp_path):
    world = World(seed=2, pages=20, slow_seconds=0.1, crawl_delay=0)
    (tmp_path / "a.pdf").write_bytes(b"%PDF-1.4 cut")
    with umask(bits), sheaf.init(tmp_path / "new" / "lib") as library:
        assert mode(library.folder) == 0o700
        library.import_(tmp_path / "a.pdf", index=True, jobs=1)
        with serve(world) as server:
            options = crawl_options(
                hosts=[world.host_pattern],
                resolve={world.host_pattern: ("127.0.0.1", server.port)},
                min_delay=0,
                pages=5,
            )
            library.crawl(world.seeds, options)
        library.index(rebuild=True)
        start_serving(library)
        assert Client(headers={"host": "localhost"}).get("/").status_code == 200
        stop_serving()
        assert list(library.folder.glob("catalogue.db-*"))
        assert len(list(library.folder.rglob("*.db"))) == 2
        assert_closed(library.folder)
        # The locks of a crawl hold nothing: nobody is told that they were open.
        catalogue = library.folder / "catalogue.db"
        assert not close_to_others(library.folder, catalogue, with_folder=True)


def test_an_old_library_is_closed_and_told_once(old, sheaf_here):
    told = sheaf_here("status", "-L", old, "--json", check=0)
    assert TOLD in told.stderr
    assert TOLD not in told.stdout
    assert_closed(old)
    assert TOLD not in sheaf_here("status", "-L", old, check=0).stderr


def test_what_a_group_was_given_stays(old, sheaf_here):
    sheaf_here("status", "-L", old, check=0)
    given = {old: 0o710, old / "repository": 0o755, old / "index": 0o750}
    given[old / "catalogue.db"] = 0o640
    for path, bits in given.items():
        path.chmod(bits)
    assert TOLD not in sheaf_here("index", "--rebuild", "-L", old, check=0).stderr
    assert {path: mode(path) for path in given} == given


def test_a_folder_that_is_to_stay_open_stays_so(old, sheaf_here):
    text = (old / "sheaf.toml").read_text()
    (old / "sheaf.toml").write_text(text.replace("# private = true", "private = false"))
    assert TOLD in sheaf_here("status", "-L", old, check=0).stderr
    assert mode(old) == mode(old / "repository") == 0o755
    assert {mode(path) for path in (old / "sheaf.toml", *old.rglob("*.db"))} == {0o600}
    assert TOLD not in sheaf_here("status", "-L", old, check=0).stderr


def test_an_empty_folder_of_a_group_makes_a_library_for_the_group(tmp_path):
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib").chmod(0o2770)
    with umask(0o002):
        sheaf.init(tmp_path / "lib").close()
    assert {mode(tmp_path / "lib" / name) for name in ("", *FOLDERS)} == {0o2770}
    assert mode(tmp_path / "lib" / "catalogue.db") == 0o600


def test_an_empty_folder_that_was_open_to_all_is_closed(tmp_path):
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib").chmod(0o777)
    sheaf.init(tmp_path / "lib").close()
    assert {mode(tmp_path / "lib" / name) for name in ("", *FOLDERS)} == {0o700}


def test_what_belongs_to_another_is_left_as_it_is():
    if os.geteuid() != 0:
        pytest.skip("only root can make files of another user")
    folder = Path(tempfile.mkdtemp())
    try:
        catalogue = folder / "catalogue.db"
        catalogue.touch()
        folder.chmod(0o755)
        os.seteuid(65534)
        try:
            assert not close_to_others(folder, catalogue, with_folder=True)
        finally:
            os.seteuid(0)
        assert (mode(folder), mode(catalogue)) == (0o755, 0o644)
        assert close_to_others(folder, catalogue, with_folder=True)
        assert (mode(folder), mode(catalogue)) == (0o700, 0o600)
    finally:
        shutil.rmtree(folder)
