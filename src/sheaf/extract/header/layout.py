"""How a line stands on its page, in a few words that every source of layout can supply.

Sizes and places in points mean little across papers, and some corpora have none. So a line is
described against its neighbours and its page: does it begin a block, is it indented, has the
font changed, is it set in the largest type. What a source cannot tell is UNKNOWN.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from sheaf.records import Line, PageShape

UNKNOWN = "?"
YES, NO = "1", "0"
SAME_SIZE = 0.035  # two sizes that differ by less are one
GAP = 0.55  # of a line's height: a wider one begins a block
PLACES = 12  # bins of the height of a page


@dataclass(frozen=True, slots=True)
class LayoutLine:
    """One line as a model sees it. The first flags are known to every source, those from
    `relative_size` on only where there are coordinates."""

    text: str
    begins_block: str = UNKNOWN
    is_indented: str = UNKNOWN
    font: str = UNKNOWN  # new, same
    size_step: str = UNKNOWN  # higher, same, lower than the line before
    is_bold: str = UNKNOWN
    is_italic: str = UNKNOWN
    is_largest: str = UNKNOWN  # of the region
    relative_size: str = UNKNOWN  # to the most common size
    place: str = UNKNOWN  # on the page, from 0 at its top
    alignment: str = UNKNOWN  # centred, full, left, right
    gap: str = UNKNOWN  # above it
    page: str = UNKNOWN
    is_running: str = NO


def is_upright(line: Line) -> bool:
    """Not so is the stamp that arXiv prints up the margin."""
    if line.size <= 0 or len(line.text) < 4:
        return True
    return line.y1 - line.y0 < 2.5 * max(line.x1 - line.x0, 1.0) or line.y1 - line.y0 < 40


def body_size(lines: Sequence[Line]) -> float:
    """The size that most letters are set in."""
    sizes: Counter[float] = Counter()
    for line in lines:
        sizes[line.size] += len(line.text)
    return sizes.most_common(1)[0][0] if sizes else 0.0


def largest_size(lines: Sequence[Line], shapes: Sequence[PageShape]) -> float:
    """Of the lines in the upper two thirds of their page that could be a title by their letters:
    an initial is larger, and so are banners at the foot."""
    return max(
        (
            line.size
            for line in lines
            if sum(map(str.isalpha, line.text)) >= 5
            and not line.is_running
            and line.y0 < 0.66 * _height(line, shapes)
        ),
        default=0.0,
    )


def describe_lines(lines: Sequence[Line], shapes: Sequence[PageShape]) -> list[LayoutLine]:
    """The lines of the reader, which are upright, in the order of reading."""
    common, largest = body_size(lines), largest_size(lines, shapes)
    if common <= 0:
        return [LayoutLine(line.text) for line in lines]
    margins = {page: _margins(lines, page) for page in {line.page for line in lines}}
    made: list[LayoutLine] = []
    before: Line | None = None
    for line in lines:
        made.append(_describe_line(line, before, common, largest, margins[line.page], shapes))
        before = line
    return made


def _describe_line(
    line: Line,
    before: Line | None,
    common: float,
    largest: float,
    margins: tuple[float, float],
    shapes: Sequence[PageShape],
) -> LayoutLine:
    gap = _gap(line, before)
    starts = (
        before is None or gap == "apart" or gap == "moved" or _size_step(line, before) != "same"
    )
    return LayoutLine(
        text=line.text,
        begins_block=YES if starts else NO,
        is_indented=YES if before is not None and _is_indented(line, before) else NO,
        font="new" if before is None or line.font != before.font else "same",
        size_step=_size_step(line, before) if before is not None else "higher",
        is_bold=YES if line.is_bold else NO,
        is_italic=YES if line.is_italic else NO,
        is_largest=YES if line.size >= largest * (1 - SAME_SIZE) else NO,
        relative_size=_relative_size(line.size / common),
        place=str(int(PLACES * min(max(line.y0 / _height(line, shapes), 0.0), 0.999))),
        alignment=_alignment(line, margins),
        gap=gap,
        page=str(min(line.page, 3)),
        is_running=YES if line.is_running else NO,
    )


def _height(line: Line, shapes: Sequence[PageShape]) -> float:
    known = shapes[line.page].height if line.page < len(shapes) else 0.0
    return known if known > 0 else 800.0


def _size_step(line: Line, before: Line) -> str:
    if abs(line.size - before.size) <= SAME_SIZE * max(line.size, before.size):
        return "same"
    return "higher" if line.size > before.size else "lower"


def _gap(line: Line, before: Line | None) -> str:
    if before is None or line.page != before.page:
        return "first"
    height = max(line.y1 - line.y0, before.y1 - before.y0, 1.0)
    gap = line.y0 - before.y1
    if gap < -0.8 * height:
        # Beside the line before it, or in another column.
        return "beside" if abs(line.y0 - before.y0) < 0.6 * height else "moved"
    return "apart" if gap > GAP * height else "near"


def _is_indented(line: Line, before: Line) -> bool:
    width = (line.x1 - line.x0) / max(len(line.text), 1)
    return line.x0 > before.x0 + max(width, 1.0)


def _relative_size(ratio: float) -> str:
    for border in (0.72, 0.88, 0.96, 1.04, 1.15, 1.3, 1.5, 1.8, 2.3):
        if ratio < border:
            return f"<{border}"
    return ">2.3"


def _margins(lines: Sequence[Line], page: int) -> tuple[float, float]:
    """Where the text of a page begins and ends, but for a few lines that stand out."""
    left = sorted(line.x0 for line in lines if line.page == page)
    right = sorted(line.x1 for line in lines if line.page == page)
    few = len(left) // 20
    return left[few], right[-1 - few]


def _alignment(line: Line, margins: tuple[float, float]) -> str:
    left, right = margins
    width = max(right - left, 1.0)
    before, after = (line.x0 - left) / width, (right - line.x1) / width
    if before < 0.03 and after < 0.03:
        return "full"
    if abs(before - after) < 0.03:
        return "centred"
    if before < 0.03:
        return "left half" if after > 0.45 else "left"
    return "right half" if before > 0.45 else "inside"
