"""The text of a paper for reading: its sections, with marks such as [7] leading to what they
cite."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from sheaf.extract.formats.model import split_paragraphs
from sheaf.records import Paper, Section

# More is a book: its page would take a browser longer than opening the file.
LONGEST_TEXT = 2_000_000
DEEPEST = 6  # level of a heading in HTML
DEEPEST_IN_OUTLINE = 4  # that is still shown further in
IN_BRACKETS = re.compile(r"\[([^\[\]\n]{1,80})\]")
BETWEEN_MARKERS = re.compile(r"(?<!\s)(\s*+[,;\-–]\s*+)")


@dataclass(frozen=True, slots=True)
class ReadPiece:
    """Words, and the entry of the list of references that they cite, by its place there."""

    words: str
    reference: int | None = None


@dataclass(frozen=True, slots=True)
class ShownSection:
    """`number` counts all sections of the paper, so that it can be led to."""

    number: int
    heading: str | None
    level: int
    paragraphs: tuple[tuple[ReadPiece, ...], ...]

    @property
    def outline_level(self) -> int:
        return min(self.level - 1, DEEPEST_IN_OUTLINE)


@dataclass(frozen=True, slots=True)
class FullText:
    sections: tuple[ShownSection, ...]
    is_cut: bool = False


def full_text(paper: Paper) -> FullText:
    places = reference_places(paper)
    sections: list[ShownSection] = []
    left = LONGEST_TEXT
    for number, section in enumerate(paper.sections, start=1):
        if left <= 0:
            return FullText(tuple(sections), is_cut=True)
        sections.append(_show(number, section, places, left))
        left -= len(section.text)
    return FullText(tuple(sections), is_cut=left < 0)


def _show(number: int, section: Section, places: Mapping[str, int], left: int) -> ShownSection:
    return ShownSection(
        number=number,
        heading=section.heading,
        # The title of the page is the first level.
        level=min(max(section.level, 1) + 1, DEEPEST),
        paragraphs=tuple(
            tuple(split_markers(one, places)) for one in split_paragraphs(section.text[:left])
        ),
    )


def reference_places(paper: Paper) -> dict[str, int]:
    """Where the entry with a marker stands in the list, counted from 1. Only what stands in square
    brackets is told from the words around it; two entries with one marker are told from nothing."""
    found: dict[str, int] = {}
    twice: set[str] = set()
    for place, reference in enumerate(paper.references, start=1):
        marker = (reference.marker or "").strip().strip("[]").rstrip(".").strip()
        if marker in found:
            twice.add(marker)
        elif marker:
            found[marker] = place
    return {marker: place for marker, place in found.items() if marker not in twice}


def split_markers(text: str, places: Mapping[str, int]) -> Iterator[ReadPiece]:
    """The text in pieces: all of them together are the text."""
    done = 0
    for group in IN_BRACKETS.finditer(text) if places else ():
        parts = BETWEEN_MARKERS.split(group[1])
        if not any(part.strip() in places for part in parts):
            continue
        yield ReadPiece(text[done : group.start(1)])
        yield from (ReadPiece(part, places.get(part.strip())) for part in parts if part)
        done = group.end(1)
    if text[done:]:
        yield ReadPiece(text[done:])
