"""Reading by programs: the same answers as the commands give with --json."""

from __future__ import annotations

from collections.abc import Iterator

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from sheaf.acquire.crawl.control.metrics import CONTENT_TYPE, as_metrics
from sheaf.errors import UsageError
from sheaf.web.crawls import all_crawls, find_crawl
from sheaf.web.hidden_paths import paper_shown_to, shown_to, without_places
from sheaf.web.library import served_library
from sheaf.web.outages import as_our_error
from sheaf.web.search_pages import LONGEST_QUESTION, required_number

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
    found = served_library().search(asked.get("q", ""), limit=limit, offset=offset)
    return JsonResponse(found.as_json())


@require_safe
def paper(request: HttpRequest, number: int) -> JsonResponse:
    """As `sheaf show NUMBER --json`; other formats are under /paper/NUMBER/export/FORMAT."""
    found = served_library().paper(number)
    if found is None:
        return JsonResponse({"error": f"No paper was read out of a document {number}."}, status=404)
    return JsonResponse(paper_shown_to(request, found))


@require_safe
def provenance(request: HttpRequest, number: int) -> JsonResponse:
    """As `sheaf show NUMBER --provenance --json`."""
    found = served_library().provenance(number)
    if found is None:
        return JsonResponse({"error": f"There is no document {number}."}, status=404)
    return JsonResponse(shown_to(request, found))


@require_safe
def status(request: HttpRequest) -> JsonResponse:
    return JsonResponse({**served_library().status(), "library": served_library().folder.name})


@never_cache
@require_safe
def crawls(request: HttpRequest) -> JsonResponse:
    """Each as `sheaf crawl status --json` has it; one that cannot be read has its error instead."""
    return JsonResponse({"crawls": [one.as_json() for one in all_crawls(served_library())]})


@never_cache
@require_safe
def crawl(request: HttpRequest, name: str) -> JsonResponse:
    """As `sheaf crawl status NAME --json`."""
    found = find_crawl(served_library(), name)
    if found is None:
        return JsonResponse({"error": "There is no crawl of this name."}, status=404)
    return JsonResponse(found.as_json(), status=503 if found.status is None else 200)


@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """All crawls, and what the library holds, for Prometheus."""
    lines = "".join(f"{line}\n" for line in _metric_lines())
    return HttpResponse(lines, content_type=CONTENT_TYPE)


def _metric_lines() -> Iterator[str]:
    status = served_library().status()
    found = list(all_crawls(served_library()))
    unreadable = sum(one.status is None for one in found)
    yield from _gauge("sheaf_documents", "Documents kept.", {"": status["documents"]})
    yield from _gauge("sheaf_papers", "Documents with a title read.", {"": status["papers"]})
    by_outcome = {f'{{outcome="{name}"}}': count for name, count in status["outcomes"].items()}
    yield from _gauge("sheaf_captures", "Captures by their end.", by_outcome)
    yield from _gauge("sheaf_crawls", "Crawls of the library.", {"": len(found)})
    yield from _gauge("sheaf_crawls_unreadable", "Those that cannot be read.", {"": unreadable})
    yield from as_metrics(one.status for one in found if one.status is not None)


def _gauge(name: str, words: str, values: dict[str, int]) -> Iterator[str]:
    yield f"# HELP {name} {words}"
    yield f"# TYPE {name} gauge"
    for labels, value in values.items():
        yield f"{name}{labels} {value}"


@require_safe
def health(request: HttpRequest) -> HttpResponse:
    """Whether the server is alive: it asks nobody."""
    return _plain("ok")


@never_cache
@require_safe
def ready(request: HttpRequest) -> HttpResponse:
    """Whether the catalogue answers, and with it the pages."""
    try:
        served_library().revision()
    except Exception as error:
        problem = as_our_error(error)
        if problem is None:
            raise
        return _plain(without_places(str(problem)), 503)
    return _plain("ok")


def _plain(words: str, status: int = 200) -> HttpResponse:
    return HttpResponse(words, content_type="text/plain; charset=utf-8", status=status)
