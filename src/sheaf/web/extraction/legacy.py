"""/extractor as CiteSeerExtractor had it: programs written for it work unchanged.

Statuses and words are those of its code, also where they are odd. What it did by chance is left
out: a broken link, and a page of its debugger.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import FileResponse, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from sheaf.errors import SheafError
from sheaf.web.extraction import legacy_words as words
from sheaf.web.extraction.doors import extracts
from sheaf.web.extraction.incoming import BadUploadError, Incoming, body_of, files_of_form
from sheaf.web.extraction.problems import retry_after
from sheaf.web.extraction.served import NotServedError, served_extraction, too_large_as_before
from sheaf.web.security import SANDBOX
from sheaf.workers.service.contract import (
    ALL_PARTS,
    BusyError,
    Part,
    ReadingWish,
    RefusalReason,
    RefusedFileError,
    UnknownTokenError,
)

FIELD = "myfile"
XML = "text/xml; charset=utf-8"
JSON = "text/json; charset=utf-8"
NO_FILTER = "filter=0"
# What it said to whom it did not take a file from; of all else only that it had failed.
WORDS_OF = {
    RefusalReason.WRONG_TYPE: words.WRONG_TYPE,
    RefusalReason.NOT_ACADEMIC: words.NOT_ACADEMIC,
    RefusalReason.TOO_SHORT: words.TOO_SHORT,
}
PARTS_OF = {
    "header": frozenset({Part.HEADER}),
    "citations": frozenset({Part.HEADER, Part.REFERENCES}),
    "body": ALL_PARTS,
    "keyphrases": ALL_PARTS,
}
View = Callable[..., HttpResponseBase]


def _as_before(view: View) -> View:
    """What goes wrong in the words of then."""

    @wraps(view)
    def answer(request: HttpRequest, *parts: Any, **named: Any) -> HttpResponseBase:
        try:
            return view(request, *parts, **named)
        except UnknownTokenError:
            return HttpResponse(words.NOT_FOUND, status=404, content_type="text/html")
        except BusyError as busy:
            return _plain(f"{busy} Come again.", 503, retry_after(busy))
        except RefusedFileError as refused:
            return _refuse(refused)
        except NotServedError:
            return _plain("This server has no extraction service.", 503)
        except (BadUploadError, SheafError):
            return _plain(words.FAULT, 500)

    return answer


@extracts
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@_as_before
def extractor(request: HttpRequest) -> HttpResponseBase:
    """The form, and what it sends."""
    if request.method != "POST":
        return render(request, "sheaf/extraction/legacy_form.html", {"field": FIELD})
    if too_large := _too_large(request):
        return too_large
    files = files_of_form(request, FIELD)
    if not files:
        return _plain(words.FAULT, 500)
    return _take(request, files[0])


@extracts
@never_cache
@require_http_methods(["POST"])
@_as_before
def stream(request: HttpRequest) -> HttpResponseBase:
    """The body is the file."""
    length = request.META.get("CONTENT_LENGTH")
    if not length:
        return _plain(words.NO_LENGTH, 400)
    if length == "0":  # nothing is a type of its own, and none that was taken
        return _plain(words.WRONG_TYPE, 400)
    return _too_large(request) or _take(request, body_of(request))


@extracts
@never_cache
@require_http_methods(["GET", "HEAD", "DELETE"])
@_as_before
def document(request: HttpRequest, token: str) -> HttpResponseBase:
    """Where the parts of a document are (its own link led nowhere), or its end."""
    service = served_extraction()
    if request.method == "DELETE":
        service.remove(token)
        return _plain(f"DELETED {token}")
    service.find(token)
    return HttpResponse(words.write_links(_base(request), token), content_type=XML)


@extracts
@never_cache
@require_safe
@_as_before
def part(request: HttpRequest, token: str, part: str) -> HttpResponseBase:
    service = served_extraction()
    resource = service.find(token)
    if part == "file":
        kind = service.describe(resource).mime_type
        return _file(service.open_file(resource), kind)
    if part == "text":
        return _file(service.open_text(resource), "text/text")
    output = request.GET.get("output") or "xml"
    if output not in ("xml", "json"):
        return _plain(words.WRONG_OUTPUT, 400)
    paper = service.read(resource, ReadingWish(PARTS_OF[part])).paper
    fragment = words.write_part(paper, part)
    if output == "json":
        return HttpResponse(words.as_json(fragment), content_type=JSON)
    return HttpResponse(words.wrap(fragment), content_type=XML)


def _take(request: HttpRequest, incoming: Incoming) -> HttpResponse:
    service = served_extraction()
    resource = service.upload(
        incoming.pieces,
        incoming.name,
        most=service.settings.legacy_bytes,
        is_filtered=NO_FILTER not in request.META.get("QUERY_STRING", ""),
    )
    base = _base(request)
    return HttpResponse(
        words.write_links(base, resource.token),
        status=201,
        reason="CREATED",
        content_type=XML,
        headers={
            "Location": f"{base}/pdf/{resource.token}",
            "Access-Control-Allow-Origin": "*",
        },
    )


def _too_large(request: HttpRequest) -> HttpResponse | None:
    """All of the request counts, as it did."""
    most = served_extraction().settings.legacy_bytes
    if int(request.META.get("CONTENT_LENGTH") or 0) > most:
        return _plain(too_large_as_before(most), 400)
    return None


def _refuse(refused: RefusedFileError) -> HttpResponse:
    if refused.refusal is RefusalReason.TOO_LARGE:
        return _plain(too_large_as_before(served_extraction().settings.legacy_bytes), 400)
    known = WORDS_OF.get(refused.refusal)
    return _plain(known, 400) if known else _plain(words.FAULT, 500)


def _base(request: HttpRequest) -> str:
    return request.build_absolute_uri("/extractor")


def _plain(text: str, status: int = 200, headers: dict[str, str] | None = None) -> HttpResponse:
    """Without a type, as it was."""
    answer = HttpResponse(text, status=status, headers=headers)
    del answer.headers["Content-Type"]
    return answer


def _file(stream: Any, kind: str) -> FileResponse:
    """What somebody sent may be anything: nothing of it runs under our address."""
    headers = {"Content-Security-Policy": SANDBOX}
    return FileResponse(stream, content_type=kind, headers=headers)
