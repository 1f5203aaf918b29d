"""Jobs as people see them: added, changed, listed, asked to stop, removed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

from django.db import transaction
from django.db.models import Count, F

from sheaf.deposit import models
from sheaf.deposit.bulk import make_storable
from sheaf.deposit.database import catalogue_errors
from sheaf.deposit.jobs.contract import WORKER_KEY, JobInfo, JobState, LogLine, NewJob, Wish
from sheaf.deposit.jobs.moves import Move, move_job, note_event
from sheaf.errors import ChangedMeanwhileError, UsageError

LONGEST_TITLE = 255
CAN_BE_CHANGED = frozenset({JobState.DRAFT, JobState.WAITING})
CAN_BE_REMOVED = frozenset(
    {JobState.DRAFT, JobState.DONE, JobState.FAILED, JobState.CANCELLED},
)
# What leads on from a state in which an order makes no sense.
WHAT_NEXT = {
    JobState.DRAFT: "Submit it first, or remove it.",
    JobState.WAITING: "It waits for a worker; it can be paused, cancelled or changed.",
    JobState.RUNNING: "It can be paused or cancelled.",
    JobState.PAUSED: "It can be resumed or cancelled.",
    JobState.DONE: "It can be run again as a new job, or removed.",
    JobState.FAILED: "It can be tried again, or removed.",
    JobState.CANCELLED: "It can be tried again, or removed.",
}


class JobStore:
    """The rows of jobs. Workers claim them through `Claims`."""

    def __init__(self, alias: str) -> None:
        self.alias = alias

    def add(self, new: NewJob, *, who: str, as_draft: bool = False) -> int:
        with self._writing("the adding of a job"):
            return add_job(self.alias, new, who=who, as_draft=as_draft)

    def get(self, number: int) -> JobInfo | None:
        with catalogue_errors("a look at a job"):
            row = self._rows().filter(id=number).first()
        return None if row is None else info_of(row)

    def count_by_state(self) -> dict[str, int]:
        with catalogue_errors("a count of jobs"):
            found = self._rows().values_list("state").annotate(number=Count("id"))
            counts: Counter[str] = Counter(dict(found.order_by()))
        return {state.value: counts[state] for state in JobState}

    def change(
        self, number: int, parameters: dict[str, Any], *, version: int, title: str, who: str
    ) -> None:
        with self._writing("the change of a job"):
            row = self._require(number)
            if row.state not in CAN_BE_CHANGED:
                raise refuse(row, "changed")
            rows = self._rows().filter(id=number, version=version, state__in=CAN_BE_CHANGED)
            title = make_storable(title)[:LONGEST_TITLE] or row.title
            if not rows.update(parameters=parameters, title=title, version=F("version") + 1):
                raise ChangedMeanwhileError(
                    f"Job {number} was changed by somebody else since you looked at it."
                )
            note_event(self.alias, number, who, "changed")

    def move(self, number: int, move: Move, who: str) -> None:
        """By people; refused from a state in which it makes no sense."""
        with self._writing("an order to a job"):
            if not move_job(self.alias, number, move, who):
                raise refuse(self._require(number), move.value)

    def ask(self, number: int, wish: Wish, who: str) -> None:
        """Cancel or pause: at once where no worker has it, else its worker is told."""
        move = Move.CANCEL if wish is Wish.CANCEL else Move.PAUSE
        with self._writing("an order to a job"):
            if move_job(self.alias, number, move, who):
                return
            running = self._rows().filter(id=number, state=JobState.RUNNING)
            # Who wants it cancelled is not held up by who wanted it paused.
            open_to = ["", Wish.PAUSE] if wish is Wish.CANCEL else [""]
            if running.filter(wants__in=open_to).update(wants=wish):
                note_event(self.alias, number, who, f"asked to be {move}")
            elif not running.exists():
                raise refuse(self._require(number), move.value)

    def remove(self, number: int) -> None:
        with self._writing("the removal of a job"):
            row = self._require(number)
            rows = self._rows().filter(id=number, state__in=CAN_BE_REMOVED)
            if not rows.exists():
                raise refuse(row, "removed")
            models.JobLine.objects.using(self.alias).filter(job_id=number).delete()
            rows.delete()

    def log(
        self, number: int, *, after: int = 0, limit: int = 1000, last: int | None = None
    ) -> list[LogLine]:
        """Lines behind one, in their order; or the last ones."""
        lines = models.JobLine.objects.using(self.alias).filter(job_id=number, id__gt=after)
        with catalogue_errors("a look at a log"):
            if last is not None:
                rows = list(reversed(lines.order_by("-id")[:last]))
            else:
                rows = list(lines.order_by("id")[:limit])
        return [LogLine(row.id, row.time, row.text, row.who, row.is_event) for row in rows]

    def _rows(self) -> Any:
        return models.Job.objects.using(self.alias)

    def _require(self, number: int) -> models.Job:
        row: models.Job | None = self._rows().filter(id=number).first()
        if row is None:
            raise no_such_job(number)
        return row

    @contextmanager
    def _writing(self, what: str) -> Iterator[None]:
        with catalogue_errors(what), transaction.atomic(using=self.alias):
            yield

    def list(
        self, *, state: str = "", kind: str = "", owner: str = "",
        before: int | None = None, limit: int = 50,
    ) -> list[JobInfo]:  # fmt: skip
        """The latest first."""
        wanted: dict[str, Any] = {"state": state, "kind": kind, "owner": owner}
        rows = self._rows().filter(**{name: value for name, value in wanted.items() if value})
        if before is not None:
            rows = rows.filter(id__lt=before)
        with catalogue_errors("a list of jobs"):
            return [info_of(row) for row in rows.order_by("-id")[:limit]]


def add_job(alias: str, new: NewJob, *, who: str, as_draft: bool = False) -> int:
    now = datetime.now(UTC)
    row = models.Job.objects.using(alias).create(
        kind=new.kind,
        title=make_storable(new.title)[:LONGEST_TITLE],
        parameters=new.parameters,
        owner=make_storable(new.owner)[:150],
        state=JobState.DRAFT if as_draft else JobState.WAITING,
        created=now,
        submitted=None if as_draft else now,
        schedule=new.schedule,
    )
    note_event(alias, row.id, who, "written down as a draft" if as_draft else "submitted", now)
    return row.id


def add_lines(alias: str, number: int, texts: Iterable[str]) -> int:
    """Lines that a job wrote itself; how many they were."""
    now = datetime.now(UTC)
    rows = [models.JobLine(job_id=number, time=now, text=make_storable(text)) for text in texts]
    models.JobLine.objects.using(alias).bulk_create(rows)
    return len(rows)


def drop_oldest_lines(alias: str, number: int, most: int) -> None:
    """Of what a job wrote itself, so many lines stay; what people did with it stays anyway."""
    lines = models.JobLine.objects.using(alias).filter(job_id=number, is_event=False)
    beyond = lines.order_by("-id").values_list("id", flat=True)[most : most + 1].first()
    if beyond is not None:
        lines.filter(id__lte=beyond).delete()


def info_of(row: models.Job) -> JobInfo:
    return JobInfo(
        number=row.id,
        kind=row.kind,
        title=row.title,
        parameters=row.parameters,
        owner=row.owner,
        state=JobState(row.state),
        version=row.version,
        created=row.created,
        submitted=row.submitted,
        started=row.started,
        finished=row.finished,
        attempts=row.attempts,
        done=row.done,
        total=row.total,
        note=row.note,
        counters=row.counters,
        run=row.run,
        files=tuple(row.files),
        words=row.words,
        problem=row.problem,
        what_to_do=row.what_to_do,
        worker=row.worker.partition(WORKER_KEY)[0],
        wants=Wish(row.wants),
        schedule=row.schedule,
    )


def refuse(row: models.Job, deed: str) -> UsageError:
    state = JobState(row.state)
    return UsageError(f"Job {row.id} is {state}: it cannot be {deed}.", WHAT_NEXT[state])


def no_such_job(number: int) -> UsageError:
    return UsageError(f"There is no job {number}.", "`sheaf jobs list` shows those there are.")
