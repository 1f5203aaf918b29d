"""Jobs: what can be done, written down, checked, followed, and the orders one may give them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict
from datetime import datetime
from typing import Annotated, Any, Literal

from django.http import FileResponse, Http404, HttpRequest
from ninja import Query, Router, Status
from ninja.params import Path
from pydantic import Field, WithJsonSchema

from sheaf.deposit.jobs.contract import JobInfo, JobState
from sheaf.errors import MissingPartError, UsageError
from sheaf.web.api.answers import (
    CURSOR,
    CURSOR_WORDS,
    LARGEST_NUMBER,
    Body,
    Limit,
    ListAnswer,
    OpenAnswer,
    Problem,
    part_of_list,
    read_place,
)
from sheaf.web.api.doors import changing, guarded
from sheaf.web.jobs.asking import job_or_404
from sheaf.web.jobs.forms import check_sources, source_names
from sheaf.web.library import served_library
from sheaf.web.security import SANDBOX
from sheaf.workers.jobs.contract import JobKind
from sheaf.workers.jobs.parameters import describe

router = Router()
SUBMIT = "submit"
LONGEST_NAME = 255
MOST_LINES = 1000
JobNumber = Annotated[int, Path(ge=1, le=LARGEST_NUMBER, description="The number of a job.")]
JobCursor = Annotated[str, Query(pattern=CURSOR.format("j"), description=CURSOR_WORDS)]
LineCursor = Annotated[str, Query(pattern=CURSOR.format("l"), description=CURSOR_WORDS)]
# What databases take of a name.
Name = Annotated[str, Query(max_length=LONGEST_NAME, pattern=r"^[^\x00]*$")]
STATES = ("", *JobState)
StateName = Annotated[
    str,
    WithJsonSchema({"type": "string", "enum": list(STATES)}),
    Query("", description="In this state; empty means all."),
]
GivenParameters = Annotated[
    dict[str, Any], Field(description="As `/api/v1/job-kinds/{name}` describes them.")
]
Title = Annotated[str, Field(max_length=LONGEST_NAME, description="What it is called in lists.")]
ORDERS = ("submit", "pause", "resume", "cancel", "retry", "run-again", "copy")
# What begins work looks at its sources again, as a form does.
BEGINS = frozenset({"submit", "resume", "retry", "run-again"})


class KindAnswer(OpenAnswer):
    """What can be done. `parameters` is the JSON schema of what it takes."""

    name: str
    title: str
    help: str
    parameters: dict[str, Any]


class KindList(OpenAnswer):
    kinds: list[KindAnswer]


class JobAnswer(OpenAnswer):
    """As `sheaf jobs show --json` has it. `version` grows with every change."""

    number: int
    kind: str
    title: str
    state: str
    version: int
    owner: str
    parameters: dict[str, Any]
    files: list[str]


class LineAnswer(OpenAnswer):
    number: int
    time: datetime
    text: str
    who: str
    is_event: bool


class FindingAnswer(OpenAnswer):
    """A problem stands in the way of the job."""

    is_problem: bool
    words: str


class CheckAnswer(OpenAnswer):
    is_ready: bool = Field(description="Whether no problem stands in the way.")
    findings: list[FindingAnswer]


class AskedJob(Body):
    kind: str = Field(max_length=LONGEST_NAME)
    parameters: GivenParameters = Field(default_factory=dict)


class JobToAdd(AskedJob):
    title: Title = ""
    as_draft: bool = Field(False, description="Keep it as a draft, to be submitted later.")


class ChangedJob(Body):
    """`version` is that of the job as it was looked at: whoever comes second is told (409)."""

    version: int
    parameters: GivenParameters
    title: Title = ""


# -- kinds -----------------------------------------------------------------------------------------


@guarded(router, "/job-kinds", KindList)
def job_kinds(request: HttpRequest) -> dict[str, Any]:
    """What can be done by jobs, and what each kind takes."""
    return {"kinds": [_kind_told(one) for one in served_library().jobs.kinds()]}


@guarded(router, "/job-kinds/{name}", KindAnswer)
def job_kind(request: HttpRequest, name: str) -> dict[str, Any]:
    """One kind, with the JSON schema of its parameters."""
    try:
        return _kind_told(served_library().jobs.kind(name))
    except (UsageError, MissingPartError) as problem:
        raise Http404(str(problem)) from None


def _kind_told(kind: JobKind) -> dict[str, Any]:
    schema = kind.parameters.model_json_schema()
    hidden = {one.name for one in describe(kind.parameters) if one.is_machine_only}
    shown = {name: one for name, one in schema["properties"].items() if name not in hidden}
    told = {"name": kind.name, "title": kind.title, "help": kind.help, "admits": kind.admits}
    return {**told, "parameters": {**schema, "properties": shown}}


def find_kind(name: str) -> JobKind:
    """UsageError where there is none: it stands in what was sent."""
    try:
        return served_library().jobs.kind(name)
    except MissingPartError as problem:
        raise UsageError(f"kind: {problem}", problem.what_to_do) from None


def checked(kind: JobKind, parameters: Mapping[str, Any]) -> dict[str, Any]:
    """With each source where it really is; SourceError for one outside the folders that may be
    looked through."""
    found = {
        name: check_sources(parameters[name])
        for name in source_names(kind)
        if _is_text(parameters.get(name))
    }
    return {**parameters, **found}


def _is_text(value: Any) -> bool:
    """What is neither a text nor a list of them is told of by the description of the kind."""
    return isinstance(value, str) or (
        isinstance(value, list) and all(isinstance(one, str) for one in value)
    )


# -- written down ----------------------------------------------------------------------------------


@guarded(router, "/jobs", ListAnswer[JobAnswer], SUBMIT)
def jobs(
    request: HttpRequest,
    state: StateName = "",
    kind: Name = "",
    owner: Name = "",
    limit: Limit = 50,
    cursor: JobCursor = "",
) -> dict[str, Any]:
    """Jobs, the latest first."""
    if state not in STATES:
        raise UsageError(f"state: there is none called {state!r}.")
    before = read_place(cursor) or None
    found = served_library().jobs.list(
        state=state, kind=kind, owner=owner, before=before, limit=limit + 1
    )
    part = part_of_list(found, limit, "j", lambda one: one.number)
    return {**part, "items": [told(one) for one in part["items"]]}


@changing(router, "POST", "/jobs", JobAnswer, SUBMIT, status=201)
def add_job(request: HttpRequest, given: JobToAdd) -> Status[dict[str, Any]]:
    """Write a job down. It waits for a worker, or is a draft."""
    parameters = checked(find_kind(given.kind), given.parameters)
    made = served_library().jobs.add(
        given.kind, parameters, title=given.title, as_draft=given.as_draft
    )
    return Status(201, told(made))


@changing(router, "POST", "/jobs/check", CheckAnswer, SUBMIT)
def check_job(request: HttpRequest, given: AskedJob) -> dict[str, Any]:
    """What such a job would meet, without writing it down."""
    parameters = checked(find_kind(given.kind), given.parameters)
    found = served_library().jobs.check(given.kind, parameters)
    return {
        "is_ready": not any(one.is_problem for one in found),
        "findings": [{"is_problem": one.is_problem, "words": one.words} for one in found],
    }


@guarded(router, "/jobs/{number}", JobAnswer, SUBMIT)
def job(request: HttpRequest, number: JobNumber) -> dict[str, Any]:
    """A job: how it stands, how far it is, and what it left."""
    return told(job_or_404(number))


@changing(router, "PATCH", "/jobs/{number}", JobAnswer, SUBMIT, also={409: Problem})
def change_job(request: HttpRequest, number: JobNumber, given: ChangedJob) -> dict[str, Any]:
    """Other parameters for a draft, or for a job that waits."""
    found = job_or_404(number)
    parameters = checked(find_kind(found.kind), given.parameters)
    changed = served_library().jobs.change(
        number, parameters, version=given.version, title=given.title
    )
    return told(changed)


@changing(router, "DELETE", "/jobs/{number}", None, SUBMIT, status=204)
def remove_job(request: HttpRequest, number: JobNumber) -> Status[None]:
    """A draft, or one that ended, goes with its log and its files."""
    job_or_404(number)
    served_library().jobs.remove(number)
    return Status(204, None)


@guarded(router, "/jobs/{number}/log", ListAnswer[LineAnswer], SUBMIT)
def job_log(
    request: HttpRequest,
    number: JobNumber,
    limit: Annotated[int, Query(ge=1, le=MOST_LINES, description="So many lines.")] = MOST_LINES,
    cursor: LineCursor = "",
) -> dict[str, Any]:
    """What it wrote, and what was done with it, from the beginning. To follow it, ask again with
    the `l` and the number of the last line in hexadecimal digits."""
    job_or_404(number)
    found = served_library().jobs.log(number, after=read_place(cursor), limit=limit + 1)
    part = part_of_list(found, limit, "l", lambda one: one.number)
    return {**part, "items": [asdict(one) for one in part["items"]]}


@guarded(router, "/jobs/{number}/files/{name}", None, SUBMIT)
def job_file(request: HttpRequest, number: JobNumber, name: str) -> FileResponse:
    """A file that the job has left."""
    job_or_404(number)
    path = served_library().jobs.file(number, name)
    if path is None:
        raise Http404(f"Job {number} has left no such file.")
    answer = FileResponse(
        path.open("rb"), as_attachment=True, filename=name, content_type="application/octet-stream"
    )
    answer.headers["Content-Security-Policy"] = SANDBOX
    return answer


# -- orders ----------------------------------------------------------------------------------------


@changing(router, "POST", "/jobs/{number}/orders/{order}", JobAnswer, SUBMIT)
def order_job(
    request: HttpRequest,
    number: JobNumber,
    order: Literal["submit", "pause", "resume", "cancel", "retry", "run-again", "copy"],
) -> dict[str, Any]:
    """submit a draft; pause, resume, cancel, retry a job; run-again and copy answer with a new job,
    a copy being a draft."""
    found = job_or_404(number)
    if order in BEGINS:
        checked(find_kind(found.kind), found.parameters)
    ours = served_library().jobs
    given: dict[str, Callable[[int], JobInfo | None]] = {
        "submit": ours.submit,
        "pause": ours.pause,
        "resume": ours.resume,
        "cancel": ours.cancel,
        "retry": ours.retry,
        "run-again": ours.run_again,
        "copy": ours.copy,
    }
    return told(given[order](number) or ours.require(number))


def told(info: JobInfo) -> dict[str, Any]:
    return {**asdict(info), "state": info.state.value, "wants": info.wants.value,
            "share": info.share}  # fmt: skip
