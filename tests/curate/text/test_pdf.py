"""The text of PDF files: in reading order, words whole, lines with their place."""

import io

import pypdfium2
import pytest
from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas
from support.samples import paper_pdf, pdf_around

from sheaf.curate.text import pdf as text_pdf
from sheaf.curate.text.clean import tidy
from sheaf.curate.text.contract import ALL_PAGES, TextOptions
from sheaf.curate.text.quality import rate_text
from sheaf.records import Dropped, Outcome, Text

LEFT, RIGHT = 60, 320
PROSE = (
    "The committee met on the second day of the month and heard a report about the state of the "
    "harbour, which had been closed since the storm of the previous winter. "
)


def drawn(*pages):
    """A PDF of pages, each a list of (x, y, text) or (x, y, text, font, size), in that order."""
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=A4, invariant=1)
    for page in pages:
        for x, y, text, *style in page:
            canvas.setFont(*(style or ("Times-Roman", 10)))
            canvas.drawString(x, y, text)
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def column(x, words, top=700):
    return [(x, top - 12 * row, f"{words} line {row} of the column") for row in range(20)]


def read(data, **how):
    text = text_pdf.read(data, TextOptions(**how))
    assert isinstance(text, Text), text
    return text


def order(text, *words):
    places = [text.content.index(word) for word in words]
    return places == sorted(places)


def test_a_column_written_last_is_read_where_it_stands():
    text = read(drawn(column(RIGHT, "right") + column(LEFT, "left")))
    assert order(text, "left line 0", "left line 19", "right line 0", "right line 19")


def test_columns_written_line_by_line_are_taken_apart():
    sides = zip(column(LEFT, "left"), column(RIGHT, "right"), strict=True)
    heading = [(LEFT, 740, "A heading that is as wide as both columns, above and below " * 2)]
    text = read(drawn(heading + [piece for pair in sides for piece in pair]))
    assert order(text, "A heading", "left line 0", "left line 19", "right line 0", "right line 19")


def test_a_list_of_dates_is_not():
    rows = [
        piece
        for row in range(20)
        for piece in [
            (LEFT, 700 - 12 * row, f"19{row:02}"),
            (LEFT + 90, 700 - 12 * row, PROSE[:80]),
        ]
    ]
    assert read(drawn(rows)).content.count("\n") == 19


def test_a_heading_over_both_columns_parts_them():
    upper = column(LEFT, "one") + column(RIGHT, "two")
    heading = [
        (LEFT, 440, "A heading that is as wide as both of the columns below and above it " * 2)
    ]
    lower = column(RIGHT, "four", 400) + column(LEFT, "three", 400)
    text = read(drawn(upper + heading + lower))
    assert order(text, "one line 0", "two line 0", "A heading", "three line 0", "four line 0")


def test_the_order_of_the_file_stays_where_the_page_does_not_contradict_it():
    text = read(drawn(column(LEFT, "left") + column(RIGHT, "right")))
    assert order(text, "left line 0", "left line 19", "right line 0", "right line 19")


def test_broken_words_are_made_whole_and_compounds_keep_their_hyphen():
    lines = [
        "The well-known estima-", "tion is robust. It is well-", "known, and Kullback-",
        "Leibler distances are small.",
    ]  # fmt: skip
    text = read(drawn([(LEFT, 700 - 12 * row, line) for row, line in enumerate(lines)]))
    assert "estimation is" in text.content.replace("\n", " ")
    assert text.content.count("well-known") == 2
    assert "Kullback-Leibler" in text.content


def test_ligatures_are_taken_apart_and_exponents_stay():
    assert tidy("eﬃcient ﬁelds of 𝑛 × x² １２") == "efficient fields of n × x² 12"


def test_an_index_stays_in_its_line_as_a_word_of_its_own():
    index = (LEFT + 33, 695, "index", "Times-Roman", 7)
    page = [(LEFT, 700, "where x"), index, (LEFT + 52, 700, "is small")]
    assert read(drawn(page)).content == "where x index is small"


def test_lines_tell_place_size_and_weight():
    page = [(LEFT, 700, "A Title of Weight", "Times-Bold", 18), (LEFT, 660, PROSE[:80])]
    text = read(drawn(page), layout_pages=1)
    title, body = text.lines
    assert (title.text, title.size, title.is_bold, title.font) == (
        "A Title of Weight", 18, True, "Times-Bold",
    )  # fmt: skip
    assert not body.is_bold
    assert title.x0 == pytest.approx(LEFT, abs=1)
    assert title.y1 == pytest.approx(A4[1] - 700, abs=6)
    assert title.y0 < title.y1 < body.y0 < body.y1
    assert (text.shapes[0].width, text.shapes[0].has_text) == (pytest.approx(A4[0], abs=1), True)


def test_lines_come_for_as_many_pages_as_are_asked_for():
    data = paper_pdf(pages=5)
    assert {line.page for line in read(data, layout_pages=2).lines} == {0, 1}
    assert {line.page for line in read(data, layout_pages=ALL_PAGES).lines} == set(range(5))
    assert read(data).lines == ()


def test_the_number_of_pages_is_told_even_where_few_are_read():
    text = read(paper_pdf(pages=9), max_pages=2)
    assert (text.pages, text.content.count("\f")) == (9, 1)


def test_running_heads_and_page_numbers_are_known_and_kept():
    pages = [
        [(LEFT, 810, f"Annals of Harbours {number}"), (LEFT, 700, PROSE[number : number + 70]),
         (300, 30, str(number))]
        for number in range(1, 5)
    ]  # fmt: skip
    text = read(drawn(*pages), layout_pages=4)
    running = [line.text for line in text.lines if line.is_running]
    assert running == [
        words for number in range(1, 5) for words in (f"Annals of Harbours {number}", str(number))
    ]
    assert text.content.count("Annals of Harbours") == 4


def test_a_text_of_private_characters_is_unreadable():
    font = b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 6 0 R >>"
    table = (
        b"/CIDInit /ProcSet findresource begin begincmap 1 begincodespacerange <00> <ff> "
        b"endcodespacerange 1 beginbfrange <20> <7e> <e020> endbfrange endcmap"
    )
    page = b"BT /F 10 Tf 60 700 Td (" + PROSE.encode() * 3 + b") Tj ET"
    data = pdf_around(page)
    plain = b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"
    extra = b"6 0 obj\n<< /Length %d >>\nstream\n%s\nendstream\nendobj\n" % (len(table), table)
    broken = data.replace(plain, font).replace(b"xref\n", extra + b"xref\n", 1)
    answer = text_pdf.read(broken, TextOptions())
    assert isinstance(answer, Dropped)
    assert answer.outcome is Outcome.UNREADABLE_TEXT
    assert "stand for no known character" in answer.reason


def shifted(text, by=3):
    return "".join(
        chr((ord(char) - 97 + by) % 26 + 97) if char.isalpha() else char for char in text.lower()
    )


@pytest.mark.parametrize("language", [
    PROSE * 4,
    "Der Ausschuss trat am zweiten Tag des Monats zusammen und hörte einen Bericht über den "
    "Zustand des Hafens, der seit dem Sturm des vergangenen Winters geschlossen war. " * 4,
    "Комитет собрался во второй день месяца и заслушал доклад о состоянии гавани. " * 6,
    "委員会は月の二日に会合し、港の状態についての報告を聞いた。" * 20,
])  # fmt: skip
def test_languages_are_taken_for_text(language):
    assert rate_text(language).confidence == 1.0


@pytest.mark.parametrize("by", range(1, 26))
def test_shifted_letters_are_not(by):
    assert rate_text(shifted(PROSE * 4, by)).confidence < 0.5
    assert "frequent" in rate_text(shifted(PROSE * 4, by)).reason


def test_an_empty_password_opens_and_another_does_not():
    assert "Robust Estimation" in read(paper_pdf(password="")).content
    assert text_pdf.read(paper_pdf(password="x"), TextOptions()).outcome is Outcome.ENCRYPTED


def test_what_cannot_be_opened_is_told_in_plain_words():
    without_pages = io.BytesIO()
    pypdfium2.PdfDocument.new().save(without_pages)
    text_pdf.read(paper_pdf(password="x"), TextOptions())  # PDFium remembers its last error
    dropped = text_pdf.read(without_pages.getvalue(), TextOptions())
    assert (dropped.outcome, dropped.reason) == (Outcome.DAMAGED, "the PDF has no pages")
    dropped = text_pdf.read(b"%PDF-1.4 and nothing else", TextOptions())
    assert (dropped.outcome, dropped.reason) == (
        Outcome.DAMAGED,
        "no PDF reader can open it",
    )
