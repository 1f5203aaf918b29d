"""The collection in charts: by year, venue and language, how it grew, and what is cited most."""

from __future__ import annotations

from itertools import accumulate
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from sheaf.app import Library
from sheaf.web.charts import ColumnChart, column_chart, spans_of_years
from sheaf.web.console import bars
from sheaf.web.languages import language_name
from sheaf.web.library import served_library
from sheaf.web.paging import show_counting

MOST_YEARS = 60
MOST_MONTHS = 60
SHOWN = 10


@require_safe
def collection(request: HttpRequest) -> HttpResponse:
    library = served_library()
    if not library.is_counted("collection", lambda: _figures(library)):
        return show_counting(request, "Collection")
    return render(request, "sheaf/collection.html", _figures(library))


def _figures(library: Library) -> dict[str, Any]:
    graph = library.graph
    years = spans_of_years(graph.counts_by_year(), MOST_YEARS)
    languages = {language_name(code): count for code, count in library.languages().items()}
    return {
        "counts": library.counts(),
        "years": column_chart([(span.words, span.count) for span in years]),
        "growth": growth_chart(library.growth()),
        "languages": bars(languages),
        "venues": graph.top_venues(SHOWN),
        "authors": graph.top_authors(SHOWN),
        "cited": graph.most_cited(SHOWN),
        "wanted": list(graph.wanted(limit=SHOWN, least=2)),
        "wanted_count": graph.count_wanted(),
    }


def growth_chart(by_month: dict[str, int]) -> ColumnChart | None:
    """How many documents there were at the end of each month, from the oldest capture on."""
    sums = list(zip(by_month, accumulate(by_month.values()), strict=True))
    # The last of each group, where the months are more than can be told apart.
    step = -(-len(sums) // MOST_MONTHS) or 1
    return column_chart(sums[::-1][::step][::-1])
