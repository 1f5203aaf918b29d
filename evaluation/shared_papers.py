"""The shared papers read with the lines of all pages, zones told and lists split."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from corpora.shared import Row, documents, path_of
from corpora.texts import text_with_lines
from sheaf.extract.references.lists import ListEntry, find_lists, split_entries
from sheaf.extract.zones.document import Zone
from sheaf.extract.zones.text_lines import TextLines, locate_lines
from sheaf.extract.zones.zoning import find_zones


@dataclass(frozen=True, slots=True)
class Read:
    row: Row
    document: TextLines
    zones: list[Zone]
    entries: list[ListEntry]


def papers() -> list[Row]:
    return [row for row in documents() if row["file"].startswith("papers/")]


def read_papers(rows: list[Row]) -> Iterator[Read]:
    """One at a time; a paper whose text cannot be read counts as one without anything."""
    for row in rows:
        document = locate_lines(text_with_lines(path_of(row)))
        zones = find_zones(document.lines)
        yield Read(row, document, zones, list(entries_of(document, zones)))


def entries_of(document: TextLines, zones: list[Zone]) -> Iterator[ListEntry]:
    for one in find_lists(document.lines, zones):
        lines = [document.lines[at] for at in one.lines]
        yield from split_entries(lines, [document.words(at) for at in one.lines])
