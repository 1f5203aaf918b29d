"""Whose words something is, and how it is noted in the history of the library."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sheaf.deposit.rights.contract import NoteChange as Note
from sheaf.deposit.rights.contract import note_nothing
from sheaf.deposit.rights.history import LONGEST_WHO, present_actor

__all__ = ["MOST_NUMBERS", "Note", "note_nothing", "present_name", "some_of"]

MOST_NUMBERS = 200  # that an entry names; of more it says how many they were


def some_of(numbers: Sequence[int]) -> dict[str, Any]:
    """The numbers of documents, as an entry has them."""
    told: dict[str, Any] = {"documents": list(numbers[:MOST_NUMBERS])}
    return told if len(numbers) <= MOST_NUMBERS else told | {"in_all": len(numbers)}


def present_name(who: str = "") -> str:
    """Who acts now; or who is said to."""
    name = present_actor().name
    return (who or (name if isinstance(name, str) else name()))[:LONGEST_WHO]
