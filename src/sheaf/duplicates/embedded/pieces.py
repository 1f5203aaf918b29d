"""How fingerprints are cut, and which pieces must be alike where few bits differ.

A fingerprint is four pieces of 16 bits. If two differ in at most k bits, then for any limits that
add up to k - 3 some piece differs in no more bits than its limit: otherwise each would differ in
one more at least, which is k + 1 in all. So for k = 3 one piece is equal; for more bits pieces
within a bit or two are looked at as well, and for fewer some pieces need not be.

More holds. Let each piece have one more than its limit to spend: all have k + 1 together, and spend
k. Then there is a piece from which on, going round, what was spent is always less than what was
had: the one behind the lowest point of a round that ends higher than it began. So that piece
is within its limit, and with the one that follows it within both limits and one. For k = 3 the
following piece differs in one bit at most, which 17 of 65536 do.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import Any

import numpy as np

PIECES = 4
PIECE_BITS = 16
PIECE_MASK = 2**PIECE_BITS - 1
FEWEST_TABLE_BITS = 4
ENTRIES_OF_A_PLACE = 8  # about; more are looked through, fewer make the table of places large

Array = Any  # of numpy, which says too little of its types to be worth the words


def shift_of(piece: int) -> int:
    return (PIECES - 1 - piece) * PIECE_BITS


def cut(fingerprint: int) -> tuple[int, ...]:
    return tuple(fingerprint >> shift_of(piece) & PIECE_MASK for piece in range(PIECES))


def cut_many(fingerprints: Array, piece: int) -> Array:
    return (fingerprints >> np.uint64(shift_of(piece))).astype(np.uint16)


@cache
def limits(bits: int) -> tuple[int, ...]:
    """In how many bits each piece may differ; -1 for a piece that need not be looked at."""
    each, more = divmod(bits + 1, PIECES)
    return tuple(each if piece < more else each - 1 for piece in range(PIECES))


@cache
def limits_of_two(bits: int) -> tuple[int, ...]:
    """In how many bits each piece may differ together with the one that follows it."""
    each = limits(bits)
    return tuple(limit + each[(piece + 1) % PIECES] + 1 for piece, limit in enumerate(each))


@cache
def flips(width: int, most: int) -> tuple[int, ...]:
    """Every way to change at most so many bits of a number of `width` bits; none first."""
    return tuple(
        sum(1 << place for place in places)
        for count in range(most + 1)
        for places in combinations(range(width), count)
    )


def table_bits(count: int) -> int:
    """How many bits of a piece have a place of their own in the tables of so many entries."""
    wanted = (count // ENTRIES_OF_A_PLACE).bit_length()
    return max(FEWEST_TABLE_BITS, min(PIECE_BITS, wanted))
