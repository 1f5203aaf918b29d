"""Runs: what they did, and taking one back: first what would happen, then, on a second click, it
does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from sheaf.app import UndoReport
from sheaf.errors import CannotUndoError, LibraryBusyError
from sheaf.records import (
    GROUP_MEANINGS,
    INGEST_STATE_WORDS,
    OUTCOME_GROUPS,
    OUTCOME_MEANINGS,
    IngestState,
    Outcome,
    OutcomeGroup,
    count_groups,
    outcomes_named,
)
from sheaf.web.hidden_paths import shown_to
from sheaf.web.library import served_library
from sheaf.web.paging import list_page, show_counting
from sheaf.web.people.rights import Role, needs

SHOWN_RUNS = 200
SHOWN_CAPTURES = 200
NARROWEST_BAR = 2.0  # percent; less could not be seen


@dataclass(frozen=True, slots=True)
class Bar:
    """A count as a bar: its width against the longest, its share of the whole."""

    name: str
    count: int
    width: float
    share: float
    group: str = ""
    meaning: str = ""
    is_sum: bool = False  # of the bars below it

    @property
    def words(self) -> str:
        return self.name.replace("_", " ")


@require_safe
def runs(request: HttpRequest) -> HttpResponse:
    library = served_library()
    if not library.is_counted("status", library.status):
        return show_counting(request, "Runs")
    shown = shown_to(request, list(islice(library.runs(), SHOWN_RUNS + 1)))
    context = {"runs": shown[:SHOWN_RUNS], "has_more": len(shown) > SHOWN_RUNS, "most": SHOWN_RUNS}
    return render(request, "sheaf/runs.html", context)


@require_safe
def run(request: HttpRequest, number: int) -> HttpResponse:
    library = served_library()
    info = library.run(number)
    if info is None:
        raise Http404(f"There is no run {number} in this library.")
    chosen = _chosen_outcomes(request)
    page = list_page(
        request,
        lambda after, limit: shown_to(
            request, list(library.captures(number, chosen, limit=limit, after=after))
        ),
        lambda capture: capture.id,
        SHOWN_CAPTURES,
    )
    total = sum(info.outcomes.get(one.value, 0) for one in chosen or Outcome)
    context = {
        "run": shown_to(request, info),
        "can_undo": info.can_be_undone,
        "outcomes": outcome_bars(info.outcomes),
        "chosen": request.GET.get("outcome", ""),
        "page": page,
        "total": total,
    }
    return render(request, "sheaf/run.html", context)


def _chosen_outcomes(request: HttpRequest) -> Sequence[Outcome]:
    """One outcome, or all of a group; none where nothing was chosen."""
    name = request.GET.get("outcome", "")
    if not name:
        return ()
    try:
        return outcomes_named(name)
    except ValueError:
        raise Http404("There is no such outcome.") from None


def bars(counts: dict[str, int]) -> list[Bar]:
    most, whole = max(counts.values(), default=0) or 1, sum(counts.values()) or 1
    return [
        Bar(name, count, max(NARROWEST_BAR, round(100 * count / most, 2)), 100 * count / whole)
        for name, count in counts.items()
    ]


def outcome_bars(counts: dict[str, int]) -> list[Bar]:
    """A sum for each group, and under it a bar for each outcome in it."""
    by_name = {bar.name: bar for bar in bars(counts)}
    whole, found = sum(counts.values()) or 1, []
    for group, total in count_groups(counts).items():
        if total:
            words = GROUP_MEANINGS[OutcomeGroup(group)]
            share = 100 * total / whole
            found.append(Bar(group, total, 0, share, group, words, is_sum=True))
        for one in OUTCOME_GROUPS[OutcomeGroup(group)]:
            if one.value in by_name and one.value != group:
                meaning = OUTCOME_MEANINGS[one]
                found.append(replace(by_name[one.value], group=group, meaning=meaning))
    return found


def state_bars(counts: dict[str, int]) -> list[Bar]:
    """Nothing, where all were read, or none: other numbers say so."""
    if len(counts) < 2 and not counts.keys() & {"handed_out", "failed"}:
        return []
    words = {one.name.lower(): INGEST_STATE_WORDS[one] for one in IngestState}
    return [replace(bar, name=words[bar.name]) for bar in bars(counts)]


@needs(Role.LIBRARIAN)
@require_http_methods(["GET", "HEAD", "POST"])
def undo(request: HttpRequest, number: int) -> HttpResponse:
    info = served_library().run(number)
    if info is None:
        raise Http404(f"There is no run {number} in this library.")
    try:
        if request.method == "POST":
            done = served_library().undo(number)
            messages.success(request, f"Run {number} was undone: {_describe(done)}.")
            return redirect("run", number)
        would = _describe(served_library().undo(number, dry_run=True))
    except (CannotUndoError, LibraryBusyError) as problem:
        context = {"run": info, "problem": problem}
        return render(request, "sheaf/undo.html", context, status=409)
    return render(request, "sheaf/undo.html", {"run": info, "would": would})


def _describe(report: UndoReport) -> str:
    removed = f"{report.removed:,} document{'' if report.removed == 1 else 's'} removed"
    return f"{removed}, {report.restored:,} brought back as they were before"
