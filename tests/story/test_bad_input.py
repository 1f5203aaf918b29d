"""Bad input: each has a clear message or a named outcome, and nothing kept is damaged."""

import contextlib
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from support.samples import (
    Page,
    mixed_pages,
    paper_pdf,
    pdf_that_eats_memory,
    pdf_that_spins,
    write_warc,
)
from support.state import state_of

import sheaf
from sheaf.app import Library
from sheaf.deposit import library_folder
from sheaf.errors import StorageError


@pytest.fixture
def folder(tmp_path):
    with sheaf.init(tmp_path / "lib") as library:
        return library.folder


@pytest.fixture
def pages():
    return [Page(f"http://h/{n}.pdf", paper_pdf(f"Good Paper {n}")) for n in range(6)]


def kept_beside(sheaf_json, folder, archive, **environment):
    """Import with a bad apple in the middle; the rest must be kept."""
    summary = sheaf_json("import", archive, "-L", folder, check=1, **environment)
    assert summary["outcomes"]["new"] == 6
    assert sheaf_json("verify", "-L", folder)["faults"] == []
    return summary["outcomes"]


def test_a_file_built_to_hang_costs_one_worker(sheaf_json, folder, tmp_path, pages):
    pages.insert(3, Page("http://h/spins.pdf", pdf_that_spins()))
    archive = write_warc(tmp_path / "a.warc.gz", pages)
    started = time.monotonic()
    outcomes = kept_beside(sheaf_json, folder, archive, SHEAF_WORKERS_SECONDS="2.5")
    assert outcomes["timed_out"] == 1
    assert time.monotonic() - started < 30


@pytest.mark.parts("ghostscript")
def test_a_program_that_never_ends_is_stopped_with_its_worker(sheaf_json, folder, tmp_path, pages):
    pages.insert(
        3, Page("http://h/loop.ps", b"%!PS-Adobe-2.0\n{} loop\n", "application/postscript")
    )
    archive = write_warc(tmp_path / "a.warc.gz", pages)
    outcomes = kept_beside(sheaf_json, folder, archive, SHEAF_WORKERS_SECONDS="3")
    assert outcomes["timed_out"] == 1
    assert not any(b"-sDEVICE=pdfwrite" in command for command in running_commands())


def running_commands():
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):  # it ended while we looked
            yield path.read_bytes()


def test_a_file_built_to_eat_memory_costs_one_worker(sheaf_json, folder, tmp_path, pages):
    pages.insert(3, Page("http://h/eats.pdf", pdf_that_eats_memory()))
    archive = write_warc(tmp_path / "a.warc.gz", pages)
    outcomes = kept_beside(sheaf_json, folder, archive, SHEAF_WORKERS_MEMORY=str(400 * 1024**2))
    assert outcomes["out_of_memory"] == 1


def test_a_truncated_archive_gives_what_is_whole(sheaf_json, folder, tmp_path, pages):
    archive = write_warc(tmp_path / "a.warc.gz", pages)
    archive.write_bytes(archive.read_bytes()[:-300])
    summary = sheaf_json("import", archive, "-L", folder, check=1)
    assert summary["outcomes"]["new"] == 5
    assert summary["outcomes"]["damaged"] == 1


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["import", "nowhere.warc"], 6, "nowhere.warc does not exist"),
        (["import", "x", "--format", "zip"], 2, "no importer called 'zip'"),
        (["import"], 2, "Missing argument"),
        (["search"], 2, "Missing argument"),
        (["undo", "99"], 2, "no run 99"),
        (["runs", "99"], 2, "no run 99"),
        (["runs", "1", "--outcome", "nice"], 2, "Known outcomes: new"),
        (["crawl", "http://example.org/"], 9, "contact"),
        (["crawl", "http://h/", "--resolve", "h"], 2, "HOST=ADDRESS:PORT"),
        (["extract", "x.pdf", "--format", "pdf"], 2, "Known: json, xml"),
        (["extract", "x", "x", "--format", "tei"], 2, "--output"),
        (["extract"], 2, "sheaf reread"),
        (["extract", "--format", "tei"], 2, "sheaf export"),
        (["reread", "--all", "--outdated"], 2, "exclude each other"),
        (["extract", "x", "--json", "--format", "ris"], 2, "exclude each other"),
        (["export", "--format", "jats"], 2, "--output"),
        (["show", "99"], 2, "no document 99"),
        (["judge", "nothing.pdf"], 6, "does not exist"),
        (["init", "."], 2, "not an empty folder"),
    ],
)
def test_wrong_words_get_an_answer_that_helps(sheaf_here, folder, arguments, code, words):
    library = [] if arguments[0] == "init" else ["-L", folder]
    (folder.parent / "x").write_text("x")
    done = sheaf_here(*arguments, *library, check=code)
    assert words in " ".join(done.stderr.split())
    assert "Traceback" not in done.stderr


def test_an_empty_folder_is_said_to_be_empty(sheaf_here, folder, tmp_path):
    (tmp_path / "empty").mkdir()
    done = sheaf_here("import", tmp_path / "empty", "-L", folder)
    assert f"There is nothing in {tmp_path / 'empty'}." in " ".join(done.stderr.split())
    assert "0 captures" in done.stdout


def test_no_library_here(sheaf_here):
    done = sheaf_here("status", check=5)
    assert "sheaf init" in done.stderr


@pytest.mark.parametrize("command", ["status", "settings", "serve", "judge x", "extract x"])
def test_a_library_that_is_none(sheaf_here, tmp_path, command):
    (tmp_path / "x").write_text("x")
    done = sheaf_here(*command.split(), "-L", "nope", check=5)
    assert "nope is no library" in done.stderr
    assert "Traceback" not in done.stderr


def test_an_unknown_setting_is_named(sheaf_here, folder):
    with (folder / "sheaf.toml").open("a") as stream:
        stream.write("colour = 'red'\n")
    done = sheaf_here("status", "-L", folder, check=2)
    assert "colour" in done.stderr
    assert "sheaf.toml" in done.stderr


def test_an_unreachable_database(sheaf_here, tmp_path):
    url = "postgresql://nobody@127.0.0.1:1/none"
    done = sheaf_here("init", tmp_path / "new", "--database", url, check=8)
    assert "catalogue cannot be opened" in done.stderr
    assert list((tmp_path / "new").iterdir()) == []
    sheaf_here("init", tmp_path / "new", check=0)
    done = sheaf_here("init", tmp_path / "new2", "--database", "oracle://x", check=2)
    assert "postgresql" in done.stderr


def test_two_runs_at_once(sheaf_command, folder, tmp_path, pages):
    archive = write_warc(tmp_path / "a.warc.gz", pages)
    with sheaf.open(folder) as library, library.writing("the night's import"):
        done = sheaf_command("import", archive, "-L", folder, check=4)
        assert "the night's import" in done.stderr
        assert f"process {os.getpid()}" in done.stderr
        assert "--wait" in done.stderr
        waiting = subprocess.Popen(
            [
                sys.executable,
                "-m",
                "sheaf.cli",
                "import",
                str(archive),
                "-L",
                str(folder),
                "--wait",
            ],
            stdout=subprocess.DEVNULL,
        )
        time.sleep(2)
        assert waiting.poll() is None
    assert waiting.wait(60) == 0


def test_a_full_disk_ends_the_run_and_damages_nothing(tmp_path):
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=3m", "tmpfs", disk], capture_output=True, check=False
    )
    if mounted.returncode:
        pytest.skip("a small disk can be mounted by root only")
    try:
        fill_the_disk(disk / "lib", tmp_path)
    finally:
        subprocess.run(["umount", disk], check=True)


@pytest.mark.parametrize("size", ["4k", "200k"])
def test_a_library_for_which_there_is_no_room_leaves_nothing(sheaf_command, tmp_path, size):
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", disk],
        capture_output=True,
        check=False,
    )
    if mounted.returncode:
        pytest.skip("a small disk can be mounted by root only")
    try:
        assert "make room" in sheaf_command("init", disk / "lib", check=7).stderr
        assert not list(disk.rglob("lib/*"))
        subprocess.run(["mount", "-o", "remount,size=60m", disk], check=True)
        with sheaf.init(disk / "lib") as library:
            assert library.verify().faults == ()
    finally:
        subprocess.run(["umount", "-l", disk], check=True)


def test_the_settings_of_another_django_program_are_not_ours(sheaf_command, tmp_path):
    sheaf_command("init", tmp_path / "lib", check=0, DJANGO_SETTINGS_MODULE="no.such.program")


def test_settings_that_are_a_pipe_hang_nobody(sheaf_here, tmp_path):
    os.mkfifo(tmp_path / "sheaf.toml")
    assert "is no file" in sheaf_here("status", "-L", tmp_path, check=5).stderr


def test_of_two_inits_at_once_the_second_takes_nothing_from_the_first(tmp_path, monkeypatch):
    folder = tmp_path / "lib"

    def make_before(path):
        (path / "repository").mkdir()
        (path / "sheaf.toml").write_text("of the first")

    monkeypatch.setattr(library_folder, "_close", make_before)
    with pytest.raises(StorageError, match="File exists"):
        sheaf.init(folder)
    assert (folder / "sheaf.toml").read_text() == "of the first"


def fill_the_disk(folder, tmp_path):
    some = write_warc(tmp_path / "1.warc.gz", mixed_pages(4)[:4])
    many = write_warc(
        tmp_path / "2.warc.gz",
        [Page(f"http://h/{n}.pdf", paper_pdf(f"P {n}", pages=60)) for n in range(80)],
    )
    with Library.init(folder) as library:
        library.import_([some])
        before = state_of(library)["documents"]
        with pytest.raises(StorageError) as caught:
            library.import_([many], jobs=2)
        assert caught.value.exit_code == 7
        assert "again" in caught.value.what_to_do
    subprocess.run(["mount", "-o", "remount,size=60m", folder.parent], check=True)
    with Library.open(folder) as library:
        with library.writing("a look"):
            pass
        assert library.verify().faults == ()
        now = state_of(library)["documents"]
        assert all(now[url] == document for url, document in before.items())
        summary = library.import_([many])
        assert summary.resumed
        assert summary.captures == 80
        assert library.verify().faults == ()


def test_a_read_only_library_can_be_read_and_says_why_not_more(tmp_path):
    with sheaf.init(tmp_path / "lib") as library:
        library.import_([write_warc(tmp_path / "a.warc.gz", mixed_pages(4)[:4])])
        library.index()
        folder = library.folder
    shelf = tmp_path / "shelf"
    shelf.mkdir()
    mounted = subprocess.run(
        ["mount", "--bind", "-o", "ro", folder, shelf], capture_output=True, check=False
    )
    if mounted.returncode:
        pytest.skip("a read-only disk can be mounted by root only")
    try:
        with sheaf.open(shelf) as library:
            assert library.status()["documents"] == 4
            assert library.search("title:study").total == 4
            assert len(list(library.near_copies())) == 6  # four papers of the same words
            with pytest.raises(StorageError, match="cannot be written"):
                library.import_([tmp_path / "a.warc.gz"])
    finally:
        subprocess.run(["umount", "-l", shelf], check=True)


@pytest.mark.parametrize(
    ("given", "now"),
    [
        (("crawl", "--profile", "wiki", "-u", "http://w/"), "sheaf crawl wiki"),
        (("crawl", "run", "--numOfPages=3", "http://w/"), "sheaf crawl wiki"),
        (("extract", "--outdated"), "sheaf reread --outdated"),
        (("extract", "--all"), "sheaf reread --all"),
    ],
)
def test_an_option_that_has_moved_says_where_it_is_now(sheaf_here, given, now):
    assert f"Say {now}" in sheaf_here(*given, check=2).stderr
