"""What an extractor is given, and what becomes of its answer."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from support.samples import Page, paper_pdf, scanned, write_warc

import sheaf
from sheaf.curate.examination import ExaminationContext, examine
from sheaf.curate.text.contract import ALL_PAGES, TextOptions
from sheaf.curate.text.layout_file import decode_layout, encode_layout
from sheaf.curate.text.readers import read_text
from sheaf.deposit.papers import PAPER_FIELDS, annotators_key, paper_row
from sheaf.extract import reading
from sheaf.extract.annotators import annotate
from sheaf.extract.contract import Readable
from sheaf.records import Capture, Line, Location, Outcome, PageShape, Paper, Payload, Text
from sheaf.settings import Curate, Extract

PDF = "application/pdf"
WHOLE = TextOptions(layout_pages=ALL_PAGES)


class Remembering:
    """An extractor that keeps what it was given."""

    name = "remembering"
    version = "remembering-1"

    def __init__(self):
        self.given = []

    def read(self, document):
        self.given.append(document)
        return Paper(title="Remembered", extras={"own": 1})


@pytest.fixture
def extractor(monkeypatch):
    made = Remembering()
    monkeypatch.setattr(reading, "find_extractor", lambda name: made)
    return made


def capture_of(path):
    return Capture(
        path.as_uri(), datetime.now(UTC), Location(str(path), ""), Payload(path=str(path))
    )


def test_a_layout_survives_the_way_through_a_file():
    text = read_text(paper_pdf(), PDF, WHOLE)
    assert {line.page for line in text.lines} == {0, 1}
    assert decode_layout(encode_layout(text), text.content) == text
    odd = Text(
        "a\fb\ud800", 2, "r", "a", (Line("\ud800\0", 0, float("inf"), 0, -1, 1, 9.5, True),),
        (PageShape(1.5, 2), PageShape(0, 0, False, 3, 0.5)), 0.5, (1,), "t", "de",
    )  # fmt: skip
    assert decode_layout(encode_layout(odd), odd.content) == odd


def test_an_examination_for_reading_stages_the_layout_of_every_page(tmp_path):
    (tmp_path / "a.pdf").write_bytes(paper_pdf(pages=4))
    context = ExaminationContext(Curate(), tmp_path, whole_layout=True)
    (one,) = examine(capture_of(tmp_path / "a.pdf"), context)
    content = one.staged_text.read_text()
    text = decode_layout(one.staged_layout.read_bytes(), content)
    assert text == read_text(paper_pdf(pages=4), PDF, WHOLE)
    (other,) = examine(capture_of(tmp_path / "a.pdf"), replace(context, whole_layout=False))
    assert other.staged_layout is None
    assert other.verdict == one.verdict


def test_a_file_is_read_once_and_nothing_is_staged(tmp_path, extractor):
    (tmp_path / "a.pdf").write_bytes(paper_pdf())
    staging = tmp_path / "staging"
    staging.mkdir()
    context = ExaminationContext(Curate(filter=False), staging, require_text=True)
    (paper,) = reading.extract_file(capture_of(tmp_path / "a.pdf"), context, Extract())
    (given,) = extractor.given
    assert given == Readable(read_text(paper_pdf(), PDF, WHOLE), paper_pdf())
    assert list(staging.iterdir()) == []
    assert paper["title"] == "Remembered"
    assert paper["provenance"]["text"]["reader"] == "pdfium"


def test_a_kept_text_counts_for_the_words_and_the_document_for_the_lines(tmp_path, extractor):
    (tmp_path / "a.pdf").write_bytes(paper_pdf())
    (tmp_path / "a.txt").write_text("Read by OCR\fSecond page")
    files = reading.Files(tmp_path / "a.pdf", tmp_path / "a.txt", PDF, "http://h/a.pdf")
    reading.read_paper_from_files(files, Extract(), TextOptions())
    (given,) = extractor.given
    assert given.text.content == "Read by OCR\fSecond page"
    assert given.text.first_page == "Read by OCR"
    assert given.text.lines == read_text(paper_pdf(), PDF, WHOLE).lines


def test_a_document_without_a_readable_page_still_has_its_kept_text(tmp_path, extractor):
    (tmp_path / "a.pdf").write_bytes(b"%PDF-1.4 nothing")
    (tmp_path / "a.txt").write_text("one\ftwo")
    files = reading.Files(tmp_path / "a.pdf", tmp_path / "a.txt", PDF, "u")
    reading.read_paper_from_files(files, Extract(), TextOptions())
    reading.read_paper_from_files(replace(files, text=None), Extract(), TextOptions())
    with_text, without = (given.text for given in extractor.given)
    assert (with_text.content, with_text.pages, with_text.lines) == ("one\ftwo", 2, ())
    assert (without.content, without.pages) == ("", 0)


def test_a_paper_says_which_annotators_had_their_say(monkeypatch, extractor):
    class Counting:
        name, version = "counting", "counting-2"

        def annotate(self, paper, document):
            return {"letters": len(document.text.content)}

    monkeypatch.setattr(annotate, "find_annotator", lambda name: Counting())
    monkeypatch.setattr(reading, "find_annotator", lambda name: Counting())
    chosen = Extract(annotators=("counting",))
    paper = reading.read_and_annotate(Readable(Text("four", 1, "plain")), chosen, "u", None)
    assert paper["extras"] == {"own": 1, "counting": {"letters": 4}}
    assert paper["provenance"]["annotators"] == {"counting": {"version": "counting-2"}}
    assert reading.annotator_versions(chosen) == {"counting": "counting-2"}
    row = dict(zip(PAPER_FIELDS, paper_row(1, paper), strict=True))
    assert row["annotators"] == annotators_key(reading.annotator_versions(chosen))


def test_members_of_a_container_are_read_in_their_order(tmp_path, extractor):
    import zipfile

    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        archive.writestr("1.pdf", paper_pdf("One"))
        archive.writestr("2.pdf", b"%PDF-1.4 broken")
        archive.writestr("3.pdf", paper_pdf("Three"))
    context = ExaminationContext(Curate(filter=False), tmp_path, require_text=True)
    papers = reading.extract_file(capture_of(tmp_path / "a.zip"), context, Extract())
    assert ["error" in one["provenance"] for one in papers] == [False, True, False]
    assert papers[1]["provenance"]["error"].startswith(Outcome.DAMAGED)


@pytest.mark.parts("tesseract")
def test_the_lines_that_ocr_read_reach_the_extractor_of_an_import(tmp_path, monkeypatch):
    monkeypatch.setenv("SHEAF_CURATE_OCR", "true")
    archive = write_warc(
        tmp_path / "a.warc.gz", [Page("http://h/s.pdf", scanned(paper_pdf(), 150))]
    )
    with sheaf.init(tmp_path / "lib") as library:
        assert library.import_(archive, jobs=1).outcomes == {"new": 1}
        assert "Robust" in (library.paper(1)["title"] or "")
        assert not list((library.folder / "tmp").rglob("*.json"))
