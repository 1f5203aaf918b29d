"""A paper's full text, alone or with the PDF beside it, and how it is cited."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from sheaf.app import main_file
from sheaf.curate.mime_type import PDF
from sheaf.extract.formats import FORMATS
from sheaf.extract.formats.model import Json, line
from sheaf.records import Document
from sheaf.web.library import served_library
from sheaf.web.paper_view import view_of
from sheaf.web.papers.full_text import full_text

# In the order in which they are offered.
CITE_FORMATS = {
    "reference": "Plain reference",
    "bibtex": "BibTeX",
    "ris": "RIS",
    "csl": "CSL-JSON",
}


@dataclass(frozen=True, slots=True)
class WrittenCitation:
    """A paper as a format cites it."""

    name: str
    words: str
    text: str


@require_safe
def read(request: HttpRequest, number: int) -> HttpResponse:
    return _text_page(request, number, beside=False)


@require_safe
def beside(request: HttpRequest, number: int) -> HttpResponse:
    """Text and PDF; where there is no PDF, the text alone."""
    return _text_page(request, number, beside=True)


def _text_page(request: HttpRequest, number: int, *, beside: bool) -> HttpResponse:
    document = document_or_404(number)
    shown = view_of(served_library().paper(number) or {})
    has_pdf = is_pdf(document)
    context = {
        "document": document,
        "paper": shown.paper,
        "shown": shown,
        "text": full_text(shown.paper),
        "has_pdf": has_pdf,
        "is_beside": beside and has_pdf,
    }
    return render(request, "sheaf/read.html", context)


@require_safe
def cite(request: HttpRequest, number: int) -> HttpResponse:
    document_or_404(number)
    read = served_library().paper(number) or {}
    if not was_read(read):
        raise Http404(f"Document {number} has not been read.")
    context = {
        "number": number,
        "title": line(read, "title"),
        "citations": list(citations(read, number)),
    }
    return render(request, "sheaf/cite.html", context)


def citations(read: Json, number: int) -> Iterator[WrittenCitation]:
    for name, words in CITE_FORMATS.items():
        yield WrittenCitation(name, words, FORMATS[name].write(read, False, number).strip())


def was_read(read: Json) -> bool:
    """Whether there is a paper; what could not be read has only a provenance that says why."""
    return bool(read) and "error" not in read["provenance"]


def is_pdf(document: Document) -> bool:
    return document.mime_type == PDF and main_file(document) is not None


def document_or_404(number: int) -> Document:
    document = served_library().document(number)
    if document is None:
        raise Http404(f"There is no document {number} in this library.")
    return document
