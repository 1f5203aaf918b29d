"""How the lines of a list are set: which are indented in their column, which begin a block."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from statistics import median_low

from sheaf.extract.references.pieces import SetLine
from sheaf.records import Line

INDENT = 3.0  # points; less is the overhang of a bracket
WIDEST_INDENT = 45.0  # further to the right is another column, or another list
FEW = 8  # lines of a column that may all be the rest of one entry


def set_lines(lines: Sequence[Line]) -> list[SetLine]:
    columns = _columns(lines)
    lefts = [min((lines[at].x0 for at in column), default=0.0) for column in columns]
    pitch = _pitch(lines, columns)
    found: list[SetLine] = []
    for column, left in zip(columns, lefts, strict=True):
        margin = _margin(lines, column, left, lefts)
        for place, at in enumerate(column):
            line = lines[at]
            above = lines[column[place - 1]] if place else None
            gap = line.y0 - above.y0 if above is not None else 2 * pitch
            found.append(SetLine(line.text, line.x0 - margin > INDENT, gap > 1.2 * pitch + 0.5))
    return found


def _columns(lines: Sequence[Line]) -> list[list[int]]:
    """Runs of lines that stand below each other."""
    columns: list[list[int]] = []
    for at, line in enumerate(lines):
        before = lines[at - 1] if at else None
        if (
            before is None
            or before.page != line.page
            or line.y1 <= before.y0
            or line.x0 >= before.x1
            or line.x1 <= before.x0
        ):
            columns.append([])
        columns[-1].append(at)
    return columns


def _pitch(lines: Sequence[Line], columns: Sequence[Sequence[int]]) -> float:
    """From line to line, as most lines follow each other."""
    steps = [
        lines[after].y0 - lines[at].y0
        for column in columns
        for at, after in pairwise(column)
        if lines[after].y0 > lines[at].y0
    ]
    return median_low(steps) if steps else 12.0


def _margin(
    lines: Sequence[Line], column: Sequence[int], left: float, lefts: Sequence[float]
) -> float:
    """Where entries begin. A few lines at the head of a column, all as far to the right, are the
    rest of an entry: their margin is that of another column."""
    if len(column) > FEW or any(lines[at].x0 - left > INDENT for at in column):
        return left
    others = [other for other in lefts if INDENT < left - other < WIDEST_INDENT]
    return max(others) if others else left
