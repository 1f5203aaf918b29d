"""Folders in which sources may be looked for: all of them is seen, and nothing else."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest

from sheaf.acquire.source_folders import SourceFolders
from sheaf.errors import SourceError


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "root"
    (folder / "inner").mkdir(parents=True)
    (folder / "inner" / "a.pdf").write_bytes(b"%PDF-")
    (folder / "b.warc").write_bytes(b"WARC/1.0")
    (folder / "link").symlink_to("inner")
    secret = tmp_path / "secret"
    secret.mkdir()
    (secret / "key").write_text("hidden")
    return folder


@pytest.fixture
def folders(root: Path) -> SourceFolders:
    return SourceFolders([root, root.parent / "not-there"])


def names(folders: SourceFolders, place: Path) -> list[str]:
    return [entry.name for entry in folders.look(str(place)).entries]


def test_a_folder_lists_folders_first_with_sizes_and_dates(
    folders: SourceFolders, root: Path
) -> None:
    page = folders.look(str(root))
    assert [(one.name, one.is_folder, one.size) for one in page.entries] == [
        ("inner", True, None),
        ("link", True, None),
        ("b.warc", False, 8),
    ]
    assert all(one.changed for one in page.entries)
    assert (page.next_after, page.hidden) == ("", 0)
    inner = folders.look(str(root / "inner"))
    assert inner.above == ((str(root), str(root)), ("inner", str(root / "inner")))


def test_only_roots_that_are_there_are_offered(folders: SourceFolders, root: Path) -> None:
    assert folders.roots() == [str(root)]


@pytest.mark.parametrize(
    "place",
    ["..", "../secret", "inner/../../secret", "../root2", "a\0b", "inner/\udcff", "out", "out/key"],
)
def test_nothing_outside_is_looked_at(folders: SourceFolders, root: Path, place: str) -> None:
    (root.parent / "root2").mkdir()
    (root / "out").symlink_to(root.parent / "secret")
    for look in (folders.look, folders.find):
        with pytest.raises(SourceError, match="is not in the folders"):
            look(f"{root}/{place}")


@pytest.mark.parametrize("place", ["", ".", "root", "/", "/etc/passwd", "/proc/self/root/etc"])
def test_nor_is_any_other_place(folders: SourceFolders, place: str) -> None:
    with pytest.raises(SourceError, match="is not in the folders"):
        folders.find(place)


def test_what_is_neither_file_nor_folder_is_not_shown(folders: SourceFolders, root: Path) -> None:
    os.mkfifo(root / "pipe")
    (root / "out").symlink_to(root.parent / "secret" / "key")
    (root / "device").symlink_to("/dev/zero")
    (root / "nowhere").symlink_to("gone")
    (root / "circle").symlink_to("circle")
    Path(os.fsdecode(os.fsencode(root) + b"/\xff")).touch()
    (root / "library").mkdir()
    (root / "library" / "sheaf.toml").touch()
    page = folders.look(str(root))
    assert [one.name for one in page.entries] == ["inner", "link", "b.warc"]
    assert page.hidden == 7
    with pytest.raises(SourceError, match="neither a file nor a folder"):
        folders.find(str(root / "pipe"))
    for name in ("library", "library/sheaf.toml"):
        with pytest.raises(SourceError, match="is not in the folders"):
            folders.find(str(root / name))


def test_a_link_inside_leads_to_where_it_really_is(folders: SourceFolders, root: Path) -> None:
    assert folders.find(str(root / "link" / "a.pdf")) == str(root / "inner" / "a.pdf")
    urls = ["https://a.example/x.warc", str(root / "b.warc")]
    assert folders.check(urls) == urls


def test_a_large_folder_comes_in_parts(folders: SourceFolders, root: Path) -> None:
    many = root / "many"
    many.mkdir()
    for number in range(25):
        (many / f"{number:02}").touch()
    (many / "zz").mkdir()
    found, after = [], ""
    while True:
        page = folders.look(str(many), after, limit=10)
        found += [one.name for one in page.entries]
        after = page.next_after
        if not after:
            break
        assert len(page.entries) == 10
    assert found == ["zz", *(f"{number:02}" for number in range(25))]


def test_a_folder_that_is_exchanged_for_a_link_while_it_is_read_shows_nothing_else(
    folders: SourceFolders, root: Path
) -> None:
    """One thread puts a link to the secret in the place of the folder and back; whatever is seen
    meanwhile is the folder, or that it is not there."""
    here, aside, link = root / "inner", root / "aside", root / "way-out"
    link.symlink_to(root.parent / "secret")
    is_over = threading.Event()

    def exchange() -> None:
        while not is_over.is_set():
            os.rename(here, aside)
            os.rename(link, here)
            os.rename(here, link)
            os.rename(aside, here)

    thread = threading.Thread(target=exchange)
    thread.start()
    try:
        for _ in range(2000):
            try:
                assert names(folders, here) in (["a.pdf"], [])
                assert folders.find(str(here)).startswith(str(root))
            except SourceError:
                pass
    finally:
        is_over.set()
        thread.join()
