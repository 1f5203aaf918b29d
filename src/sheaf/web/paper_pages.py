"""A paper's page, and the stored files behind it.

What is stored came from anywhere. Nothing but PDF and plain text is shown in the browser, and
nothing may run under our address.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_safe

from sheaf.app import NearCopy, main_file
from sheaf.curate.mime_type import PDF
from sheaf.extract.formats import FORMATS
from sheaf.extract.formats.model import line
from sheaf.records import INGEST_STATE_WORDS, Document
from sheaf.web.hidden_paths import paper_shown_to, shown_to
from sheaf.web.library import served_library
from sheaf.web.paper_view import view_of
from sheaf.web.papers.graph import among_others
from sheaf.web.papers.head import Addresses, head_of
from sheaf.web.papers.views import document_or_404, is_pdf, was_read
from sheaf.web.people.rights import Role, may
from sheaf.web.security import SANDBOX

TEXT = "text/plain"
# A sandbox would keep the browser's own PDF viewer from starting.
PDF_VIEWER = (
    "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'"
)


@require_safe
def paper(request: HttpRequest, number: int) -> HttpResponse:
    library = served_library()
    document = document_or_404(number)
    read: dict[str, Any] = library.paper(number) or {}
    facts = library.provenance(number) or {"record": None, "reading": None}
    view = view_of(read)
    context = {
        "document": shown_to(request, document),
        "paper": view.paper,
        "shown": view,
        "title": view.paper.title or "",
        "formats": FORMATS.values(),
        "among": among_others(library, number, view),
        "said_of_versions": library.versions.of_documents([number]),
        "near_copies": [_near_copy(one) for _, one in library.near_copies(number)],
        "record": shown_to(request, facts["record"]),
        "reading": shown_to(request, facts["reading"]),
        "head": head_of(view.paper, _addresses(request, document)),
        "bibtex": FORMATS["bibtex"].write(read, False, number) if was_read(read) else "",
        "has_file": main_file(document) is not None,
        "has_pdf": is_pdf(document),
        "has_text": _text_file(document) is not None,
        "tags": library.tags.of_document(number),
        "collections": library.collections.of_document(number),
        "state": INGEST_STATE_WORDS[document.state],
        "takes_reports": library.settings.web.mistakes,
        "open_reports": _open_reports(request, number),
    }
    return render(request, "sheaf/paper.html", context)


def _open_reports(request: HttpRequest, number: int) -> int:
    """For those who see to them."""
    if not may(request, Role.LIBRARIAN):
        return 0
    return served_library().reports.count_of_documents([number]).get(number, 0)


def _addresses(request: HttpRequest, document: Document) -> Addresses:
    def full(name: str) -> str:
        return request.build_absolute_uri(reverse(name, args=[document.id]))

    return Addresses(full("paper"), full("read"), full("file") if is_pdf(document) else None)


def _near_copy(one: NearCopy) -> dict[str, Any]:
    read = served_library().paper(one.document_id) or {}
    title = line(read, "title")
    told = "; ".join([one.words, *one.differences])
    return {"id": one.document_id, "words": told, "bits": one.bits, "title": title}


@require_safe
def file(request: HttpRequest, number: int) -> FileResponse:
    document = document_or_404(number)
    path = main_file(document)
    if path is None:
        raise Http404(f"The file of document {number} is not in the repository.")
    name = f"{_stem(number)}{path.suffix}"
    if document.mime_type == PDF:
        response = _send(path, name, PDF, PDF_VIEWER)
        response.headers["X-Frame-Options"] = "SAMEORIGIN"  # our own page shows it beside the text
        return response
    if document.mime_type == TEXT:
        return _send(path, name, f"{TEXT}; charset=utf-8", SANDBOX)
    return _send(path, name, "application/octet-stream", SANDBOX, as_attachment=True)


@require_safe
def text(request: HttpRequest, number: int) -> FileResponse:
    path = _text_file(document_or_404(number))
    if path is None:
        raise Http404(f"No text was read out of document {number}.")
    return _send(path, f"{_stem(number)}.txt", f"{TEXT}; charset=utf-8", SANDBOX)


@require_safe
def export(request: HttpRequest, number: int, name: str) -> HttpResponse:
    """The paper in a format, to be saved: a browser shows none of it."""
    document_or_404(number)
    chosen = FORMATS.get(name)
    if chosen is None:
        raise Http404(f"There is no format called {name}.")
    read = served_library().paper(number)
    if read is None or not was_read(read):
        raise Http404(f"Document {number} has not been read.")
    text = chosen.write(paper_shown_to(request, read), request.GET.get("references") == "1", number)
    response = HttpResponse(
        text.encode("utf-8", "replace"), content_type=f"{chosen.media_type}; charset=utf-8"
    )
    name = f"{_stem(number)}.{chosen.extension}"
    response.headers["Content-Disposition"] = str(content_disposition_header(True, name))
    response.headers["Content-Security-Policy"] = SANDBOX
    return response


def _text_file(document: Document) -> Path | None:
    main = main_file(document)
    return next(
        (path for path in document.files if path.suffix == ".txt" and path != main), None
    )  # fmt: skip


def _stem(number: int) -> str:
    """What a download is called, up to its ending."""
    return served_library().readable_stem(number)


def _send(
    path: Path, name: str, kind: str, policy: str, *, as_attachment: bool = False
) -> FileResponse:
    try:
        stream = path.open("rb")
    except FileNotFoundError:  # undone a moment ago
        raise Http404("This file is no longer in the repository.") from None
    response = FileResponse(stream, as_attachment=as_attachment, filename=name, content_type=kind)
    response.headers["Content-Security-Policy"] = policy
    return response
