"""Where on its pages stands what was read out of a paper: boxes, line by line, in points.

What was read is compared with the lines by letters and digits alone, so that words broken at line
ends, ligatures set apart and other spaces do not matter. What cannot be found has no place.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sheaf.records import Line

# Of a long field so many letters are looked for first; the rest is where these were found.
PROBE = 40
LEAST = 3  # letters: less is found anywhere
FRONT_PAGES = 3
MOST_LOOKS = 50  # for a heading, whose words stand in the text too


@dataclass(frozen=True, slots=True)
class Box:
    """Page counted from 1; y grows down from its top."""

    page: int
    x0: float
    y0: float
    x1: float
    y1: float


@dataclass(frozen=True, slots=True)
class FieldPlace:
    """A field by its name, with its number where there are several (from 0)."""

    field: str
    number: int
    boxes: tuple[Box, ...]


class PageLines:
    def __init__(self, lines: Sequence[Line]) -> None:
        self._lines = [line for line in lines if not line.is_running]
        parts = [letters_of(line.text) for line in self._lines]
        self._starts: list[int] = []
        at = 0
        for part in parts:
            self._starts.append(at)
            at += len(part)
        self._text = "".join(parts)
        front = [n for n, line in enumerate(self._lines) if line.page < FRONT_PAGES]
        self._front = self._starts[front[-1]] + len(parts[front[-1]]) if front else 0

    def find(self, text: str | None, *, in_front: bool = False) -> tuple[Box, ...]:
        found = self.locate(text, 0, self._front if in_front else len(self._text))
        return tuple(self.boxes(*found)) if found else ()

    def locate(
        self, text: str | None, start: int = 0, end: int | None = None, *, at_line: bool = False
    ) -> tuple[int, int] | None:
        """Where a text begins and ends among the letters of all lines; at the beginning of a line
        first, where that is asked for."""
        wanted, end = letters_of(text or ""), len(self._text) if end is None else end
        if len(wanted) < LEAST:
            return None
        at = self._text.find(wanted, start, end)
        if at_line:
            at = self._at_line(wanted, at, end)
        if at < 0:
            at = self._text.find(wanted[:PROBE], start, end) if len(wanted) > PROBE else -1
        return None if at < 0 else (at, min(at + len(wanted), end, len(self._text)))

    def _at_line(self, wanted: str, first: int, end: int) -> int:
        at = first
        for _ in range(MOST_LOOKS):
            if at < 0 or self._starts[bisect_right(self._starts, at) - 1] == at:
                break
            at = self._text.find(wanted, at + 1, end)
        else:
            return first
        return at if at >= 0 else first

    def boxes(self, start: int, end: int) -> Iterator[Box]:
        """The part of the first and of the last line is as long as its share of the letters."""
        number = bisect_right(self._starts, start) - 1
        while number < len(self._lines) and self._starts[number] < end:
            line, first = self._lines[number], self._starts[number]
            last = self._starts[number + 1] if number + 1 < len(self._starts) else len(self._text)
            if (size := last - first) > 0:
                width = line.x1 - line.x0
                left = line.x0 + width * max(0, start - first) / size
                right = line.x0 + width * min(size, end - first) / size
                yield Box(line.page + 1, *(round(v, 1) for v in (left, line.y0, right, line.y1)))
            number += 1


def find_places(paper: Mapping[str, Any], lines: Sequence[Line]) -> list[FieldPlace]:
    """Of title, authors, abstract, headings, captions and references."""
    pages = PageLines(lines)
    return [
        FieldPlace(name, number, boxes)
        for name, number, text, in_front in _fields(paper)
        if (boxes := pages.find(text, in_front=in_front))
    ]


def _fields(paper: Mapping[str, Any]) -> Iterator[tuple[str, int, str | None, bool]]:
    yield "title", 0, paper.get("title"), True
    yield "abstract", 0, paper.get("abstract"), True
    for number, author in enumerate(paper.get("authors") or ()):
        yield "author", number, author.get("name"), True
    for name, values, key in (
        ("section", paper.get("sections"), "heading"),
        ("caption", paper.get("captions"), "text"),
        ("reference", paper.get("references"), "raw"),
    ):
        for number, one in enumerate(values or ()):
            yield name, number, one.get(key), False


def letters_of(text: str) -> str:
    return "".join(filter(str.isalnum, unicodedata.normalize("NFKC", text).casefold()))
