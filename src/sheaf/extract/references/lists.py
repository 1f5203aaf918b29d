"""The lists of references of a document: where they stand, and the entries of each. There is one
list, or several, or one a chapter.

Entries are cut by a model, and by the markers of the list where those are plain. Where a list
prints a dash for "the same author as above", the names are put in its place.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from sheaf.curate.text.hyphenation import join_lines
from sheaf.extract.references.markers import DASHES, SUB_LETTER, find_counting, read_marker
from sheaf.extract.references.pieces import ListPiece, cut_pieces, measure_lines
from sheaf.extract.references.splitting_features import YEAR, facets, piece_columns
from sheaf.extract.sequence.labeller import Labeller, load_labeller
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


BEGINS, INSIDE, OUTSIDE = "B", "I", "O"
MARKED = frozenset({"square", "label", "round", "dot", "letter"})
LONGEST = 24_000  # characters of an entry: more is no reference, even of a thousand authors
MOST_LINES = 250
BEHIND_DRAWN_LINE = re.compile(r",\s(?:and\s)?[^\W\d_]")


@dataclass(frozen=True, slots=True)
class ListEntry:
    """One work of a list. Several may share a marker. `lines` are those given, by number."""

    raw: str
    marker: str | None = None
    lines: tuple[int, ...] = ()


def split_entries(lines: Sequence[Line], texts: Sequence[str] | None = None) -> list[ListEntry]:
    """`texts` are the lines with whole words, where the reader has made them already."""
    pieces = cut_pieces(measure_lines(lines))
    if not pieces:
        return []
    words = list(texts) if texts is not None else [line.text for line in lines]
    groups = group_pieces(pieces, label_pieces(pieces))
    entries = [_make_entry(group, words) for group in groups]
    return _repeat_authors([entry for entry in _share_markers(entries) if entry.raw])


def label_pieces(pieces: Sequence[ListPiece]) -> list[str]:
    """Begins, goes on, or is no part of an entry, for each piece."""
    found = _model().label([piece_columns(pieces)], is_sure=False)[0].labels
    return _trust_markers(pieces, found if set(found) != {OUTSIDE} else _by_markers(pieces))


def _by_markers(pieces: Sequence[ListPiece]) -> list[str]:
    """Of a list so short that the model sees none in it."""
    return [
        BEGINS if at == 0 or read_marker(piece.text)[0] in MARKED else INSIDE
        for at, piece in enumerate(pieces)
    ]


@cache
def _model() -> Labeller:
    return load_labeller("splitting", facets)


def _trust_markers(pieces: Sequence[ListPiece], labels: list[str]) -> list[str]:
    """Where a list is plainly numbered or labelled, the markers decide where entries begin."""
    markers = [read_marker(piece.text) for piece in pieces]
    counted = find_counting(markers)
    labelled = {
        at
        for at, (kind, _, _) in enumerate(markers)
        if kind == "label" and pieces[at].start == 0 and not counted
    }
    deciding = counted or labelled
    agreed = sum(labels[at] == BEGINS for at in deciding)
    in_brackets = sum(markers[at][2].startswith("[") for at in deciding)
    sure = in_brackets >= 4 or (len(deciding) >= 3 and 2 * agreed >= len(deciding))
    if not sure:
        return _correct_by_endings(pieces, labels)
    firm = [BEGINS if at in deciding else label for at, label in enumerate(labels)]
    for at in deciding:
        # A marker alone in its line: what follows is its entry.
        if pieces[at].text == markers[at][2] and at + 1 < len(firm) and at + 1 not in deciding:
            firm[at + 1] = INSIDE
    return _exclude_strangers(pieces, firm, deciding)


def _exclude_strangers(
    pieces: Sequence[ListPiece], labels: list[str], deciding: Collection[int]
) -> list[str]:
    """What seems to begin an entry without a marker of the list and without a year: behind the
    last entry it is what follows the list (addresses, a copyright notice), before it a footnote
    with a number of its own, up to the next entry."""
    last = max(deciding)
    outside = False
    for at, label in enumerate(labels):
        if at in deciding:
            outside = False
        elif label == BEGINS and pieces[at].start == 0 and not YEAR.search(pieces[at].text):
            outside = at > last or read_marker(pieces[at].text)[0] in ("bare", "glued")
        if outside:
            labels[at] = OUTSIDE
    return labels


def _correct_by_endings(pieces: Sequence[ListPiece], labels: list[str]) -> list[str]:
    """Where entries end with a full stop, a line without one is followed by the rest of its
    entry. A comma at the start, behind a finished entry, stands where a line was drawn for the
    author of the one before."""
    starts = [at for at, label in enumerate(labels) if label == BEGINS and at]
    ended = [at for at in starts if pieces[at - 1].text.endswith((".", ")", "]", ";"))]
    firm = list(labels)
    if len(starts) >= 4 and len(ended) >= 0.8 * len(starts):
        for at in starts:
            before = pieces[at - 1].text
            if before[-1:].islower() and labels[at - 1] != OUTSIDE and not _has_address(before):
                firm[at] = INSIDE
    for at, piece in enumerate(pieces):
        if (
            at
            and piece.start == 0
            and BEHIND_DRAWN_LINE.match(piece.text)
            and pieces[at - 1].text[-1:] == "."
        ):
            firm[at] = BEGINS
    return firm


def _has_address(text: str) -> bool:
    return "/" in text[-60:] or "www" in text[-60:]


def group_pieces(pieces: Sequence[ListPiece], labels: Sequence[str]) -> list[list[ListPiece]]:
    groups: list[list[ListPiece]] = []
    is_open = False
    for piece, label in zip(pieces, labels, strict=True):
        if label == OUTSIDE:
            is_open = False
        elif label == BEGINS or not is_open:
            groups.append([piece])
            is_open = True
        else:
            groups[-1].append(piece)
    return groups


def _make_entry(group: Sequence[ListPiece], words: Sequence[str]) -> ListEntry:
    lines = tuple(dict.fromkeys(piece.line for piece in group))
    texts = [_join_words([piece for piece in group if piece.line == at], words[at]) for at in lines]
    raw = join_lines(texts[:MOST_LINES])[:LONGEST]
    kind, _, marker = read_marker(raw)
    if kind in MARKED or kind in ("bare", "glued"):
        rest = raw[len(marker) :].strip()
        letter = SUB_LETTER.match(rest) if kind != "letter" else None
        return ListEntry(rest[letter.end() :] if letter else rest, marker, lines)
    return ListEntry(raw.removeprefix(marker).strip() if kind == "bullet" else raw, None, lines)


def _join_words(pieces: Sequence[ListPiece], words: str) -> str:
    """The pieces of one line in that line with whole words: there the first word may have moved
    up, and the last may be longer."""
    start, end = 0, len(words)
    if pieces[0].start:
        start = max(words.find(pieces[0].text[:20]), 0)
    if not pieces[-1].is_last:
        at = words.find(pieces[-1].text[-20:], start)
        end = at + len(pieces[-1].text[-20:]) if at >= 0 else end
    return words[start:end]


def _share_markers(entries: Sequence[ListEntry]) -> list[ListEntry]:
    """Works that share a number all carry it, so that a citation of it finds each."""
    found: list[ListEntry] = []
    marker = None
    for entry in entries:
        if entry.marker is None or read_marker(entry.marker)[0] == "letter":
            found.append(ListEntry(entry.raw, marker, entry.lines))
        else:
            marker = entry.marker
            found.append(entry)
    return found


def _repeat_authors(entries: Sequence[ListEntry]) -> list[ListEntry]:
    found: list[ListEntry] = []
    authors = ""
    for entry in entries:
        raw = entry.raw
        if match_author_dash(raw):
            raw = replace_author_dash(raw, authors)
        else:
            authors = find_authors(raw)
        found.append(ListEntry(raw, entry.marker, entry.lines))
    return found


LONGEST_AUTHORS = 300  # characters of the authors of a work
YEAR_OF_ENTRY = re.compile(r"\b(?:1[5-9]\d\d|20[0-4]\d)[a-z]?\b")
# The first full stop that ends more than an initial, or a quotation mark, or a colon.
AUTHORS_END = re.compile(r"(?<=[\w)]{3})[.:](?=\s)|[,.]?\s[“\"„«]|\((?:19|20)\d\d")
# A line that was drawn, not printed, leaves but the comma behind it.
DRAWN_LINE = re.compile(r"(?=,\s[^\W\d_])")
CONNECTS = re.compile(r"(?:and|&|et|und|y|e|,|with)\s", re.IGNORECASE)


def match_author_dash(raw: str) -> re.Match[str] | None:
    """A dash of some length at the start of an entry, or what a drawn one leaves."""
    found = DASHES.match(raw)
    if found is None:
        return DRAWN_LINE.match(raw)
    drawn = sum(char in "-–—―_‐‑‒" for char in found[0])
    return found if drawn >= 2 or found[0].strip()[:1] in "–—―" else None


def find_authors(raw: str) -> str:
    """What stands before the year or the title of an entry."""
    ends = [
        found.start() for found in (YEAR_OF_ENTRY.search(raw), AUTHORS_END.search(raw)) if found
    ]
    return raw[: min(ends)].strip(" ,.;(") if ends and min(ends) < LONGEST_AUTHORS else ""


def replace_author_dash(raw: str, authors: str) -> str:
    found = match_author_dash(raw)
    if found is None or not authors:
        return raw
    rest = raw[found.end() :].lstrip()
    between = (
        ""
        if rest.startswith(",")
        else " "
        if CONNECTS.match(rest) or rest.startswith("(")
        else ". "
    )
    return f"{authors}{between}{rest}"
