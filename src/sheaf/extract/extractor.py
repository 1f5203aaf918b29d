"""Reads a whole paper: zones, header, references with their contexts, body.

Each part has a folder of its own and builds on what the parts before it found.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from sheaf.curate.text.language import guess_language
from sheaf.extract.body.footnotes import read_footnotes
from sheaf.extract.body.sections import read_acknowledgement, read_captions, read_sections
from sheaf.extract.citation.parsing import parse_references
from sheaf.extract.contract import ALL_PARTS, BODY, HEADER, HEADER_PAGES, REFERENCES, Readable
from sheaf.extract.header.layout import is_upright
from sheaf.extract.header.reading import Header, correct_year, read_header
from sheaf.extract.references.contexts import find_contexts
from sheaf.extract.references.footnotes import find_footnote_entries
from sheaf.extract.references.lists import ListEntry, find_lists, split_entries
from sheaf.extract.zones.document import Zone
from sheaf.extract.zones.front_notes import find_front_notes, find_imprint_lines, is_imprint
from sheaf.extract.zones.layout import (
    ONE_SIZE,
    are_of_one_size,
    begins_block,
    body_type,
    trusted_sizes,
)
from sheaf.extract.zones.text_lines import TextLines, locate_lines
from sheaf.extract.zones.zoning import find_zones
from sheaf.records import Line, Paper, Reference, Text

# What the header may take lines away from: it knows the first page better than the zones do.
YIELDS_TO_HEADER = frozenset({Zone.BODY, Zone.HEADING, Zone.FOOTNOTE, Zone.FIGURE, Zone.CAPTION})


class PaperExtractor:
    name = "paper"
    version = "paper-5"

    def read(self, document: Readable) -> Paper:
        return read_paper(document.text, document.parts)

    def warm_up(self) -> None:
        """Loads every model, so that the first paper is read as fast as the second."""
        self.read(Readable(Text("A title\n\nReferences\n[1] A. Name. A work. 2001.", 1, "none")))


@dataclass(frozen=True, slots=True)
class Assignment:
    """Which part of the paper every line belongs to, and what was read to know it."""

    zones: Sequence[Zone]
    header: Header
    entries: Sequence[ListEntry]


def assign_lines(document: TextLines, text: Text, *, with_references: bool = True) -> Assignment:
    """What no part claims is running text, so that nothing is lost."""
    zones = find_zones(document.lines)
    listed = frozenset(at for at, zone in enumerate(zones) if zone is Zone.REFERENCE)
    header = read_header(document.lines, text.shapes, text, of_references=listed)
    zones = correct_zones_by_header(document.lines, zones, header)
    entries: list[ListEntry] = []
    for found in find_lists(document.lines, tuple(zones)) if with_references else ():
        own = split_entries(
            [document.lines[at] for at in found.lines], [document.words(at) for at in found.lines]
        )
        entries += own
        # An address behind the last entry, a footnote between two.
        for at in set(found.lines).difference(found.lines[n] for one in own for n in one.lines):
            zones[at] = Zone.BODY
    return Assignment(zones, header, entries)


def read_paper(text: Text, parts: frozenset[str] = ALL_PARTS) -> Paper:
    """The header is always read; what is left out of the rest takes no time."""
    text = text if parts - {HEADER} else _first_pages(text)
    document = locate_lines(text)
    assigned = assign_lines(document, text, with_references=REFERENCES in parts)
    references = read_references(document, assigned) if REFERENCES in parts else ()
    paper = correct_year(assigned.header, references)
    paper = replace(paper, language=guess_language(text.content) or text.language or None)
    if BODY in parts:
        paper = _with_body(paper, document, assigned.zones)
    return replace(
        paper,
        references=references,
        confidence={**paper.confidence, **_confidence_of_references(references)},
    )


def _first_pages(text: Text) -> Text:
    """The words of all pages, and the lines of those that a header may stand on."""
    lines = tuple(line for line in text.lines if line.page < HEADER_PAGES)
    if not lines:  # pictures of pages, or a text without layout
        return text
    return replace(text, lines=lines, shapes=text.shapes[:HEADER_PAGES])


def _with_body(paper: Paper, document: TextLines, zones: Sequence[Zone]) -> Paper:
    return replace(
        paper,
        sections=read_sections(document, zones),
        captions=read_captions(document, zones),
        footnotes=read_footnotes(document, zones),
        acknowledgement=read_acknowledgement(document, zones),
    )


def correct_zones_by_header(
    lines: Sequence[Line], zones: Sequence[Zone], header: Header
) -> list[Zone]:
    """What became a field leaves the text. Behind the first heading after the abstract, only
    footnotes can still be the header's; a note is a footnote wherever it stands."""
    end = max(header.abstract_lines, default=len(zones))
    body = next((at for at in range(end + 1, len(zones)) if zones[at] is Zone.HEADING), len(zones))
    away = header.lines - _notes_within_body(lines, zones, header)
    found = [
        Zone.FRONT
        if at in away and zone in YIELDS_TO_HEADER and (at < body or zone is Zone.FOOTNOTE)
        else zone
        for at, zone in enumerate(zones)
    ]
    for at in find_imprint_lines(lines, zones):
        found[at] = Zone.FRONT
    for at in (
        find_front_notes(lines, zones, header.lines, header.note_lines) - header.abstract_lines
    ):
        found[at] = Zone.FOOTNOTE
    for at in _find_unclaimed_lines(lines, found, header):
        found[at] = Zone.BODY
    return found


def _find_unclaimed_lines(
    lines: Sequence[Line], zones: Sequence[Zone], header: Header
) -> Iterator[int]:
    """What stands before the first heading and is neither the header's nor the publisher's is
    running text: an introduction without a heading, an abstract in another language."""
    size, _ = body_type(lines, trusted_sizes(lines))
    goes_on = False  # behind running text, within its paragraph
    is_said_by_publisher = False  # within a block that began so
    for at, line in enumerate(lines):
        if at == 0 or begins_block(lines[at - 1], line):
            goes_on = is_said_by_publisher = False
        # A note is no field. One that goes on where running text broke off is its next line.
        is_next_line = goes_on and at in header.note_lines and not is_imprint(line.text)
        if zones[at] is not Zone.FRONT or (at in header.lines and not is_next_line):
            goes_on = is_said_by_publisher = False
            continue
        is_said_by_publisher = is_said_by_publisher or (
            not goes_on and is_imprint(line.text) and line.size < size - ONE_SIZE
        )
        goes_on = (
            is_upright(line)
            and not is_said_by_publisher
            and (goes_on or at not in header.other_lines)
        )
        if goes_on:
            yield at


def _notes_within_body(lines: Sequence[Line], zones: Sequence[Zone], header: Header) -> set[int]:
    """A line in the middle of a paragraph of the body is no note, whatever the header says."""
    return {
        at
        for at in header.note_lines
        if at > 0
        and zones[at - 1] is zones[at] is Zone.BODY
        and at - 1 not in header.lines
        and not begins_block(lines[at - 1], lines[at])
        and are_of_one_size(lines[at - 1], lines[at])
    }


def read_references(document: TextLines, assigned: Assignment) -> tuple[Reference, ...]:
    """The entries of all lists; of the footnotes, where there is no list."""
    zones = assigned.zones
    entries = assigned.entries or find_footnote_entries(document, zones)
    parsed = [
        replace(reference, marker=entry.marker)
        for reference, entry in zip(
            parse_references([entry.raw for entry in entries]), entries, strict=True
        )
    ]
    return tuple(
        replace(reference, contexts=contexts)
        for reference, contexts in zip(parsed, find_contexts(document, zones, parsed), strict=True)
    )


def _confidence_of_references(references: Sequence[Reference]) -> dict[str, float]:
    """Of the references as a whole: the mean over all their fields."""
    values = [value for reference in references for value in reference.confidence.values()]
    return {"references": round(sum(values) / len(values), 3)} if values else {}
