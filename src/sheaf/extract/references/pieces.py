"""The lines of a list of references, cut where an entry could begin, and how each piece looks.

Nearly all entries begin with a line. Where several works share a number ("[3] A. Author, ...;
B. Writer, ..."), they begin behind a semicolon, a bracket or a letter of their own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

NAME = (
    r"(?:(?:[A-ZÀ-ÞА-Я]\.[\s-]?){1,3}\s?|[A-ZÀ-Þ][\w'’-]{1,20},?\s(?:[A-Z]\.|et al)"
    r"|(?:van|von|de|Van|De)\s)"
)
# Behind a year, pages or an identifier and a semicolon; behind a full stop that ends an identifier;
# or where a letter or a number marks a work: "; b) ", ". [12] ".
WITHIN = re.compile(
    r"(?<=[\d)\]];)\s*(?=[A-ZÀ-Þ“\"])"
    r"|(?<=;)\s*(?=\(?[a-z]\s?\))"
    rf"|(?<=[\])]\.)\s+(?={NAME})"
    r"|(?<=[.;,])\s+(?=\[\d{1,3}\]\s?[A-Z“\"])"
    r"|(?<=eferences)\s+(?=\[?1[\].])"
    rf"|(?<=[.;])\s*(?=\(?[b-z]\s?\)\s?{NAME})"
)
MOST_WITHIN = 30  # pieces of one line, so that a hostile one stays cheap
LOOKED_AT = 2000


@dataclass(frozen=True, slots=True)
class Piece:
    """`line` is the number of the line in the list; `start` where the piece begins in it."""

    text: str
    line: int
    start: int
    is_indented: bool = False
    begins_block: bool = False
    is_last: bool = True  # of its line


@dataclass(frozen=True, slots=True)
class SetLine:
    """A line of a list and how it is set, whoever told it."""

    text: str
    is_indented: bool = False
    begins_block: bool = False


def pieces_of(lines: Sequence[SetLine]) -> list[Piece]:
    return [piece for number, line in enumerate(lines) for piece in _cut(number, line)]


def _cut(number: int, line: SetLine) -> Iterator[Piece]:
    places = [0]
    for found in WITHIN.finditer(line.text[:LOOKED_AT]):
        if found.end() > places[-1] and len(places) < MOST_WITHIN:
            places.append(found.end())
    for start, end in zip(places, [*places[1:], len(line.text)], strict=True):
        is_first = start == 0
        text = line.text[start:end].strip()
        if text or is_first:
            yield Piece(
                text, number, start, line.is_indented,
                is_first and line.begins_block, end == len(line.text),
            )  # fmt: skip
