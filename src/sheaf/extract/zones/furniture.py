"""Furniture of pages: running heads, stamps, tables of contents. None of it is running text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from sheaf.extract.zones.document import LabelledDocument
from sheaf.extract.zones.layout import ONE_SIZE, body_type
from sheaf.records import Line

LOOKED_AT = 200  # characters of a line
SAME_HEIGHT = 3.0  # points

# -- running heads -------------------------------------------------------------------------------
# Those that stand on one page only are not known by coming again: a chapter of two pages has its
# running head once. It stands above all else of its page, in small type, and either where and how
# the others stand, or it says what a heading says elsewhere, or it counts the pages.

LEAST_OTHERS = 2
LEAST_LETTERS = 4
NOT_LETTERS = re.compile(r"[\W\d_]+")
FIRST_NUMBER = re.compile(r"(\d{1,4})\s")
LAST_NUMBER = re.compile(r"\s(\d{1,4})$")
HeadPlace = tuple[str, float, int]  # font, size, height


def mark_running_heads(lines: Sequence[Line]) -> Sequence[Line]:
    """The same lines, with those marked as running."""
    size, font = body_type(lines, [line.size for line in lines])
    tops = [at for at in _top_lines(lines) if 0 < lines[at].size <= size + ONE_SIZE]
    if not tops or size <= 0:
        return lines
    known = Counter(
        _head_place(line)
        for line in lines
        if line.is_running and len(_letters(line)) >= LEAST_LETTERS
    )
    counting = _counting_heads(lines, tops)
    wanted = {_letters(lines[at]) for at in tops}
    elsewhere: dict[str, list[Line]] = {}
    for line in lines:
        if not line.is_running and (words := _letters(line)) in wanted:
            elsewhere.setdefault(words, []).append(line)
    heads = {
        at
        for at in tops
        if lines[at].font != font
        and len(words := _letters(lines[at])) >= LEAST_LETTERS
        and (
            known[_head_place(lines[at])] >= LEAST_OTHERS
            or at in counting
            or any(_is_heading_of(other, lines[at]) for other in elsewhere.get(words, ()))
        )
    }
    return [
        replace(line, is_running=True) if at in heads else line for at, line in enumerate(lines)
    ]


def _top_lines(lines: Sequence[Line]) -> Iterator[int]:
    """The line that stands above all others, on every page behind the first."""
    for number, group in groupby(range(len(lines)), lambda at: lines[at].page):
        page = [at for at in group if not lines[at].is_running]
        if number > 0 and len(page) > 1:
            top, second = sorted(page, key=lambda at: lines[at].y0)[:2]
            if lines[top].y1 <= lines[second].y0 + SAME_HEIGHT:
                yield top


def _head_place(line: Line) -> HeadPlace:
    return line.font, round(line.size, 1), int(line.y0 // SAME_HEIGHT)


def _letters(line: Line) -> str:
    return NOT_LETTERS.sub("", line.text[:LOOKED_AT]).casefold()


def _is_heading_of(heading: Line, top: Line) -> bool:
    """Of larger or bolder type: the heading that the running head repeats."""
    return heading.size > top.size + ONE_SIZE or (
        heading.is_bold and not top.is_bold and heading.size > top.size - ONE_SIZE
    )


def _counting_heads(lines: Sequence[Line], tops: Sequence[int]) -> set[int]:
    """Those that stand alike and begin or end with a number that grows with the pages."""
    steps: dict[tuple[HeadPlace, int], list[int]] = {}
    for at in tops:
        text = lines[at].text
        for found in (FIRST_NUMBER.match(text), LAST_NUMBER.search(text[-9:])):
            if found:
                step = int(found[1]) - lines[at].page
                steps.setdefault((_head_place(lines[at]), step), []).append(at)
    return {at for group in steps.values() if len(set(group)) > LEAST_OTHERS for at in group}


# -- stamps --------------------------------------------------------------------------------------
# Lines that stand at the same height of page after page: what a publisher stamps on its margin
# ("Downloaded from ..."), running heads that were not known for such.

LEAST_PAGES = 3
MOST_ON_A_PAGE = 5
WORD = re.compile(r"[^\W\d_]{3}")
COUNTED = re.compile(r"\d{1,3}[.)]")  # a note, not the number of a page
DIGITS = re.compile(r"\d+")
StampPlace = tuple[str, int]  # words, height
Box = tuple[float, float, float, float]


def mark_stamps(lines: Sequence[Line]) -> Sequence[Line]:
    """The same lines, with stamps marked as running. They must be at an edge of their page, for a
    table may stand at the same height of three pages too, and not in large type: so chapters
    begin."""
    body, _ = body_type(lines, [line.size for line in lines])
    places = [_stamp_place(line) if 0 < line.size <= body + ONE_SIZE else None for line in lines]
    pages: dict[StampPlace, set[int]] = {}
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


def _stamp_place(line: Line) -> StampPlace | None:
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


# -- the table of contents: lines behind its heading that end in a page number ---------------------

MOST_CONTENTS = 400  # lines
MOST_OTHERS = 4  # lines in a row without a page number: entries of two lines, running heads
LEAST_CONTENTS = 3
LEADER = re.compile(
    r"(?<!\.)(?<!\.\s)(?:\.\s?){4,}+\s*+(?:\d*+|[ivxl]{1,7})\s*+$"
    r"|\s\d{1,3}$|^(?:\d{1,3}|[ivxl]{1,7})$"
)
LINE_END = 60  # characters in which it stands


def find_contents_lines(document: LabelledDocument) -> set[int]:
    found: set[int] = set()
    for head, kind in enumerate(document.kinds):
        if kind == "contents" and head not in found:
            rows = _contents_rows(document, head)
            if len(rows) >= LEAST_CONTENTS:
                found.update([head, *rows])
    return found


def _contents_rows(document: LabelledDocument, head: int) -> list[int]:
    rows: list[int] = []
    others = 0
    for at in range(head + 1, min(head + MOST_CONTENTS, len(document.lines))):
        leads = leads_to_a_page(document.lines[at].text)
        others = 0 if leads or document.lines[at].is_running else others + 1
        if others > MOST_OTHERS:
            break
        rows.append(at)
    while rows and not leads_to_a_page(document.lines[rows[-1]].text):
        rows.pop()
    return rows


def leads_to_a_page(text: str) -> bool:
    """Dots and a page number at the end of a line, or the number alone."""
    return LEADER.search(text[-LINE_END:]) is not None
