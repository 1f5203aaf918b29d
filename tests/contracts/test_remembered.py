"""What was judged before is not judged again, on all three databases."""

import gzip

from support.readings import count_readings
from support.samples import Page, cv_pdf, paper_pdf, write_warc
from support.state import files_in, state_of

from sheaf.deposit import models

PAPER, OTHER = paper_pdf("One"), paper_pdf("Two", topic="other things")
ZIPPED = "http://h/packed.pdf.gz"
PAGES = [
    Page("http://h/a.pdf", PAPER),
    Page("http://h/b.pdf", OTHER, headers={"Transfer-Encoding": "chunked"}),
    Page("http://m/a.pdf", PAPER),
    Page("http://h/cv.pdf", cv_pdf()),
    Page("http://h/locked.pdf", paper_pdf(password="secret")),
    Page("http://h/", b"<html><body>hello</body></html>", "text/html"),
    Page(ZIPPED, gzip.compress(cv_pdf("Kurt"), mtime=0), "application/x-gzip"),
]
FIRST = {"new": 2, "duplicate_content": 1, "not_academic": 2, "encrypted": 1, "unpacked": 1,
         "unwanted_type": 1}  # fmt: skip
AGAIN = {name: n for name, n in FIRST.items() if name != "new"} | {"duplicate_url": 2}


def test_the_same_bytes_are_read_once_and_undo_forgets_them(library, tmp_path, monkeypatch):
    readings = count_readings(monkeypatch)
    archive = write_warc(tmp_path / "a.warc.gz", PAGES)
    assert library.import_(archive).outcomes == FIRST
    assert len(readings) == 6
    reasons = {one.url: one.reason for one in library.captures(1)}
    documents, files = state_of(library)["documents"], files_in(library)

    readings.clear()
    assert library.import_(archive).outcomes == AGAIN
    assert readings == [ZIPPED]  # has members, and they are judged
    for one in library.captures(2):
        if one.url in {"http://h/cv.pdf", "http://h/locked.pdf"}:
            assert one.reason == f"{reasons[one.url]}; remembered from run 1"
    assert (state_of(library)["documents"], files_in(library)) == (documents, files)
    assert library.verify().faults == ()
    # One row for distinct bytes that a worker read, the one in the gzip too.
    assert models.Judgement.objects.using(library.catalogue.alias).count() == 5

    library.undo(2)
    library.undo(1)
    readings.clear()
    assert library.import_(archive).outcomes == FIRST
    assert len(readings) == 6
