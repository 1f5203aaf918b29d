"""Footnotes: small lines at the foot of a column, the first of them with a mark."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby

from sheaf.extract.zones.document import Seen

MARK = re.compile(r"(?:\d{1,3}[.)]?|[*∗†‡§¶#‖]{1,3})\s?(?:[^\W\d_]|[“\"(\[‘'«‹]|$)")
LOWER_PART = 0.4  # of the lines of a page; above it no footnote begins


def footnote_lines(seen: Seen, taken: Sequence[bool]) -> set[int]:
    found = {
        at
        for at, label in enumerate(seen.labels)
        if label == "footnote" and not taken[at] and (seen.is_smaller(at) or not seen.has_layout)
    }
    if seen.has_layout:
        for _, page in groupby(range(len(seen.lines)), lambda at: seen.lines[at].page):
            found.update(_of_page(seen, list(page), taken))
    return found


def _of_page(seen: Seen, page: Sequence[int], taken: Sequence[bool]) -> list[int]:
    """Each run of small lines that ends where a column ends."""
    found: list[int] = []
    bottom = max((seen.lines[at].y1 for at in page), default=0.0)
    for column in _columns(seen, [at for at in page if not seen.lines[at].is_running]):
        tail: list[int] = []
        for at in reversed(column):
            if taken[at] or (not seen.is_smaller(at) and not _is_mark_only(seen, at)):
                break
            tail.append(at)
        tail.reverse()
        marks = [place for place, at in enumerate(tail) if MARK.match(seen.lines[at].text)]
        if marks and seen.lines[tail[marks[0]]].y0 > LOWER_PART * bottom:
            found += tail[marks[0] :]
    return found


def _is_mark_only(seen: Seen, at: int) -> bool:
    return len(seen.lines[at].text) <= 2


def _columns(seen: Seen, numbers: Sequence[int]) -> list[list[int]]:
    columns: list[list[int]] = []
    for at in numbers:
        line = seen.lines[at]
        before = seen.lines[columns[-1][-1]] if columns else None
        if before is None or line.y1 <= before.y0 or line.x0 >= before.x1 or line.x1 <= before.x0:
            columns.append([])
        columns[-1].append(at)
    return columns
