"""How jobs go from state to state: one table of all ways, and the one function that goes them."""

from __future__ import annotations

from datetime import UTC, datetime
from enum import StrEnum
from typing import Any

from django.db import transaction
from django.db.models import F

from sheaf.deposit import models
from sheaf.deposit.bulk import make_storable
from sheaf.deposit.jobs.contract import JobState

LONGEST_LINE = 4000  # characters of a line of a log
LONGEST_NAME = 200


class Move(StrEnum):
    SUBMIT = "submitted"
    CLAIM = "begun"
    FINISH = "done"
    FAIL = "failed"
    STOP = "stopped, and cancelled"
    HOLD = "stopped, and paused"
    GIVE_BACK = "given back"
    CANCEL = "cancelled"
    PAUSE = "paused"
    RESUME = "resumed"
    RETRY = "tried again"


WAITING, RUNNING, PAUSED = JobState.WAITING, JobState.RUNNING, JobState.PAUSED

# From which states, to which.
MOVES: dict[Move, tuple[frozenset[JobState], JobState]] = {
    Move.SUBMIT: (frozenset({JobState.DRAFT}), WAITING),
    Move.CLAIM: (frozenset({WAITING}), RUNNING),
    Move.FINISH: (frozenset({RUNNING}), JobState.DONE),
    Move.FAIL: (frozenset({RUNNING}), JobState.FAILED),
    Move.STOP: (frozenset({RUNNING}), JobState.CANCELLED),
    Move.HOLD: (frozenset({RUNNING}), PAUSED),
    Move.GIVE_BACK: (frozenset({RUNNING}), WAITING),
    Move.CANCEL: (frozenset({WAITING, PAUSED}), JobState.CANCELLED),
    Move.PAUSE: (frozenset({WAITING}), PAUSED),
    Move.RESUME: (frozenset({PAUSED}), WAITING),
    Move.RETRY: (frozenset({JobState.FAILED, JobState.CANCELLED}), WAITING),
}
# What is forgotten where somebody has a job begin anew.
AFRESH: dict[str, Any] = {
    "attempts": 0, "done": 0, "total": None, "note": "", "counters": {}, "files": [], "words": "",
    "problem": "", "what_to_do": "", "started": None, "finished": None,
}  # fmt: skip


def move_job(
    alias: str, number: int, move: Move, who: str, *,
    where: dict[str, Any] | None = None, words: str = "", changes: dict[str, Any] | None = None,
) -> bool:  # fmt: skip
    """Whether the job was in a state from which this leads, and is as `where` says. It is written
    down who moved it."""
    sources, target = MOVES[move]
    now = datetime.now(UTC)
    # Within a transaction of the caller it is a part of that, without a point to go back to.
    with transaction.atomic(using=alias, savepoint=False):
        rows = models.Job.objects.using(alias).filter(id=number, state__in=sources)
        rows = rows.filter(**(where or {}))
        values = {**_side_effects(move, target, now), **(changes or {})}
        if not rows.update(state=target, version=F("version") + 1, **values):
            return False
        note_event(alias, number, who, f"{move}{': ' if words else ''}{words}", now)
    return True


def _side_effects(move: Move, target: JobState, now: datetime) -> dict[str, Any]:
    values: dict[str, Any] = {}
    if move in (Move.SUBMIT, Move.RETRY):
        values |= {**AFRESH, "submitted": now}
    if move is Move.RESUME:
        values |= {"attempts": 0}
    if target is not RUNNING:
        values |= {"worker": "", "admitting": None, "wants": ""}
    if target.is_end:
        values |= {"finished": now}
    return values


def note_event(alias: str, number: int, who: str, text: str, now: datetime | None = None) -> None:
    """What somebody did with a job, into its log."""
    models.JobLine.objects.using(alias).create(
        job_id=number,
        time=now or datetime.now(UTC),
        who=make_storable(who)[:LONGEST_NAME],
        text=make_storable(text)[:LONGEST_LINE],
        is_event=True,
    )
