"""Lines that stand at the same height of page after page: what a publisher stamps on its margin
("Downloaded from ..."), running heads that were not known for such."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from sheaf.extract.zones.document import ONE_SIZE, body_type
from sheaf.records import Line

LEAST_PAGES = 3
MOST_ON_A_PAGE = 5
SAME_HEIGHT = 3.0  # points
LOOKED_AT = 200  # characters
WORD = re.compile(r"[^\W\d_]{3}")
COUNTED = re.compile(r"\d{1,3}[.)]")  # a note, not the number of a page
DIGITS = re.compile(r"\d+")
Place = tuple[str, int]
Box = tuple[float, float, float, float]


def with_stamps(lines: Sequence[Line]) -> Sequence[Line]:
    """The same lines, with stamps marked as running. They must be at an edge of their page, for a
    table may stand at the same height of three pages too, and not in large type: so chapters
    begin."""
    body, _ = body_type(lines, [line.size for line in lines])
    places = [_place(line) if 0 < line.size <= body + ONE_SIZE else None for line in lines]
    pages: dict[Place, set[int]] = {}
    for line, place in zip(lines, places, strict=True):
        if place is not None:
            pages.setdefault(place, set()).add(line.page)
    repeated = {
        at
        for at, place in enumerate(places)
        if place is not None and len(pages[place]) >= LEAST_PAGES
    }
    if not repeated:
        return lines
    stamps = set(_at_edges(lines, repeated))
    return [
        replace(line, is_running=True) if at in stamps else line for at, line in enumerate(lines)
    ]


def _place(line: Line) -> Place | None:
    """What it says, whatever the number of the page, and how high it stands."""
    words = DIGITS.sub("0", line.text[:LOOKED_AT])
    if line.is_running or WORD.search(words) is None or COUNTED.match(words):
        return None
    return words, int(line.y0 // SAME_HEIGHT)


def _at_edges(lines: Sequence[Line], repeated: set[int]) -> Iterator[int]:
    """Those above, below or beside everything else of their page. Where there are many, the page
    itself is printed again and again."""
    for _, group in groupby(range(len(lines)), lambda at: lines[at].page):
        page = list(group)
        others = [lines[at] for at in page if at not in repeated and not lines[at].is_running]
        if others:
            inside = _box(others)
            found = [at for at in page if at in repeated and _is_outside(lines[at], inside)]
            yield from found if len(found) <= MOST_ON_A_PAGE else ()


def _box(lines: Sequence[Line]) -> Box:
    return (
        min(line.x0 for line in lines),
        min(line.y0 for line in lines),
        max(line.x1 for line in lines),
        max(line.y1 for line in lines),
    )


def _is_outside(line: Line, inside: Box) -> bool:
    left, top, right, bottom = inside
    if line.x1 <= left or line.x0 >= right:
        return True
    return line.y1 <= top + SAME_HEIGHT or line.y0 >= bottom - SAME_HEIGHT
