"""Whose words something is, and how it is noted in the history of the library."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from sheaf.deposit.rights.history import LONGEST_WHO, present_actor

MOST_NUMBERS = 200  # that an entry names; of more it says how many they were


class Note(Protocol):
    """As `History.note`."""

    def __call__(
        self, action: str, target: str, *, before: Any = None, after: Any = None
    ) -> None: ...


def note_nothing(action: str, target: str, *, before: Any = None, after: Any = None) -> None:
    """For who has no library around it."""


def some_of(numbers: Sequence[int]) -> dict[str, Any]:
    """The numbers of documents, as an entry has them."""
    told: dict[str, Any] = {"documents": list(numbers[:MOST_NUMBERS])}
    return told if len(numbers) <= MOST_NUMBERS else told | {"in_all": len(numbers)}


def present_name(who: str = "") -> str:
    """Who acts now; or who is said to."""
    name = present_actor().name
    return (who or (name if isinstance(name, str) else name()))[:LONGEST_WHO]
