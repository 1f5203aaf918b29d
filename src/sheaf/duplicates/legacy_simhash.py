"""The fingerprint of CiteSeerExtractor, bit for bit, so that what it kept can be found again.

Words are stemmed (Porter), stop words left out by their stems, and every token, numbers too, votes
with the 64 bits of Jenkins' `hashlittle2`. Ours is in `simhash.py`.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cache, lru_cache

import numpy as np

from sheaf.duplicates.porter import stem
from sheaf.words import read_words

VERSION = "citeseer-1"
BITS = 64
LETTERS = re.compile(rb"[A-Za-z]+")
TOKEN = re.compile(rb"[0-9A-Za-z\x80-\xff]+")
SEED_C, SEED_B = 0xAC867C1D, 0x5434E4C4
START = 0xDEADBEEF
MASK = 0xFFFFFFFF
BLOCK = 12
REMEMBERED = 100_000
ALL_ONES = (1 << BITS) - 1


def fingerprint(text: bytes) -> int:
    """Of the bytes of a text file. A text without words has 64 ones."""
    stemmed = LETTERS.sub(_stem, text)
    tokens = Counter(TOKEN.findall(stemmed))
    for word in _stop_words():
        tokens.pop(word, None)
    count = tokens.total()
    if count <= 1:
        return ALL_ONES
    hashes = np.array([token_hash(token) for token in tokens], dtype="<u8")
    times = np.fromiter(tokens.values(), np.int64, len(tokens))
    bits = np.unpackbits(hashes.view(np.uint8).reshape(-1, 8), axis=1, bitorder="little")
    votes = times @ bits
    kept = np.packbits(votes >= count // 2, bitorder="little").tobytes()
    return int.from_bytes(kept, "little")


def as_text(fingerprint: int) -> str:
    """64 digits, the highest bit first, as it was stored."""
    return f"{fingerprint:064b}"


def from_text(digits: str) -> int | None:
    """None for what is no fingerprint."""
    return int(digits, 2) if len(digits) == BITS and set(digits) <= {"0", "1"} else None


def _stem(found: re.Match[bytes]) -> bytes:
    return _stem_of(found[0])


@lru_cache(REMEMBERED)
def _stem_of(word: bytes) -> bytes:
    stemmed: str = stem(word.decode("ascii").lower())
    return stemmed.encode("ascii")


@cache
def _stop_words() -> tuple[bytes, ...]:
    lines = read_words("citeseer_stop_words")
    return tuple(word.encode() for line in lines for word in line.split())


@lru_cache(REMEMBERED)
def token_hash(token: bytes) -> int:
    """`hashlittle2` of lookup3 (Bob Jenkins 2006, public domain) with the seeds of the original."""
    a = b = c = (START + len(token) + SEED_C) & MASK
    c = (c + SEED_B) & MASK
    at = 0
    while len(token) - at > BLOCK:
        a, b, c = _mix(*_add(token[at : at + BLOCK], a, b, c))
        at += BLOCK
    if token:
        a, b, c = _finish(*_add(token[at:].ljust(BLOCK, b"\0"), a, b, c))
    return (c << 32) + b


def _add(block: bytes, a: int, b: int, c: int) -> tuple[int, int, int]:
    first, second, third = (int.from_bytes(block[at : at + 4], "little") for at in (0, 4, 8))
    return (a + first) & MASK, (b + second) & MASK, (c + third) & MASK


def _turn(value: int, places: int) -> int:
    return ((value << places) | (value >> (32 - places))) & MASK


def _mix(a: int, b: int, c: int) -> tuple[int, int, int]:
    for first, second, third in ((4, 6, 8), (16, 19, 4)):
        a = ((a - c) & MASK) ^ _turn(c, first)
        c = (c + b) & MASK
        b = ((b - a) & MASK) ^ _turn(a, second)
        a = (a + c) & MASK
        c = ((c - b) & MASK) ^ _turn(b, third)
        b = (b + a) & MASK
    return a, b, c


def _finish(a: int, b: int, c: int) -> tuple[int, int, int]:
    c = ((c ^ b) - _turn(b, 14)) & MASK
    a = ((a ^ c) - _turn(c, 11)) & MASK
    b = ((b ^ a) - _turn(a, 25)) & MASK
    c = ((c ^ b) - _turn(b, 16)) & MASK
    a = ((a ^ c) - _turn(c, 4)) & MASK
    b = ((b ^ a) - _turn(a, 14)) & MASK
    c = ((c ^ b) - _turn(b, 24)) & MASK
    return a, b, c
