"""Links of PDF files, from their annotations."""

from __future__ import annotations

import io

import pytest
from reportlab.pdfgen import canvas

from acquire.crawl.answers import answer
from sheaf.acquire.crawl.links import OutLink, extract_links
from sheaf.acquire.crawl.links.pdf import MOST_LINKS, pdf_references

URL = "http://a.test/d/paper.pdf"


def pdf(*addresses: str, pages: int = 1) -> bytes:
    """Each page has all the links, one below the other."""
    file = io.BytesIO()
    paper = canvas.Canvas(file)
    for _ in range(pages):
        for number, address in enumerate(addresses):
            top = 800 - 20 * number
            paper.drawString(100, top, f"words of {number}")
            paper.linkURL(address, (95, top - 4, 250, top + 12), relative=1)
        paper.showPage()
    paper.save()
    return file.getvalue()


def pdf_links(data: bytes, url: str = URL) -> list[OutLink]:
    received = answer(data, "application/pdf", url=url)
    return list(extract_links(received, annotations=pdf_references(data)))


def test_links_come_with_the_words_under_them():
    found = pdf_links(pdf("http://b.test/x", "other.pdf", "mailto:ada@a.test"), URL)
    assert [(link.url, link.text) for link in found] == [
        ("http://b.test/x", "words of 0"), ("http://a.test/d/other.pdf", "words of 1")
    ]  # fmt: skip
    assert {link.kind for link in found} == {"pdf"}
    assert found[0].context == "page 1"


def test_pages_and_links_are_counted():
    assert pdf_references(pdf("http://b.test/x", pages=3), pages=0) == []
    many = pdf(*(f"http://b.test/{number}" for number in range(MOST_LINKS + 10)))
    assert len(pdf_references(many)) == MOST_LINKS


@pytest.mark.parametrize("data", [b"", b"%PDF-1.4", b"<html>", pdf("http://b.test/x")[:200]])
def test_what_cannot_be_opened_has_no_links(data: bytes):
    assert pdf_references(data) == []
