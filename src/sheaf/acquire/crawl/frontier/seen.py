"""Every URL a crawl has met, exactly, in about forty bytes each.

A URL is known by a hash of 128 bits, which no two URLs share by chance and nobody can make two
share on purpose. The table is cut into parts that grow one at a time and at different moments, so
that no link ever waits for the whole to be moved.
"""

from __future__ import annotations

from hashlib import blake2b

DIGEST_BYTES = 16
ID_BYTES = 4
# A hash, a number and a mark: one more than the depth, or 0 where the place is empty.
MARK = DIGEST_BYTES + ID_BYTES
SLOT = MARK + 1
PARTS = 4096
SMALLEST = 8
FULLEST = 0.7
GROWTH = 1.5
DEEPEST = 254


def fingerprint(url: str) -> bytes:
    return blake2b(url.encode("utf-8", "surrogatepass"), digest_size=DIGEST_BYTES).digest()


class SeenSet:
    """For each URL its number (from 1 on) and the depth at which it was met, 254 at the most."""

    def __init__(self) -> None:
        # Sizes differ from part to part by up to the factor of growth: they fill up one by one.
        sizes = [round(SMALLEST * GROWTH ** (part / PARTS)) for part in range(PARTS)]
        self._parts = [bytearray(SLOT * size) for size in sizes]
        self._room = [int(size * FULLEST) for size in sizes]
        self._len = 0

    def __len__(self) -> int:
        return self._len

    def find(self, digest: bytes) -> tuple[int, int] | None:
        """Number and depth, or None for what was never met."""
        part = self._parts[digest[0] << 4 | digest[1] >> 4]
        at = _place(part, digest)
        mark = part[at + MARK]
        if not mark:
            return None
        return int.from_bytes(part[at + DIGEST_BYTES : at + MARK], "little"), mark - 1

    def put(self, digest: bytes, number: int, depth: int) -> None:
        """Add a URL, or set number and depth of one that is there."""
        which = digest[0] << 4 | digest[1] >> 4
        part = self._parts[which]
        at = _place(part, digest)
        if not part[at + MARK]:
            self._len += 1
            self._room[which] -= 1
            if self._room[which] < 0:
                part = self._grow(which)
                at = _place(part, digest)
        mark = bytes((min(depth, DEEPEST) + 1,))
        part[at : at + SLOT] = digest + number.to_bytes(ID_BYTES, "little") + mark

    def _grow(self, which: int) -> bytearray:
        part = self._parts[which]
        size = len(part) // SLOT
        larger = bytearray(SLOT * round(size * GROWTH + 1))
        for start in range(0, len(part), SLOT):
            if part[start + MARK]:
                row = bytes(part[start : start + SLOT])
                at = _place(larger, row[:DIGEST_BYTES])
                larger[at : at + SLOT] = row
        self._parts[which] = larger
        # The URL that there was no room for is about to be put in.
        self._room[which] = int(len(larger) // SLOT * FULLEST) - int(size * FULLEST) - 1
        return larger


def _place(part: bytearray, digest: bytes) -> int:
    """Where a URL stands in its part, or the empty place where it would."""
    end = len(part)
    at = int.from_bytes(digest[2:8], "little") % (end // SLOT) * SLOT
    while part[at + MARK]:
        if part.startswith(digest, at):
            return at
        at += SLOT
        if at == end:
            at = 0
    return at
