"""Things that once went wrong: each test is named after what was lost."""

import errno
import io
import os
import shutil
import subprocess
import sys
import time
import zipfile
from pathlib import Path

import pytest
from support.samples import Page, mixed_pages, paper_pdf, write_warc
from support.state import state_of
from support.warm_workers import start_workers_afresh

import sheaf
from sheaf.acquire.importers import sources
from sheaf.acquire.importers.archives import blocks
from sheaf.deposit import journal, models
from sheaf.errors import (
    CannotUndoError,
    DatabaseError,
    SourceError,
    StorageError,
    UsageError,
    WorkersError,
)
from sheaf.terminal import printable
from sheaf.workers import process


def zipped(*files):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, data in files:
            archive.writestr(name, data)
    return out.getvalue()


@pytest.fixture
def library(tmp_path):
    with sheaf.init(tmp_path / "lib") as made:
        yield made


def papers(*titles):
    return [(f"{title}.pdf", paper_pdf(f"Paper {title}")) for title in titles]


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_members_of_a_zip_do_not_overwrite_each_other(library, tmp_path):
    data = zipped(*papers("One", "Two", "Three"), ("One.pdf", paper_pdf("Another One")))
    archive = write_warc(tmp_path / "a.warc.gz", [Page("http://h/all.zip", data)])
    assert library.import_([archive]).outcomes == {"new": 4, "unpacked": 1}
    assert library.import_([archive]).outcomes == {"duplicate_url": 4, "unpacked": 1}
    urls = [document.url for document in library.catalogue.documents()]
    assert urls[0] == "http://h/all.zip!/One.pdf"


def test_a_zip_with_keywords_in_its_names_is_no_word_file(library, tmp_path):
    data = zipped(("keyword/a.pdf", paper_pdf()))
    archive = write_warc(tmp_path / "a.warc.gz", [Page("http://h/a.zip", data)])
    assert library.import_([archive]).outcomes["new"] == 1


def test_nested_containers_share_one_allowance(library, tmp_path, monkeypatch):
    monkeypatch.setenv("SHEAF_CURATE_UNPACK_MEMBERS", "50")
    inner = zipped(*((str(n), b"x") for n in range(20)))
    data = zipped(*((f"{n}.zip", inner) for n in range(20)))
    archive = write_warc(tmp_path / "a.warc.gz", [Page("http://h/a.zip", data)])
    with sheaf.open(library.folder) as strict:
        summary = strict.import_([archive])
    assert summary.captures < 120
    assert summary.outcomes["bomb"] >= 17


def test_a_killed_undo_can_be_run_again(library, tmp_path, monkeypatch):
    url = "http://h/a.pdf"
    library.import_([write_warc(tmp_path / "1.warc.gz", [Page(url, paper_pdf("The First"))])])
    before = state_of(library)
    run = library.import_(
        [write_warc(tmp_path / "2.warc.gz", [Page(url, paper_pdf("The Second"))])]
    ).run
    calls = []
    whole = journal.link_or_copy

    def dies(path, name):
        calls.append(path)
        if len(calls) == 3:
            raise KeyboardInterrupt
        whole(path, name)

    monkeypatch.setattr("sheaf.deposit.undo.link_or_copy", dies)
    with pytest.raises(KeyboardInterrupt):
        library.undo(run)
    monkeypatch.setattr("sheaf.deposit.undo.link_or_copy", whole)
    library.undo(run)
    assert state_of(library) == before
    assert library.verify().faults == ()


def test_undo_refuses_where_the_old_version_was_not_kept(library, tmp_path, monkeypatch):
    url = "http://h/a.pdf"
    library.import_([write_warc(tmp_path / "1.warc.gz", [Page(url, paper_pdf("The First"))])])
    monkeypatch.setenv("SHEAF_DEPOSIT_KEEP_REPLACED", "false")
    with sheaf.open(library.folder) as careless:
        second = write_warc(tmp_path / "2.warc.gz", [Page(url, paper_pdf("The Second"))])
        run = careless.import_([second]).run
        with pytest.raises(CannotUndoError, match="not kept"):
            careless.undo(run)
        assert careless.verify().faults == ()


def test_undo_knows_that_a_resumed_run_came_later(library, tmp_path):
    """Run 1 is cut off, run 2 brings a document, run 1 goes on and renews it."""
    url = "http://h/a.pdf"
    first = write_warc(
        tmp_path / "1.warc.gz",
        [Page("http://h/b.pdf", paper_pdf("Another Paper")), Page(url, paper_pdf("The Second"))],
    )
    second = write_warc(tmp_path / "2.warc.gz", [Page(url, paper_pdf("The First"))])

    def cut_off(progress):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        with_small_batches(library.folder).import_([first], report=cut_off)
    two = library.import_([second]).run
    resumed = library.import_([first])
    assert resumed.resumed
    assert resumed.outcomes["updated"] == 1
    with pytest.raises(CannotUndoError, match=r"\(1\)"):
        library.undo(two)
    library.undo(resumed.run)
    library.undo(two)
    assert list(library.catalogue.documents()) == []
    assert library.verify().faults == ()


def with_small_batches(folder):
    opened = sheaf.open(folder)
    opened.settings = opened.settings.with_values("deposit", batch=1)
    return opened


def test_an_older_archive_imported_late_changes_nothing(library, tmp_path):
    new, old = paper_pdf("The New Version"), paper_pdf("The Old Version")
    (tmp_path / "a.pdf").write_bytes(new)
    library.import_([tmp_path / "a.pdf"])
    (tmp_path / "a.pdf").write_bytes(old)
    os.utime(tmp_path / "a.pdf", (1_000_000_000, 1_000_000_000))
    assert library.import_([tmp_path / "a.pdf"]).outcomes == {"duplicate_url": 1}
    assert library.paper(1)["title"] == "The New Version"


def test_reading_that_fails_keeps_the_paper_that_was_there(library, tmp_path, monkeypatch):
    (tmp_path / "a.pdf").write_bytes(paper_pdf("A Good Paper"))
    library.import_([tmp_path / "a.pdf"])
    library.catalogue.repository.path(1, "pdf").unlink()
    report = library.reread("all")
    assert report.read == 0
    assert set(report.failed) == {1}
    assert library.paper(1)["title"] == "A Good Paper"


@pytest.mark.parametrize("name", ["tmp", "index"])
def test_what_a_link_leads_to_is_not_emptied(library, tmp_path, name):
    (tmp_path / "a.pdf").write_bytes(paper_pdf())
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter.txt").write_text("dear")
    shutil.rmtree(library.folder / name)
    (library.folder / name).symlink_to(tmp_path / "mine")
    with pytest.raises(StorageError, match="is a link"):
        library.import_([tmp_path / "a.pdf"], index=True)
    assert (tmp_path / "mine" / "letter.txt").read_text() == "dear"


def test_workers_that_cannot_start_stop_the_run_and_lose_nothing(library, tmp_path, monkeypatch):
    (tmp_path / "a.pdf").write_bytes(paper_pdf())
    start_workers_afresh(monkeypatch)
    monkeypatch.setattr(process.sys, "executable", "/bin/false")
    with pytest.raises(WorkersError) as caught:
        library.import_([tmp_path / "a.pdf"])
    assert caught.value.exit_code == 11
    monkeypatch.undo()
    summary = library.import_([tmp_path / "a.pdf"])
    assert summary.resumed
    assert summary.outcomes == {"new": 1}


def test_a_container_entry_point_has_process_number_one(tmp_path):
    (tmp_path / "a.pdf").write_bytes(paper_pdf())
    script = "import sheaf; print(sheaf.init('lib').import_(['a.pdf']).outcomes)"
    done = subprocess.run(
        ["unshare", "--pid", "--fork", "--mount-proc", sys.executable, "-c", script],
        cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if "Operation not permitted" in done.stderr:
        pytest.skip("only root may make a process number one")
    assert done.stdout == "{'new': 1}\n", done.stderr


def test_odd_dates_are_brought_into_range(library, tmp_path):
    for number, date in enumerate(["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00"]):
        path = write_warc(
            tmp_path / f"{number}.warc",
            [Page(f"http://h/{number}.pdf", paper_pdf(f"Paper {number} of Two"))],
            packed=False,
        )
        path.write_bytes(path.read_bytes().replace(b"2024-05-01T12:00:00Z", date.encode()))
        assert library.import_([path]).outcomes == {"new": 1}


def test_an_archive_in_an_archive_is_no_pdf(library, tmp_path):
    inner = write_warc(tmp_path / "in.warc", [Page("http://h/a.pdf", paper_pdf())], packed=False)
    outer = write_warc(tmp_path / "a.warc.gz", [Page("http://h/in.warc", inner.read_bytes())])
    assert "new" not in library.import_([outer]).outcomes


def test_the_same_source_twice_is_read_once(library, tmp_path):
    archive = write_warc(tmp_path / "a.warc.gz", mixed_pages(4)[:4])
    assert library.import_([archive, archive, tmp_path / "x" / ".." / "a.warc.gz"]).captures == 4


def test_one_path_is_one_source_and_none_is_an_error(library, tmp_path):
    archive = write_warc(tmp_path / "a.warc.gz", mixed_pages(4)[:4])
    assert library.import_(str(archive)).captures == 4
    with pytest.raises(UsageError, match="nothing to import"):
        library.import_([])


def test_a_file_name_that_is_no_utf8(library, tmp_path):
    folder = Path(os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9"))
    folder.mkdir()
    (folder / os.fsdecode(b"p\xff.pdf")).write_bytes(paper_pdf())
    assert library.import_([folder]).outcomes == {"new": 1}
    assert next(library.runs()).captures == 1


def test_a_damaged_paper_file_does_not_stop_the_index(library, tmp_path):
    (tmp_path / "a.pdf").write_bytes(paper_pdf(topic="weaving"))
    library.import_([tmp_path / "a.pdf"])
    library.catalogue.repository.path(1, "json").write_text("{")
    library.index()
    assert library.search("weaving").total == 1


def test_a_terminal_obeys_only_us(sheaf_here, tmp_path):
    evil = "http://h/\x1b]0;owned\x07\x9b2J[red]x[/nope].pdf"
    page = Page(evil, b"<html>", "text/html")
    write_warc(tmp_path / "a.warc", [page], packed=False)
    sheaf_here("init", "lib", check=0)
    done = sheaf_here("import", "a.warc", "-v", "-L", "lib", check=0)
    listed = sheaf_here("runs", "1", "-L", "lib", check=0)
    for text in (done.stdout, done.stderr, listed.stdout):
        assert "\x1b" not in text
        assert "\x9b" not in text
    assert "[red]x[/nope]" in listed.stdout
    (tmp_path / "[b]x[bar].pdf").write_bytes(paper_pdf())
    assert "[b]x[bar].pdf" in sheaf_here("judge", "[b]x[bar].pdf", check=0).stdout
    assert printable("a\x1bb\ud800") == "a�b�"


@pytest.mark.parametrize(
    "text",
    ["\n" * 200_000, "A" * 300_000, " \t" * 100_000, "[1" * 100_000, "a" * 200_000 + "@",
     "1. " * 100_000, "Abstract\n" * 50_000, "(" + "x " * 100_000],
    ids=["newlines", "capitals", "blanks", "brackets", "letters", "numbers", "abstracts", "open"],
)  # fmt: skip
def test_no_text_makes_the_readers_spin(text):
    from sheaf.curate.filter.academic import judge
    from sheaf.extract.contract import Readable
    from sheaf.extract.extractor import PaperExtractor
    from sheaf.records import Text

    started = time.process_time()
    judge(Text(text + "\nReferences\n" + text, 3, "test", first_page=text))
    whole = Text(text + "\nReferences\n" + text, pages=1, reader="plain")
    PaperExtractor().read(Readable(whole))
    assert time.process_time() - started < 8  # a hundred thousand lines; what spins takes minutes


def test_comments_do_not_make_the_type_spin():
    from sheaf.curate.mime_type import sniff

    started = time.process_time()
    assert sniff(b"<!-- x -->" * 300 + b"<div>") == "text/plain"
    assert sniff(b"<!-- x -->" * 300 + b"<html>") == "text/html"
    assert time.process_time() - started < 0.5


def test_undone_runs_no_longer_count(library, tmp_path):
    run = library.import_([write_warc(tmp_path / "a.warc.gz", mixed_pages(4)[:4])]).run
    library.undo(run)
    assert library.status()["outcomes"] == {}
    assert library.status()["captures"] == 0
    assert models.CaptureRow.objects.using(library.catalogue.alias).count() == 4


def test_one_database_serves_one_library(tmp_path, postgres):
    url = postgres.fresh_database()
    with sheaf.init(tmp_path / "one", url):
        pass
    with pytest.raises(DatabaseError, match="another library"):
        sheaf.init(tmp_path / "two", url)
    with sheaf.open(tmp_path / "one") as library:
        assert library.status()["documents"] == 0


def test_what_is_ready_is_written_while_the_rest_is_read(library, tmp_path):
    """An import that is cut off again and again must still get on."""
    pages = [Page(f"http://h/{n}.pdf", paper_pdf(f"Paper Number {n}")) for n in range(150)]
    archive = write_warc(tmp_path / "a.warc.gz", pages)
    library.settings = library.settings.with_values("deposit", batch=10)
    written = []

    def report(progress):
        written.append(progress.captures)
        if len(written) == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        library.import_([archive], report=report)
    # The second batch was there long before the window of the workers was full.
    assert written[1] <= 40
    assert library.import_([archive]).captures == 150


def test_a_crawl_that_fetches_nothing_says_so(sheaf_here, tmp_path):
    sheaf_here("init", "lib", check=0)
    done = sheaf_here("crawl", "http://127.0.0.1:9/", "-L", "lib", check=9)
    assert "--allow-private" in done.stderr
    done = sheaf_here("crawl", "http://127.0.0.1:9/", "-L", "lib", "--allow-private", check=1)
    assert "Nothing was fetched" in done.stderr


def test_a_misspelt_field_is_named(library, tmp_path):
    (tmp_path / "a.pdf").write_bytes(paper_pdf())
    library.import_([tmp_path / "a.pdf"])
    library.index()
    assert "titel" in library.search("titel:graphs").complaints[0]
    assert library.search("Robust: Estimation").complaints == ()


def test_a_source_that_vanishes_is_named(library, tmp_path, monkeypatch):
    gone = write_warc(tmp_path / "a.warc.gz", [Page("http://h/a.pdf", paper_pdf())])
    whole = sources.stream

    def after_it_is_gone(readers):
        gone.unlink()
        yield from whole(readers)

    monkeypatch.setattr(sources, "stream", after_it_is_gone)
    with pytest.raises(SourceError, match="any more"):
        library.import_([gone])


def test_a_full_disk_while_spooling_is_no_damage_of_the_archive(library, tmp_path, monkeypatch):
    pages = [Page("http://h/a.pdf", paper_pdf()), Page("http://h/b.pdf", paper_pdf("Paper Two"))]
    archive = write_warc(tmp_path / "a.warc.gz", pages)
    library.settings = library.settings.with_values("acquire", hand_over_bytes=100)

    def full(**_):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(blocks.tempfile, "mkstemp", full)
    with pytest.raises(StorageError, match="No space left"):
        library.import_([archive])
    monkeypatch.undo()
    assert library.import_([archive]).outcomes == {"new": 2}


def test_an_archive_cut_off_does_not_replace_a_whole_document(library, tmp_path):
    page = Page("http://h/a.pdf", paper_pdf("A Whole Paper"))
    whole = write_warc(tmp_path / "a.warc", [page], packed=False)
    library.import_([whole])
    cut = tmp_path / "cut.warc"
    cut.write_bytes(whole.read_bytes()[:-200])
    assert library.import_([cut]).outcomes == {"damaged": 1}
    assert library.paper(1)["title"] == "A Whole Paper"


@pytest.mark.parametrize("headers", [{}, {"X-Long": "y" * 40_000}])
def test_one_odd_record_does_not_lose_the_archive(library, tmp_path, headers):
    odd = Page("http://h/" + "x" * (10 if headers else 40_000), b"x", "text/html", headers=headers)
    pages = [odd, Page("http://h/a.pdf", paper_pdf())]
    archive = write_warc(tmp_path / "a.warc", pages, packed=False)
    assert library.import_([archive]).outcomes == {"new": 1, "unwanted_type": 1}


LOG_ROW = (
    "2009-01-01T00:00:00.000Z {status} 1000 {url} - - application/pdf #001 20090101000000000+10"
    " sha1:ABCDEFGHIJKLMNOPQRSTUVWXYZ234567 - -\n"
)


def test_a_list_of_archives_does_not_hide_what_is_in_them(library, tmp_path):
    folder = tmp_path / "crawl"
    folder.mkdir()
    for name in "ab":
        page = Page(f"http://h/{name}.pdf", paper_pdf(f"Paper {name}"))
        write_warc(folder / f"{name}.warc.gz", [page])
    (folder / "files.txt").write_text("a.warc.gz\nb.warc.gz\n")
    assert library.import_([folder]).outcomes["new"] == 2
    # Nor does one that names other files, too.
    (folder / "c.pdf").write_bytes(paper_pdf("Paper c"))
    (folder / "files.txt").write_text("c.pdf http://h/c.pdf\na.warc.gz\nb.warc.gz\n")
    again = library.import_([folder])
    assert again.outcomes == {"new": 1, "duplicate_url": 2}
    assert again.records == 2


def test_papers_beside_the_archives_of_a_job_are_imported(library, tmp_path):
    job = tmp_path / "job"
    (job / "papers").mkdir(parents=True)
    (job / "reports").mkdir()
    write_warc(job / "a.warc.gz", [Page("http://h/a.pdf", paper_pdf("Paper a"))])
    (job / "crawl.log").write_text(LOG_ROW.format(status=200, url="http://h/a.pdf"))
    (job / "papers" / "b.pdf").write_bytes(paper_pdf("Paper b"))
    (job / "reports" / "hosts").write_text("1 h\n")
    (job / "order.xml").write_text("<order/>")
    summary = library.import_([job])
    assert summary.outcomes == {"new": 2}
    assert summary.records == 2


def test_a_status_that_fits_into_no_table_costs_a_line_and_not_the_run(library, tmp_path):
    job = tmp_path / "job"
    job.mkdir()
    write_warc(job / "a.warc.gz", [Page("http://h/a.pdf", paper_pdf())])
    rows = [(200, "http://h/a.pdf"), (10**22, "http://h/b.pdf"), (-(10**12), "http://h/c.pdf")]
    (job / "crawl.log").write_text(
        "".join(LOG_ROW.format(status=status, url=url) for status, url in rows)
    )
    assert library.import_([job]).outcomes == {"new": 1, "damaged": 2}


def test_a_single_file_has_the_base_url_that_was_given(library, tmp_path):
    (tmp_path / "a.pdf").write_bytes(paper_pdf())
    archive = write_warc(tmp_path / "b.warc.gz", [Page("http://h/b.pdf", paper_pdf("Paper b"))])
    library.import_([tmp_path / "a.pdf", archive], base_url="http://h/papers/")
    urls = [document.url for document in library.catalogue.documents()]
    assert urls == ["http://h/papers/a.pdf", "http://h/b.pdf"]


def test_a_document_that_cannot_be_read_is_not_given_up(library, tmp_path):
    archive = write_warc(tmp_path / "a.warc.gz", [Page("http://h/a.pdf", paper_pdf())])
    library.import_([archive])
    archive.unlink()
    main = library.catalogue.repository.path(1, "pdf")
    whole = main.rename(tmp_path / "whole.pdf")
    main.symlink_to(main.name)  # to open it fails, and not because it is not there
    report = library.verify(repair=True)
    assert [(one.fault.kind, one.action) for one in report.repairs] == [("unreadable_file", "left")]
    assert main.is_symlink()
    main.unlink()
    whole.rename(main)
    assert library.verify().faults == ()


def test_a_repository_whose_disk_is_not_mounted_is_not_given_up(library, tmp_path):
    library.import_([write_warc(tmp_path / "a.warc.gz", [Page("http://h/a.pdf", paper_pdf())])])
    before = state_of(library)
    root = library.catalogue.repository.root
    root.rename(tmp_path / "disk")
    root.mkdir()
    for dry_run in (True, False):
        with pytest.raises(StorageError, match="is empty"):
            library.verify(repair=True, dry_run=dry_run)
    root.rmdir()
    (tmp_path / "disk").rename(root)
    assert state_of(library) == before
    assert library.verify().faults == ()
