"""The console: what the library holds, what its runs did, and taking one back: first what would
happen, then, on a second click, it does."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from sheaf.app import UndoReport
from sheaf.errors import CannotUndoError, LibraryBusyError
from sheaf.records import ACCIDENTS, KEPT, KNOWN, OUTCOME_MEANINGS, Outcome
from sheaf.web.crawls import count_crawls
from sheaf.web.library import served_library

LATEST_RUNS = 5
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

    @property
    def words(self) -> str:
        return self.name.replace("_", " ")


@require_safe
def dashboard(request: HttpRequest) -> HttpResponse:
    library = served_library()
    status = library.status()
    crawl_count, crawls_running = count_crawls(library)
    context = {
        "status": status,
        "library_name": library.folder.name,
        "outcomes": outcome_bars(status["outcomes"]),
        "kinds": bars(status["kinds"]),
        "types": bars(status["types"]),
        "states": bars(status["states"]),
        "runs": list(islice(library.runs(), LATEST_RUNS)),
        "crawl_count": crawl_count,
        "crawls_running": crawls_running,
    }
    return render(request, "sheaf/dashboard.html", context)


@require_safe
def runs(request: HttpRequest) -> HttpResponse:
    shown = list(islice(served_library().runs(), SHOWN_RUNS + 1))
    context = {"runs": shown[:SHOWN_RUNS], "has_more": len(shown) > SHOWN_RUNS, "most": SHOWN_RUNS}
    return render(request, "sheaf/runs.html", context)


@require_safe
def run(request: HttpRequest, number: int) -> HttpResponse:
    library = served_library()
    info = library.run(number)
    if info is None:
        raise Http404(f"There is no run {number} in this library.")
    chosen = _chosen_outcome(request)
    captures = list(library.captures(number, [chosen] if chosen else [], limit=SHOWN_CAPTURES))
    total = info.outcomes.get(chosen.value, 0) if chosen else info.captures
    context = {
        "run": info,
        "can_undo": info.can_be_undone,
        "outcomes": outcome_bars(info.outcomes),
        "chosen": chosen.value if chosen else "",
        "captures": captures,
        "total": total,
        "is_cut": total > len(captures),
    }
    return render(request, "sheaf/run.html", context)


def _chosen_outcome(request: HttpRequest) -> Outcome | None:
    name = request.GET.get("outcome", "")
    if not name:
        return None
    try:
        return Outcome(name)
    except ValueError:
        raise Http404("There is no such outcome.") from None


def bars(counts: dict[str, int]) -> list[Bar]:
    most, whole = max(counts.values(), default=0) or 1, sum(counts.values()) or 1
    return [
        Bar(name, count, max(NARROWEST_BAR, round(100 * count / most, 2)), 100 * count / whole)
        for name, count in counts.items()
    ]


def outcome_bars(counts: dict[str, int]) -> list[Bar]:
    return [
        Bar(bar.name, bar.count, bar.width, bar.share, _group(outcome), OUTCOME_MEANINGS[outcome])
        for bar in bars(counts)
        for outcome in [Outcome(bar.name)]
    ]


def _group(outcome: Outcome) -> str:
    """Which colour a bar has."""
    if outcome in KEPT:
        return "kept"
    if outcome in KNOWN:
        return "known"
    if outcome is Outcome.UNPACKED:
        return "opened"
    return "accident" if outcome in ACCIDENTS else "judged"


@login_required
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
