"""Sources that are replaced, or grow, while a run is cut off: it goes on only with what it began
with, and says so."""

import os
import signal
import subprocess
import sys
import time

import pytest
from support.commands import ONE_WORKER, clean_environment
from support.elsewhere import WebFiles
from support.samples import Page, paper_pdf, write_warc

import sheaf


def pages(words, count):
    return [Page(f"http://h/{words}{n}.pdf", paper_pdf(f"{words} {n}", topic=f"{words} {n}"))
            for n in range(count)]  # fmt: skip


@pytest.fixture
def library(tmp_path, monkeypatch):
    monkeypatch.setenv("SHEAF_DEPOSIT_BATCH", "1")
    monkeypatch.setenv("SHEAF_WORKERS_JOBS", "1")
    monkeypatch.setenv("SHEAF_ACQUIRE_ALLOW_PRIVATE_SOURCES", "true")
    with sheaf.init(tmp_path / "lib") as made:
        yield made


def stop_after(captures):
    """As a kill would, but at a moment that is known."""

    def report(progress):
        if progress.captures >= captures:
            raise KeyboardInterrupt

    return report


def import_in_part(library, source, captures):
    with pytest.raises(KeyboardInterrupt):
        library.import_(source, filter=False, report=stop_after(captures))


def import_rest(library, source):
    summary = library.import_(source, filter=False)
    assert summary.resumed
    assert summary.captures == sum(summary.outcomes.values())
    assert library.verify().faults == ()
    return summary


def urls(library):
    return sorted(document.url for document in library.catalogue.documents())


def test_an_archive_that_was_replaced_is_read_from_its_beginning(library, tmp_path):
    archive = write_warc(tmp_path / "a.warc.gz", pages("old", 4))
    import_in_part(library, archive, 2)
    write_warc(archive, pages("new", 4))
    summary = import_rest(library, archive)
    assert [url[9:] for url in urls(library)] == (
        [f"new{n}.pdf" for n in range(4)] + ["old0.pdf", "old1.pdf"]
    )
    assert summary.outcomes == {"new": 6}
    (note,) = summary.notes
    assert note.startswith(f"{archive} was replaced since this run began: read from its beginning")
    assert library.run(1).notes == summary.notes


def test_one_byte_changed_in_the_middle_is_noticed_by_the_time(library, tmp_path):
    archive = write_warc(tmp_path / "a.warc", pages("study", 3), packed=False)
    import_in_part(library, archive, 1)
    data = archive.read_bytes()
    archive.write_bytes(data.replace(b"study 0", b"study 7"))
    os.utime(archive, ns=(0, archive.stat().st_mtime_ns + 1))
    summary = import_rest(library, archive)
    assert len(summary.notes) == 1
    assert len(urls(library)) == 3


def test_an_archive_that_has_grown_goes_on_behind_its_old_end(library, tmp_path):
    whole = write_warc(tmp_path / "whole.warc.gz", pages("study", 4)).read_bytes()
    archive = tmp_path / "a.warc.gz"
    archive.write_bytes(whole[: len(whole) * 5 // 8])  # within the third record
    import_in_part(library, archive, 3)
    assert library.run(1).outcomes == {"new": 2, "damaged": 1}
    archive.write_bytes(whole)
    summary = import_rest(library, archive)
    assert summary.outcomes == {"new": 4}
    assert len(urls(library)) == 4
    assert summary.notes == (
        f"{archive} has grown since this run began: only what was added was read.",
    )


def test_files_in_a_folder_are_told_apart_one_by_one(library, tmp_path):
    folder = tmp_path / "folder"
    folder.mkdir()
    for n in range(4):
        (folder / f"{n}.pdf").write_bytes(paper_pdf(f"Old {n}", topic=f"topic {n}"))
    import_in_part(library, folder, 2)
    (folder / "1.pdf").write_bytes(paper_pdf("Renewed", topic="renewal"))
    summary = import_rest(library, folder)
    assert summary.outcomes == {"new": 4, "updated": 1}
    assert len(urls(library)) == 4
    assert [note[:9] for note in summary.notes] == ["1 capture"]
    titles = {paper["title"] for _, paper in library.papers()}
    assert "Renewed" in titles
    assert "Old 1" not in titles


def test_what_did_not_change_is_not_read_again(library, tmp_path):
    archive = write_warc(tmp_path / "a.warc.gz", pages("study", 4))
    import_in_part(library, archive, 2)
    summary = import_rest(library, archive)
    assert summary.outcomes == {"new": 4}
    assert summary.notes == ()


def test_an_archive_elsewhere_that_was_replaced_is_read_from_its_beginning(library, tmp_path):
    (tmp_path / "there").mkdir()
    archive = write_warc(tmp_path / "there" / "a.warc.gz", pages("old", 4))
    with WebFiles(tmp_path / "there") as server:
        url = f"{server.url}/a.warc.gz"
        import_in_part(library, url, 2)
        write_warc(archive, pages("newer", 4))
        summary = import_rest(library, url)
    assert summary.outcomes == {"new": 6}
    assert len(summary.notes) == 1


@pytest.mark.parametrize("is_replaced", [True, False], ids=["replaced", "unchanged"])
def test_of_files_elsewhere_only_those_that_were_replaced_are_read_again(
    library, tmp_path, is_replaced
):
    (tmp_path / "there").mkdir()
    for n in range(3):
        (tmp_path / "there" / f"{n}.pdf").write_bytes(paper_pdf(f"Old {n}", topic=f"topic {n}"))
    with WebFiles(tmp_path / "there") as server:
        import_in_part(library, f"{server.url}/", 2)
        if is_replaced:
            (tmp_path / "there" / "1.pdf").write_bytes(paper_pdf("Renewed", topic="renewal"))
        summary = import_rest(library, f"{server.url}/")
    assert summary.outcomes == {"new": 3} | ({"updated": 1} if is_replaced else {})
    assert [note[:9] for note in summary.notes] == ["1 capture"] * is_replaced


@pytest.mark.parametrize("done_with", ["replaced", "gone", "unchanged"])
def test_a_file_elsewhere_that_was_done_with_is_looked_at_again(library, tmp_path, done_with):
    """What a web server only lists has no version: a resumed run asks for it."""
    first = tmp_path / "there" / "0.pdf"
    first.parent.mkdir()
    for n in range(4):
        first.with_name(f"{n}.pdf").write_bytes(paper_pdf(f"Old {n}", topic=f"topic {n}"))
    with WebFiles(tmp_path / "there") as server:
        import_in_part(library, f"{server.url}/", 3)
        assert not list((library.folder / "incoming").rglob("0.pdf"))
        if done_with == "replaced":
            first.write_bytes(paper_pdf("Renewed", topic="renewal"))
        elif done_with == "gone":
            names = "".join(f'<a href="{n}.pdf">{n}</a>' for n in range(4))
            server.behaviour.pages["/"] = names.encode()
            first.unlink()
        summary = import_rest(library, f"{server.url}/")
        fetched = len(server.bytes_of("/0.pdf"))
    assert summary.outcomes == {"new": 4} | ({"updated": 1} if done_with == "replaced" else {})
    assert fetched == (2 if done_with == "replaced" else 1)


def test_killed_replaced_and_run_again(library, tmp_path):
    archive = write_warc(tmp_path / "a.warc.gz", pages("old", 12))
    command = [sys.executable, "-m", "sheaf.cli", "import", str(archive), "-L",
               str(library.folder), "--no-filter"]  # fmt: skip
    environment = clean_environment() | ONE_WORKER | {"SHEAF_DEPOSIT_BATCH": "1"}
    process = subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL)
    while process.poll() is None and library.counts()["documents"] < 2:
        time.sleep(0.01)
    process.send_signal(signal.SIGKILL)
    process.wait()
    before = library.counts()["captures"]
    assert before < 12
    write_warc(archive, pages("new", 5))
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert "was replaced since this run began" in done.stderr
    with library.writing("a look", wait=True):
        assert library.verify().faults == ()
    assert library.counts()["captures"] == before + 5
    assert library.counts()["documents"] == before + 5
