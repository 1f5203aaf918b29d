"""A job in the browser: how it stands, live; what it left; and the orders one may give it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha1
from itertools import islice
from typing import Any
from urllib.parse import quote

from django.contrib import messages
from django.http import FileResponse, Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from sheaf.deposit.jobs.contract import JobInfo, JobState
from sheaf.errors import SheafError, UsageError
from sheaf.web.jobs.asking import job_or_404, who
from sheaf.web.jobs.forms import check_sources, source_names
from sheaf.web.jobs.kinds import KEEP, can_keep, is_try, kind_title
from sheaf.web.jobs.watching import (
    LAST_LINES,
    MOST_LINES,
    REJECTED,
    crawl_of,
    find_kind_of,
    lacks_worker,
    parameters_in_words,
    read_tried,
    rejected_count,
    standing,
)
from sheaf.web.library import served_library
from sheaf.web.paging import LARGEST_KEY, whole_number
from sheaf.web.people.rights import Role, needs
from sheaf.web.security import SANDBOX

REFRESH_SECONDS = 5  # without scripts; with them the page asks each second
SHOWN_REJECTED = 50
LIVE = frozenset({JobState.WAITING, JobState.RUNNING})
# The orders that make sense in a state, the likeliest first: (word, what the button says).
ORDERS: dict[JobState, tuple[tuple[str, str], ...]] = {
    JobState.DRAFT: (("submit", "Submit"),),
    JobState.WAITING: (("pause", "Pause"), ("cancel", "Cancel")),
    JobState.RUNNING: (("pause", "Pause"), ("cancel", "Cancel")),
    JobState.PAUSED: (("resume", "Resume"), ("cancel", "Cancel")),
    JobState.DONE: (("again", "Run again"),),
    JobState.FAILED: (("retry", "Try again"),),
    JobState.CANCELLED: (("retry", "Try again"),),
}


@never_cache
@needs(Role.LIBRARIAN)
@require_safe
def job(request: HttpRequest, number: int) -> HttpResponse:
    library, found = served_library(), job_or_404(number)
    kind = find_kind_of(found)
    lines = library.jobs.log(number, last=LAST_LINES)
    is_still = "still" in request.GET
    is_live = found.state in LIVE
    context: dict[str, Any] = {
        "job": found,
        "kind_title": kind.title if kind else found.kind,
        "is_known": kind is not None,
        "standing": standing(found),
        "orders": ORDERS[found.state] if kind else (),
        "asked": parameters_in_words(kind, found.parameters),
        "lines": lines,
        "last_line": lines[-1].number if lines else 0,
        "lacks_worker": lacks_worker(found),
        "is_live": is_live,
        "seconds": REFRESH_SECONDS,
        "is_still": is_still and is_live,
        "here": quote(request.path),
        **_results(request, found),
    }
    return render(request, "sheaf/jobs/job.html", context)


def _results(request: HttpRequest, found: JobInfo) -> dict[str, Any]:
    library = served_library()
    results: dict[str, Any] = {
        "run": library.run(found.run) if found.run else None,
        "is_try": is_try(found.kind),
        "tried": read_tried(found) if is_try(found.kind) else [],
        "draft": whole_number(request.GET.get("for"), default=0, most=LARGEST_KEY),
        "led_from": whole_number(request.GET.get("from"), default=0, most=LARGEST_KEY),
        "crawl": crawl_of(found),
        "rejected": [],
    }
    if found.run and found.state is not JobState.DRAFT:
        captures = library.captures(found.run, REJECTED, limit=SHOWN_REJECTED, after=0)
        results["rejected"] = list(islice(captures, SHOWN_REJECTED))
        results["rejected_count"] = rejected_count(found)
        results["can_keep"] = can_keep()
    return results


@never_cache
@needs(Role.LIBRARIAN)
@require_safe
def state(request: HttpRequest, number: int) -> HttpResponse:
    """How it stands, and the lines of its log behind ?after=. What has not changed is not sent
    again: 304."""
    found = job_or_404(number)
    after = whole_number(request.GET.get("after"), default=0, most=LARGEST_KEY)
    lines = served_library().jobs.log(number, after=after or 0, limit=MOST_LINES)
    told = {
        **standing(found).as_json(),
        "version": found.version,
        "lacks_worker": lacks_worker(found),
        "lines": [
            {"number": one.number, "time": f"{one.time:%H:%M:%S}", "text": one.text, "who": one.who}
            for one in lines
        ],
    }
    answer: HttpResponse = JsonResponse(told)
    mark = f'"{sha1(answer.content, usedforsecurity=False).hexdigest()[:20]}"'
    if request.headers.get("If-None-Match") == mark:
        answer = HttpResponse(status=304)
    answer.headers["ETag"] = mark
    return answer


@never_cache
@needs(Role.LIBRARIAN)
@require_safe
def file(request: HttpRequest, number: int, name: str) -> FileResponse:
    """A file that the job has left, to be saved: a browser shows none of it."""
    path = served_library().jobs.file(number, name)
    if path is None:
        raise Http404(f"Job {number} has left no such file.")
    answer = FileResponse(
        path.open("rb"), as_attachment=True, filename=name, content_type="application/octet-stream"
    )
    answer.headers["Content-Security-Policy"] = SANDBOX
    return answer


# -- orders ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Order:
    """What a button does, and what is said when it is done. It may lead to another job."""

    give: Callable[[int, str], JobInfo | None]
    words: str


def _simple(name: str) -> Callable[[int, str], None]:
    def give(number: int, name_of_user: str) -> None:
        getattr(served_library().jobs, name)(number, who=name_of_user)

    return give


GIVEN: dict[str, Order] = {
    "submit": Order(_simple("submit"), "The job is submitted."),
    "pause": Order(_simple("pause"), "It pauses within a moment."),
    "resume": Order(_simple("resume"), "It goes on as soon as a worker is free."),
    "cancel": Order(_simple("cancel"), "It is cancelled."),
    "retry": Order(_simple("retry"), "It is tried again as soon as a worker is free."),
    "again": Order(
        lambda number, name: served_library().jobs.run_again(number, owner=name),
        "This is a new job with the same parameters.",
    ),
    "copy": Order(
        lambda number, name: served_library().jobs.copy(number, owner=name),
        "This is a copy, as a draft: change what you like, then submit it.",
    ),
}
# What begins work again looks at its sources again, as a form does.
BEGINS = frozenset({"submit", "again", "retry", "resume"})


@needs(Role.LIBRARIAN)
@require_POST
def order(request: HttpRequest, number: int) -> HttpResponse:
    found, word = job_or_404(number), request.POST.get("word", "")
    given = GIVEN.get(word)
    try:
        if given is None:
            raise UsageError("There is no such order.", "Use the buttons of the job's page.")
        if word in BEGINS:
            _check_sources_of(found)
        led_to = given.give(number, who(request))
    except SheafError as problem:
        messages.error(request, f"{problem} {problem.what_to_do}".strip())
        return redirect("job", number)
    messages.success(request, given.words)
    if word == "copy" and led_to is not None:
        return redirect("job-change", led_to.number)
    return redirect("job", led_to.number if led_to else number)


def _check_sources_of(found: JobInfo) -> None:
    """A job may have been written on the machine itself, where more may be named."""
    kind = find_kind_of(found)
    for name in source_names(kind) if kind else ():
        check_sources(found.parameters.get(name))


@needs(Role.LIBRARIAN)
@require_http_methods(["GET", "HEAD", "POST"])
def remove(request: HttpRequest, number: int) -> HttpResponse:
    found = job_or_404(number)
    context: dict[str, Any] = {"job": found, "kind_title": kind_title(found.kind)}
    if request.method != "POST":
        return render(request, "sheaf/jobs/remove.html", context)
    try:
        served_library().jobs.remove(number)
    except SheafError as problem:
        context["problem"] = problem
        return render(request, "sheaf/jobs/remove.html", context, status=409)
    messages.success(request, f"Job {number} was removed.")
    return redirect("jobs")


@needs(Role.LIBRARIAN)
@require_POST
def keep(request: HttpRequest, number: int, capture: int) -> HttpResponse:
    """What was turned down is kept after all, because a person says so: that is a job, too."""
    job_or_404(number)
    if not can_keep():
        raise Http404("There is no such kind of job.")
    given = {"captures": [capture]}
    try:
        kept = served_library().jobs.add(KEEP, given, owner=who(request))
    except SheafError as problem:
        messages.error(request, f"{problem} {problem.what_to_do}".strip())
        return redirect("job", number)
    messages.success(request, "This job keeps it.")
    return redirect(f"{reverse('job', args=[kept.number])}?from={number}")
