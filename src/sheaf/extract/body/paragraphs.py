"""Lines joined to paragraphs: words made whole, an empty line between paragraphs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from statistics import median_low

from sheaf.curate.text.hyphenation import join_lines
from sheaf.extract.zones.text_lines import TextLines
from sheaf.records import Line

INDENT = 5.0  # points
SENTENCE_END = re.compile(r"[.!?:。？！…][\"”’')\]\d*†‡,]{0,4}$")


def join_paragraphs(document: TextLines, numbers: Sequence[int]) -> str:
    return "\n\n".join(
        text_of_lines(document, group) for group in _split_paragraphs(document.lines, numbers)
    )


def text_of_lines(document: TextLines, numbers: Sequence[int]) -> str:
    """Words are whole within a page; at its end they are made so here."""
    return join_lines(map(document.words, numbers))


def _split_paragraphs(lines: Sequence[Line], numbers: Sequence[int]) -> Iterator[list[int]]:
    pitch = _line_pitch(lines, numbers)
    group: list[int] = []
    for at in numbers:
        if group and _begins_paragraph(lines, group, at, pitch):
            yield group
            group = []
        group.append(at)
    if group:
        yield group


def _line_pitch(lines: Sequence[Line], numbers: Sequence[int]) -> float:
    steps = [
        step
        for above, at in pairwise(numbers)
        if lines[above].page == lines[at].page and (step := lines[at].y0 - lines[above].y0) > 0
    ]
    return median_low(steps) if steps else 12.0


def _begins_paragraph(lines: Sequence[Line], group: Sequence[int], at: int, pitch: float) -> bool:
    """Whether a paragraph begins with this line."""
    before, line = lines[group[-1]], lines[at]
    ended = SENTENCE_END.search(before.text[-8:]) is not None
    if before.page != line.page or line.y0 < before.y0 or line.x0 >= before.x1:
        # Elsewhere on the page, or on the next: only a finished sentence ends a paragraph there.
        return ended and _is_short(lines, group, before)
    if line.y0 - before.y0 > 1.35 * pitch + 1:
        return ended or not line.text[:1].islower()
    return ended and line.x0 - before.x0 > INDENT and not line.text[:1].islower()


def _is_short(lines: Sequence[Line], group: Sequence[int], line: Line) -> bool:
    widest = max(lines[at].x1 for at in group[-6:])
    return line.x1 < widest - 3 * INDENT
