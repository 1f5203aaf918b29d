"""How a job stands, in words and numbers: for its page, and for the script that follows it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sheaf.deposit.jobs.contract import JobInfo, JobState
from sheaf.errors import SheafError
from sheaf.records import OUTCOME_GROUPS, OutcomeGroup
from sheaf.web.jobs.counters import OUTCOMES, CounterRow, counter_rows
from sheaf.web.jobs.forms import form_fields
from sheaf.web.library import served_library
from sheaf.web.templatetags.sheaf_words import duration, number
from sheaf.workers.jobs.contract import JobKind

STATE_WORDS = {
    JobState.DRAFT: "A draft: nothing happens before it is submitted.",
    JobState.WAITING: "It waits for a worker, and begins by itself.",
    JobState.RUNNING: "It is under way.",
    JobState.PAUSED: "It is paused. Resumed, it goes on.",
    JobState.DONE: "It is done.",
    JobState.FAILED: "It failed.",
    JobState.CANCELLED: "It was cancelled.",
}
BEGINS_WITHIN = 10.0  # seconds: a worker that has nothing to do takes a job sooner
LAST_LINES = 30
MOST_LINES = 500
CAPTURES = "captures.json"  # what a try leaves
LARGEST_CAPTURES = 5_000_000
REJECTED = tuple(
    outcome
    for group in (OutcomeGroup.FAILED, OutcomeGroup.UNUSABLE, OutcomeGroup.TURNED_DOWN)
    for outcome in OUTCOME_GROUPS[group]
)


@dataclass(frozen=True, slots=True)
class JobStanding:
    """What is told of a job while it runs and after. `share` is of 100."""

    state: str
    words: str
    note: str
    amount: str
    share: float | None
    counters: list[CounterRow]

    def as_json(self) -> dict[str, Any]:
        counts = {one.name: number(one.count) for one in self.counters}
        return {
            "state": self.state,
            "words": self.words,
            "note": self.note,
            "amount": self.amount,
            "share": self.share,
            "counters": counts,
        }


def standing(job: JobInfo) -> JobStanding:
    words = STATE_WORDS[job.state]
    if job.state is JobState.RUNNING and job.wants:
        words = f"It was asked to {job.wants}, and does so within a moment."
    share = None if job.share is None else round(100 * job.share, 1)
    if job.state is JobState.DONE and share is not None:
        share = 100.0  # it was reckoned before the end, and there was less to do
    return JobStanding(
        job.state, job.words or words, job.note, amount(job), share, counter_rows(counters_of(job))
    )


def counters_of(job: JobInfo) -> Mapping[str, int]:
    """Its own, as it last said; where these are no outcomes and it made a run, the run's too."""
    own = job.counters or {}
    if job.run is None or own.keys() & OUTCOMES:
        return own
    run = served_library().run(job.run)
    return {**(run.outcomes if run else {}), **own}


def amount(job: JobInfo, now: datetime | None = None) -> str:
    """300 of 1,200, 12 a second, 1 min 15 s left."""
    if not job.done and job.total is None:
        return ""
    is_all = job.total is None or job.state is JobState.DONE
    parts = [number(job.done) if is_all else f"{job.done:,} of {job.total:,}"]
    if job.started is not None and job.done:
        end = job.finished or now or datetime.now(UTC)
        seconds = max((end - job.started).total_seconds(), 0.001)
        parts.append(_rate(job.done / seconds))
        if job.state is JobState.RUNNING and job.total and job.total > job.done:
            parts.append(f"{duration((job.total - job.done) * seconds / job.done)} left")
    return ", ".join(parts)


def _rate(per_second: float) -> str:
    if per_second >= 10:
        return f"{per_second:,.0f} a second"
    return f"{per_second:.1f} a second" if per_second >= 1 else f"{60 * per_second:.1f} a minute"


def lacks_worker(job: JobInfo) -> bool:
    """Whether nobody seems to be there who would begin it: it waits, and none runs."""
    jobs = served_library().jobs
    if job.state is not JobState.WAITING or jobs.count_by_state()[JobState.RUNNING]:
        return False
    latest = jobs.log(job.number, last=1)
    since = latest[0].time if latest else job.submitted or job.created
    return (datetime.now(UTC) - since).total_seconds() > BEGINS_WITHIN


def parameters_in_words(
    kind: JobKind | None, parameters: Mapping[str, Any]
) -> list[tuple[str, Any]]:
    """What it was asked, where that differs from the defaults; the values of lists are lists."""
    titles = {one.name: one.title for one in form_fields(kind)} if kind else {}
    return [
        (titles.get(name, name.replace("_", " ").capitalize()), _value_in_words(value))
        for name, value in parameters.items()
    ]


def _value_in_words(value: Any) -> list[str]:
    if isinstance(value, bool):
        return ["yes" if value else "no"]
    if isinstance(value, list | tuple):
        return [str(one) for one in value]
    return str(value).splitlines() or [""]


def crawl_of(job: JobInfo) -> str:
    """The name of the crawl that it runs, where that is there; empty for other jobs."""
    names = [str(job.parameters.get("name") or "")]
    run = served_library().run(job.run) if job.run else None
    if run is not None and run.kind == "crawl":
        names.append(str(run.options.get("name") or ""))
    crawls = served_library().crawls.names() if any(names) else []
    return next((name for name in names if name in crawls), "")


def rejected_count(job: JobInfo) -> int:
    counters = counters_of(job)
    return sum(counters.get(one.value, 0) for one in REJECTED)


def read_tried(job: JobInfo) -> list[dict[str, Any]]:
    """How the captures of a try would end, as it wrote them down; nothing where it did not."""
    path = served_library().jobs.file(job.number, CAPTURES)
    if path is None or path.stat().st_size > LARGEST_CAPTURES:
        return []
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return []
    captures = found.get("captures", []) if isinstance(found, dict) else found
    return [one for one in captures if isinstance(one, dict) and one.get("outcome") in OUTCOMES]


def find_kind_of(job: JobInfo) -> JobKind | None:
    """None for a kind that is not installed any more."""
    try:
        return served_library().jobs.kind(job.kind)
    except SheafError:
        return None
