"""The lines of a list of references, cut where an entry could begin, and the layout of each piece:
which are indented in their column, which begin a block.

Nearly all entries begin with a line. Where several works share a number ("[3] A. Author, ...;
B. Writer, ..."), they begin behind a semicolon, a bracket or a letter of their own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median_low

from sheaf.records import Line

NAME_START = (
    r"(?:(?:[A-ZÀ-ÞА-Я]\.[\s-]?){1,3}\s?|[A-ZÀ-Þ][\w'’-]{1,20},?\s(?:[A-Z]\.|et al)"
    r"|(?:van|von|de|Van|De)\s)"
)
# Behind a year, pages or an identifier and a semicolon; behind a full stop that ends an identifier;
# or where a letter or a number marks a work: "; b) ", ". [12] ".
WITHIN = re.compile(
    r"(?<=[\d)\]];)\s*(?=[A-ZÀ-Þ“\"])"
    r"|(?<=;)\s*(?=\(?[a-z]\s?\))"
    rf"|(?<=[\])]\.)\s+(?={NAME_START})"
    r"|(?<=[.;,])\s+(?=\[\d{1,3}\]\s?[A-Z“\"])"
    r"|(?<=eferences)\s+(?=\[?1[\].])"
    rf"|(?<=[.;])\s*(?=\(?[b-z]\s?\)\s?{NAME_START})"
)
MOST_WITHIN = 30  # pieces of one line, so that a hostile one stays cheap
LOOKED_AT = 2000


@dataclass(frozen=True, slots=True)
class ListPiece:
    """`line` is the number of the line in the list; `start` where the piece begins in it."""

    text: str
    line: int
    start: int
    is_indented: bool = False
    begins_block: bool = False
    is_last: bool = True  # of its line


@dataclass(frozen=True, slots=True)
class ListLine:
    """A line of a list and its layout, measured in a document or known from a corpus."""

    text: str
    is_indented: bool = False
    begins_block: bool = False


def cut_pieces(lines: Sequence[ListLine]) -> list[ListPiece]:
    return [piece for number, line in enumerate(lines) for piece in _cut_line(number, line)]


def _cut_line(number: int, line: ListLine) -> Iterator[ListPiece]:
    places = [0]
    for found in WITHIN.finditer(line.text[:LOOKED_AT]):
        if found.end() > places[-1] and len(places) < MOST_WITHIN:
            places.append(found.end())
    for start, end in zip(places, [*places[1:], len(line.text)], strict=True):
        is_first = start == 0
        text = line.text[start:end].strip()
        if text or is_first:
            yield ListPiece(
                text, number, start, line.is_indented,
                is_first and line.begins_block, end == len(line.text),
            )  # fmt: skip


INDENT = 3.0  # points; less is the overhang of a bracket
WIDEST_INDENT = 45.0  # further to the right is another column, or another list
FEW = 8  # lines of a column that may all be the rest of one entry


def measure_lines(lines: Sequence[Line]) -> list[ListLine]:
    columns = _find_columns(lines)
    lefts = [min((lines[at].x0 for at in column), default=0.0) for column in columns]
    pitch = _line_pitch(lines, columns)
    found: list[ListLine] = []
    for column, left in zip(columns, lefts, strict=True):
        margin = _find_margin(lines, column, left, lefts)
        for place, at in enumerate(column):
            line = lines[at]
            above = lines[column[place - 1]] if place else None
            gap = line.y0 - above.y0 if above is not None else 2 * pitch
            found.append(ListLine(line.text, line.x0 - margin > INDENT, gap > 1.2 * pitch + 0.5))
    return found


def _find_columns(lines: Sequence[Line]) -> list[list[int]]:
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


def _line_pitch(lines: Sequence[Line], columns: Sequence[Sequence[int]]) -> float:
    """From line to line, as most lines follow each other."""
    steps = [
        lines[after].y0 - lines[at].y0
        for column in columns
        for at, after in pairwise(column)
        if lines[after].y0 > lines[at].y0
    ]
    return median_low(steps) if steps else 12.0


def _find_margin(
    lines: Sequence[Line], column: Sequence[int], left: float, lefts: Sequence[float]
) -> float:
    """Where entries begin. A few lines at the head of a column, all as far to the right, are the
    rest of an entry: their margin is that of another column."""
    if len(column) > FEW or any(lines[at].x0 - left > INDENT for at in column):
        return left
    others = [other for other in lefts if INDENT < left - other < WIDEST_INDENT]
    return max(others) if others else left
