"""What an import shows: a table kept up to date on a terminal, a plain line now and then elsewhere,
and a summary at its end, as after a crawl.

A run only leaves its numbers here. A thread of rich's draws them, so that the clock goes on
while a slow document is read, and a run of thousands of captures a second draws no more often.
"""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Protocol

from rich.live import Live
from rich.table import Table
from rich.text import Text

from sheaf.records import (
    FAILED,
    GROUP_MEANINGS,
    GROUP_OF,
    KEPT,
    OUTCOME_GROUPS,
    OUTCOME_MEANINGS,
    Outcome,
    OutcomeGroup,
    count_groups,
)
from sheaf.terminal import (
    ProgressLine,
    answers,
    can_redraw,
    format_clock,
    messages,
    ocr_words,
    one_line,
    plural,
    table,
)

DRAWN_A_SECOND = 4
RECENT_SECONDS = 10.0  # seconds that count as recent
LABEL_COLUMNS = 18  # columns; the longest name of an outcome has 18 letters
FAILURES_LISTED = 20
COLOURS = {
    OutcomeGroup.KEPT: "green",
    OutcomeGroup.KNOWN: "blue",
    OutcomeGroup.FAILED: "red",
}


@dataclass(frozen=True, slots=True)
class ImportState:
    """How far a run had come at its last report."""

    outcomes: Mapping[str, int] = field(default_factory=dict)
    records: int = 0
    skipped: int = 0
    share: float | None = None
    source: str = ""

    @property
    def captures(self) -> int:
        return sum(self.outcomes.values())


class Pace:
    """How fast a run goes, on the whole and lately, and how long the rest will take."""

    def __init__(self, now: float) -> None:
        self.started = now
        self.captures = 0
        self.samples: deque[tuple[float, int]] = deque([(now, 0)])
        self.share: float | None = None
        self.share_at = now
        # Where the share began to grow by work: a resumed run first skips what it has.
        self.base = (now, 0.0)

    def note(self, now: float, state: ImportState) -> None:
        if state.skipped and not self.captures:
            self.base = (now, state.share or 0.0)
        self.captures = state.captures
        self.share, self.share_at = state.share, now
        while len(self.samples) > 1 and self.samples[1][0] < now - RECENT_SECONDS:
            self.samples.popleft()
        if now - self.samples[-1][0] >= RECENT_SECONDS / 20:
            self.samples.append((now, self.captures))

    def overall_rate(self, now: float) -> float:
        return self.captures / max(now - self.started, 0.001)

    def recent_rate(self, now: float) -> float:
        since, before = self.samples[0]
        return (self.captures - before) / max(now - since, 0.001)

    def seconds_left(self, now: float) -> float | None:
        """Seconds, if it goes on as it went; None where that cannot be told."""
        since, before = self.base
        if self.share is None or self.share <= before:
            return None
        needed = (self.share_at - since) * (1 - self.share) / (self.share - before)
        return max(needed - (now - self.share_at), 0.0)


class ImportScreen:
    """A run reports its state here; `Live` draws it, or a line is printed where there is one."""

    def __init__(self, sources: Sequence[str], line: ProgressLine | None = None) -> None:
        self.sources = [name if "://" in name else os.path.abspath(name) for name in sources]
        self.line = line
        self.state = ImportState()
        self.pace = Pace(time.monotonic())
        self.failed: list[Text] = []  # the first captures that failed
        self._lines: deque[Text] = deque()  # that wait to be printed above the table

    def show(self, state: ImportState) -> None:
        self.state = state
        self.pace.note(time.monotonic(), state)
        if self.line is not None:
            kept = sum(state.outcomes.get(outcome.value, 0) for outcome in KEPT)
            before = f" {state.skipped:,} done before." if state.skipped else ""
            self.line.say(state.captures, "captures", f"{kept:,} kept.{before}", state.share)

    def list_captures(self, ended: Iterable[tuple[Outcome, str, str]]) -> None:
        """One line for each, above the table. On a terminal they wait for its next drawing."""
        self._lines += [capture_line(outcome, url, why) for outcome, url, why in ended]
        if self.line is not None:
            self.print_lines()

    def print_lines(self) -> None:
        """Those that wait, at once: each print draws the table too."""
        lines = [self._lines.popleft() for _ in range(len(self._lines))]
        if lines:
            messages.print(Text("\n").join(lines))

    def note_failed(self, ended: Iterable[tuple[Outcome, str, str]]) -> None:
        for outcome, url, why in ended:
            if outcome in FAILED and len(self.failed) < FAILURES_LISTED:
                self.failed.append(capture_line(outcome, url, why))

    def __rich__(self) -> Table:
        now, state, pace = time.monotonic(), self.state, self.pace
        made = Table.grid(padding=(0, 1))
        made.add_column(width=LABEL_COLUMNS)
        made.add_column()
        add_row(made, "reading", f"{self.place(state.source) or '...'}{ocr_words()}")
        before = f" ({state.skipped:,} done before)" if state.skipped else ""
        add_row(made, "captures", f"{state.captures:,}{before}")
        if state.records:
            add_row(made, "other records", f"{state.records:,}")
        add_row(
            made, "a second", f"{pace.recent_rate(now):,.1f}, overall {pace.overall_rate(now):,.1f}"
        )
        if state.share is not None:
            add_row(made, "read", f"{state.share:.0%}")
        rest = pace.seconds_left(now)
        seconds_left = f", {format_clock(rest)} left" if rest else ""
        add_row(made, "time", f"{format_clock(now - pace.started)}{seconds_left}")
        rows = rows_that_fit(state.outcomes, max(messages.size.height - made.row_count - 2, 1))
        width = max((len(f"{count:,}") for _, count, _ in rows), default=0)
        for name, count, style in rows:
            add_row(made, name, f"{count:>{width},}", style)
        return made

    def place(self, source: str) -> str:
        """The name of a source, and the how-many-th it is of those that were given."""
        name = one_line(os.path.basename(source.rstrip(os.sep)) or source)
        if len(self.sources) < 2:
            return name
        for number, given in enumerate(self.sources, 1):
            if source == given or source.startswith(given.rstrip(os.sep) + os.sep):
                return f"({number} of {len(self.sources)}) {name}"
        return name


class LiveTable(Live):
    """Prints the lines above the table itself. Whoever prints takes back as many lines as were
    drawn last; of two threads that do so at once, one would leave a line of the table standing."""

    def __init__(self, screen: ImportScreen) -> None:
        self._table = screen
        super().__init__(
            screen, console=messages, transient=True, refresh_per_second=DRAWN_A_SECOND
        )

    def refresh(self) -> None:
        """Called by one thread at a time: rich holds its lock."""
        self._table.print_lines()
        super().refresh()


def add_row(made: Table, name: str, value: str, style: str = "") -> None:
    made.add_row(cell(name, style or "dim"), cell(value, style))


def cell(text: str, style: str) -> Text:
    """Cut off at the edge of the screen, never broken into lines."""
    return Text(text, style=style, no_wrap=True, overflow="ellipsis")


def rows_that_fit(outcomes: Mapping[str, int], room: int) -> list[tuple[str, int, str]]:
    """Name, count and colour of each outcome; where there are too many for a screen, the rare
    ones in one row, so that the sum stays what it is."""
    shown = [outcome for outcome in Outcome if outcomes.get(outcome.value)]
    rest = 0
    if len(shown) > room:
        frequent = sorted(shown, key=lambda outcome: -outcomes[outcome.value])[: room - 1]
        rest = sum(outcomes[outcome.value] for outcome in shown if outcome not in frequent)
        shown = [outcome for outcome in shown if outcome in frequent]
    rows = [(outcome.value, outcomes[outcome.value], outcome_colour(outcome)) for outcome in shown]
    return [*rows, ("others", rest, "dim")] if rest else rows


def capture_line(outcome: Outcome, url: str, why: str) -> Text:
    return Text.assemble(
        (f"{outcome:18}", outcome_colour(outcome)), " ", one_line(url), "  ", (one_line(why), "dim")
    )


def outcome_colour(outcome: Outcome) -> str:
    return COLOURS.get(GROUP_OF[outcome], "yellow")


def outcome_table(title: str, outcomes: Mapping[str, int]) -> Table:
    """How captures ended: a row with the sum of each group, and under it the outcomes in it."""
    rows: dict[str, int] = {}
    meanings: dict[str, str] = {}
    for group, total in count_groups(outcomes).items():
        if total:
            rows[OutcomeGroup(group).words] = total
            meanings[OutcomeGroup(group).words] = GROUP_MEANINGS[OutcomeGroup(group)]
        for one in OUTCOME_GROUPS[OutcomeGroup(group)]:
            if outcomes.get(one.value) and one.value != group:
                rows[f"  {one.value}"] = outcomes[one.value]
                meanings[f"  {one.value}"] = OUTCOME_MEANINGS[one]
    rows["in all"] = sum(outcomes.values())
    return table(title, rows, meanings=meanings)


def show_summary(title: str, summary: RunSummary, *, counters: bool = False) -> None:
    """The numbers of a run, as a table and a sentence; with the counters of the CDI middleware
    where they are wanted."""
    answers.print(outcome_table(title, summary.outcomes))
    if counters:
        rows = [row for row in summary.rows(counters=True) if row[0] == "counter"]
        values = {name: value for _, name, value, _ in rows}
        words = {name: meaning for _, name, _, meaning in rows}
        answers.print(table("Counters of the CDI middleware", values, meanings=words))
    answers.print(
        f"{plural(summary.captures, 'capture')} and "
        f"{plural(summary.records, 'other record')} in {summary.seconds:.1f} s",
    )


@contextmanager
def import_screen(sources: Sequence[str]) -> Iterator[ImportScreen]:
    if not can_redraw():
        yield ImportScreen(sources, ProgressLine(None))
        return
    screen = ImportScreen(sources)
    with LiveTable(screen):
        yield screen


class RunSummary(Protocol):
    """As much of the summary of an import as is needed here."""

    @property
    def run(self) -> int | None: ...
    @property
    def resumed(self) -> bool: ...
    @property
    def failed(self) -> int: ...
    @property
    def outcomes(self) -> Mapping[str, int]: ...
    @property
    def captures(self) -> int: ...
    @property
    def records(self) -> int: ...
    @property
    def seconds(self) -> float: ...
    def rows(self, *, counters: bool = ...) -> Iterable[tuple[str, str, float, str]]: ...


class RunCaptures(Protocol):
    """As much of a library as is needed here."""

    def captures(
        self, run: int, outcomes: Any = ..., *, limit: int | None = ...
    ) -> Iterable[Any]: ...


def summary_title(summary: RunSummary) -> str:
    resumed = " (resumed)" if summary.resumed else ""
    return f"Run {summary.run}{resumed}" if summary.run else "Without the catalogue"


def list_failed(library: RunCaptures, summary: RunSummary) -> None:
    """The first captures of a run that failed, and how to see the others."""
    if summary.failed and summary.run:
        shown = library.captures(summary.run, FAILED, limit=FAILURES_LISTED)
        lines = [
            capture_line(one.outcome, one.url, f"{one.reason} ({one.source} at {one.position})")
            for one in shown
        ]
        print_failed(summary.failed, lines, f"sheaf runs {summary.run} --failed")


def print_failed(count: int, lines: Sequence[Text], how_to_see_all: str) -> None:
    messages.print(f"{plural(count, 'capture')} failed:", style="red")
    for line in lines:
        messages.print("  ", line, sep="")
    if count > len(lines):
        messages.print(f"  ... and {count - len(lines):,} more: {how_to_see_all}")
