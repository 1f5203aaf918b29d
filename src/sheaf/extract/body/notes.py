"""Footnotes, each as one text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from sheaf.extract.body.paragraphs import text_of
from sheaf.extract.zones.labels import Zone
from sheaf.extract.zones.placed import Placed

MARK = re.compile(
    r"(?P<number>\d{1,3})[\s.)]*(?=[^\W\d_]|[“\"‘'(\[«]|$)|(?P<sign>[*∗†‡§¶#‖]{1,3})\s?(?=\S)"
)


# The number of a note that is printed behind the note before, in its line.
GLUED = re.compile(r"(?<=[.!?)\]”’\d])\s(\d{1,3})\s?(?=[A-ZÀ-ÞĀ-Ž“‘(])")
MOST_LEFT_OUT = 1


def footnotes_of(document: Placed, zones: Sequence[Zone]) -> tuple[str, ...]:
    return tuple(
        text
        for group in footnote_groups(document, zones)
        for text in parted(text_of(document, group))
        if text
    )


def parted(note: str) -> Iterator[str]:
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


def footnote_groups(document: Placed, zones: Sequence[Zone]) -> list[list[int]]:
    """The lines of each footnote. A mark begins one, if it is a sign or counts on."""
    groups: list[list[int]] = []
    last = 0
    for at, zone in enumerate(zones):
        if zone is not Zone.FOOTNOTE:
            continue
        mark = MARK.match(document.lines[at].text)
        number = int(mark["number"]) if mark and mark["number"] else 0
        counts = number and (number == 1 or last < number <= last + 5 or not groups)
        if not groups or counts or (mark and mark["sign"]) or _is_apart(document, groups[-1], at):
            groups.append([])
        if counts:
            last = number
        groups[-1].append(at)
    return groups


def _is_apart(document: Placed, group: Sequence[int], at: int) -> bool:
    """On another page, a note goes on only where its last line was no end of a sentence."""
    before, line = document.lines[group[-1]], document.lines[at]
    return before.page != line.page and before.text.endswith((".", "!", "?"))
