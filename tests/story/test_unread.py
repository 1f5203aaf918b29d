"""Documents kept unread (--no-filter --no-text), read later, renewed and taken back; and scans."""

import gzip

import pytest
from support.samples import Page, mixed_pages, paper_pdf, scanned, write_warc
from support.state import files_in

import sheaf
from sheaf.errors import UsageError

KEPT_UNREAD = {"filter": False, "text": False}


@pytest.fixture
def library(tmp_path):
    with sheaf.init(tmp_path / "lib") as opened:
        yield opened


def test_only_document_and_met_are_kept(library, tmp_path):
    archive = write_warc(tmp_path / "a.warc.gz", [Page("http://h/a.pdf", paper_pdf())])
    assert library.import_(archive, **KEPT_UNREAD).outcomes == {"new": 1}
    assert sorted(path.rsplit(".", 1)[1] for path in files_in(library)) == ["met", "pdf"]
    assert library.verify().faults == ()
    assert library.paper(1) is None
    assert library.index().indexed == 1
    assert library.search("robust").total == 0


def test_the_same_outcomes_as_with_text_but_for_the_filter(library, tmp_path):
    archive = write_warc(tmp_path / "a.warc.gz", mixed_pages())
    unread = library.import_(archive, **KEPT_UNREAD).outcomes
    with sheaf.init(tmp_path / "read") as other:
        read = other.import_(archive, filter=False).outcomes
    assert unread == read


def test_what_was_kept_unread_is_read_by_extract(library, tmp_path):
    archive = write_warc(tmp_path / "a.warc.gz", [Page("http://h/a.pdf", paper_pdf())])
    library.import_(archive, **KEPT_UNREAD)
    report = library.reread()
    assert (report.read, report.failed) == (1, {})
    library.index()
    assert library.search("robust").hits[0].title == "Robust Estimation of Sparse Graphs"
    assert library.catalogue.document(1).pages == 2
    assert library.verify().faults == ()
    assert library.reread().read == 0


def test_an_unread_version_over_a_read_one_and_back(library, tmp_path):
    first = write_warc(tmp_path / "a.warc.gz", [Page("http://h/a.pdf", paper_pdf("First One"))])
    second = write_warc(tmp_path / "b.warc.gz", [Page("http://h/a.pdf", paper_pdf("Second One"))])
    library.import_(first)
    assert library.import_(second, **KEPT_UNREAD).outcomes == {"updated": 1}
    assert library.paper(1) is None
    assert library.catalogue.counts()["papers"] == 0
    assert library.verify().faults == ()
    library.undo(2)
    assert library.paper(1)["title"] == "First One"
    assert library.catalogue.counts()["papers"] == 1
    assert library.verify().faults == ()


def test_the_filter_cannot_do_without_text(library, tmp_path, sheaf_command):
    archive = write_warc(tmp_path / "a.warc.gz", mixed_pages(4))
    with pytest.raises(UsageError, match="needs the text"):
        library.import_(archive, text=False)
    done = sheaf_command("import", archive, "-L", library.folder, "--no-text", check=2)
    assert "--no-filter" in done.stderr


def test_containers_and_encodings_are_undone_all_the_same(library, tmp_path):
    packed = gzip.compress(paper_pdf("Packed"))
    pages = [
        Page("http://h/a.pdf.gz", packed, mime_type="application/gzip"),
        Page("http://h/b.pdf", gzip.compress(paper_pdf("Encoded")),
             headers={"Content-Encoding": "gzip"}),
    ]  # fmt: skip
    archive = write_warc(tmp_path / "a.warc.gz", pages)
    outcomes = library.import_(archive, **KEPT_UNREAD).outcomes
    assert outcomes == {"new": 2, "unpacked": 1}


def test_plain_text_stands_beside_the_text_read_out_of_it(library, tmp_path):
    page = Page("http://h/a.txt", b"All is said in plain words. " * 40, mime_type="text/plain")
    archive = write_warc(tmp_path / "a.warc.gz", [page])
    library.import_(archive, mime_types=["text/plain"], filter=False)
    assert library.verify().faults == ()


@pytest.mark.parts("tesseract")
def test_a_scan_is_read_by_ocr_and_its_paper_says_so(tmp_path, monkeypatch):
    monkeypatch.setenv("SHEAF_CURATE_OCR", "true")
    page = Page("http://h/scan.pdf", scanned(paper_pdf(), dpi=150))
    archive = write_warc(tmp_path / "a.warc.gz", [page])
    with sheaf.init(tmp_path / "lib") as library:
        assert library.import_(archive).outcomes == {"new": 1}
        told = library.paper(1)["provenance"]["text"]
        assert told["ocr_pages"] == [1, 2]
        library.index()
        assert library.search("missing observations").total == 1
        # Read again, the paper still knows where its text came from.
        assert library.reread("all").read == 1
        assert library.paper(1)["provenance"]["text"] == told
