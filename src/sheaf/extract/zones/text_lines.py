"""The lines of a document, and where each of them stands in its text.

The text of a page is its lines, with words that were broken at line ends moved up to the line
they begin in. So a line and its stretch of the text differ by a word at either end, and a line
that held nothing but the rest of a word, or nothing at all, has no stretch of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from sheaf.records import Line, Text

LINE_HEIGHT = 12.0  # of lines made out of text that has no pages
CHARACTER = 5.0
HYPHENS = ("-", "‐", "\u00ad")


@dataclass(frozen=True, slots=True)
class TextLines:
    content: str
    lines: tuple[Line, ...]
    spans: tuple[tuple[int, int], ...]

    def words(self, number: int) -> str:
        """A line with whole words."""
        start, end = self.spans[number]
        return self.content[start:end]


def locate_lines(text: Text) -> TextLines:
    lines = text.lines or tuple(lines_without_layout(text.content))
    return TextLines(text.content, lines, tuple(_line_spans(text.content, lines)))


def lines_without_layout(content: str) -> Iterator[Line]:
    """Lines for a text without layout. They have places, since an empty line and an indent say
    as much there as on a page, but no size."""
    for number, page in enumerate(content.split("\f")):
        for row, line in enumerate(page.split("\n")):
            words = line.strip()
            if words:
                left = CHARACTER * (len(line) - len(line.lstrip()))
                top = LINE_HEIGHT * row
                right = left + CHARACTER * len(words)
                yield Line(words, number, left, top, right, top + LINE_HEIGHT, 0.0)


def _line_spans(content: str, lines: Sequence[Line]) -> Iterator[tuple[int, int]]:
    starts = _page_starts(content)
    for page, group in groupby(lines, lambda line: line.page):
        if page < len(starts):
            start, end = starts[page]
            yield from _page_spans(content, start, end, list(group))
        else:
            yield from ((len(content), len(content)) for _ in group)


def _page_starts(content: str) -> list[tuple[int, int]]:
    found, start = [], 0
    for page in content.split("\f"):
        found.append((start, start + len(page)))
        start += len(page) + 1
    return found


def _page_spans(content: str, at: int, end: int, lines: list[Line]) -> Iterator[tuple[int, int]]:
    rows = _rows(content, at, end)
    spare = sum(1 for line in lines if line.text.strip()) - len(rows)
    row = 0
    for number, line in enumerate(lines):
        start = rows[row][0] if row < len(rows) else end
        if row == len(rows) or not line.text.strip():
            yield start, start
        elif (
            spare > 0
            and number
            and _was_moved_up(lines[number - 1].text, line.text, content, start)
        ):
            spare -= 1
            yield start, start
        else:
            yield rows[row]
            row += 1


def _rows(content: str, at: int, end: int) -> list[tuple[int, int]]:
    """The stretches of the lines of a page; empty lines are none."""
    rows = []
    while at < end:
        stop = content.find("\n", at, end)
        stop = end if stop < 0 else stop
        if content[at:stop].strip():
            rows.append((at, stop))
        at = stop + 1
    return rows


def _was_moved_up(before: str, line: str, content: str, start: int) -> bool:
    """A line of one word, the rest of the one before, that does not stand in the text here."""
    if " " in line or not before.endswith(HYPHENS):
        return False
    return not content.startswith(line.rstrip("".join(HYPHENS)), start)
