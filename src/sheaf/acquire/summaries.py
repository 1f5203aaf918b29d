"""How commands tell what became of a run, after an import and after a crawl alike."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol

from sheaf.acquire.screen import line_of
from sheaf.records import ACCIDENTS
from sheaf.terminal import counted, messages

LISTED = 20


class Summary(Protocol):
    """As much of the summary of an import as is told here."""

    @property
    def run(self) -> int | None: ...
    @property
    def resumed(self) -> bool: ...
    @property
    def accidents(self) -> int: ...


class RunCaptures(Protocol):
    """As much of a library as is asked here."""

    def captures(
        self, run: int, outcomes: Any = ..., *, limit: int | None = ...
    ) -> Iterable[Any]: ...


def title_of(summary: Summary) -> str:
    resumed = " (resumed)" if summary.resumed else ""
    return f"Run {summary.run}{resumed}" if summary.run else "Without the catalogue"


def list_accidents(library: RunCaptures, summary: Summary) -> None:
    if not summary.accidents or not summary.run:
        return
    failed = counted(summary.accidents, "capture")
    messages.print(f"{failed} failed:", style="red")
    for one in library.captures(summary.run, ACCIDENTS, limit=LISTED):
        place = f"{one.reason} ({one.source} at {one.position})"
        messages.print("  ", line_of(one.outcome, one.url, place), sep="")
    if summary.accidents > LISTED:
        more = summary.accidents - LISTED
        messages.print(f"  ... and {more:,} more: sheaf runs {summary.run} --failed")
