"""Schedules as rows: kept, moved on, and each time taken by one worker only."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

from django.db import connections, transaction

from sheaf.deposit import models
from sheaf.deposit.bulk import make_storable
from sheaf.deposit.database import catalogue_errors
from sheaf.deposit.jobs.contract import JobState, NewJob, ScheduleInfo
from sheaf.deposit.jobs.store import LONGEST_TITLE, add_job
from sheaf.errors import UsageError

ENDS = [state.value for state in JobState if state.is_end]
# Workers on several machines go by one clock.
CLOCKS = {
    "postgresql": "SELECT clock_timestamp() AT TIME ZONE 'UTC'",
    "mysql": "SELECT UTC_TIMESTAMP(6)",
}


class ScheduleStore:
    def __init__(self, alias: str) -> None:
        self.alias = alias

    def now(self) -> datetime:
        """By the clock of the database server; of this machine where there is none."""
        connection = connections[self.alias]
        if connection.vendor not in CLOCKS:
            return datetime.now(UTC)
        with catalogue_errors("a look at the clock"), connection.cursor() as cursor:
            cursor.execute(CLOCKS[connection.vendor])
            found: datetime = cursor.fetchone()[0]
        return found.replace(tzinfo=UTC)

    def add(self, new: NewJob, given: str, created: datetime, next_time: datetime | None) -> int:
        with self._writing():
            row = models.Schedule.objects.using(self.alias).create(
                kind=new.kind,
                title=make_storable(new.title)[:LONGEST_TITLE],
                parameters=new.parameters,
                owner=make_storable(new.owner)[:150],
                given=given,
                created=created,
                next_time=next_time,
            )
        return row.id

    def get(self, number: int) -> ScheduleInfo | None:
        with catalogue_errors("a look at a schedule"):
            row = self._rows().filter(id=number).first()
        return None if row is None else _info_of(row)

    def list(self) -> list[ScheduleInfo]:
        with catalogue_errors("a list of schedules"):
            return [_info_of(row) for row in self._rows().order_by("id")]

    def change(self, number: int, **values: Any) -> None:
        if "title" in values:
            values["title"] = make_storable(values["title"])[:LONGEST_TITLE]
        with self._writing():
            if not self._rows().filter(id=number).update(**values):
                raise no_such_schedule(number)

    def remove(self, number: int) -> None:
        with self._writing():
            if not self._rows().filter(id=number).delete()[0]:
                raise no_such_schedule(number)

    def move_on(self, schedule: ScheduleInfo, next_time: datetime | None) -> bool:
        """Another time than was written down; not where somebody else was quicker."""
        with self._writing():
            return bool(self._as_seen(schedule).update(next_time=next_time))

    def fire(
        self, schedule: ScheduleInfo, job: NewJob | None, next_time: datetime | None, note: str
    ) -> int | None:
        """The number of the job that it submits. None where another worker was quicker, where the
        job of the last time has not ended, and where there is none to submit, as the note says."""
        with self._writing():
            moved = {"next_time": next_time, "due": schedule.next_time, "note": note}
            if not self._as_seen(schedule).update(**moved):
                return None
            row = self._rows().get(id=schedule.number)
            last = models.Job.objects.using(self.alias).filter(id=row.last_job)
            state = last.exclude(state__in=ENDS).values_list("state", flat=True).first()
            if state is not None:
                row.note = f"Job {row.last_job} was {state} still: no other one was submitted."
            elif job is not None:
                row.last_job = add_job(self.alias, job, who=f"schedule {schedule.number}")
            row.save(using=self.alias, update_fields=["note", "last_job"])
            return row.last_job if state is None and job is not None else None

    def _as_seen(self, schedule: ScheduleInfo) -> Any:
        return self._rows().filter(
            id=schedule.number, is_paused=False, next_time=schedule.next_time
        )

    def _rows(self) -> Any:
        return models.Schedule.objects.using(self.alias)

    @contextmanager
    def _writing(self) -> Iterator[None]:
        with catalogue_errors("a change of schedules"), transaction.atomic(using=self.alias):
            yield


def no_such_schedule(number: int) -> UsageError:
    return UsageError(f"There is no schedule {number}.", "`sheaf schedules` shows those there are.")


def _info_of(row: models.Schedule) -> ScheduleInfo:
    return ScheduleInfo(
        number=row.id,
        kind=row.kind,
        title=row.title,
        parameters=row.parameters,
        owner=row.owner,
        when=row.given,
        created=row.created,
        is_paused=row.is_paused,
        next_time=row.next_time,
        last_job=row.last_job,
        due=row.due,
        note=row.note,
    )
