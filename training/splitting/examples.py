"""Lists of references as the splitting model sees them, and entries as characters again."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from sheaf.extract.references.pieces import Piece, SetLine
from sheaf.extract.references.splitting import BEGINS, INSIDE, OUTSIDE, grouped
from training.splitting.corpus import ReferenceList


def labels_of(one: ReferenceList, pieces: Sequence[Piece]) -> list[str]:
    """Whether each piece begins an entry, lies within one, or in none."""
    places, _ = _places(one.lines, pieces)
    starts = [start for start, _ in one.entries]
    found = []
    for place in places:
        at = bisect_right(starts, place) - 1
        if at >= 0 and place == starts[at]:
            found.append(BEGINS)
        else:
            found.append(INSIDE if at >= 0 and place < one.entries[at][1] else OUTSIDE)
    return found


def entries_of(
    lines: Sequence[SetLine], pieces: Sequence[Piece], labels: Sequence[str]
) -> set[tuple[int, int]]:
    """Where the entries begin and end that these labels make, in characters without spaces."""
    places, end = _places(lines, pieces)
    start_of = dict(zip(map(id, pieces), places, strict=True))
    end_of = dict(zip(map(id, pieces), [*places[1:], end], strict=True))
    groups = grouped(pieces, labels)
    return {(start_of[id(group[0])], end_of[id(group[-1])]) for group in groups}


def _places(lines: Sequence[SetLine], pieces: Sequence[Piece]) -> tuple[list[int], int]:
    before = [0]
    for line in lines:
        before.append(before[-1] + _printed(line.text))
    places = [
        before[piece.line] + _printed(lines[piece.line].text[: piece.start]) for piece in pieces
    ]
    return places, before[-1]


def _printed(text: str) -> int:
    return len("".join(text.split()))
