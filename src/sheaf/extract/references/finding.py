"""Where the lists of references of a document stand: one, several, one a chapter."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sheaf.extract.zones.document import Zone
from sheaf.extract.zones.vocabulary import heading_kind, heading_words
from sheaf.records import Line

# What may stand between two lines of one list: a page ends, a figure comes.
PASSED_OVER = frozenset({Zone.FURNITURE, Zone.FOOTNOTE, Zone.CAPTION, Zone.FIGURE})


@dataclass(frozen=True, slots=True)
class ReferenceList:
    """The lines of a list by their numbers in the document, without its `heading`, where it has
    one."""

    heading: int | None
    lines: tuple[int, ...]


def find_lists(lines: Sequence[Line], zones: Sequence[Zone]) -> Iterator[ReferenceList]:
    """Each run of lines of references, with the heading that stands right before it."""
    heading: int | None = None
    numbers: list[int] = []
    for at, zone in enumerate(zones):
        if zone is Zone.REFERENCE:
            numbers.append(at)
        elif zone not in PASSED_OVER:
            if numbers:
                yield ReferenceList(heading, tuple(numbers))
            numbers = []
            is_head = zone is Zone.HEADING and _heads_references(lines[at].text)
            heading = at if is_head else None
    if numbers:
        yield ReferenceList(heading, tuple(numbers))


def _heads_references(text: str) -> bool:
    return heading_kind(heading_words(text)) == "references"
