"""A new job, or one that is changed: what can be done, and the form of each kind. What was typed
stays, whatever is pressed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from sheaf.deposit.jobs.contract import JobInfo
from sheaf.errors import BadParametersError, SheafError
from sheaf.web.jobs.asking import job_or_404, who
from sheaf.web.jobs.forms import JobForm, differences, said_on_the_machine
from sheaf.web.jobs.kinds import kind_groups, kind_or_404, try_of
from sheaf.web.jobs.picker import pick, pickers
from sheaf.web.library import served_library
from sheaf.web.paging import whole_number
from sheaf.web.people.rights import Role, needs

LARGEST_VERSION = 10**9
CHANGED_BY_ANOTHER = 409
Action = Callable[[HttpRequest, JobForm, JobInfo | None], HttpResponse]


@never_cache
@needs(Role.LIBRARIAN)
@require_safe
def choose(request: HttpRequest) -> HttpResponse:
    return render(request, "sheaf/jobs/kinds.html", {"groups": kind_groups()})


@never_cache
@needs(Role.LIBRARIAN)
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest, kind: str) -> HttpResponse:
    found = kind_or_404(kind)
    if request.method == "POST":
        return _take(request, JobForm.sent(found, request.POST), None)
    return show_form(request, JobForm.asked(found, request.GET))


@never_cache
@needs(Role.LIBRARIAN)
@require_http_methods(["GET", "HEAD", "POST"])
def change(request: HttpRequest, number: int) -> HttpResponse:
    job = job_or_404(number)
    if job.state not in ("draft", "waiting"):
        messages.warning(request, f"It is {job.state} and cannot be changed; a copy of it can.")
        return redirect("job", number)
    kind = kind_or_404(job.kind)
    if lost := said_on_the_machine(kind, job.parameters):
        messages.warning(request, lost)
        return redirect("job", number)
    if request.method == "POST":
        return _take(request, JobForm.sent(kind, request.POST), job)
    return show_form(request, JobForm.of(kind, job.parameters, job.title), job)


def show_form(
    request: HttpRequest, form: JobForm, job: JobInfo | None = None, status: int = 200, **more: Any
) -> HttpResponse:
    context = {
        "form": form,
        "job": job,
        "version": _version(request) or (job.version if job else None),
        "pickers": pickers(form, request.POST),
        "can_try": try_of(form.kind.name) is not None,
        "is_waiting": job is not None and job.state == "waiting",
        **more,
    }
    return render(request, "sheaf/jobs/form.html", context, status=status)


def _take(request: HttpRequest, form: JobForm, job: JobInfo | None) -> HttpResponse:
    if pick(request, form):
        return show_form(request, form, job)
    action = ACTIONS.get(request.POST.get("do", ""), _check)
    if not form.check():
        return show_form(request, form, job, 400)
    if job is not None and action is not _check and _version(request) != job.version:
        return _show_conflict(request, form, job)
    try:
        return action(request, form, job)
    except BadParametersError as problem:
        form.faults = problem.faults
        return show_form(request, form, job, 400)
    except SheafError as problem:
        now = served_library().jobs.get(job.number) if job else None
        if now is not None and now.version != _version(request):
            return _show_conflict(request, form, now)
        return show_form(request, form, job, 409, problem=problem)


def _show_conflict(request: HttpRequest, form: JobForm, job: JobInfo) -> HttpResponse:
    """Somebody else was faster. Both are shown; to save again is to decide."""
    conflict = list(differences(form.kind, form.given, job.parameters))
    more: dict[str, Any] = {"conflict": conflict, "is_conflict": True, "version": job.version}
    return show_form(request, form, job, CHANGED_BY_ANOTHER, **more)


def _version(request: HttpRequest) -> int | None:
    return whole_number(request.POST.get("version"), default=0, most=LARGEST_VERSION)


# -- what the buttons do ---------------------------------------------------------------------------


def _check(request: HttpRequest, form: JobForm, job: JobInfo | None) -> HttpResponse:
    findings = served_library().jobs.check(form.kind.name, form.given)
    more: dict[str, Any] = {
        "findings": findings,
        "has_problems": any(one.is_problem for one in findings),
    }
    return show_form(request, form, job, is_checked=True, **more)


def _save(request: HttpRequest, form: JobForm, job: JobInfo | None) -> HttpResponse:
    kept = _keep(request, form, job)
    saved = "saved" if kept.state == "draft" else "changed"
    messages.success(request, f"The job is {saved}.")
    return redirect("job", kept.number)


def _submit(request: HttpRequest, form: JobForm, job: JobInfo | None) -> HttpResponse:
    jobs = served_library().jobs
    if job is None:
        job = jobs.add(form.kind.name, form.given, owner=who(request), title=form.name_of_job)
    elif _keep(request, form, job).state == "draft":
        jobs.submit(job.number, who=who(request))
    messages.success(request, "The job is submitted. It begins as soon as a worker is free.")
    return redirect("job", job.number)


def _try(request: HttpRequest, form: JobForm, job: JobInfo | None) -> HttpResponse:
    """What was typed is kept as a draft, to go on with when the try is done."""
    tries = try_of(form.kind.name)
    if tries is None:
        return _check(request, form, job)
    known = tries.parameters.model_fields
    given = {name: value for name, value in form.given.items() if name in known}
    draft = _keep(request, form, job)
    title = f"Try: {draft.title}"
    tried = served_library().jobs.add(tries.name, given, owner=who(request), title=title)
    return redirect(f"{reverse('job', args=[tried.number])}?for={draft.number}")


def _keep(request: HttpRequest, form: JobForm, job: JobInfo | None) -> JobInfo:
    jobs = served_library().jobs
    if job is None:
        return jobs.add(
            form.kind.name, form.given, owner=who(request), title=form.name_of_job, as_draft=True
        )
    return jobs.change(
        job.number,
        form.given,
        version=_version(request) or 0,
        title=form.name_of_job or form.kind.title,
        who=who(request),
    )


ACTIONS: dict[str, Action] = {"check": _check, "draft": _save, "submit": _submit, "try": _try}
