"""The dashboard: what the library holds, how it grows, what its work comes to, what needs somebody.

Figures that take long to count are those before the last change; where there are none yet, the page
says that they are being counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from datetime import date, timedelta
from itertools import islice
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from sheaf.app import RunInfo
from sheaf.records import GROUP_MEANINGS, OutcomeGroup, count_groups
from sheaf.web.attention import matters_of_librarians, public_matters
from sheaf.web.charts import StackChart, stack_chart
from sheaf.web.collection import growth_chart
from sheaf.web.console import Bar, bars, outcome_bars, state_bars
from sheaf.web.crawls import count_crawls
from sheaf.web.hidden_paths import shown_to
from sheaf.web.library import served_library
from sheaf.web.paging import show_counting
from sheaf.web.people.rights import Role, may

LATEST_RUNS = 5
COUNTED_RUNS = 500
WEEKS = 26
PART_WORDS = {
    "text": "text",
    "read": "read as a paper",
    "title": "title",
    "abstract": "abstract",
    "references": "references",
    "year": "year",
    "venue": "journal or venue",
    "doi": "DOI",
}
IN_QUEUE = ("running", "waiting", "paused", "failed", "draft")


@require_safe
def dashboard(request: HttpRequest) -> HttpResponse:
    library = served_library()
    if not library.is_counted("status", library.status):
        return show_counting(request, library.folder.name)
    status = library.status()
    runs = list(islice(library.runs(), LATEST_RUNS))
    crawl_count, crawls_running = count_crawls(library)
    weeks = library.overview.of_runs(
        "weeks", lambda: outcomes_by_week(islice(library.runs(), COUNTED_RUNS))
    )
    context = {
        "status": status,
        "library_name": library.folder.name,
        "outcomes": outcome_bars(status["outcomes"]),
        "kinds": bars(status["kinds"]),
        "types": bars(status["types"]),
        "states": state_bars(status["states"]),
        "runs": shown_to(request, runs),
        "crawl_count": crawl_count,
        "crawls_running": crawls_running,
        "matters": list(public_matters(runs)),
        "weeks": weeks,
        "meanings": {group.value: GROUP_MEANINGS[group] for group in OutcomeGroup},
        **_figures(),
    }
    if may(request, Role.LIBRARIAN):
        context |= _for_librarians()
        context["matters"] += matters_of_librarians(library, status)
    return render(request, "sheaf/dashboard.html", context)


def _figures() -> dict[str, Any]:
    overview = served_library().overview
    growth, coverage, hosts = overview.growth(), overview.coverage(), overview.hosts()
    return {
        "growth": None if growth is None else growth_chart(growth),
        "is_growth_counted": growth is not None,
        "coverage": None
        if coverage is None
        else shares({PART_WORDS[name]: n for name, n in coverage.parts}, coverage.documents),
        "hosts": hosts,
    }


def _for_librarians() -> dict[str, Any]:
    library = served_library()
    queue = library.jobs.count_by_state()
    disk = library.overview.disk()
    return {
        "queue": [(state, queue.get(state, 0)) for state in IN_QUEUE],
        "disk": disk,
        "disk_bars": [] if disk is None else bars(dict(disk.parts)),
    }


def shares(counts: dict[str, int], whole: int) -> list[Bar]:
    """Bars as wide as the part of the whole that they are."""
    return [
        Bar(name, count, round(100 * count / (whole or 1), 2), 100 * count / (whole or 1))
        for name, count in counts.items()
    ]


def outcomes_by_week(runs: Iterable[RunInfo]) -> StackChart | None:
    """How the captures of runs ended, by the week in which the run began: of the last half year in
    which there were any."""
    sums: dict[date, Counter[str]] = {}
    for run in runs:
        if run.state != "undone":
            day = run.started.date()
            monday = day - timedelta(days=day.weekday())
            sums.setdefault(monday, Counter()).update(count_groups(run.outcomes))
    if not sums:
        return None
    last = max(sums)
    mondays = [last - timedelta(weeks=number) for number in reversed(range(WEEKS))]
    mondays = [one for one in mondays if one >= min(sums)]
    empty = dict.fromkeys((group.value for group in OutcomeGroup), 0)
    return stack_chart([(f"{one:%-d %b %Y}", {**empty, **sums.get(one, {})}) for one in mondays])
