"""The links of a PDF file, from its annotations.

A stranger's PDF can crash its reader or take its memory. Nothing here bounds that: it is called in
a process with limits of its own, a worker.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pypdfium2
from pypdfium2 import raw

from sheaf.acquire.crawl.links.contract import LONGEST_REFERENCE, LinkKind, RawLink
from sheaf.acquire.crawl.links.text import LONGEST_ANCHOR

MOST_PAGES = 200
MOST_LINKS = 2000


def pdf_references(source: bytes | Path, *, pages: int = MOST_PAGES) -> list[RawLink]:
    """The links of a PDF's first pages, each with the words under it; none of a broken file."""
    try:
        document = pypdfium2.PdfDocument(source)
    except pypdfium2.PdfiumError:
        return []
    with closing(document):
        return list(_references(document, min(len(document), pages)))


def _references(document: pypdfium2.PdfDocument, pages: int) -> Iterator[RawLink]:
    count = 0
    for number in range(pages):
        try:
            page = document[number]
        except pypdfium2.PdfiumError:
            continue
        with closing(page):
            for reference in _on_page(document, page, f"page {number + 1}"):
                count += 1
                if count > MOST_LINKS:
                    return
                yield reference


def _on_page(
    document: pypdfium2.PdfDocument, page: pypdfium2.PdfPage, note: str
) -> Iterator[RawLink]:
    place, link = ctypes.c_int(0), raw.FPDF_LINK()
    text: pypdfium2.PdfTextPage | None = None
    try:
        while raw.FPDFLink_Enumerate(page, place, link):
            address = _address(document, link)
            if address:
                # Reading the text of a page costs more than all else, and many have no links.
                text = text or page.get_textpage()
                yield RawLink(address, LinkKind.PDF, _words(text, link), note)
    finally:
        if text:
            text.close()


def _address(document: pypdfium2.PdfDocument, link: raw.FPDF_LINK) -> str:
    action = raw.FPDFLink_GetAction(link)
    if not action or raw.FPDFAction_GetType(action) != raw.PDFACTION_URI:
        return ""
    size = raw.FPDFAction_GetURIPath(document, action, None, 0)
    if not 1 < size <= LONGEST_REFERENCE:
        return ""
    buffer = ctypes.create_string_buffer(size)
    raw.FPDFAction_GetURIPath(document, action, buffer, size)
    return buffer.value.decode("utf-8", "replace").strip()


def _words(text: pypdfium2.PdfTextPage, link: raw.FPDF_LINK) -> str:
    box = raw.FS_RECTF()
    if not raw.FPDFLink_GetAnnotRect(link, box):
        return ""
    found = text.get_text_bounded(box.left, box.bottom, box.right, box.top)
    # Half a character, as PDF files have them, is nothing that a file of ours could hold.
    plain = str(found).encode("utf-8", "replace").decode()
    return " ".join(plain.split())[:LONGEST_ANCHOR]
