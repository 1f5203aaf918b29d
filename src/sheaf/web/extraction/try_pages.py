"""A page to try the service: a paper is dropped there, and what was read is shown, coloured on the
pages that it was read from."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import wraps
from typing import Any

from django.http import FileResponse, Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from sheaf.curate.mime_type import PDF
from sheaf.errors import SheafError
from sheaf.web.extraction.incoming import BadUploadError, files_of_form
from sheaf.web.extraction.served import NotServedError, has_library, is_public, served_extraction
from sheaf.web.people.reading import IS_OPEN
from sheaf.web.people.rights import Role, needs
from sheaf.workers.service.contract import (
    REFUSAL_MEANINGS,
    BusyError,
    PaperReading,
    RefusedFileError,
    UnknownTokenError,
)
from sheaf.workers.service.drawing import PlacedFields

FIELD = "file"
MOST_PAGES = 10_000
GONE = "Nothing was sent under this address, or it has expired."
CLOSED = "This server has no extraction service."
# With what each is coloured: the class of its boxes, and what it is called.
LEGEND = {
    "title": "title",
    "author": "authors",
    "abstract": "abstract",
    "section": "headings",
    "caption": "captions",
    "reference": "references",
}
View = Callable[..., HttpResponseBase]


@dataclass(frozen=True, slots=True)
class DrawnBox:
    field: str
    x: float
    y: float
    width: float
    height: float


def _for_readers(view: View) -> View:
    """For everybody where the service is; else for who is logged in."""
    inside = needs(Role.VIEWER)(view)

    @wraps(view)
    def check(request: HttpRequest, *parts: Any, **named: Any) -> HttpResponseBase:
        chosen = view if is_public() else inside
        try:
            return chosen(request, *parts, **named)
        except UnknownTokenError:
            return _show_form(request, GONE, 404)
        except NotServedError:
            return _show_form(request, CLOSED, 503)

    check.needed_role = Role.VIEWER  # type: ignore[attr-defined]
    setattr(check, IS_OPEN, is_public)
    return check


@_for_readers
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def try_it(request: HttpRequest) -> HttpResponseBase:
    if request.method != "POST":
        return _show_form(request)
    try:
        files = files_of_form(request, FIELD)
        if not files:
            return _show_form(request, "Choose a file.", 400)
        sent = served_extraction().upload(files[0].pieces, files[0].name, is_filtered=False)
    except RefusedFileError as refused:
        return _show_form(request, f"It was not read: {refused}.", 422)
    except (BadUploadError, SheafError) as problem:
        return _show_form(request, str(problem), 400)
    except BusyError as busy:
        return _show_form(request, f"{busy} Come again in a while.", 503)
    return redirect("extract-result", token=sent.token)


@_for_readers
@never_cache
@require_safe
def result(request: HttpRequest, token: str) -> HttpResponseBase:
    """What was read, and one page with its places; `page` chooses it."""
    service = served_extraction()
    sent = service.find(token)
    try:
        read = service.read(sent)
        placed = service.places(read.sha1, read.paper)
    except RefusedFileError as refused:
        words = REFUSAL_MEANINGS[refused.refusal]
        return _show_form(request, f"It was not read: {words} ({refused}).", 422)
    except BusyError as busy:
        return _show_form(request, f"{busy} Come again in a while.", 503)
    context = {"sent": sent, "read": read, "paper": read.paper, "legend": LEGEND}
    page = _page_context(request, read, placed)
    return _render(request, "sheaf/extraction/result.html", {**context, **page})


@_for_readers
@require_safe
def picture(request: HttpRequest, token: str, page: int) -> HttpResponseBase:
    if page > MOST_PAGES:
        raise Http404("No paper has so many pages.")
    service = served_extraction()
    try:
        picture = service.open_picture(service.find(token), page)
    except (RefusedFileError, BusyError):
        picture = None
    if picture is None:
        raise Http404("This page cannot be drawn.")
    headers = {"Cache-Control": "private, max-age=3600"}
    return FileResponse(picture, content_type="image/png", headers=headers)


def _page_context(request: HttpRequest, read: PaperReading, placed: PlacedFields) -> dict[str, Any]:
    """Nothing where there are no pages to draw."""
    sizes = placed.sizes if read.mime_type == PDF else ()
    if not sizes:
        return {"number": 0}
    given = request.GET.get("page", "1")
    asked = int(given) if given.isascii() and given.isdigit() and len(given) < 6 else 1
    number = min(max(asked, 1), len(sizes))
    width, height = sizes[number - 1]
    return {
        "number": number,
        "count": len(sizes),
        "before": number - 1,
        "after": number + 1 if number < len(sizes) else 0,
        "width": round(width, 1),
        "height": round(height, 1),
        "boxes": list(_boxes(placed, number)),
    }


def _boxes(placed: PlacedFields, number: int) -> Iterator[DrawnBox]:
    for place in placed.places:
        for box in place.boxes:
            if box.page == number:
                width, height = round(box.x1 - box.x0, 1), round(box.y1 - box.y0, 1)
                yield DrawnBox(place.field, box.x0, box.y0, width, height)


def _show_form(request: HttpRequest, problem: str = "", status: int = 200) -> HttpResponse:
    context = {"problem": problem, "field": FIELD}
    return _render(request, "sheaf/extraction/try.html", context, status)


def _render(
    request: HttpRequest, template: str, context: dict[str, Any], status: int = 200
) -> HttpResponse:
    """Within the pages of the library, where there is one."""
    base = "sheaf/base.html" if has_library() else "sheaf/extraction/base.html"
    return render(request, template, {**context, "base": base}, status=status)
