"""What a store of fingerprints is: it keeps them, and finds all that are within a few bits.

A store holds fingerprints of one kind, named by its version tag (`simhash.VERSION`,
`legacy_simhash.VERSION`): those of different kinds cannot be compared, so each kind has a store of
its own. Documents are numbers from 0 to 4294967295.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol

from sheaf.errors import UsageError

MOST_DOCUMENT = 2**32 - 1
# For more bits than this there is no guarantee, and half of all texts would be "near" soon.
MOST_BITS = 8
# A template that fills a library would answer with all of it.
NEAREST = 1000


class Relation(StrEnum):
    COPY = "copy"
    VERSION = "version"
    SAME_TITLE = "same-title"

    @property
    def words(self) -> str:
        return RELATION_WORDS[self]


RELATION_WORDS = {
    Relation.COPY: "the same text but for details",
    Relation.VERSION: "another version of the text",
    Relation.SAME_TITLE: "the same title and authors, another text",
}


@dataclass(frozen=True, slots=True)
class Agreement:
    """How much of all runs of words both texts have, and how much of those of the smaller one."""

    shared: float
    of_smaller: float


@dataclass(frozen=True, slots=True)
class NearCopy:
    """Another document, and in how many of the 64 bits its fingerprint differs. Once the two were
    compared, how their texts agree, what they are to each other, and what the other one has that
    this one has not."""

    document_id: int
    distance: int
    agreement: Agreement | None = None
    relation: Relation | None = None
    differences: tuple[str, ...] = ()

    @property
    def words(self) -> str:
        if self.relation is not None:
            return self.relation.words
        return "almost the same text" if self.distance else "the same text but for details"

    @property
    def bits(self) -> str:
        return f"{self.distance} of 64 bits {'differs' if self.distance == 1 else 'differ'}"


@dataclass(frozen=True, slots=True)
class Matches:
    """The answer to many questions at once, as three arrays of one length: the place of the
    question, a document near it, and its distance; in this order: question, distance, document."""

    question: Any
    document: Any
    distance: Any

    def __iter__(self) -> Iterator[tuple[int, NearCopy]]:
        for question, document, distance in zip(
            self.question.tolist(), self.document.tolist(), self.distance.tolist(), strict=True
        ):
            yield question, NearCopy(document, distance)


class FingerprintStore(Protocol):
    """Many may read at once; one writes, and another that wants to waits."""

    def write(self, fingerprints: Mapping[int, int | None], revision: int | None = None) -> None:
        """Put documents in, in the place of what was said of them before; None takes one out. All
        of it, or nothing, and it lasts when this returns. With `revision`, remember that too."""
        ...

    def find_near(
        self, fingerprint: int, bits: int, most: int | None = NEAREST
    ) -> Sequence[NearCopy]:
        """Every document within so many bits, equal ones first, then the nearest; of equal
        distance the oldest first. No more than `most` of them."""
        ...

    def find_many(
        self, fingerprints: Iterable[int], bits: int, most: int | None = NEAREST
    ) -> Matches:
        """The same for many fingerprints; much quicker than one by one."""
        ...

    def fingerprint_of(self, document_id: int) -> int | None: ...

    def documents(self) -> Iterator[tuple[int, int]]:
        """(document, fingerprint), in order of documents."""
        ...

    def revision(self) -> int:
        """What `write` was told last: up to where in the catalogue the store is complete."""
        ...

    def close(self) -> None: ...


def check_bits(bits: int) -> None:
    if not 0 <= bits <= MOST_BITS:
        raise UsageError(f"Fingerprints are compared within 0 to {MOST_BITS} bits, not {bits}.")
