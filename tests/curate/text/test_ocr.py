"""Scans: read page by page, within a budget, and marked."""

from collections import Counter

import pypdfium2
import pytest
from support.samples import drawing_pdf, paper_pdf, scanned

from evaluation.reading_order import words_of
from sheaf.curate.text import ocr
from sheaf.curate.text import pdf as text_pdf
from sheaf.curate.text.contract import TextOptions
from sheaf.curate.text.readers import TextStage
from sheaf.records import Candidate, Capture, Dropped, Location, Outcome, Text
from sheaf.settings import Curate

SCAN = TextOptions(ocr=True, layout_pages=2)


def f1(one, other):
    counts, others = Counter(words_of(one)), Counter(words_of(other))
    return 2 * (counts & others).total() / (counts.total() + others.total())


@pytest.fixture(scope="module")
def paper():
    return paper_pdf(pages=3)


@pytest.mark.parts("tesseract")
def test_a_scan_is_read_as_well_as_its_text_layer(paper):
    text = text_pdf.read(scanned(paper), SCAN)
    assert isinstance(text, Text)
    assert text.ocr_pages == (0, 1, 2)
    assert text.reader == "pdfium+tesseract"
    assert text.confidence > 0.8
    for page, layer in zip(
        text.content.split("\f"),
        text_pdf.read(paper, TextOptions()).content.split("\f"),
        strict=True,
    ):
        assert f1(page, layer) >= 0.9
    title = text.lines[0]
    assert title.text.startswith("Robust Estimation")
    assert title.size == pytest.approx(18, rel=0.3)
    assert title.x0 == pytest.approx(72, abs=3)
    assert {line.page for line in text.lines} == {0, 1}


@pytest.mark.parts("tesseract")
def test_the_budget_of_pages_holds(paper):
    text = text_pdf.read(scanned(paper), TextOptions(ocr=True, ocr_pages=1))
    first, *others = text.content.split("\f")
    assert text.ocr_pages == (0,)
    assert "Robust Estimation" in first
    assert others == ["", ""]


@pytest.mark.parts("tesseract")
def test_the_budget_of_time_holds(paper):
    answer = text_pdf.read(scanned(paper), TextOptions(ocr=True, ocr_seconds=0.01))
    assert isinstance(answer, Dropped)
    assert (answer.outcome, "in its time" in answer.reason) == (Outcome.UNREADABLE_TEXT, True)
    assert not answer.is_final  # another time it may be quicker


@pytest.mark.parts("tesseract")
def test_pages_with_text_are_left_alone(paper):
    text = text_pdf.read(paper, SCAN)
    assert (text.ocr_pages, text.reader) == ((), "pdfium")


@pytest.mark.parts("tesseract")
def test_a_drawing_gives_no_words():
    text = text_pdf.read(drawing_pdf(), SCAN)
    assert text.content == ""


def test_a_blank_page_is_no_picture():
    with pypdfium2.PdfDocument.new() as pdf:
        pdf.new_page(300, 300)
        assert ocr.render_page(pdf, 0) is None


def test_a_poster_is_drawn_within_bounds():
    with pypdfium2.PdfDocument(drawing_pdf()) as pdf:
        pdf[0].set_mediabox(0, 0, 4000, 6000)
        image, scale = ocr.render_page(pdf, 0)
    assert len(image) < ocr.MOST_PIXELS * 1.01
    assert scale < ocr.DPI / 72


def test_without_tesseract_the_reason_says_how_to_get_it(paper, moment, tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    place = Capture("http://www.example.edu/a.pdf", moment, Location("s", "0"))
    reader = TextStage(Curate(), required=True)
    answer = reader(Candidate(place, scanned(paper), "application/pdf"))
    assert answer.outcome is Outcome.UNREADABLE_TEXT
    assert "apt-get install tesseract-ocr" in answer.reason
