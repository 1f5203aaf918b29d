"""Draws documents: so many at random with a seed, or all that meet conditions.

Every document has a place that its number and the seed decide, and those with the lowest places are
drawn. So the same documents and the same seed give the same sample on every database; a larger
sample holds the smaller one; one document more or less changes one member at the most.
"""

from __future__ import annotations

import heapq
import secrets
from array import array
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import blake2b

from sheaf.deposit import models
from sheaf.deposit.retrieval.conditions import Conditions
from sheaf.deposit.retrieval.selection import Found, Selection
from sheaf.deposit.sequences import MANY, batches

NUMBER_BITS = 31
NUMBERS = (1 << NUMBER_BITS) - 1
DIGEST_BYTES = 20
# Of a document whose bytes are lost: it has a number, and no SHA-1.
NO_DIGEST = bytes(DIGEST_BYTES)
LARGEST_NEW_SEED = 1_000_000_000  # one that people can type
HOW = (
    "Of every document the number (8 bytes, the highest first) is hashed with BLAKE2b to 8 bytes; "
    "the key is the seed (8 bytes). The documents with the lowest hashes are drawn."
)
Report = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class Members:
    """Numbers and SHA-1s of many documents in little memory."""

    numbers: array[int]
    digests: bytes

    def pieces(self) -> Iterator[list[Found]]:
        for start in range(0, len(self.numbers), MANY):
            yield [
                (number, self._sha1_at(at))
                for at, number in enumerate(self.numbers[start : start + MANY], start)
            ]

    def _sha1_at(self, place: int) -> str:
        digest = self.digests[place * DIGEST_BYTES : (place + 1) * DIGEST_BYTES]
        return "" if digest == NO_DIGEST else digest.hex()


@dataclass(frozen=True, slots=True)
class Drawing:
    """What was drawn, when, and out of which state of the library. Where all are taken, how many
    they are is known when they have been walked through. `name` is that of a saved sample."""

    conditions: Conditions
    time: datetime
    revision: int
    pieces: Callable[[], Iterator[list[Found]]]
    count: int | None = None
    matching: int | None = None
    name: str = ""


def draw(selection: Selection, revision: int, report: Report = lambda count: None) -> Drawing:
    """`report` is told how many documents that meet the conditions have been looked at."""
    wanted, now = selection.conditions, datetime.now(UTC).replace(microsecond=0)
    count = wanted.random
    if count is None:
        return Drawing(wanted, now, revision, selection.pieces)
    seed = secrets.randbelow(LARGEST_NEW_SEED) if wanted.seed is None else wanted.seed
    wanted = wanted.model_copy(update={"seed": seed})
    while True:
        numbers, seen = draw_numbers(selection.number_pieces(), count, seed, report)
        members = _with_digests(selection.alias, numbers)
        if len(members.numbers) == len(numbers):  # none of them went meanwhile
            return Drawing(
                wanted, now, revision, members.pieces, len(members.numbers), matching=seen
            )


def draw_numbers(
    pieces: Iterable[list[int]], count: int, seed: int, report: Report = lambda count: None
) -> tuple[list[int], int]:
    """The drawn numbers, the lowest first, and how many there were. Not more than `count` numbers
    are held."""
    kept: list[int] = []  # a heap of place and number as one, negative: the highest place in front
    seen, start = 0, blake2b(key=seed.to_bytes(8, "big"), digest_size=8)
    for piece in pieces:
        for number in piece:
            hashed = start.copy()
            hashed.update(number.to_bytes(8, "big"))
            place = -(int.from_bytes(hashed.digest(), "big") << NUMBER_BITS | number)
            if len(kept) < count:
                heapq.heappush(kept, place)
            elif place > kept[0]:
                heapq.heapreplace(kept, place)
        seen += len(piece)
        report(seen)
    return sorted(-place & NUMBERS for place in kept), seen


def _with_digests(alias: str, numbers: list[int]) -> Members:
    """Those that are still there."""
    found, digests = array("q"), bytearray()
    for some in batches(numbers, MANY):
        rows = models.Document.objects.using(alias).filter(id__in=some).order_by("id")
        for number, sha1 in rows.values_list("id", "content_sha1"):
            found.append(number)
            digests += bytes.fromhex(sha1) or NO_DIGEST
    return Members(found, bytes(digests))
