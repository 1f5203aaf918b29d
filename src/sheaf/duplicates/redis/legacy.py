"""What CiteSeerExtractor left in its Redis, read as it lies there.

    TOKEN                 the fingerprint of a document, as 64 digits
    22, 22 and 20 digits  a set of whole fingerprints that have this piece
    FINGERPRINT-KIND      a result in zlib: header, citations or body

With three pieces, near-copies that differ in every piece are missed. It is only read: what is
wanted of it is taken over into stores of ours.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sheaf.duplicates.kept.packing import unpack_zlib
from sheaf.duplicates.legacy_simhash import BITS, as_text, from_text
from sheaf.duplicates.redis.connecting import connect, redis_errors

PIECES = (slice(0, 22), slice(22, 44), slice(44, 64))
KINDS = ("header", "citations", "body")
MOST_BITS = 3
SECONDS = 10.0
SCAN = 1000
DIGITS = frozenset(b"01")


@dataclass(frozen=True, slots=True)
class LegacyResult:
    """`seconds` is how long it would have been kept on; None is for good."""

    fingerprint: int
    kind: str
    content: bytes
    seconds: float | None


class LegacyRedis:
    def __init__(self, url: str) -> None:
        self._url = url
        self._client = connect(url, seconds=SECONDS)

    def close(self) -> None:
        self._client.close()

    def __enter__(self) -> LegacyRedis:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def fingerprint_of(self, token: str) -> int | None:
        with redis_errors(self._url):
            found = self._client.get(token) if self._client.type(token) == b"string" else None
        return _read(found)

    def find_near(self, fingerprint: int, bits: int = MOST_BITS) -> list[tuple[int, int]]:
        """(distance, fingerprint), the nearest first, as its own lookup would have seen them."""
        digits = as_text(fingerprint)
        with redis_errors(self._url):
            sets = [self._members(digits[piece]) for piece in PIECES]
        found = {own for members in sets for own in map(_read, members) if own is not None}
        near = [((own ^ fingerprint).bit_count(), own) for own in found]
        return sorted(pair for pair in near if pair[0] <= bits)

    def _members(self, piece: str) -> set[bytes]:
        members: set[bytes] = set()
        if self._client.type(piece) == b"set":
            members = self._client.smembers(piece)
        return members

    def result(self, fingerprint: int, kind: str) -> bytes | None:
        with redis_errors(self._url):
            packed = self._client.get(f"{as_text(fingerprint)}-{kind}")
        return None if packed is None else unpack_zlib(packed)

    def results(self) -> Iterator[LegacyResult]:
        """Everything it keeps, also what can be reached by the very fingerprint only."""
        with redis_errors(self._url):
            for key in self._client.scan_iter(match=f"{'[01]' * BITS}-*", count=SCAN):
                digits, _, kind = key.decode("ascii", "replace").partition("-")
                fingerprint = from_text(digits)
                if fingerprint is None or kind not in KINDS:
                    continue
                content = self.result(fingerprint, kind)
                left = self._client.pttl(key)
                if content is not None:
                    yield LegacyResult(
                        fingerprint, kind, content, left / 1000 if left > 0 else None
                    )


def _read(stored: bytes | None) -> int | None:
    if stored is None or len(stored) != BITS or not DIGITS.issuperset(stored):
        return None
    return from_text(stored.decode("ascii"))
