"""Says what near-copies are to each other: copies or versions, and in what they differ."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Any

from sheaf.duplicates.contract import NearCopy
from sheaf.duplicates.matcher import NearCopies
from sheaf.duplicates.versions import Described, describe, differences, relate
from sheaf.records import Document

REMEMBERED = 10_000

FindPaper = Callable[[int], dict[str, Any] | None]
FindDocument = Callable[[int], Document | None]


class Comparing:
    def __init__(self, stores: NearCopies, paper: FindPaper, document: FindDocument) -> None:
        self._stores = stores
        self._paper = paper
        self._document = document
        self._described = lru_cache(REMEMBERED)(self._describe)

    def of_document(self, number: int, bits: int) -> Iterator[NearCopy]:
        """Those with nearly the same text, the nearest first; then those with the same title and
        authors."""
        near = self._stores.of_document(number, bits)
        known = {copy.document_id for copy in near}
        others = [one for one in self._stores.with_title_of(number) if one not in known]
        return self._tell(number, near, others)

    def all_pairs(self, bits: int) -> Iterator[tuple[int, NearCopy]]:
        for number, near, others in self._stores.all_pairs(bits):
            for copy in self._tell(number, near, others):
                yield number, copy

    def _tell(self, number: int, near: list[NearCopy], others: list[int]) -> Iterator[NearCopy]:
        candidates = [*near, *(NearCopy(other, -1) for other in others)]
        for copy in candidates:
            own, other = self._described(number), self._described(copy.document_id)
            relation = relate(own, other, copy.agreement)
            if relation is not None:
                far = copy.distance
                if far < 0:
                    far = self._stores.distance(number, copy.document_id)
                told = differences(own, other)
                yield replace(copy, distance=far, relation=relation, differences=told)

    def _describe(self, number: int) -> Described:
        document = self._document(number)
        return describe(self._paper(number), document.pages if document else 0)
