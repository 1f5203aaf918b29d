"""Text runs with their boxes put together to lines, as the PDF reader would give them.

The runs of layout.jsonl come from the same PDFium as the reader's lines, but with tight boxes and
cut at every change of font. Here they are given loose boxes and sent through the reader's own
rules for lines and reading order, so that what is learnt from them holds for what is read.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import Any

from sheaf.curate.pdf_accents import ACCENTS
from sheaf.curate.pdf_page import Piece
from sheaf.curate.reading_order import ordered_lines
from sheaf.curate.running_heads import Edge, page_edges, running
from sheaf.curate.text_clean import tidied
from sheaf.records import Line, PageShape, Text

Run = Sequence[Any]  # text, x0, y0, x1, y1, size, font, is_bold, is_italic
# Before its letter, or behind it where no letter follows.
ACCENT = re.compile(
    f"([{''.join(ACCENTS)}])([A-Za-zı])|([A-Za-zı]) ?([{''.join(ACCENTS)}])(?=[ ,-]|$)"
)
TINY = 1.0  # a font size below it is no size (Type 3 fonts): the height of the box stands for it


def text_of_runs(pages: Sequence[dict[str, Any]], count: int) -> Text:
    lines: list[Line] = []
    edges: list[list[Edge]] = []
    starts: list[int] = []
    for number, page in enumerate(pages):
        starts.append(len(lines))
        pieces, runs = _pieces(page["runs"])
        ordered = ordered_lines(pieces)
        edges.append(page_edges(ordered, page["height"]))
        lines += [_line(piece, runs[piece.start], number) for piece in ordered]
    for start, numbers in zip(starts, running(edges), strict=True):
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


def _pieces(runs: Sequence[Run]) -> tuple[list[Piece], Sequence[Run]]:
    """A piece knows its run by `start`; its length stands for its weight."""
    pieces: list[Piece] = []
    for at, run in enumerate(runs):
        text = str(run[0]).strip()
        if text:
            pieces.append(_Counted(text, at, len(text), _loose(run), str(run[0]).endswith(" ")))
    return pieces, runs


class _Counted(Piece):
    """`start` is the number of a run."""

    __slots__ = ()


def _loose(run: Run) -> tuple[float, float, float, float]:
    """As high as the font: from a fifth of it below the base line, which is where tight boxes of
    words without descenders end, or a little above where they have some."""
    size = size_of(run)
    hangs = any(char in "gjpqy,;()Q" for char in run[0])
    base = run[4] - (0.2 * size if hangs else 0.0)
    return run[1], base - 0.8 * size, run[3], base + 0.2 * size


def _accented(found: re.Match[str]) -> str:
    accent, letter = (found[1], found[2]) if found[1] else (found[4], found[3])
    return unicodedata.normalize("NFC", ("i" if letter == "ı" else letter) + ACCENTS[accent])


def _line(piece: Piece, run: Run, page: int) -> Line:
    text, _ = tidied(ACCENT.sub(_accented, piece.text))
    return Line(
        " ".join(text.split()), page, piece.x0, piece.y0, piece.x1, piece.y1,
        round(size_of(run), 1), bool(run[7]), bool(run[8]), str(run[6]),
    )  # fmt: skip


def _as_running(line: Line) -> Line:
    return Line(
        line.text, line.page, line.x0, line.y0, line.x1, line.y1, line.size, line.is_bold,
        line.is_italic, line.font, is_running=True,
    )  # fmt: skip
