"""Numbers as columns in a drawing of our own: places in its units, made here, so that the page is a
picture without any script."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

LOWEST = 1.5  # percent of the height; less could not be seen
EARLIEST, LATEST = 1450, 2100
BREADTH = 0.86  # of a column, of the room that it has
BROADEST = 0.35  # of the height


@dataclass(frozen=True, slots=True)
class Column:
    words: str
    count: int
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class ColumnChart:
    """`labels` stand below the drawing: what it begins with, its middle, its end. `about` is what
    it shows, for those who do not see it."""

    columns: tuple[Column, ...]
    labels: tuple[str, ...]
    highest: int
    about: str


@dataclass(frozen=True, slots=True)
class Segment:
    """Part of a column; its name decides its colour."""

    name: str
    count: int
    y: float
    height: float


@dataclass(frozen=True, slots=True)
class Stack:
    words: str
    x: float
    width: float
    segments: tuple[Segment, ...]

    @property
    def count(self) -> int:
        return sum(one.count for one in self.segments)


@dataclass(frozen=True, slots=True)
class StackChart:
    """As ColumnChart, of columns that have parts, which are named in `names`."""

    stacks: tuple[Stack, ...]
    names: tuple[str, ...]
    labels: tuple[str, ...]
    highest: int
    about: str


@dataclass(frozen=True, slots=True)
class YearSpan:
    """Years that are counted together."""

    first: int
    last: int
    count: int

    @property
    def value(self) -> str:
        """As a filter of a search takes it."""
        return str(self.first) if self.first == self.last else f"{self.first}-{self.last}"

    @property
    def words(self) -> str:
        return self.value.replace("-", "\N{EN DASH}")


def spans_of_years(counts: Mapping[int, int], most: int) -> list[YearSpan]:
    """From the first year to the last without a gap, several in one where there are many. Years in
    which nothing was printed, or is yet, are misread, and would press all others together."""
    counts = {year: count for year, count in counts.items() if EARLIEST <= year <= LATEST}
    if not counts:
        return []
    first, last = min(counts), max(counts)
    step = -(-(last - first + 1) // most)
    return [
        YearSpan(
            start,
            min(start + step - 1, last),
            sum(counts.get(year, 0) for year in range(start, start + step)),
        )
        for start in range(first, last + 1, step)
    ]


def draw_columns(
    counts: Sequence[tuple[str, int]], width: float, height: float
) -> tuple[Column, ...]:
    highest = max((count for _, count in counts), default=0) or 1
    room = width / (len(counts) or 1)
    return tuple(
        _column(words, count, place * room, room, height, height * count / highest)
        for place, (words, count) in enumerate(counts)
    )


def _column(words: str, count: int, x: float, room: float, height: float, wanted: float) -> Column:
    high = max(height * LOWEST / 100, wanted) if count else 0.0
    width = min(room * BREADTH, BROADEST * height)
    return Column(
        words=words,
        count=count,
        x=round(x + (room - width) / 2, 2),
        y=round(height - high, 2),
        width=round(width, 2),
        height=round(high, 2),
    )


def column_chart(
    counts: Sequence[tuple[str, int]], width: float = 600.0, height: float = 160.0
) -> ColumnChart | None:
    """None where there is nothing to draw."""
    if not counts:
        return None
    fullest = max(counts, key=lambda pair: pair[1])
    ends = [counts[0][0], counts[len(counts) // 2][0], counts[-1][0]]
    about = f"from {counts[0][0]} to {counts[-1][0]}; most, {fullest[1]:,}, in {fullest[0]}"
    return ColumnChart(
        draw_columns(counts, width, height), tuple(dict.fromkeys(ends)), fullest[1], about
    )


def stack_chart(
    counts: Sequence[tuple[str, Mapping[str, int]]], width: float = 600.0, height: float = 160.0
) -> StackChart | None:
    """None where there is nothing to draw. Parts stand on each other in the order of their names in
    the first column."""
    sums = [(words, sum(parts.values())) for words, parts in counts]
    drawn = column_chart(sums, width, height)
    if drawn is None or not drawn.highest:
        return None
    stacks = tuple(
        Stack(column.words, column.x, column.width, _segments(parts, height, drawn.highest))
        for column, (_, parts) in zip(drawn.columns, counts, strict=True)
    )
    found = {name for _, parts in counts for name, count in parts.items() if count}
    names = tuple(name for name in counts[0][1] if name in found)
    return StackChart(stacks, names, drawn.labels, drawn.highest, drawn.about)


def _segments(parts: Mapping[str, int], height: float, highest: int) -> tuple[Segment, ...]:
    found, top = [], height
    for name, count in parts.items():
        if count:
            high = max(height * LOWEST / 100, height * count / highest)
            top -= high
            found.append(Segment(name, count, round(max(0.0, top), 2), round(high, 2)))
    return tuple(found)
