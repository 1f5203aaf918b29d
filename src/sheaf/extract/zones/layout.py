"""How lines are set: flags for the model, and the type of the body for the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from sheaf.records import Line

BINS = 12
SAME_SIZE = 0.4  # points by which a line may differ from the one before: the model learnt with it
ONE_SIZE = 0.6  # points by which lines of one size may differ: sizes are measured, not given
MEANINGLESS = 1.5  # points; no type is as small
MOST_SIZES = 12
START, IN, END = "start", "in", "end"
HIGHER, SAME, LOWER = "higher", "same", "lower"


@dataclass(frozen=True, slots=True)
class Flags:
    """Nothing here is a measure: a line starts a block, is larger than the one before, stands in
    the third twelfth of its page. So lines of ours, lines that somebody else has written down with
    flags of their own, and lines without layout all look alike to a model."""

    block: str = IN
    page: str = IN
    size: str = SAME  # against the line before
    is_bold: bool = False
    is_italic: bool = False
    place: int = 0  # in the document, 0 to 11
    height: int = 0  # in the page, by lines, 0 to 11
    is_running: bool = False


def flag_lines(lines: Sequence[Line]) -> list[Flags]:
    per_page = Counter(line.page for line in lines)
    starts = [at == 0 or begins_block(lines[at - 1], line) for at, line in enumerate(lines)]
    starts.append(True)
    found, row, count = [], 0, len(lines)
    for at, line in enumerate(lines):
        is_first = at == 0 or lines[at - 1].page != line.page
        row = 0 if is_first else row + 1
        of = per_page[line.page]
        found.append(
            Flags(
                block=START if starts[at] else END if starts[at + 1] else IN,
                page=START if is_first else END if row + 1 == of else IN,
                size=HIGHER if at == 0 else size_step(lines[at - 1], line),
                is_bold=line.is_bold,
                is_italic=line.is_italic,
                place=BINS * at // count,
                height=BINS * row // of,
                is_running=line.is_running,
            )
        )
    return found


def begins_block(before: Line, line: Line) -> bool:
    """A gap, another column, another page."""
    if before.page != line.page or line.x0 >= before.x1 or line.x1 <= before.x0:
        return True
    height = max(before.y1 - before.y0, line.y1 - line.y0)
    return not -0.9 * height < line.y0 - before.y1 < 0.5 * height


def size_step(before: Line, line: Line) -> str:
    step = line.size - before.size
    return HIGHER if step > SAME_SIZE else LOWER if step < -SAME_SIZE else SAME


def are_of_one_size(line: Line, other: Line) -> bool:
    return abs(line.size - other.size) < ONE_SIZE


def trusted_sizes(lines: Sequence[Line]) -> list[float]:
    """The size of a line is measured at a character in its middle. Where that is an index, the line
    is as high as those of the body, and of its size; where it is a space that was made up, the
    size says nothing, and the line is of the size of others that are as high."""
    heights: dict[float, list[float]] = {}
    for line in lines:
        if line.size > MEANINGLESS:
            heights.setdefault(line.size, []).append(line.y1 - line.y0)
    if not heights:
        return [line.size for line in lines]
    common = {
        size: sorted(found)[len(found) // 2]
        for size, found in sorted(heights.items(), key=lambda item: -len(item[1]))[:MOST_SIZES]
    }
    body, _ = body_type(lines, [line.size for line in lines])
    body_height = common.get(body, 0.0)
    nearest = {
        height: min(common, key=lambda size: abs(common[size] - height))
        for height in {round(line.y1 - line.y0, 1) for line in lines if line.size <= MEANINGLESS}
    }
    return [
        nearest[round(line.y1 - line.y0, 1)]
        if 0 < line.size <= MEANINGLESS
        else body
        if 0 < line.size < 0.8 * body and line.y1 - line.y0 > 0.93 * body_height > 0
        else line.size
        for line in lines
    ]


def body_type(lines: Sequence[Line], sizes: Sequence[float]) -> tuple[float, str]:
    """The size and the font in which most characters are printed."""
    weights: Counter[float] = Counter()
    fonts: Counter[str] = Counter()
    for line, size in zip(lines, sizes, strict=True):
        if not line.is_running:
            weights[size] += len(line.text)
            fonts[line.font] += len(line.text)
    common = max(weights, key=lambda size: (weights[size], size)) if weights else 0.0
    font = max(fonts, key=lambda font: (fonts[font], font)) if fonts else ""
    return common, font
