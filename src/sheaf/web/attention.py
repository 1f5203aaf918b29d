"""What needs somebody's attention: each with the page that helps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.urls import reverse

from sheaf.acquire.crawl.control.crawl_screen import format_size
from sheaf.app import Library, RunInfo
from sheaf.records import count_groups
from sheaf.terminal import plural

LOOKED_AT = 10  # of the latest runs
SHOWN_RUNS = 3


@dataclass(frozen=True, slots=True)
class Matter:
    """`link_words` lead to `address`; without one there is nothing to open."""

    words: str
    address: str = ""
    link_words: str = ""


def public_matters(runs: Sequence[RunInfo]) -> Iterator[Matter]:
    """What everybody may see."""
    failed = [(run, count) for run in runs if (count := count_groups(run.outcomes)["failed"])]
    for run, count in failed[:SHOWN_RUNS]:
        address = f"{reverse('run', args=[run.id])}?outcome=failed"
        yield Matter(f"{plural(count, 'capture')} of run {run.id} failed", address, "see why")
    if len(failed) > SHOWN_RUNS:
        words = plural(len(failed) - SHOWN_RUNS, "more run")
        yield Matter(f"{words} with captures that failed", reverse("runs"), "all runs")
    for run in runs:
        if run.state == "interrupted":
            address = reverse("run", args=[run.id])
            yield Matter(f"Run {run.id} was cut off; the same order goes on", address, "look")


def matters_of_librarians(library: Library, status: dict[str, Any]) -> Iterator[Matter]:
    """What asks for somebody who works here."""
    if behind := status["index_is_behind"]:
        words = f"The index is behind by {plural(behind, 'document')}"
        yield Matter(words, reverse("job-form", args=["index"]), "bring it up to date")
    if unread := status["unread"]:
        words = f"{plural(unread, 'document')} {'was' if unread == 1 else 'were'} not read yet"
        yield Matter(words, reverse("job-form", args=["reread"]), "read")
    if failed := library.jobs.count_by_state().get("failed", 0):
        yield Matter(
            f"{plural(failed, 'job')} failed", f"{reverse('jobs')}?state=failed", "see why"
        )
    if reported := library.reports.count_open():
        waits = "waits" if reported == 1 else "wait"
        words = f"{plural(reported, 'report')} of mistakes {waits}"
        yield Matter(words, reverse("reports"), "see to them")
    disk = library.overview.disk()
    if disk is not None and disk.is_low:
        words = (
            f"The disk is nearly full: {format_size(disk.free)} of {format_size(disk.total)} left"
        )
        yield Matter(words, "#disk", "what takes room")
