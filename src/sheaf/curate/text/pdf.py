"""Text of PDF files, with PDFium: in reading order, with lines, and by OCR where it is a scan."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import groupby

import pypdfium2
from pypdfium2 import raw

from sheaf.curate.text import ocr
from sheaf.curate.text.bitmap_fonts import ASCENT, DESCENT, NO_SIZE, BitmapFonts
from sheaf.curate.text.clean import clean, tidy_and_count
from sheaf.curate.text.contract import MIN_CONFIDENCE, TextOptions
from sheaf.curate.text.hyphenation import HYPHEN, find_compounds, rejoin_words
from sheaf.curate.text.pdf_page import PdfPage, TextPiece
from sheaf.curate.text.quality import rate_text
from sheaf.curate.text.reading_order import order_lines, split_columns
from sheaf.curate.text.running_heads import Edge, find_edges, find_running_lines
from sheaf.records import Dropped, Line, Outcome, PageShape, Text

__all__ = ["clean", "open_pdf", "read"]

READER = "pdfium"
LEAST_LETTERS = 25  # on a page that counts as one with text
MOST_LOOKED_AT = 2000  # characters, to see whether anything is printed
FRONT = 2  # pages that are read by OCR even in a document that has text elsewhere, and looked
# at first; a document shorter than LONG pages is read too soon for that to pay.
LONG = 8
NO_PAGES = Dropped(Outcome.DAMAGED, "the PDF has no pages")
NOT_OPENED = {
    raw.FPDF_ERR_FORMAT: Dropped(Outcome.DAMAGED, "no PDF reader can open it"),
    raw.FPDF_ERR_PASSWORD: Dropped(Outcome.ENCRYPTED, "it asks for a password"),
    raw.FPDF_ERR_SECURITY: Dropped(Outcome.ENCRYPTED, "its encryption is of an unknown kind"),
    raw.FPDF_ERR_PAGE: Dropped(Outcome.DAMAGED, "its pages cannot be found"),
}


@dataclass(slots=True)
class PdfContent:
    """What was read so far, page by page."""

    pages: list[list[str]] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)
    shapes: list[PageShape] = field(default_factory=list)
    edges: list[list[Edge]] = field(default_factory=list)
    lost: int = 0
    fonts: BitmapFonts = field(default_factory=BitmapFonts)


def read(data: bytes, options: TextOptions) -> Text | Dropped:
    opened = open_pdf(data)
    if isinstance(opened, Dropped):
        return opened
    with opened as pdf:
        count = len(pdf)
        if count == 0:
            return NO_PAGES
        content = PdfContent()
        for number in range(min(count, options.max_pages)):
            _read_page(pdf, number, options, content)
            if number + 1 == FRONT and count >= LONG and options.check_front is not None:
                dropped = options.check_front(_build_text(content, count))
                if dropped is not None:
                    return dropped
        text = _build_text(content, count)
        return _check_quality(pdf, text, content.lost, options)


def open_pdf(data: bytes) -> pypdfium2.PdfDocument | Dropped:
    """A file that is encrypted with an empty password opens like any other."""
    # PDFium wants its header at the front; the web puts junk there.
    start = max(data[:1024].find(b"%PDF-"), 0)
    data = data[start:] if start else data
    try:
        return pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as problem:
        if _can_load(data):
            return NO_PAGES
        unforeseen = Dropped(Outcome.DAMAGED, f"no PDF reader can open it: {problem}")
        return NOT_OPENED.get(getattr(problem, "err_code", -1), unforeseen)


def _can_load(data: bytes) -> bool:
    """Whether PDFium has nothing against a document but that it is without pages: the error it
    names then is that of an earlier document."""
    document = raw.FPDF_LoadMemDocument64(data, len(data), None)
    if document:
        raw.FPDF_CloseDocument(document)
    return bool(document)


def _read_page(
    pdf: pypdfium2.PdfDocument, number: int, options: TextOptions, content: PdfContent
) -> None:
    """A page that cannot be loaded costs that page, not the document."""
    try:
        page = PdfPage(pdf, number)
    except ValueError:
        content.pages.append([])
        content.edges.append([])
        if number < options.layout_pages:
            content.shapes.append(PageShape(0.0, 0.0, has_text=False))
        return
    try:
        lines = order_lines(split_columns(page, page.pieces()))
        marked = [line.text + HYPHEN if line.hyphen else line.text for line in lines]
        text, lost = tidy_and_count("\n".join(marked))
        texts = text.split("\n") if lines else []
        content.lost += lost
        content.pages.append(texts)
        content.edges.append(find_edges(lines, page.height))
        if number < options.layout_pages:
            content.lines += _add_style(page, number, lines, texts, content.fonts)
            content.shapes.append(_describe_shape(page, texts))
    finally:
        page.close()


def _add_style(
    page: PdfPage, number: int, lines: list[TextPiece], texts: list[str], fonts: BitmapFonts
) -> Iterator[Line]:
    styles = [page.style(line) for line in lines]
    of_pictures = [at for at, (size, _) in enumerate(styles) if size < NO_SIZE]
    measured = fonts.measure(page, [lines[at] for at in of_pictures]) if of_pictures else {}
    types = {of_pictures[at]: found for at, found in measured.items()}
    for at, (line, text, (size, font)) in enumerate(zip(lines, texts, styles, strict=True)):
        y0, y1 = line.y0, line.y1
        if at in types:
            size, font, base = types[at]
            if base is not None:
                y0, y1 = base - ASCENT * size, base + DESCENT * size
        yield Line(
            text[:-1] + "-" if line.hyphen else text,
            number, line.x0, y0, line.x1, y1,
            size, font.is_bold, font.is_italic, font.name,
        )  # fmt: skip


def _describe_shape(page: PdfPage, texts: list[str]) -> PageShape:
    images, share = page.pictures()
    text = "".join(texts)
    return PageShape(
        round(page.width, 1), round(page.height, 1), has_letters(text), images, round(share, 3)
    )


def has_letters(text: str) -> bool:
    """Stops at the first few: pages are long."""
    found = 0
    for char in text:
        found += char.isalnum()
        if found >= LEAST_LETTERS:
            return True
    return False


def _build_text(content: PdfContent, count: int) -> Text:
    compounds = find_compounds([line for page in content.pages for line in page])
    pages = ["\n".join(rejoin_words(page, compounds)) for page in content.pages]
    lines = tuple(_mark_running(content.lines, find_running_lines(content.edges)))
    return Text(
        content="\f".join(pages),
        pages=count,
        reader=READER,
        first_page=pages[0],
        lines=lines,
        shapes=tuple(content.shapes),
    )


def _mark_running(lines: list[Line], numbers: list[frozenset[int]]) -> Iterator[Line]:
    for page, group in groupby(lines, lambda line: line.page):
        for number, line in enumerate(group):
            yield replace(line, is_running=True) if number in numbers[page] else line


def _check_quality(
    pdf: pypdfium2.PdfDocument, text: Text, lost: int, options: TextOptions
) -> Text | Dropped:
    """The text where it can be trusted, else what OCR makes of it, else the reason for none."""
    quality = rate_text(text.content, lost)
    text = replace(text, confidence=round(quality.confidence, 3))
    printed = lost + len("".join(text.content[:MOST_LOOKED_AT].split()))
    broken = printed >= LEAST_LETTERS and quality.confidence < MIN_CONFIDENCE
    answer: Text | Dropped = text
    wanted = _find_pages_for_ocr(text.content.split("\f"), broken) if options.ocr else []
    if wanted and ocr.why_unavailable(options.ocr_languages) is None:
        answer = ocr.read_pages(pdf, text, wanted, options, forget_others=broken)
    read = answer.content if isinstance(answer, Text) and answer is not text else ""
    if broken and not has_letters(read):
        was_late = answer.ocr_was_late if isinstance(answer, Text) else not answer.is_final
        reason = f"a broken font encoding: {quality.reason}"
        return Dropped(Outcome.UNREADABLE_TEXT, reason, is_final=not was_late)
    return answer


def _find_pages_for_ocr(pages: list[str], broken: bool) -> list[int]:
    """The pages that OCR is to read. In a document that has text, a page without is a figure
    or empty, and not worth the seconds, unless it is one of the first."""
    if broken:
        return list(range(len(pages)))
    without = [number for number, page in enumerate(pages) if not has_letters(page)]
    if 2 * len(without) > len(pages):
        return without
    return [
        number
        for number, page in enumerate(pages[:FRONT])
        if number in without or rate_text(page).confidence < MIN_CONFIDENCE
    ]
