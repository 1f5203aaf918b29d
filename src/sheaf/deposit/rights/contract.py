"""What roles there are and which includes which, and what is noted of a change."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, Protocol


class Role(StrEnum):
    """Each may do what those before it may."""

    VIEWER = "viewer"
    LIBRARIAN = "librarian"
    ADMIN = "admin"

    def includes(self, needed: Role) -> bool:
        return _RANKS[self] >= _RANKS[needed]


_RANKS = {role: rank for rank, role in enumerate(Role)}

ROLE_MEANINGS = {
    Role.VIEWER: "reads what is behind the login",
    Role.LIBRARIAN: "brings in, looks after and takes back",
    Role.ADMIN: "decides beside that who may do what",
}


class Way(StrEnum):
    """By what way a change came."""

    WEB = "web"
    KEY = "key"
    COMMAND = "command"
    JOB = "job"


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """A change: who made it, by what way (with which API key), and what was so before and after.
    Nobody (an empty `who`) is a visitor who is not logged in."""

    number: int
    time: datetime
    who: str
    way: str
    key: str
    action: str
    target: str
    before: Any = None
    after: Any = None


class NoteChange(Protocol):
    """What writes a change down: `history.note`."""

    def __call__(
        self, action: str, target: str, *, before: Any = None, after: Any = None
    ) -> None: ...


def note_nothing(action: str, target: str, *, before: Any = None, after: Any = None) -> None:
    """For what is used without a library."""


# Changes of who may do what: they are for admins to see.
ABOUT_PEOPLE = ("user.", "key.")
