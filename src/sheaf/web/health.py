"""What those ask who watch a server: is it alive, is it ready, and numbers for Prometheus."""

from __future__ import annotations

from collections.abc import Iterator

from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from sheaf.acquire.crawl.control.metrics import CONTENT_TYPE, as_metrics
from sheaf.web.crawls import all_crawls
from sheaf.web.extraction.figures import metric_lines
from sheaf.web.hidden_paths import without_places
from sheaf.web.library import served_library
from sheaf.web.outages import as_our_error


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
    yield from metric_lines()


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
