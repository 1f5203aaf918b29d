"""Text of PDF files, with PDFium."""

from __future__ import annotations

import re

import pypdfium2
from pypdfium2 import raw

from sheaf.records import Dropped, Outcome, Text

# PDFium marks a hyphen at a line end with one of these; the word goes on in the next line.
BROKEN_WORD = re.compile(r"(?<=\w)[\ufffe\x02\u00ad]\n?(?=\w)")
NOT_TEXT = re.compile(r"[\x00-\x08\x0b\x0e-\x1f\x7f-\x9f\ufffe\uffff]")
SURROGATE = re.compile(r"[\ud800-\udfff]")


def read(data: bytes, max_pages: int) -> Text | Dropped:
    opened = open_pdf(data)
    if isinstance(opened, Dropped):
        return opened
    with opened as pdf:
        count = len(pdf)
        pages = [_page_text(pdf, number) for number in range(min(count, max_pages))]
    if not pages:
        return Dropped(Outcome.DAMAGED, "the PDF has no pages")
    return Text("\f".join(pages), count, "pdfium", first_page=pages[0])


def open_pdf(data: bytes) -> pypdfium2.PdfDocument | Dropped:
    # PDFium wants its header at the front; the web puts junk there.
    start = max(data[:1024].find(b"%PDF-"), 0)
    try:
        return pypdfium2.PdfDocument(data[start:] if start else data)
    except pypdfium2.PdfiumError as problem:
        if getattr(problem, "err_code", None) == raw.FPDF_ERR_PASSWORD:
            return Dropped(Outcome.ENCRYPTED, "it asks for a password")
        if getattr(problem, "err_code", None) == raw.FPDF_ERR_SECURITY:
            return Dropped(Outcome.ENCRYPTED, "its encryption is of an unknown kind")
        return Dropped(Outcome.DAMAGED, f"no PDF reader can open it: {problem}")


def _page_text(pdf: pypdfium2.PdfDocument, number: int) -> str:
    """A page that cannot be loaded costs that page, not the document."""
    try:
        page = pdf[number]
        textpage = page.get_textpage()
    except pypdfium2.PdfiumError:
        return ""
    text = clean(textpage.get_text_range(errors="replace"))
    textpage.close()
    page.close()
    return text


def clean(text: str) -> str:
    """Line ends as one character, words broken at line ends joined, what is no text taken out."""
    text = BROKEN_WORD.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))
    return SURROGATE.sub("�", NOT_TEXT.sub("", text))
