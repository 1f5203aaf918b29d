"""The shared papers read with the lines of all pages, zones told and lists split."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from corpora.shared import Row, documents, path_of
from sheaf.curate.text.contract import ALL_PAGES, TextOptions
from sheaf.curate.text.readers import read_text
from sheaf.extract.references.lists import ListEntry, find_lists, split_entries
from sheaf.extract.zones.document import Zone
from sheaf.extract.zones.text_lines import TextLines, locate_lines
from sheaf.extract.zones.zoning import find_zones
from sheaf.records import Text

PDF = "application/pdf"


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
        text = read_text(path_of(row).read_bytes(), PDF, TextOptions(layout_pages=ALL_PAGES))
        document = locate_lines(text if isinstance(text, Text) else Text("", 0, ""))
        zones = find_zones(document.lines)
        yield Read(row, document, zones, list(entries_of(document, zones)))


def entries_of(document: TextLines, zones: list[Zone]) -> Iterator[ListEntry]:
    for one in find_lists(document.lines, zones):
        lines = [document.lines[at] for at in one.lines]
        yield from split_entries(lines, [document.words(at) for at in one.lines])
