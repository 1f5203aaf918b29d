"""What an import shows: a table kept up to date on a terminal, a plain line now and then elsewhere.

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

from rich.live import Live
from rich.table import Table
from rich.text import Text

from sheaf.records import ACCIDENTS, KEPT, KNOWN, Outcome
from sheaf.terminal import (
    ProgressLine,
    answers,
    can_redraw,
    clock,
    counted,
    messages,
    one_line,
    table,
)

DRAWN_A_SECOND = 4
LATELY = 10.0  # seconds that count as recent
LABELS = 18  # columns; the longest name of an outcome has 18 letters


@dataclass(frozen=True, slots=True)
class Standing:
    """How far a run had come when it was last reported."""

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

    def note(self, now: float, standing: Standing) -> None:
        if standing.skipped and not self.captures:
            self.base = (now, standing.share or 0.0)
        self.captures = standing.captures
        self.share, self.share_at = standing.share, now
        while len(self.samples) > 1 and self.samples[1][0] < now - LATELY:
            self.samples.popleft()
        if now - self.samples[-1][0] >= LATELY / 20:
            self.samples.append((now, self.captures))

    def overall(self, now: float) -> float:
        return self.captures / max(now - self.started, 0.001)

    def lately(self, now: float) -> float:
        since, before = self.samples[0]
        return (self.captures - before) / max(now - since, 0.001)

    def left(self, now: float) -> float | None:
        """Seconds, if it goes on as it went; None where that cannot be told."""
        since, before = self.base
        if self.share is None or self.share <= before:
            return None
        needed = (self.share_at - since) * (1 - self.share) / (self.share - before)
        return max(needed - (now - self.share_at), 0.0)


class ImportScreen:
    """Told by a run how it stands; drawn by `Live`, or said in a line where there is one."""

    def __init__(self, sources: Sequence[str], line: ProgressLine | None = None) -> None:
        self.sources = [one if "://" in one else os.path.abspath(one) for one in sources]
        self.line = line
        self.standing = Standing()
        self.pace = Pace(time.monotonic())

    def show(self, standing: Standing) -> None:
        self.standing = standing
        self.pace.note(time.monotonic(), standing)
        if self.line is not None:
            kept = sum(standing.outcomes.get(one.value, 0) for one in KEPT)
            before = f" {standing.skipped:,} done before." if standing.skipped else ""
            self.line.say(standing.captures, "captures", f"{kept:,} kept.{before}", standing.share)

    def list_captures(self, ended: Iterable[tuple[Outcome, str, str]]) -> None:
        """One line for each, above the table. Printed at once: each print draws the table too."""
        lines = [line_of(outcome, url, why) for outcome, url, why in ended]
        if lines:
            messages.print(Text("\n").join(lines))

    def __rich__(self) -> Table:
        now, standing, pace = time.monotonic(), self.standing, self.pace
        made = Table.grid(padding=(0, 1))
        made.add_column(width=LABELS)
        made.add_column()
        add_row(made, "reading", self.place(standing.source) or "...")
        before = f" ({standing.skipped:,} done before)" if standing.skipped else ""
        add_row(made, "captures", f"{standing.captures:,}{before}")
        if standing.records:
            add_row(made, "other records", f"{standing.records:,}")
        add_row(made, "a second", f"{pace.lately(now):,.1f}, overall {pace.overall(now):,.1f}")
        if standing.share is not None:
            add_row(made, "read", f"{standing.share:.0%}")
        rest = pace.left(now)
        left = f", {clock(rest)} left" if rest else ""
        add_row(made, "time", f"{clock(now - pace.started)}{left}")
        rows = fitting(standing.outcomes, max(messages.size.height - made.row_count - 2, 1))
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


def add_row(made: Table, name: str, value: str, style: str = "") -> None:
    made.add_row(cell(name, style or "dim"), cell(value, style))


def cell(text: str, style: str) -> Text:
    """Cut off at the edge of the screen, never broken into lines."""
    return Text(text, style=style, no_wrap=True, overflow="ellipsis")


def fitting(outcomes: Mapping[str, int], room: int) -> list[tuple[str, int, str]]:
    """Name, count and colour of each outcome; where there are too many for a screen, the rare
    ones in one row, so that the sum stays what it is."""
    shown = [one for one in Outcome if outcomes.get(one.value)]
    rest = 0
    if len(shown) > room:
        frequent = sorted(shown, key=lambda one: -outcomes[one.value])[: room - 1]
        rest = sum(outcomes[one.value] for one in shown if one not in frequent)
        shown = [one for one in shown if one in frequent]
    rows = [(one.value, outcomes[one.value], colour(one)) for one in shown]
    return [*rows, ("others", rest, "dim")] if rest else rows


def line_of(outcome: Outcome, url: str, why: str) -> Text:
    return Text.assemble(
        (f"{outcome:18}", colour(outcome)), " ", one_line(url), "  ", (one_line(why), "dim")
    )


def colour(outcome: Outcome) -> str:
    if outcome in KEPT:
        return "green"
    if outcome in ACCIDENTS:
        return "red"
    return "blue" if outcome in KNOWN else "yellow"


def show_summary(title: str, rows: Iterable[tuple[str, str, float, str]]) -> None:
    """The numbers of a run, told apart by their kind, as tables and a sentence."""
    values: dict[str, dict[str, float]] = {"run": {}, "outcome": {}, "counter": {}}
    meanings: dict[str, dict[str, str]] = {kind: {} for kind in values}
    for kind, name, value, meaning in rows:
        values[kind][name] = value
        meanings[kind][name] = meaning
    answers.print(table(title, values["outcome"], meanings=meanings["outcome"]))
    if values["counter"]:
        answers.print(table("Counters", values["counter"], meanings=meanings["counter"]))
    run = values["run"]
    answers.print(
        f"{counted(int(run['captures']), 'capture')} and "
        f"{counted(int(run['records']), 'other record')} in {run['seconds']:.1f} s",
    )


@contextmanager
def import_screen(sources: Sequence[str]) -> Iterator[ImportScreen]:
    if not can_redraw():
        yield ImportScreen(sources, ProgressLine(None))
        return
    screen = ImportScreen(sources)
    with Live(screen, console=messages, transient=True, refresh_per_second=DRAWN_A_SECOND):
        yield screen
