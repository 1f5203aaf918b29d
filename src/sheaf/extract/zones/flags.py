"""How a line is set, told by flags that mean the same in any source of lines.

Nothing here is a measure: a line starts a block, is larger than the one before, stands in the
third tenth of its page. So lines of ours, lines that somebody else has written down with flags
of their own, and lines without layout all look alike to a model.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from sheaf.records import Line

BINS = 12
SAME_SIZE = 0.4  # points
START, IN, END = "start", "in", "end"
HIGHER, SAME, LOWER = "higher", "same", "lower"


@dataclass(frozen=True, slots=True)
class Flags:
    block: str = IN
    page: str = IN
    size: str = SAME  # against the line before
    is_bold: bool = False
    is_italic: bool = False
    place: int = 0  # in the document, 0 to 11
    height: int = 0  # in the page, by lines, 0 to 11
    is_running: bool = False


def flags_of(lines: Sequence[Line]) -> list[Flags]:
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
