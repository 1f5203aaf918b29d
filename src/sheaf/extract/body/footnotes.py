"""Footnotes, each as one text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from sheaf.extract.body.paragraphs import text_of_lines
from sheaf.extract.zones.document import Zone
from sheaf.extract.zones.text_lines import TextLines

MARK = re.compile(
    r"(?P<number>\d{1,3})[\s.)]*(?=[^\W\d_]|[“\"‘'(\[«]|$)|(?P<sign>[*∗†‡§¶#‖]{1,3})\s?(?=\S)"
)


# The number of a note that is printed behind the note before, in its line.
GLUED = re.compile(r"(?<=[.!?)\]”’\d])\s(\d{1,3})\s?(?=[A-ZÀ-ÞĀ-Ž“‘(])")
MOST_LEFT_OUT = 1


def read_footnotes(document: TextLines, zones: Sequence[Zone]) -> tuple[str, ...]:
    return tuple(
        text
        for group in group_footnote_lines(document, zones)
        for text in split_footnotes(text_of_lines(document, group))
        if text
    )


def split_footnotes(note: str) -> Iterator[str]:
    """A text of several notes, cut at numbers that count on from its own."""
    mark = MARK.match(note)
    last = int(mark["number"]) if mark and mark["number"] else 0
    start = 0
    for found in GLUED.finditer(note):
        number = int(found[1])
        # "119Recall", with no space: the number was raised. It may count on from one not seen.
        is_raised = (
            found.end() == found.end(1) and note[found.end() + 1 : found.end() + 2].islower()
        )
        if last < number and (is_raised or number <= last + 1 + MOST_LEFT_OUT):
            last = number
            yield note[start : found.start()].strip()
            start = found.start(1)
    yield note[start:].strip()


def group_footnote_lines(document: TextLines, zones: Sequence[Zone]) -> list[list[int]]:
    """The lines of each footnote. A mark begins one, if it is a sign or counts on."""
    groups: list[list[int]] = []
    last = 0
    for at, zone in enumerate(zones):
        if zone is not Zone.FOOTNOTE:
            continue
        mark = MARK.match(document.lines[at].text)
        number = int(mark["number"]) if mark and mark["number"] else 0
        counts = number and (number == 1 or last < number <= last + 5 or not groups)
        if (
            not groups
            or counts
            or (mark and mark["sign"])
            or _begins_on_later_page(document, groups[-1], at)
        ):
            groups.append([])
        if counts:
            last = number
        groups[-1].append(at)
    return groups


def _begins_on_later_page(document: TextLines, group: Sequence[int], at: int) -> bool:
    """On another page, a note goes on only where its last line was no end of a sentence."""
    before, line = document.lines[group[-1]], document.lines[at]
    return before.page != line.page and before.text.endswith((".", "!", "?"))
