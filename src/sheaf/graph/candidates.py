"""Descriptions that are worth comparing with others, found by their keys."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from sheaf.deposit.graph.store import GraphStore, Standing
from sheaf.graph.features import Features, features_of, keys_of

MOST_REMEMBERED = 50_000


class Candidates:
    """Remembers, for a while, how descriptions are compared."""

    def __init__(self, store: GraphStore) -> None:
        self.store = store
        self._features: dict[int, Features] = {}

    def features(self, one: Standing) -> Features:
        found = self._features.get(one.id)
        if found is None:
            if len(self._features) >= MOST_REMEMBERED:
                self._features.clear()
            found = self._features[one.id] = features_of(one.said)
        return found

    def forget(self, numbers: Iterable[int]) -> None:
        for number in numbers:
            self._features.pop(number, None)

    def numbers_for(self, some: Collection[Standing], *, heads: bool) -> dict[int, set[int]]:
        """By description: the numbers of those that share a key with it, itself left out."""
        keys = {one.id: [key + heads for key in keys_of(self.features(one))] for one in some}
        wanted = {key for of_one in keys.values() for key in of_one}
        having = self.store.with_keys(sorted(wanted))
        return {
            number: {other for key in of_one for other in having.get(key, ())} - {number}
            for number, of_one in keys.items()
        }

    def keys_of_all(self, some: Iterable[Standing]) -> set[int]:
        """As references have them."""
        return {key for one in some for key in keys_of(self.features(one))}
