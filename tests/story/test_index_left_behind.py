"""A run that is stopped or killed before its index: what was kept is found all the same, or it is
said that it is not."""

import signal
import subprocess
import sys
import time

import pytest
from support.commands import ONE_WORKER, clean_environment
from support.rounds import rounds
from support.samples import Page, paper_pdf, write_warc

import sheaf
from sheaf.terminal import index_after_interrupt

SMALL_BATCHES = ONE_WORKER | {"SHEAF_DEPOSIT_BATCH": "1"}


@pytest.fixture
def archive(tmp_path):
    pages = [Page(f"http://h/{n}.pdf", paper_pdf(f"Study {n} of graphs", topic=f"topic {n}"))
             for n in range(40)]  # fmt: skip
    return write_warc(tmp_path / "a.warc.gz", pages)


@pytest.fixture
def folder(tmp_path):
    with sheaf.init(tmp_path / "lib") as library:
        return library.folder


def start_import(archive, folder, *more):
    """With Ctrl-C as on a terminal: who is started in the background of a shell has it off."""
    return subprocess.Popen(
        [sys.executable, "-m", "sheaf.cli", "import", str(archive), "-L", str(folder), *more],
        env=clean_environment() | SMALL_BATCHES, stderr=subprocess.PIPE, text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )  # fmt: skip


def wait_for_documents(folder, process):
    with sheaf.open(folder) as library:
        while process.poll() is None and library.counts()["documents"] < 3:
            time.sleep(0.01)


def test_after_ctrl_c_what_was_kept_is_found(archive, folder):
    process = start_import(archive, folder)
    wait_for_documents(folder, process)
    process.send_signal(signal.SIGINT)
    said = process.communicate(timeout=60)[1]
    assert process.returncode == 130, said
    assert "Bringing the index up to date" in said
    with sheaf.open(folder) as library:
        assert library.index_is_behind() == 0
        found = library.search("graphs", limit=100).total
        assert found == library.counts()["documents"] < 40


def test_after_ctrl_c_no_index_is_made_where_none_was_wanted(archive, folder):
    process = start_import(archive, folder, "--no-index", "--no-filter")
    wait_for_documents(folder, process)
    process.send_signal(signal.SIGINT)
    said = process.communicate(timeout=60)[1]
    assert process.returncode == 130, said
    assert "index" not in said
    with sheaf.open(folder) as library:
        assert not library.is_indexed


def test_ctrl_c_stays_ctrl_c_where_the_index_cannot_be_written(few, folder, capsys):
    with sheaf.open(folder) as library:
        library.import_([few], filter=False, jobs=1)
        library.index_folder.rmdir()
        library.index_folder.write_bytes(b"a file in its place")
        with pytest.raises(KeyboardInterrupt), index_after_interrupt(library):
            raise KeyboardInterrupt
    assert "The index was not brought up to date: " in capsys.readouterr().err


def test_an_index_that_is_behind_is_told_by_status_and_search(archive, folder, sheaf_here):
    sheaf_here("import", archive, "-L", folder, "--no-index", "--no-filter", check=0)
    status = sheaf_here("status", "-L", folder, check=0).stdout
    assert "The index is behind by 40 documents: sheaf index catches up." in status
    search = sheaf_here("search", "graphs", "-L", folder, check=0)
    assert "The index is behind by 40 documents: `sheaf index` catches up." in search.stderr
    sheaf_here("index", "-L", folder, check=0)
    assert "behind" not in sheaf_here("search", "graphs", "-L", folder, check=0).stderr


KILL_AT = """
import os, signal, sys
from {module} import {owner}
def die(*_, **__):
    os.kill(os.getpid(), signal.SIGKILL)
{owner}.{name} = die
from sheaf import cli
cli.main()
"""


def kill_at(place, *command):
    """Run a command that is killed where it calls a function."""
    module, owner, name = place
    code = KILL_AT.format(module=module, owner=owner, name=name)
    words = [sys.executable, "-c", code, *map(str, command)]
    done = subprocess.run(words, env=clean_environment() | ONE_WORKER, capture_output=True)
    assert done.returncode == -signal.SIGKILL, done.stderr.decode()


INDEX_PLACES = [
    ("sheaf.search", "indexer", "write_mark"),
    ("sheaf.duplicates.matcher", "NearCopies", "refresh"),
    ("sheaf.search", "engine", "update_index"),
    ("sheaf.search", "engine", "index_errors"),
]


@pytest.fixture
def few(tmp_path):
    pages = [Page(f"http://h/{n}.pdf", paper_pdf(f"Study {n} of graphs", topic=f"topic {n}"))
             for n in range(3)]  # fmt: skip
    return write_warc(tmp_path / "few.warc.gz", pages)


@pytest.mark.parametrize("place", INDEX_PLACES[: rounds(2, 4)])
def test_an_import_killed_before_its_index_is_finished_by_the_same_command(
    place, few, folder, sheaf_here
):
    kill_at(place, "import", few, "-L", folder)
    with sheaf.open(folder) as library:
        assert [run.state for run in library.runs()] == ["done"]
        assert library.index_is_behind() == 3
    done = sheaf_here("import", few, "-L", folder, check=0, **ONE_WORKER)
    assert "only that was left" in done.stderr
    with sheaf.open(folder) as library:
        assert [run.outcomes for run in library.runs()] == [{"new": 3}]
        assert library.index_is_behind() == 0
        assert library.search("graphs").total == 3
    sheaf_here("import", few, "-L", folder, check=0, **ONE_WORKER)
    with sheaf.open(folder) as library:  # nothing was left: this is an import like any other
        assert [run.outcomes for run in library.runs()] == [{"duplicate_url": 3}, {"new": 3}]


@pytest.mark.parametrize("place", INDEX_PLACES[: rounds(1, 4)])
def test_an_undo_killed_before_its_index_is_finished_by_the_same_command(
    place, few, folder, sheaf_here
):
    sheaf_here("import", few, "-L", folder, check=0, **ONE_WORKER)
    kill_at(place, "undo", 1, "-L", folder)
    with sheaf.open(folder) as library:
        assert library.index_is_behind() == 3
    sheaf_here("undo", 1, "-L", folder, check=0)
    with sheaf.open(folder) as library:
        assert library.index_is_behind() == 0
        assert library.search("graphs").total == 0
        assert list(library.near_copies()) == []
    assert "has been undone already" in sheaf_here("undo", 1, "-L", folder, check=10).stderr


@pytest.mark.parametrize("place", INDEX_PLACES[: rounds(1, 4)])
def test_an_index_rebuilt_and_killed_is_finished_by_the_next(place, few, folder, sheaf_here):
    sheaf_here("import", few, "-L", folder, check=0, **ONE_WORKER)
    kill_at(place, "index", "--rebuild", "-L", folder)
    sheaf_here("index", "-L", folder, check=0)
    with sheaf.open(folder) as library:
        assert library.index_is_behind() == 0
        assert library.search("graphs").total == 3
