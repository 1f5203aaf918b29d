"""Lists of references whose entries are marked: those of GROBID's reference segmenter.

The entries stand in TEI files; how each line is set stands in a second file, one token a line.
Both are read without their spaces, and the lines of the second are looked up in the first.
"""

from __future__ import annotations

import hashlib
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from lxml import etree

from corpora.zones import HEADERS, is_held_out, members
from sheaf.extract.references.lists import BEGINS, INSIDE, OUTSIDE, group_pieces
from sheaf.extract.references.pieces import ListLine, ListPiece

FOLDER = "headers/grobid/reference-segmenter"
DRIFT = 400  # characters by which the two files may be apart


@dataclass(frozen=True, slots=True)
class ReferenceList:
    """Entries are told by the characters, spaces not counted, at which they begin and end."""

    name: str
    sha1: str
    lines: tuple[ListLine, ...]
    entries: tuple[tuple[int, int], ...]

    @property
    def is_held_out(self) -> bool:
        return is_held_out(self.name)


def marked_lists() -> Iterator[tuple[str, str, list[tuple[int, int]]]]:
    """The name, the text and the entries of each list, those that are held out left out."""
    marked, _ = _files()
    for name in sorted(marked):
        if not is_held_out(name):
            yield name, *_marked(marked[name])


def lists() -> Iterator[ReferenceList]:
    marked, rows = _files()
    for name in sorted(marked):
        text, entries = _marked(marked[name])
        if name in rows:
            lines = list(_set_lines(text, rows[name].decode("utf-8").splitlines()))
        else:
            lines = [ListLine(" ".join(line.split())) for line in text.split("\n") if line.strip()]
        sha1 = hashlib.sha1(marked[name], usedforsecurity=False).hexdigest()
        # Where nobody says how the lines run, there is nothing to learn about them.
        if 2 * len(lines) > len(entries):
            yield ReferenceList(name, sha1, tuple(lines), tuple(entries))


def _files() -> tuple[dict[str, bytes], dict[str, bytes]]:
    """Those with the marks and those with the lines, by the name of the paper."""
    marked: dict[str, bytes] = {}
    rows: dict[str, bytes] = {}
    for path, data in members(HEADERS, FOLDER):
        name = path.rpartition("/")[2].partition(".training.")[0]
        (marked if path.startswith("tei/") else rows)[name] = data
    return marked, rows


def _marked(data: bytes) -> tuple[str, list[tuple[int, int]]]:
    """The text with line ends, and the entries in it."""
    root = etree.fromstring(data, etree.XMLParser(recover=True))
    text: list[str] = []
    entries: list[tuple[int, int]] = []
    count = 0

    def add(piece: str | None) -> None:
        nonlocal count
        if piece:
            text.append(" ".join(piece.split("\n")) if "\n" in piece else piece)
            count += len("".join(piece.split()))

    def walk(element: Any) -> None:
        name = etree.QName(element).localname if isinstance(element.tag, str) else ""
        if name == "teiHeader":
            return
        start = count
        if name == "lb":
            text.append("\n")
        add(element.text)
        for child in element:
            walk(child)
            add(child.tail)
        if name == "bibl" and count > start:
            entries.append((start, count))

    walk(root)
    return "".join(text), entries


def _set_lines(text: str, rows: Sequence[str]) -> Iterator[ListLine]:
    """The text by the lines of the second file; what is not found there stays with its line."""
    places = [at for at, char in enumerate(text) if not char.isspace()]
    bare = "".join(text[at] for at in places)
    told = _told_starts(bare, rows)
    starts = {0, *told, *_line_starts(text)}
    ordered = sorted(start for start in starts if start < len(bare))
    is_indented = False
    for start, end in zip(ordered, [*ordered[1:], len(bare)], strict=True):
        is_indented, begins_block = told.get(start, (is_indented, False))
        line = text[places[start] : places[end - 1] + 1]
        yield ListLine(" ".join(line.split()), is_indented, begins_block)


def _told_starts(bare: str, rows: Sequence[str]) -> dict[int, tuple[bool, bool]]:
    """Where the lines of the second file begin, each with indent and block."""
    starts: dict[int, tuple[bool, bool]] = {}
    at = missed = 0
    for tokens, is_indented, begins_block in _token_lines(rows):
        found = bare.find(tokens[:40], at, at + missed + DRIFT + len(tokens))
        if found < 0:
            missed += len(tokens)
            continue
        starts[found] = (is_indented, begins_block)
        at, missed = found + len(tokens), 0
    return starts


def _line_starts(text: str) -> Iterator[int]:
    count = 0
    for line in text.split("\n"):
        yield count
        count += len("".join(line.split()))


def _token_lines(rows: Sequence[str]) -> Iterator[tuple[str, bool, bool]]:
    tokens, is_indented, begins_block = "", False, False
    for row in rows:
        columns = row.split(" ")
        if len(columns) < 20:
            continue
        if "LINESTART" in columns and tokens:
            yield tokens, is_indented, begins_block
            tokens = ""
        if not tokens:
            is_indented = "LINEINDENT" in columns
            begins_block = "BLOCKSTART" in columns
        tokens += columns[0]
    if tokens:
        yield tokens, is_indented, begins_block


# -- entries as labels of pieces, and back --------------------------------------------------------


def labels_of(marked: ReferenceList, pieces: Sequence[ListPiece]) -> list[str]:
    """Whether each piece begins an entry, lies within one, or in none."""
    places, _ = _places(marked.lines, pieces)
    starts = [start for start, _ in marked.entries]
    found = []
    for place in places:
        at = bisect_right(starts, place) - 1
        if at >= 0 and place == starts[at]:
            found.append(BEGINS)
        else:
            found.append(INSIDE if at >= 0 and place < marked.entries[at][1] else OUTSIDE)
    return found


def entries_of(
    lines: Sequence[ListLine], pieces: Sequence[ListPiece], labels: Sequence[str]
) -> set[tuple[int, int]]:
    """Where the entries begin and end that these labels make, in characters without spaces."""
    places, end = _places(lines, pieces)
    start_of = dict(zip(map(id, pieces), places, strict=True))
    end_of = dict(zip(map(id, pieces), [*places[1:], end], strict=True))
    groups = group_pieces(pieces, labels)
    return {(start_of[id(group[0])], end_of[id(group[-1])]) for group in groups}


def _places(lines: Sequence[ListLine], pieces: Sequence[ListPiece]) -> tuple[list[int], int]:
    before = [0]
    for line in lines:
        before.append(before[-1] + _printed(line.text))
    places = [
        before[piece.line] + _printed(lines[piece.line].text[: piece.start]) for piece in pieces
    ]
    return places, before[-1]


def _printed(text: str) -> int:
    return len("".join(text.split()))
