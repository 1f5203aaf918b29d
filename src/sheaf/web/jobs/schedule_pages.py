"""Jobs that are repeated: listed, added with the same form as a job and words for when, paused,
run at once, removed."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from sheaf.deposit.jobs.contract import ScheduleInfo
from sheaf.errors import BadParametersError, SheafError, UsageError
from sheaf.web.jobs.asking import job_or_404, who
from sheaf.web.jobs.forms import JobForm, check_sources, said_on_the_machine, source_names
from sheaf.web.jobs.kinds import kind_groups, kind_or_404, kind_title
from sheaf.web.jobs.picker import pick, pickers
from sheaf.web.jobs.watching import parameters_in_words
from sheaf.web.library import served_library
from sheaf.web.paging import LARGEST_KEY, whole_number
from sheaf.web.people.rights import Role, needs
from sheaf.workers.jobs.contract import JobKind

LONGEST_WHEN = 200
EXAMPLES = (
    "every night",
    "every day at 06:30",
    "every Monday at 02:00",
    "every 6 hours",
    "0 2 * * 1",
)


@never_cache
@needs(Role.LIBRARIAN)
@require_safe
def schedules(request: HttpRequest) -> HttpResponse:
    shown = [
        {
            "schedule": one,
            "kind_title": kind_title(one.kind),
            "asked": parameters_in_words(None, one.parameters),
        }
        for one in served_library().schedules.list()
    ]
    context = {"schedules": shown, "groups": kind_groups()}
    return render(request, "sheaf/jobs/schedules.html", context)


@never_cache
@needs(Role.LIBRARIAN)
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest, kind: str) -> HttpResponse:
    """The form is that of the kind; ?job= fills it with what a job was asked."""
    found = kind_or_404(kind)
    if request.method != "POST":
        form, lost = _first_form(request, found)
        if lost:
            messages.warning(request, lost)
        return _show(request, form, "")
    return _take(request, found, None)


@never_cache
@needs(Role.LIBRARIAN)
@require_http_methods(["GET", "HEAD", "POST"])
def change(request: HttpRequest, number: int) -> HttpResponse:
    schedule = _schedule_or_404(number)
    kind = kind_or_404(schedule.kind)
    if lost := said_on_the_machine(kind, schedule.parameters):
        messages.warning(request, lost)
        return redirect("schedules")
    if request.method != "POST":
        form = JobForm.of(kind, schedule.parameters, schedule.title)
        return _show(request, form, schedule.when, schedule=schedule)
    return _take(request, kind, schedule)


def _take(request: HttpRequest, kind: JobKind, schedule: ScheduleInfo | None) -> HttpResponse:
    form = JobForm.sent(kind, request.POST)
    when = request.POST.get("when", "").replace("\0", "").strip()[:LONGEST_WHEN]
    is_picking = pick(request, form)
    if is_picking or not form.check():
        return _show(request, form, when, 200 if is_picking else 400, schedule=schedule)
    more: dict[str, Any] = {"schedule": schedule}
    try:
        kept = _keep(request, form, when, schedule)
    except BadParametersError as problem:
        form.faults = problem.faults
        return _show(request, form, when, 400, **more)
    except UsageError as problem:
        words = f"{problem} {problem.what_to_do}".strip()
        return _show(request, form, when, 400, when_problem=words, **more)
    except SheafError as problem:
        return _show(request, form, when, 409, problem=problem, **more)
    messages.success(request, f"The schedule is set: {kept.words}.")
    return redirect("schedules")


def _keep(
    request: HttpRequest, form: JobForm, when: str, schedule: ScheduleInfo | None
) -> ScheduleInfo:
    schedules, title = served_library().schedules, form.name_of_job
    if not when:
        raise UsageError("It must be given.", "")
    if schedule is None:
        return schedules.add(form.kind.name, form.given, when, owner=who(request), title=title)
    return schedules.change(schedule.number, parameters=form.given, when=when, title=title)


def _first_form(request: HttpRequest, kind: JobKind) -> tuple[JobForm, str]:
    """And what of a job cannot be said here."""
    number = whole_number(request.GET.get("job"), default=0, most=LARGEST_KEY)
    if not number:
        return JobForm.asked(kind, request.GET), ""
    job = job_or_404(number)
    if job.kind != kind.name:
        raise Http404(f"Job {number} is of another kind.")
    lost = said_on_the_machine(kind, job.parameters)
    return JobForm.of(kind, job.parameters, job.title), lost


def _show(
    request: HttpRequest, form: JobForm, when: str, status: int = 200, **more: Any
) -> HttpResponse:
    context = {
        "form": form,
        "when": when,
        "examples": EXAMPLES,
        "time_zone": served_library().settings.jobs.time_zone,
        "pickers": pickers(form, request.POST),
        **more,
    }
    return render(request, "sheaf/jobs/schedule_form.html", context, status=status)


@needs(Role.LIBRARIAN)
@require_POST
def order(request: HttpRequest, number: int) -> HttpResponse:
    found = _schedule_or_404(number)
    schedules, word = served_library().schedules, request.POST.get("word", "")
    try:
        if word == "now":
            return _run_now(request, found)
        orders = {"pause": schedules.pause, "resume": schedules.resume, "remove": schedules.remove}
        if word not in orders:
            raise UsageError("There is no such order.", "Use the buttons of the page.")
        orders[word](number)
    except SheafError as problem:
        messages.error(request, f"{problem} {problem.what_to_do}".strip())
    else:
        done = {"pause": "is paused", "resume": "goes on", "remove": "is removed"}[word]
        messages.success(request, f"The schedule {done}: {found.title}.")
    return redirect("schedules")


def _schedule_or_404(number: int) -> ScheduleInfo:
    found = served_library().schedules.get(number)
    if found is None:
        raise Http404(f"There is no schedule {number} in this library.")
    return found


def _run_now(request: HttpRequest, found: ScheduleInfo) -> HttpResponse:
    """A job like those that it submits, beside them."""
    for name in source_names(kind_or_404(found.kind)):
        check_sources(found.parameters.get(name))
    job = served_library().jobs.add(
        found.kind, found.parameters, owner=who(request), title=found.title
    )
    messages.success(request, "The job is submitted. The schedule stays as it is.")
    return redirect("job", job.number)
