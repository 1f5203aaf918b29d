"""Running heads that stand on one page only, and so are not known by coming again.

A chapter of two pages has its running head once. It is known all the same: it stands above all
else of its page, in small type, and either where and how the others stand, or it says what a
heading says elsewhere, or it counts the pages.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from sheaf.extract.zones.document import ONE_SIZE, body_type
from sheaf.records import Line

LOOKED_AT = 200  # characters
SAME_HEIGHT = 3.0  # points
LEAST_OTHERS = 2
LEAST_LETTERS = 4
NOT_LETTERS = re.compile(r"[\W\d_]+")
FIRST_NUMBER = re.compile(r"(\d{1,4})\s")
LAST_NUMBER = re.compile(r"\s(\d{1,4})$")
Place = tuple[str, float, int]


def with_running_heads(lines: Sequence[Line]) -> Sequence[Line]:
    """The same lines, with those marked as running."""
    size, font = body_type(lines, [line.size for line in lines])
    tops = [at for at in _tops(lines) if 0 < lines[at].size <= size + ONE_SIZE]
    if not tops or size <= 0:
        return lines
    known = Counter(
        _place(line) for line in lines if line.is_running and len(_words(line)) >= LEAST_LETTERS
    )
    counting = _counting(lines, tops)
    wanted = {_words(lines[at]) for at in tops}
    elsewhere: dict[str, list[Line]] = {}
    for line in lines:
        if not line.is_running and (words := _words(line)) in wanted:
            elsewhere.setdefault(words, []).append(line)
    heads = {
        at
        for at in tops
        if lines[at].font != font
        and len(words := _words(lines[at])) >= LEAST_LETTERS
        and (
            known[_place(lines[at])] >= LEAST_OTHERS
            or at in counting
            or any(_is_more(other, lines[at]) for other in elsewhere.get(words, ()))
        )
    }
    return [
        replace(line, is_running=True) if at in heads else line for at, line in enumerate(lines)
    ]


def _tops(lines: Sequence[Line]) -> Iterator[int]:
    """The line that stands above all others, on every page behind the first."""
    for number, group in groupby(range(len(lines)), lambda at: lines[at].page):
        page = [at for at in group if not lines[at].is_running]
        if number > 0 and len(page) > 1:
            top, second = sorted(page, key=lambda at: lines[at].y0)[:2]
            if lines[top].y1 <= lines[second].y0 + SAME_HEIGHT:
                yield top


def _place(line: Line) -> Place:
    return line.font, round(line.size, 1), int(line.y0 // SAME_HEIGHT)


def _words(line: Line) -> str:
    return NOT_LETTERS.sub("", line.text[:LOOKED_AT]).casefold()


def _is_more(heading: Line, top: Line) -> bool:
    """Of larger or bolder type: the heading that the running head repeats."""
    return heading.size > top.size + ONE_SIZE or (
        heading.is_bold and not top.is_bold and heading.size > top.size - ONE_SIZE
    )


def _counting(lines: Sequence[Line], tops: Sequence[int]) -> set[int]:
    """Those that stand alike and begin or end with a number that grows with the pages."""
    steps: dict[tuple[Place, int], list[int]] = {}
    for at in tops:
        text = lines[at].text
        for found in (FIRST_NUMBER.match(text), LAST_NUMBER.search(text[-9:])):
            if found:
                step = int(found[1]) - lines[at].page
                steps.setdefault((_place(lines[at]), step), []).append(at)
    return {at for group in steps.values() if len(set(group)) > LEAST_OTHERS for at in group}
