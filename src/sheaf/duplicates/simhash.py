"""The fingerprint of a text: 64 bits in which similar texts agree (simhash, Charikar 2002).

Every pair of neighbouring words votes on every bit. Numbers have no vote: page numbers, dates and
the like are what copies differ in most.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from hashlib import blake2b
from itertools import pairwise

BITS = 64
# Changes whenever the same text could get another fingerprint.
VERSION = "pairs-1"
# Fewer words than this, and two texts may agree by chance.
FEWEST_WORDS = 50
WORD = re.compile(r"[^\W\d_]{2,}")
# 64 counters in one large integer: a lane for each bit, so that one addition counts them all.
LANE = 24
LANE_MASK = (1 << LANE) - 1
MOST_VOTES = LANE_MASK


def fingerprint(text: str) -> int | None:
    """None where there are too few words to tell."""
    words = WORD.findall(unicodedata.normalize("NFKC", text).lower())
    if len(words) < FEWEST_WORDS:
        return None
    # Past this many votes a lane would overflow into the next; no text needs so many.
    pairs = Counter(pairwise(words[:MOST_VOTES]))
    votes = sum(pairs.values())
    lanes = 0
    for (first, second), times in pairs.items():
        lanes += _lanes(f"{first} {second}") * times
    return sum(1 << bit for bit in range(BITS) if _votes_for(lanes, bit) * 2 > votes)


def distance(one: int, other: int) -> int:
    """How many bits differ."""
    return (one ^ other).bit_count()


def _lanes(token: str) -> int:
    digest = blake2b(token.encode(), digest_size=BITS // 8).digest()
    lanes = 0
    for place, byte in enumerate(digest):
        lanes |= SPREAD[byte] << (place * 8 * LANE)
    return lanes


def _votes_for(lanes: int, bit: int) -> int:
    return (lanes >> (bit * LANE)) & LANE_MASK


SPREAD = tuple(sum(1 << (bit * LANE) for bit in range(8) if byte >> bit & 1) for byte in range(256))
