"""Counts stay as they are while nothing changes: sums over rows, kept until the rows are others."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TypeVar

Counted = TypeVar("Counted")
MOST_KEPT = 10_000


class CountMemory:
    """What was counted, with a mark of what it was counted over. Where the mark is another one it
    is counted anew; the mark is read first, so that nothing is kept longer than it is true."""

    def __init__(self) -> None:
        self._kept: dict[Hashable, tuple[Hashable, object]] = {}

    def get(self, name: Hashable, mark: Hashable, count: Callable[[], Counted]) -> Counted:
        kept = self._kept.get(name)
        if kept is not None and kept[0] == mark:
            return kept[1]  # type: ignore[return-value]  # under this name no other is kept
        counted = count()
        if len(self._kept) >= MOST_KEPT:
            self._kept.clear()
        self._kept[name] = (mark, counted)
        return counted
