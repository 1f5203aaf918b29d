"""Which readings are of nearly the same text: their fingerprints in memory, all compared.

There are as many as are kept for a while, so comparing each is exact and quick enough (a hundred
thousand take a millisecond).
"""

from __future__ import annotations

import threading
import unicodedata
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

# Of a text: a title that is reused must stand there.
FRONT = 6_000
FIRST_ROOM = 1_000


@dataclass(frozen=True, slots=True)
class NearReading:
    """The key of another reading, and in how many bits of the fingerprint it differs."""

    key: str
    distance: int


class NearReadings:
    def __init__(self, known: Iterable[tuple[str, int]] = ()) -> None:
        self._lock = threading.Lock()
        self._keys: list[str] = []
        self._places: dict[str, int] = {}
        self._prints = np.empty(FIRST_ROOM, dtype=np.uint64)
        for key, fingerprint in known:
            self.add(key, fingerprint)

    def __len__(self) -> int:
        return len(self._places)

    def add(self, key: str, fingerprint: int) -> None:
        with self._lock:
            if key in self._places:
                self._prints[self._places[key]] = fingerprint
                return
            if len(self._keys) == len(self._prints):
                self._prints = np.concatenate([self._prints, np.empty_like(self._prints)])
            self._prints[len(self._keys)] = fingerprint
            self._places[key] = len(self._keys)
            self._keys.append(key)

    def remove(self, key: str) -> None:
        """One that is gone; the last takes its place."""
        with self._lock:
            place = self._places.pop(key, None)
            if place is None:
                return
            last = self._keys.pop()
            if last != key:
                self._keys[place] = last
                self._places[last] = place
                self._prints[place] = self._prints[len(self._keys)]

    def keep_only(self, there: Collection[str]) -> None:
        for key in [key for key in list(self._places) if key not in there]:
            self.remove(key)

    def find(self, fingerprint: int, bits: int, *, but: str) -> list[NearReading]:
        """All within so many bits, the nearest first."""
        with self._lock:
            found = np.bitwise_count(self._prints[: len(self._keys)] ^ np.uint64(fingerprint))
            places = np.flatnonzero(found <= bits)
            near = [NearReading(self._keys[one], int(found[one])) for one in places]
        near.sort(key=lambda one: (one.distance, one.key))
        return [one for one in near if one.key != but]


def fits(paper: Mapping[str, Any], text: str) -> bool:
    """Whether the title of a paper stands on the first pages of a text: an extended version, or
    another paper of the same words, has a title of its own."""
    title = _letters(str(paper.get("title") or ""))
    return bool(title) and title in _letters(text[:FRONT])


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, unicodedata.normalize("NFKC", text).casefold()))
