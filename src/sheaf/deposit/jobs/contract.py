"""What is known of a job and of a schedule, and which states a job can be in."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any

# In the name of a worker, between what people see and by what its machine knows it.
WORKER_KEY = " #"


class JobState(StrEnum):
    DRAFT = "draft"
    WAITING = "waiting"
    RUNNING = "running"
    PAUSED = "paused"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"

    @property
    def is_end(self) -> bool:
        return self in (JobState.DONE, JobState.FAILED, JobState.CANCELLED)


class Wish(StrEnum):
    """What is asked of a job that runs, until its worker has seen to it."""

    NOTHING = ""
    PAUSE = "pause"
    CANCEL = "cancel"


@dataclass(frozen=True, slots=True)
class JobInfo:
    """A job as it is shown. `version` grows whenever it is changed, or changes its state."""

    number: int
    kind: str
    title: str
    parameters: dict[str, Any]
    owner: str
    state: JobState
    version: int
    created: datetime
    submitted: datetime | None = None
    started: datetime | None = None
    finished: datetime | None = None
    # How often a worker has begun it, and not ended it in good order.
    attempts: int = 0
    done: int = 0
    total: int | None = None
    note: str = ""
    counters: dict[str, int] = field(default_factory=dict)
    run: int | None = None
    files: tuple[str, ...] = ()
    words: str = ""
    problem: str = ""
    what_to_do: str = ""
    worker: str = ""
    wants: Wish = Wish.NOTHING
    schedule: int | None = None

    @property
    def share(self) -> float | None:
        """How much of it is done, where that is known."""
        return min(self.done / self.total, 1.0) if self.total else None


@dataclass(frozen=True, slots=True)
class LogLine:
    """A line of a job's log. An event says what `who` did with the job."""

    number: int
    time: datetime
    text: str
    who: str = ""
    is_event: bool = False


@dataclass(frozen=True, slots=True)
class Claim:
    """A job that a worker holds: with its token it may write, until another has claimed it."""

    number: int
    token: int
    kind: str
    parameters: dict[str, Any]
    owner: str
    attempt: int


@dataclass(frozen=True, slots=True)
class JobProgress:
    """How far a job is, as its worker writes it."""

    done: int = 0
    total: int | None = None
    note: str = ""
    counters: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class JobEnding:
    """What a job ended with."""

    counters: dict[str, int] | None = None
    run: int | None = None
    files: tuple[str, ...] = ()
    words: str = ""
    problem: str = ""
    what_to_do: str = ""


@dataclass(frozen=True, slots=True)
class NewJob:
    """A job that is to be written down."""

    kind: str
    title: str
    parameters: dict[str, Any]
    owner: str
    schedule: int | None = None


@dataclass(frozen=True, slots=True)
class ScheduleInfo:
    """A schedule as it is shown: `when` as it was given, `words` as we understand it."""

    number: int
    kind: str
    title: str
    parameters: dict[str, Any]
    owner: str
    when: str
    created: datetime
    words: str = ""
    is_paused: bool = False
    next_time: datetime | None = None
    last_job: int | None = None
    # The time at which it was last due.
    due: datetime | None = None
    # Why it did not submit a job then, if so.
    note: str = ""
