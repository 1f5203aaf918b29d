"""A document as the rules see it: its lines, what the model says of them, the type of its body."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from sheaf.extract.zones.flags import Flags
from sheaf.extract.zones.vocabulary import KINDS
from sheaf.records import Line

ONE_SIZE = 0.6  # points by which lines of one size may differ: sizes are measured, not told


@dataclass(frozen=True, slots=True)
class Seen:
    """`labels` are the model's, as the names of zones; `kinds` say which lines are headings that
    everybody uses, `captions` which begin like a caption. Size and font are those of most of the
    text; 0 where there is no layout."""

    lines: Sequence[Line]
    flags: Sequence[Flags]
    labels: Sequence[str]
    kinds: Sequence[str]
    captions: Sequence[int]
    sizes: Sequence[float]
    size: float
    font: str

    @property
    def has_layout(self) -> bool:
        return self.size > 0

    def is_larger(self, at: int) -> bool:
        return self.has_layout and self.sizes[at] > self.size + ONE_SIZE

    def is_smaller(self, at: int) -> bool:
        return self.has_layout and 0 < self.sizes[at] < self.size - ONE_SIZE


MEANINGLESS = 1.5  # points; no type is as small
MOST_SIZES = 12
HEADINGS = frozenset(KINDS.values())


def look_at(
    lines: Sequence[Line], flags: Sequence[Flags], labels: Sequence[str], kinds: Sequence[str]
) -> Seen:
    """Running heads are no headings, though they often say the same."""
    sizes = trusted_sizes(lines)
    size, font = body_type(lines, sizes)
    headings = [
        kind if kind in HEADINGS and not line.is_running else ""
        for kind, line in zip(kinds, lines, strict=True)
    ]
    captions = [at for at, kind in enumerate(kinds) if kind == "caption"]
    return Seen(lines, flags, labels, headings, captions, sizes, size, font)


def are_of_one_size(one: Line, other: Line) -> bool:
    return abs(one.size - other.size) < ONE_SIZE


def trusted_sizes(lines: Sequence[Line]) -> list[float]:
    """The size of a line is told by a character in its middle. Where that is an index, the line
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
    common = max(weights, key=lambda one: (weights[one], one)) if weights else 0.0
    font = max(fonts, key=lambda one: (fonts[one], one)) if fonts else ""
    return common, font
