"""Text runs with their boxes put together to lines, as the PDF reader would give them.

The runs of layout.jsonl come from the same PDFium as the reader's lines, but with tight boxes and
cut at every change of font. Here they are given loose boxes and sent through the reader's own
rules for lines and reading order, so that what is learnt from them holds for what is read.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from corpora.headers.run_accents import on_their_letters, with_accents
from sheaf.curate.text.clean import tidy_and_count
from sheaf.curate.text.pdf_page import TextPiece
from sheaf.curate.text.reading_order import order_lines
from sheaf.curate.text.running_heads import Edge, find_edges, find_running_lines
from sheaf.records import Line, PageShape, Text

Run = Sequence[Any]  # text, x0, y0, x1, y1, size, font, is_bold, is_italic
BEARING = 0.05  # of the size: the space on both sides of a letter
SIGNS = frozenset({"-", "‐", "‑", "’", "'"})
HANGS = re.compile("[,;Q]")
NEARLY, HIGHER = 0.1, 0.6  # of the size
TINY = 1.0  # a font size below it is no size (Type 3 fonts): the height of the box stands for it


def text_of_runs(pages: Sequence[dict[str, Any]], count: int) -> Text:
    lines: list[Line] = []
    edges: list[list[Edge]] = []
    starts: list[int] = []
    for number, page in enumerate(pages):
        starts.append(len(lines))
        pieces, runs = _pieces(on_their_letters(page["runs"]))
        ordered = order_lines(pieces)
        edges.append(find_edges(ordered, page["height"]))
        lines += [_line(piece, runs[piece.start], number) for piece in ordered]
    for start, numbers in zip(starts, find_running_lines(edges), strict=True):
        for at in numbers:
            lines[start + at] = _as_running(lines[start + at])
    content = "\f".join(
        "\n".join(line.text for line in lines if line.page == number)
        for number in range(len(pages))
    )
    shapes = tuple(PageShape(page["width"], page["height"]) for page in pages)
    return Text(content, count, "runs", content.split("\f")[0], tuple(lines), shapes)


def size_of(run: Run) -> float:
    return float(run[5]) if run[5] >= TINY else max(float(run[4] - run[2]), TINY)


def _pieces(runs: Sequence[Run]) -> tuple[list[TextPiece], Sequence[Run]]:
    """A piece knows its run by `start`; its length stands for its weight."""
    pieces: list[TextPiece] = []
    before: tuple[Run, float] | None = None  # with its base line
    for at, run in enumerate(runs):
        text = str(run[0]).strip()
        if text:
            base = _base(run, before)
            box = _loose(run, base)
            pieces.append(_Counted(text, at, len(text), box, str(run[0]).endswith(" ")))
            before = run, base
    return pieces, runs


class _Counted(TextPiece):
    """`start` is the number of a run."""

    __slots__ = ()


def _loose(run: Run, base: float) -> tuple[float, float, float, float]:
    """As wide as the letters with the space that belongs to them, and as high as the font."""
    size = size_of(run)
    return run[1] - BEARING * size, base - 0.8 * size, run[3] + BEARING * size, base + 0.2 * size


def _base(run: Run, before: tuple[Run, float] | None) -> float:
    """The base line: where the tight box of a word without descenders ends, or a little above.
    Beside a run of the same size it is that of the run, if it is nearly there; a hyphen in a
    font of its own stands higher."""
    size = size_of(run)
    text = str(run[0])
    hangs = 0.2 if any(char in "gjpqy()" for char in text) else 0.15 if HANGS.search(text) else 0.0
    base = float(run[4]) - hangs * size
    if before is None or size_of(before[0]) != size:
        return base
    beside = -0.2 * size < run[1] - before[0][3] < size
    near = HIGHER if text.strip() in SIGNS else NEARLY
    return before[1] if beside and abs(base - before[1]) < near * size else base


def _line(piece: TextPiece, run: Run, page: int) -> Line:
    text, _ = tidy_and_count(with_accents(piece.text))
    return Line(
        " ".join(text.split()), page, piece.x0, piece.y0, piece.x1, piece.y1,
        round(size_of(run), 1), bool(run[7]), bool(run[8]), str(run[6]),
    )  # fmt: skip


def _as_running(line: Line) -> Line:
    return Line(
        line.text, line.page, line.x0, line.y0, line.x1, line.y1, line.size, line.is_bold,
        line.is_italic, line.font, is_running=True,
    )  # fmt: skip
