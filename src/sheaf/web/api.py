"""Reading by programs: the same answers as the commands give with --json."""

from __future__ import annotations

from dataclasses import asdict

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe

from sheaf.errors import UsageError
from sheaf.web.library import served
from sheaf.web.numbers import required_number
from sheaf.web.search_pages import LONGEST_QUESTION

MOST_HITS = 100
LAST_OFFSET = 10_000


@require_safe
def search(request: HttpRequest) -> JsonResponse:
    asked = request.GET
    try:
        limit = required_number("limit", asked.get("limit"), default=10, least=1, most=MOST_HITS)
        offset = required_number(
            "offset", asked.get("offset"), default=0, least=0, most=LAST_OFFSET
        )
        if len(asked.get("q", "")) > LONGEST_QUESTION:
            raise UsageError(f"q may have {LONGEST_QUESTION} characters at the most.")
    except UsageError as problem:
        return JsonResponse({"error": str(problem)}, status=400)
    found = served().search(asked.get("q", ""), limit=limit, offset=offset)
    return JsonResponse({"total": found.total, "hits": [asdict(hit) for hit in found.hits]})


@require_safe
def paper(request: HttpRequest, number: int) -> JsonResponse:
    """As `sheaf show NUMBER --json`; other formats are under /paper/NUMBER/export/FORMAT."""
    found = served().paper(number)
    if found is None:
        return JsonResponse({"error": f"No paper was read out of a document {number}."}, status=404)
    return JsonResponse({"id": number, **found})


@require_safe
def provenance(request: HttpRequest, number: int) -> JsonResponse:
    """As `sheaf show NUMBER --provenance --json`."""
    found = served().provenance(number)
    if found is None:
        return JsonResponse({"error": f"There is no document {number}."}, status=404)
    return JsonResponse(found)


@require_safe
def status(request: HttpRequest) -> JsonResponse:
    # Where the library stands on the disk is nobody's business on the other side of the wire.
    return JsonResponse({**served().status(), "library": served().folder.name})


@require_safe
def health(request: HttpRequest) -> HttpResponse:
    return HttpResponse("ok", content_type="text/plain; charset=utf-8")
