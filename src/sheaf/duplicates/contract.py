"""What a store of fingerprints is: it keeps them, and finds all that are within a few bits."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class NearCopy:
    """Another document, and in how many of the 64 bits its fingerprint differs."""

    document_id: int
    distance: int

    @property
    def words(self) -> str:
        return "almost the same text" if self.distance else "the same text but for details"

    @property
    def bits(self) -> str:
        return f"{self.distance} of 64 bits {'differs' if self.distance == 1 else 'differ'}"


class FingerprintStore(Protocol):
    def revision(self) -> int:
        """The revision of the catalogue up to which the store is complete."""
        ...

    def write(self, fingerprints: Mapping[int, int | None], revision: int | None = None) -> None:
        """Put documents in; None takes one out. All of it, or nothing."""
        ...

    def find_near(self, fingerprint: int, bits: int) -> list[NearCopy]:
        """Every document within so many bits, the nearest first."""
        ...

    def fingerprint_of(self, document_id: int) -> int | None: ...

    def documents(self) -> Iterator[tuple[int, int]]:
        """(document, fingerprint), in order of documents."""
        ...
