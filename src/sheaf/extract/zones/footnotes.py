"""Footnotes: small lines at the foot of a column, the first of them with a mark."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from sheaf.extract.zones.document import LabelledDocument

MARK = re.compile(r"(?:\d{1,3}[.)]?|[*∗†‡§¶#‖]{1,3})\s?(?:[^\W\d_]|[“\"(\[‘'«‹]|$)")
WORD = re.compile(r"[^\W\d_]{3}")
LOOKED_AT = 200  # characters
LOWER_PART = 0.4  # of the lines of a page; above it no footnote begins


def find_footnote_lines(document: LabelledDocument, taken: set[int]) -> set[int]:
    found = set(_find_by_model(document, taken))
    if document.has_layout:
        for _, page in groupby(range(len(document.lines)), lambda at: document.lines[at].page):
            found.update(_find_on_page(document, list(page), taken))
    return found


def _find_by_model(document: LabelledDocument, taken: set[int]) -> Iterator[int]:
    """Each run of lines that the model takes for footnotes."""
    numbers = range(len(document.lines))
    for is_note, run in groupby(numbers, lambda at: document.labels[at] == "footnote"):
        note = list(run) if is_note else []
        if _has_words(document, note):
            for at in note:
                if at not in taken and (document.is_smaller(at) or not document.has_layout):
                    yield at


def _find_on_page(document: LabelledDocument, page: Sequence[int], taken: set[int]) -> list[int]:
    """Each run of small lines that ends where a column ends."""
    found: list[int] = []
    bottom = max((document.lines[at].y1 for at in page), default=0.0)
    for column in _columns(document, [at for at in page if not document.lines[at].is_running]):
        tail: list[int] = []
        for at in reversed(column):
            if at in taken or (not document.is_smaller(at) and not _is_mark_only(document, at)):
                break
            tail.append(at)
        tail.reverse()
        marks = [place for place, at in enumerate(tail) if MARK.match(document.lines[at].text)]
        if marks and document.lines[tail[marks[0]]].y0 > LOWER_PART * bottom:
            note = tail[marks[0] :]
            found += note if _has_words(document, note) else []
    return found


def _has_words(document: LabelledDocument, note: Sequence[int]) -> bool:
    """Without a word they are indices of a formula, or numbers along an axis."""
    return any(WORD.search(document.lines[at].text[:LOOKED_AT]) for at in note)


def _is_mark_only(document: LabelledDocument, at: int) -> bool:
    return len(document.lines[at].text) <= 2


def _columns(document: LabelledDocument, numbers: Sequence[int]) -> list[list[int]]:
    columns: list[list[int]] = []
    for at in numbers:
        line = document.lines[at]
        before = document.lines[columns[-1][-1]] if columns else None
        if before is None or line.y1 <= before.y0 or line.x0 >= before.x1 or line.x1 <= before.x0:
            columns.append([])
        columns[-1].append(at)
    return columns
