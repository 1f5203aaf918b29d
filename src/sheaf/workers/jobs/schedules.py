"""Schedules of a library, as `library.schedules`: jobs that are submitted again and again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, Protocol

from sheaf.deposit.bulk import make_storable
from sheaf.deposit.jobs.contract import NewJob, ScheduleInfo
from sheaf.deposit.jobs.schedule_store import ScheduleStore, no_such_schedule
from sheaf.deposit.jobs.store import LONGEST_TITLE
from sheaf.deposit.rights.history import History
from sheaf.errors import SheafError, UsageError
from sheaf.settings import Settings
from sheaf.workers.jobs.jobs import read_here, who_is
from sheaf.workers.jobs.parameters import Parameters, as_json, read_given
from sheaf.workers.jobs.registry import find_kind
from sheaf.workers.jobs.when import find_zone, read_when

# A clock that goes back by less than this repeats no time at which a job was submitted; after a
# larger leap it was wrong before, and what was due then says nothing.
SMALL_LEAP = timedelta(hours=25)
LONGEST_GIVEN = 200


class SchedulesLibrary(Protocol):
    """As much of a library as its schedules need."""

    @property
    def settings(self) -> Settings: ...
    @property
    def database_alias(self) -> str: ...
    @property
    def history(self) -> History: ...


class Schedules:
    """`when` is written in plain words or as cron has it: see `when.py`."""

    def __init__(self, library: SchedulesLibrary) -> None:
        self._store = ScheduleStore(library.database_alias)
        self._history = library.history
        self.zone = find_zone(library.settings.jobs.time_zone)

    def add(
        self,
        kind: str,
        parameters: Mapping[str, Any] | Parameters,
        when: str,
        *,
        owner: str = "",
        title: str = "",
    ) -> ScheduleInfo:
        """A new schedule; its first job comes at its next time."""
        found = find_kind(kind)
        kept = as_json(read_here(found.parameters, parameters))
        when = _check_length(when)
        rule, now = read_when(when), self._store.now()
        new = NewJob(kind, title or found.title, kept, who_is(owner))
        next_time = rule.after(now, self.zone, now)
        number = self._store.add(new, when, now, next_time)
        self._note("add", number, {"kind": kind, "parameters": kept, "when": when})
        return self.require(number)

    def change(
        self,
        number: int,
        *,
        parameters: Mapping[str, Any] | Parameters | None = None,
        when: str = "",
        title: str = "",
    ) -> ScheduleInfo:
        """Other parameters, another time, another title; what is not given stays."""
        old = self.require(number)
        values: dict[str, Any] = {}
        if parameters is not None:
            model = find_kind(old.kind).parameters
            values["parameters"] = as_json(read_here(model, parameters))
        if when:
            when = _check_length(when)
            rule = read_when(when)
            values["given"] = when
            if not old.is_paused:
                values["next_time"] = rule.after(self._store.now(), self.zone, old.created)
        if title:
            values["title"] = make_storable(title)[:LONGEST_TITLE]
        if values:
            self._store.change(number, **values)
            given = {"parameters": values.get("parameters"), "when": when, "title": title}
            after = {name: value for name, value in given.items() if value}
            before = {name: getattr(old, name) for name in after}
            self._note("change", number, after, before)
        return self.require(number)

    def pause(self, number: int) -> None:
        """It submits nothing until it is resumed."""
        self._store.change(number, is_paused=True, next_time=None)
        self._note("pause", number)

    def resume(self, number: int) -> None:
        """It goes on with its next time; what was missed is not made up."""
        old = self.require(number)
        next_time = self._next(old, self._store.now())
        self._store.change(number, is_paused=False, next_time=next_time)
        self._note("resume", number)

    def remove(self, number: int) -> None:
        """The jobs that it submitted stay."""
        old = self.require(number)
        self._store.remove(number)
        before = {"kind": old.kind, "parameters": old.parameters, "when": old.when}
        self._note("remove", number, before=before)

    def get(self, number: int) -> ScheduleInfo | None:
        """A schedule by its number."""
        found = self._store.get(number)
        return None if found is None else _in_words(found)

    def require(self, number: int) -> ScheduleInfo:
        """The same; UsageError where there is none."""
        found = self.get(number)
        if found is None:
            raise no_such_schedule(number)
        return found

    def submit_due(self) -> list[int]:
        """What workers call again and again: the numbers of the jobs that were submitted. Times
        that were missed while nobody called are made up once."""
        now = self._store.now()
        numbers = [self._submit_one(one, now) for one in self._store.list() if not one.is_paused]
        return [number for number in numbers if number is not None]

    def _submit_one(self, schedule: ScheduleInfo, now: datetime) -> int | None:
        try:
            expected = self._next(schedule, now)
        except UsageError as problem:  # one that says what nobody reads must not stop the others
            if schedule.next_time is None:
                return None
            return self._store.fire(schedule, None, None, f"No job was submitted: {problem}")
        if schedule.next_time is None or schedule.next_time > now:
            if schedule.next_time != expected:  # the clock, or the time zone, is another one
                self._store.move_on(schedule, expected)
            return None
        try:
            model = find_kind(schedule.kind).parameters
            kept = as_json(read_given(model, schedule.parameters, from_machine=True))
            job = NewJob(schedule.kind, schedule.title, kept, schedule.owner, schedule.number)
        except SheafError as problem:
            return self._store.fire(schedule, None, expected, f"No job was submitted: {problem}")
        return self._store.fire(schedule, job, expected, "")

    def _next(self, schedule: ScheduleInfo, now: datetime) -> datetime | None:
        moment = now
        if schedule.due is not None and now < schedule.due < now + SMALL_LEAP:
            moment = schedule.due
        return read_when(schedule.when).after(moment, self.zone, schedule.created)

    def list(self) -> list[ScheduleInfo]:
        """All of them, as they were added."""
        return [_in_words(one) for one in self._store.list()]

    def _note(self, action: str, number: int, after: Any = None, before: Any = None) -> None:
        self._history.note(f"schedule.{action}", f"schedule {number}", before=before, after=after)


def _check_length(when: str) -> str:
    """Cut off it would mean another time, or none."""
    when = " ".join(when.split())
    if len(when) > LONGEST_GIVEN:
        raise UsageError(
            f"When it is due is said in {LONGEST_GIVEN} characters at the most.",
            "Write ranges, as in 0-30/5 8-18 * * *; or make several schedules.",
        )
    return when


def _in_words(schedule: ScheduleInfo) -> ScheduleInfo:
    """Also where nobody reads them any more, so that it can be seen, changed and removed."""
    try:
        return replace(schedule, words=read_when(schedule.when).words)
    except UsageError:
        return replace(schedule, words=schedule.when)
