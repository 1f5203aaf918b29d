"""What crawlers are told: which addresses are for them, and where all papers stand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from xml.sax.saxutils import escape

from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from sheaf.web.library import served_library

# Numbers of documents in one part; the protocol allows 50,000 addresses.
PER_PART = 20_000
NOT_FOR_CRAWLERS = (
    "/api/", "/crawls", "/dashboard", "/hubs", "/login", "/password", "/readyz", "/runs",
    "/search/", "/setup",
    "/*?q=", "/*&q=",
)  # fmt: skip
XML = "application/xml; charset=utf-8"
HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
SPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    if served_library().settings.web.reading == "login":
        return HttpResponse(
            "User-agent: *\nDisallow: /\n", content_type="text/plain; charset=utf-8"
        )
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in NOT_FOR_CRAWLERS)]
    lines += ["", f"Sitemap: {_address(request, reverse('sitemap'))}", ""]
    return HttpResponse("\n".join(lines), content_type="text/plain; charset=utf-8")


@require_safe
def index(request: HttpRequest) -> StreamingHttpResponse:
    parts = -(-served_library().last_number() // PER_PART)
    return StreamingHttpResponse(_index(request, parts), content_type=XML)


def _address(request: HttpRequest, path: str) -> str:
    return escape(request.build_absolute_uri(path))


def _index(request: HttpRequest, parts: int) -> Iterator[str]:
    yield f"{HEAD}<sitemapindex {SPACE}>\n"
    for part in range(1, parts + 1):
        address = _address(request, reverse("sitemap-part", args=[part]))
        yield f"<sitemap><loc>{address}</loc></sitemap>\n"
    yield "</sitemapindex>\n"


@require_safe
def part(request: HttpRequest, number: int) -> StreamingHttpResponse:
    """The documents with these numbers: what was added last is in the last part, and the others
    stay as they are."""
    first = (number - 1) * PER_PART + 1
    if first > served_library().last_number():
        raise Http404("There is no such part of the sitemap.")
    # Asked for here: the connection to the catalogue is that of the thread of the request.
    times = served_library().times(first, first + PER_PART - 1)
    return StreamingHttpResponse(_part(request, times), content_type=XML)


def _part(request: HttpRequest, times: Sequence[tuple[int, datetime]]) -> Iterator[str]:
    # One address stands for all: they differ in the number alone.
    before = _address(request, "/paper/")
    yield f"{HEAD}<urlset {SPACE}>\n"
    for number, renewed in times:
        day = f"{renewed:%Y-%m-%d}"
        yield f"<url><loc>{before}{number}</loc><lastmod>{day}</lastmod></url>\n"
    yield "</urlset>\n"
