"""Which lines of a document are running heads, running feet and page numbers.

They stand in the text as they stand on the page, but who reads a title, a paragraph or a
reference list has to know them: they come between its lines.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from sheaf.curate.text.pdf_page import TextPiece

EDGE_LINES = 2  # at the top and at the bottom of a page that may be running ones
EDGE = 0.14  # of the height of the page within which they stand
MOVES = 8.0  # points by which a running line may move from page to page
DIGITS = re.compile(r"\d+")
PAGE_NUMBER = re.compile(
    r"[-–—\s(\[]*+(?:page|seite|p\.)?\s*+(?:\d{1,4}|[ivxlc]{1,7})(?:\s*(?:of|/|von)\s*\d{1,4})?"
    r"[-–—\s)\].]*",
    re.IGNORECASE,
)
Key = tuple[str, int]  # words with digits made alike, and the height at which they stand


@dataclass(frozen=True, slots=True)
class Edge:
    """A line at the edge of a page: its number on the page, its text, how it comes again."""

    number: int
    text: str
    key: Key


def find_edges(lines: Sequence[TextPiece], height: float) -> list[Edge]:
    """The outermost lines of a page."""
    found = []
    for number in _find_outermost(lines, height):
        text = lines[number].text
        key = DIGITS.sub("#", text.lower()), round(lines[number].y0 / MOVES)
        found.append(Edge(number, text, key))
    return found


def _find_outermost(lines: Sequence[TextPiece], height: float) -> list[int]:
    top, bottom = EDGE * height, (1 - EDGE) * height
    upper = [(line.y0, number) for number, line in enumerate(lines) if line.y0 < top]
    lower = [(-line.y1, number) for number, line in enumerate(lines) if line.y1 > bottom]
    outermost = sorted(upper)[:EDGE_LINES] + sorted(lower)[:EDGE_LINES]
    return list(dict.fromkeys(number for _, number in outermost))


def find_running_lines(pages: Sequence[Sequence[Edge]]) -> list[frozenset[int]]:
    """For each page the numbers of its running lines: what stands at the edge of two or more
    pages, at the same height, and page numbers, which may stand there but once."""
    counts = Counter(key for page in pages for key in {edge.key for edge in page})
    return [frozenset(edge.number for edge in page if _is_running(edge, counts)) for page in pages]


def _is_running(edge: Edge, counts: Counter[Key]) -> bool:
    words, height = edge.key
    # A line may stand on the border between two heights.
    beside = max(counts[words, height - 1], counts[words, height + 1])
    return counts[edge.key] + beside >= 2 or PAGE_NUMBER.fullmatch(edge.text) is not None
