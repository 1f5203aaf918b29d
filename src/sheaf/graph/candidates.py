"""Descriptions that are worth comparing with others, found by their keys."""

from __future__ import annotations

from collections.abc import Iterable

from sheaf.deposit.graph.store import GraphStore
from sheaf.graph.features import Features, features_of
from sheaf.graph.matcher import probability, score

MOST_REMEMBERED = 50_000


class Candidates:
    """Remembers, for a while, how descriptions are compared: what one says never changes, for
    another has another number."""

    def __init__(self, store: GraphStore) -> None:
        self.store = store
        self._features: dict[int, Features] = {}

    def load(self, numbers: Iterable[int]) -> None:
        """Before they are compared."""
        if len(self._features) > MOST_REMEMBERED:
            self._features.clear()
        missing = [number for number in numbers if number not in self._features]
        for number, statement in self.store.statements(missing):
            self._features[number] = features_of(statement)

    def features(self, number: int) -> Features:
        return self._features[number]

    def score(self, one: int, other: int) -> float:
        return score(self._features[one], self._features[other])

    def probability(self, one: int, other: int) -> float:
        return probability(self._features[one], self._features[other])
