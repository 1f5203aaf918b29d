"""Measures of the first pages as they look: shape, sizes of type, lines, columns.

They come from layout lines alone, so they are the same in every language. A format without pages
has none of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from statistics import median

from sheaf.records import Line, PageShape

POSTER_AREA = 1_200_000  # square points; A3 has a million
SPARSE = 150  # words; two pages of a book on a landscape sheet have more
SLIDE_WIDTH = 1100  # points; larger ones are posters
FAR = 20_000  # points; PDF allows pages of 14,400
TYPE_3 = 1.0  # a size below this is the font's own unit, not a size


def page_measures(lines: Sequence[Line], shapes: Sequence[PageShape]) -> dict[str, float]:
    """Empty where there is no page. A page without a size, or a line far outside of every page,
    is a broken file's: it is not measured."""
    if not shapes or not (1 <= shapes[0].width <= FAR and 1 <= shapes[0].height <= FAR):
        return {}
    found = _shape_measures(shapes[0])
    both = [line for line in lines if line.page <= 1 and _is_drawn(line)]
    if not both:
        return found
    first = [line for line in both if line.page == 0]
    body = body_size(both)
    found |= _type_measures(both, body, shapes[0].height)
    found |= _column_measures(both, shapes[0].width)
    found |= _top_measures(first, body, shapes[0])
    words = sum(line.text.count(" ") + 1 for line in both) / min(len(shapes), 2)
    found["sparse_slides"] = found["slide_page"] * (words < SPARSE)
    return found


def _is_drawn(line: Line) -> bool:
    """Comparisons with a number that is none are false, so such lines are left out too."""
    near = all(-FAR <= at <= FAR for at in (line.x0, line.y0, line.x1, line.y1))
    return near and 0 <= line.size <= FAR and bool(line.text.strip())


def _shape_measures(shape: PageShape) -> dict[str, float]:
    width, height = shape.width, shape.height
    huge = width * height > POSTER_AREA
    landscape = width > height * 1.05
    return {
        "landscape": float(landscape),
        "huge_page": float(huge),
        "slide_page": float(landscape and width < SLIDE_WIDTH and 1.2 < width / height < 1.9),
        "small_page": float(not landscape and width * height < 300_000),
    }


def size_of(line: Line) -> float:
    """The size of type; of fonts that do not tell it, the height of the line."""
    return line.size if line.size > TYPE_3 else max((line.y1 - line.y0) * 1.2, TYPE_3)


def body_size(lines: Sequence[Line]) -> float:
    """The size most characters are set in."""
    counts: Counter[float] = Counter()
    for line in lines:
        counts[round(size_of(line) * 2) / 2] += len(line.text)
    return max(counts, key=lambda size: (counts[size], size))


def _type_measures(lines: Sequence[Line], body: float, height: float) -> dict[str, float]:
    total = sum(len(line.text) for line in lines)
    by_size: Counter[float] = Counter()
    bold = italic = large = small = 0
    for line in lines:
        size, length = size_of(line), len(line.text)
        by_size[round(size)] += length
        bold += length * line.is_bold
        italic += length * line.is_italic
        large += length * (size > body * 1.15)
        small += length * (size < body * 0.92)
    used = sum(count > total * 0.01 for count in by_size.values())
    return {
        "body_size": body,
        "body_share_of_height": 100 * body / height,
        "bold": bold / total,
        "italic": italic / total,
        "large_type": large / total,
        "small_type": small / total,
        "sizes": float(used),
        "one_size": by_size.most_common(1)[0][1] / total,
    }


def _column_measures(lines: Sequence[Line], width: float) -> dict[str, float]:
    """How the lines fill the page. Prose is set in lines of one length that begin at one edge."""
    widths = sorted(line.x1 - line.x0 for line in lines)
    measure = widths[int(len(widths) * 0.85)] or 1.0
    full = sum(wide > measure * 0.95 for wide in widths) / len(widths)
    starts = Counter(round(line.x0 / 3) for line in lines)
    edges = [count for _, count in starts.most_common(2)]
    right = [line for line in lines if line.x0 > width * 0.47 and line.x1 - line.x0 > width * 0.25]
    left = [line for line in lines if line.x1 < width * 0.53 and line.x1 - line.x0 > width * 0.25]
    return {
        "measure": measure / width,
        "full_lines": full,
        "left_edge": sum(edges) / len(lines),
        "ragged_starts": len(starts) / len(lines),
        "two_columns": float(min(len(left), len(right)) > 0.2 * len(lines)),
        "line_length": float(median(len(line.text.split()) for line in lines)),
    }


def _top_measures(first: Sequence[Line], body: float, shape: PageShape) -> dict[str, float]:
    """The title block: whether one or a few large lines stand above centred ones."""
    upper = [line for line in first if line.y0 < shape.height * 0.5]
    if not upper:
        return {"title_size": 1.0, "title_lines": 0.0, "centred": 0.0, "filled": 0.0}
    largest = max(size_of(line) for line in upper)
    title = [line for line in upper if size_of(line) > largest * 0.95]
    middle = shape.width / 2
    top = sorted(upper, key=lambda line: line.y0)[:12]
    centred = [
        line for line in top
        if abs((line.x0 + line.x1) / 2 - middle) < shape.width * 0.03
        and line.x1 - line.x0 < shape.width * 0.62
    ]  # fmt: skip
    return {
        "title_size": min(largest / body, 4.0),
        "title_lines": float(min(len(title), 10)),
        "centred": len(centred) / len(top),
        "filled": (max(line.y1 for line in first) - min(line.y0 for line in first)) / shape.height,
    }
