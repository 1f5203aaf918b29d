"""Schedules: jobs that are submitted again and again."""

from __future__ import annotations

from dataclasses import asdict
from datetime import datetime
from typing import Annotated, Any, Literal

from django.http import Http404, HttpRequest
from ninja import Router, Status
from ninja.params import Path
from pydantic import Field

from sheaf.deposit.jobs.contract import ScheduleInfo
from sheaf.web.api.answers import LARGEST_NUMBER, Body, OpenAnswer
from sheaf.web.api.doors import changing, guarded
from sheaf.web.api.jobs import (
    SUBMIT,
    AskedJob,
    GivenParameters,
    JobAnswer,
    Title,
    checked,
    find_kind,
)
from sheaf.web.api.jobs import told as job_told
from sheaf.web.library import served_library

router = Router()
ScheduleNumber = Annotated[
    int, Path(ge=1, le=LARGEST_NUMBER, description="The number of a schedule.")
]
When = Annotated[
    str, Field(max_length=200, description="every night, monday at 6, or as cron has it.")
]


class ScheduleAnswer(OpenAnswer):
    """`when` as it was given, `words` as it was understood."""

    number: int
    kind: str
    title: str
    when: str
    words: str
    is_paused: bool
    next_time: datetime | None
    parameters: dict[str, Any]


class ScheduleList(OpenAnswer):
    schedules: list[ScheduleAnswer]


class NewSchedule(AskedJob):
    when: When
    title: Title = ""


class ChangedSchedule(Body):
    """What is not given stays."""

    parameters: GivenParameters | None = None
    when: When = ""
    title: Title = ""


@guarded(router, "/schedules", ScheduleList, SUBMIT)
def schedules(request: HttpRequest) -> dict[str, Any]:
    """All schedules, as they were added."""
    return {"schedules": [asdict(one) for one in served_library().schedules.list()]}


@changing(router, "POST", "/schedules", ScheduleAnswer, SUBMIT, status=201)
def add_schedule(request: HttpRequest, given: NewSchedule) -> Status[dict[str, Any]]:
    """A new schedule; its first job comes at its next time."""
    parameters = checked(find_kind(given.kind), given.parameters)
    made = served_library().schedules.add(given.kind, parameters, given.when, title=given.title)
    return Status(201, asdict(made))


@guarded(router, "/schedules/{number}", ScheduleAnswer, SUBMIT)
def schedule(request: HttpRequest, number: ScheduleNumber) -> dict[str, Any]:
    """A schedule: when it comes next, and what it submits."""
    return asdict(_find(number))


@changing(router, "PATCH", "/schedules/{number}", ScheduleAnswer, SUBMIT)
def change_schedule(
    request: HttpRequest, number: ScheduleNumber, given: ChangedSchedule
) -> dict[str, Any]:
    """Other parameters, another time, another title."""
    kind = find_kind(_find(number).kind)
    wanted = given.parameters
    parameters = None if wanted is None else checked(kind, wanted)
    changed = served_library().schedules.change(
        number, parameters=parameters, when=given.when, title=given.title
    )
    return asdict(changed)


@changing(router, "DELETE", "/schedules/{number}", None, SUBMIT, status=204)
def remove_schedule(request: HttpRequest, number: ScheduleNumber) -> Status[None]:
    """The jobs that it submitted stay."""
    _find(number)
    served_library().schedules.remove(number)
    return Status(204, None)


@changing(router, "POST", "/schedules/{number}/orders/{order}", ScheduleAnswer, SUBMIT)
def order_schedule(
    request: HttpRequest, number: ScheduleNumber, order: Literal["pause", "resume"]
) -> dict[str, Any]:
    """Paused, it submits nothing; resumed, it goes on with its next time."""
    _find(number)
    ours = served_library().schedules
    (ours.pause if order == "pause" else ours.resume)(number)
    return asdict(ours.require(number))


@changing(router, "POST", "/schedules/{number}/jobs", JobAnswer, SUBMIT, status=201)
def submit_now(request: HttpRequest, number: ScheduleNumber) -> Status[dict[str, Any]]:
    """A job like those that it submits, now; the schedule stays as it is."""
    found = _find(number)
    parameters = checked(find_kind(found.kind), found.parameters)
    made = served_library().jobs.add(found.kind, parameters, title=found.title)
    return Status(201, job_told(made))


def _find(number: int) -> ScheduleInfo:
    found = served_library().schedules.get(number)
    if found is None:
        raise Http404(f"There is no schedule {number} in this library.")
    return found
