"""Cuts a list of references into its entries."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cache

from sheaf.extract.line_joining import join_lines
from sheaf.extract.references.markers import SUB_LETTER, counting, kind_of
from sheaf.extract.references.pieces import Piece, pieces_of
from sheaf.extract.references.repeated_authors import authors_of, replaced, stands_for_authors
from sheaf.extract.references.setting import set_lines
from sheaf.extract.references.splitting_features import YEAR, columns_of, facets
from sheaf.extract.sequence.labeller import Labeller, labeller
from sheaf.records import Line

BEGINS, INSIDE, OUTSIDE = "B", "I", "O"
MARKED = frozenset({"square", "label", "round", "dot", "letter"})
LONGEST = 24_000  # characters of an entry: more is no reference, even of a thousand authors
MOST_LINES = 250
DRAWN = re.compile(r",\s(?:and\s)?[^\W\d_]")


@dataclass(frozen=True, slots=True)
class Entry:
    """One work of a list. Several may share a marker. `lines` are those given, by number."""

    raw: str
    marker: str | None = None
    lines: tuple[int, ...] = ()


def split_entries(lines: Sequence[Line], texts: Sequence[str] | None = None) -> list[Entry]:
    """`texts` are the lines with whole words, where the reader has made them already."""
    pieces = pieces_of(set_lines(lines))
    if not pieces:
        return []
    words = list(texts) if texts is not None else [line.text for line in lines]
    groups = grouped(pieces, labels_of(pieces))
    entries = [_entry(group, words) for group in groups]
    return _with_authors([entry for entry in _with_markers(entries) if entry.raw])


def labels_of(pieces: Sequence[Piece]) -> list[str]:
    """Begins, goes on, or is no part of an entry, for each piece."""
    found = _model().label([columns_of(pieces)], is_sure=False)[0].labels
    return _firm(pieces, found if set(found) != {OUTSIDE} else _by_markers(pieces))


def _by_markers(pieces: Sequence[Piece]) -> list[str]:
    """Of a list so short that the model sees none in it."""
    return [
        BEGINS if at == 0 or kind_of(piece.text)[0] in MARKED else INSIDE
        for at, piece in enumerate(pieces)
    ]


@cache
def _model() -> Labeller:
    return labeller("splitting", facets)


def _firm(pieces: Sequence[Piece], labels: list[str]) -> list[str]:
    """Where a list is plainly numbered or labelled, the markers decide where entries begin."""
    markers = [kind_of(piece.text) for piece in pieces]
    counted = counting(markers)
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
        return _by_ends(pieces, labels)
    firm = [BEGINS if at in deciding else label for at, label in enumerate(labels)]
    for at in deciding:
        # A marker alone in its line: what follows is its entry.
        if pieces[at].text == markers[at][2] and at + 1 < len(firm) and at + 1 not in deciding:
            firm[at + 1] = INSIDE
    return _without_strangers(pieces, firm, deciding)


def _without_strangers(
    pieces: Sequence[Piece], labels: list[str], deciding: Collection[int]
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
            outside = at > last or kind_of(pieces[at].text)[0] in ("bare", "glued")
        if outside:
            labels[at] = OUTSIDE
    return labels


def _by_ends(pieces: Sequence[Piece], labels: list[str]) -> list[str]:
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
        if at and piece.start == 0 and DRAWN.match(piece.text) and pieces[at - 1].text[-1:] == ".":
            firm[at] = BEGINS
    return firm


def _has_address(text: str) -> bool:
    return "/" in text[-60:] or "www" in text[-60:]


def grouped(pieces: Sequence[Piece], labels: Sequence[str]) -> list[list[Piece]]:
    groups: list[list[Piece]] = []
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


def _entry(group: Sequence[Piece], words: Sequence[str]) -> Entry:
    lines = tuple(dict.fromkeys(piece.line for piece in group))
    texts = [_words_of([one for one in group if one.line == at], words[at]) for at in lines]
    raw = join_lines(texts[:MOST_LINES])[:LONGEST]
    kind, _, marker = kind_of(raw)
    if kind in MARKED or kind in ("bare", "glued"):
        rest = raw[len(marker) :].strip()
        letter = SUB_LETTER.match(rest) if kind != "letter" else None
        return Entry(rest[letter.end() :] if letter else rest, marker, lines)
    return Entry(raw.removeprefix(marker).strip() if kind == "bullet" else raw, None, lines)


def _words_of(pieces: Sequence[Piece], words: str) -> str:
    """The pieces of one line in that line with whole words: there the first word may have moved
    up, and the last may be longer."""
    start, end = 0, len(words)
    if pieces[0].start:
        start = max(words.find(pieces[0].text[:20]), 0)
    if not pieces[-1].is_last:
        at = words.find(pieces[-1].text[-20:], start)
        end = at + len(pieces[-1].text[-20:]) if at >= 0 else end
    return words[start:end]


def _with_markers(entries: Sequence[Entry]) -> list[Entry]:
    """Works that share a number all carry it, so that a citation of it finds each."""
    found: list[Entry] = []
    marker = None
    for entry in entries:
        if entry.marker is None or kind_of(entry.marker)[0] == "letter":
            found.append(Entry(entry.raw, marker, entry.lines))
        else:
            marker = entry.marker
            found.append(entry)
    return found


def _with_authors(entries: Sequence[Entry]) -> list[Entry]:
    found: list[Entry] = []
    authors = ""
    for entry in entries:
        raw = entry.raw
        if stands_for_authors(raw):
            raw = replaced(raw, authors)
        else:
            authors = authors_of(raw)
        found.append(Entry(raw, entry.marker, entry.lines))
    return found
