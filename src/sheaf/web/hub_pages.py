"""The hubs of the library: pages that lead to documents, those that led to most first."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from sheaf.web.library import served_library
from sheaf.web.paging import Pages, show_counting, whole_number

PER_PAGE = 100
LAST_PAGE = 10_000
LONGEST_HOST = 255


@require_safe
def hubs(request: HttpRequest) -> HttpResponse:
    library, host = served_library(), request.GET.get("host", "")[:LONGEST_HOST].strip()
    if not library.is_counted(f"hubs {host}", lambda: list(library.hubs(host=host, limit=1))):
        return show_counting(request, "Hubs")
    total = library.count_hubs(host=host)
    last = min(LAST_PAGE, max(1, -(-total // PER_PAGE)))
    page = min(whole_number(request.GET.get("page"), default=1, most=LAST_PAGE) or 1, last)
    shown = list(library.hubs(host=host, limit=PER_PAGE, offset=(page - 1) * PER_PAGE))
    numbers = library.places.hub_numbers([hub.url for hub in shown])
    numbered = [(hub, numbers.get(hub.url)) for hub in shown]
    context = {"hubs": numbered, "host": host, "total": total, "pages": Pages(page, last)}
    return render(request, "sheaf/hubs.html", context)
