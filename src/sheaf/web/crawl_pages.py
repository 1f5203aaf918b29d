"""Crawls in the browser: how they stand, and the orders that one may give them."""

from __future__ import annotations

import math
import time
from typing import Any
from urllib.parse import quote

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from sheaf.acquire.crawl.visits import FETCH_MEANINGS, FetchOutcome
from sheaf.errors import SheafError, UsageError
from sheaf.web.console import Bar, bars
from sheaf.web.crawls import ShownCrawl, all_crawls, find_crawl
from sheaf.web.hidden_paths import shown_to
from sheaf.web.library import served_library
from sheaf.web.people.rights import Role, needs

# A page follows a crawl every so many seconds. Where it takes long to make, it comes less often:
# all but a tenth of the time is left to others.
REFRESH_SECONDS = 5
TIMES_AS_LONG = 10
SHOWN_HOSTS = 50
MOST_SEEDS = 1000
CAME = frozenset({FetchOutcome.FETCHED, FetchOutcome.TOO_LARGE})
LED_ON = frozenset({FetchOutcome.REDIRECT, FetchOutcome.UNCHANGED})
KEPT_OUT = frozenset(
    {
        FetchOutcome.UNWANTED,
        FetchOutcome.ROBOTS_FORBIDDEN,
        FetchOutcome.REFUSED_ADDRESS,
        FetchOutcome.OUT_OF_SCOPE,
        FetchOutcome.BLACKLISTED,
        FetchOutcome.BAD_URL,
    }
)


@never_cache
@require_safe
def crawls(request: HttpRequest) -> HttpResponse:
    began = time.monotonic()
    shown = list(all_crawls(served_library()))
    is_running = any(one.is_under_way for one in shown)
    context = {"crawls": shown, **_refresh_context(request, began, is_running=is_running)}
    return render(request, "sheaf/crawls.html", context)


@never_cache
@require_safe
def crawl(request: HttpRequest, name: str) -> HttpResponse:
    began = time.monotonic()
    found = _find_or_404(name, hosts=SHOWN_HOSTS)
    context: dict[str, Any] = {"crawl": found, "run": None}
    if run := served_library().crawl_run(name):
        context["run"] = shown_to(request, run)
    if found.status is not None:
        context |= {
            "outcomes": outcome_bars(found.status.outcomes),
            "left_out": bars(found.status.left_out),
            "hosts": found.status.hosts,
            "more_hosts": found.status.host_count - len(found.status.hosts),
        }
    context |= _refresh_context(request, began, is_running=found.is_under_way)
    return render(request, "sheaf/crawl.html", context)


@needs(Role.LIBRARIAN)
@require_POST
def orders(request: HttpRequest, name: str) -> HttpResponse:
    found = _find_or_404(name)
    try:
        said = _give_order(found, request.POST.get("word", ""))
    except SheafError as problem:
        messages.error(request, str(problem))
    else:
        messages.success(request, said)
    return redirect("crawl", name)


@needs(Role.LIBRARIAN)
@require_http_methods(["GET", "HEAD", "POST"])
def seeds(request: HttpRequest, name: str) -> HttpResponse:
    """A page of its own, which holds still: the live one would forget what is being written."""
    found = _find_or_404(name)
    written = request.POST.get("seeds", "")
    if request.method == "POST":
        try:
            count = _add_seeds(found, written)
        except SheafError as problem:
            context = {"crawl": found, "written": written, "problem": problem}
            return render(request, "sheaf/seeds.html", context, status=400)
        plural = "" if count == 1 else "s"
        messages.success(request, f"{count:,} seed{plural} given to {name}, {_when_obeyed(found)}.")
        return redirect("crawl", name)
    return render(request, "sheaf/seeds.html", {"crawl": found})


def outcome_bars(counts: dict[str, int]) -> list[Bar]:
    known = {one.value: one for one in FetchOutcome}
    ordered = {name: counts[name] for name in (*known, *counts) if name in counts}
    return [
        Bar(bar.name, bar.count, bar.width, bar.share, _group(outcome), FETCH_MEANINGS[outcome])
        if (outcome := known.get(bar.name))
        else bar
        for bar in bars(ordered)
    ]


def _group(outcome: FetchOutcome) -> str:
    """Which colour a bar has."""
    if outcome in CAME:
        return "kept"
    if outcome in LED_ON:
        return "known_already"
    return "turned_down" if outcome in KEPT_OUT else "failed"


def _find_or_404(name: str, hosts: int = 0) -> ShownCrawl:
    found = find_crawl(served_library(), name, hosts=hosts)
    if found is None:
        raise Http404("There is no crawl of this name in the library.")
    return found


def _give_order(found: ShownCrawl, word: str) -> str:
    crawls = served_library().crawls
    orders = {"pause": crawls.pause, "resume": crawls.resume, "stop": crawls.stop}
    if word not in orders:
        raise UsageError("There is no such order.")
    _check_readable(found)
    orders[word](found.stem)
    return f"{found.name}: {word}, {_when_obeyed(found)}."


def _add_seeds(found: ShownCrawl, written: str) -> int:
    urls = [line.strip() for line in written.splitlines() if line.strip()]
    if not urls:
        raise UsageError("There is no URL.", "Write at least one.")
    if len(urls) > MOST_SEEDS:
        raise UsageError(
            f"These are {len(urls):,} URLs, and {MOST_SEEDS:,} are the most at a time.",
            "`sheaf crawl add` has no such limit.",
        )
    _check_readable(found)
    return served_library().crawls.add_seeds(found.stem, urls)


def _check_readable(found: ShownCrawl) -> None:
    if found.status is None:
        raise UsageError(f"The crawl {found.name} takes no orders. {found.problem}")


def _when_obeyed(found: ShownCrawl) -> str:
    return "within a second or two" if found.is_running else "when it is run again"


def _refresh_context(request: HttpRequest, began: float, *, is_running: bool) -> dict[str, Any]:
    """After how many seconds the page is to be asked for again. Who reads slowly, or has a page
    read out, can hold it still."""
    is_still = "still" in request.GET
    seconds = max(REFRESH_SECONDS, math.ceil(TIMES_AS_LONG * (time.monotonic() - began)))
    return {
        "refresh": seconds if is_running and not is_still else None,
        "is_still": is_still and is_running,
        "here": quote(request.path),
    }
