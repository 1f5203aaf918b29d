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
    Role.LIBRARIAN: "brings documents in, looks after them and takes back what was done",
    Role.ADMIN: "does all of that, and decides who may do what",
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


@dataclass(frozen=True, slots=True)
class KeyScope:
    """What a key may be used for: as far as the role of its owner reaches, which is asked anew
    with each request. One that does not read is good at its own addresses only."""

    role: Role
    meaning: str
    reads: bool = True


READ = "read"
# Open for more: a part that programs use on its own adds its line here.
SCOPES = {
    READ: KeyScope(Role.VIEWER, "search and read"),
    "extract": KeyScope(Role.VIEWER, "have papers read by the extraction service", reads=False),
    "submit": KeyScope(Role.LIBRARIAN, "submit jobs and follow them, take runs back"),
    # It stands in addresses, and these in logs: whoever finds it there reads nothing with it.
    "ingest": KeyScope(
        Role.LIBRARIAN,
        "be handed documents, and say what became of them, as old extractors do",
        reads=False,
    ),
    "edit": KeyScope(Role.LIBRARIAN, "correct, tag and collect what stands in the catalogue"),
    "admin": KeyScope(Role.ADMIN, "see the changes of users and keys"),
}


@dataclass(frozen=True, slots=True)
class KeyInfo:
    """An API key as shown: never the key itself. `start` is how it begins."""

    number: int
    name: str
    owner: str
    start: str
    scopes: tuple[str, ...]
    made: datetime
    expires: datetime | None
    last_used: datetime | None


@dataclass(frozen=True, slots=True)
class NewKey:
    """A key that was just made. Nobody can show its secret again."""

    info: KeyInfo
    secret: str


@dataclass(frozen=True, slots=True)
class KeyUse:
    """A key that was shown and is right, with the role that its owner has now."""

    key: KeyInfo
    role: Role

    def allows(self, scope: str) -> bool:
        return scope in self.key.scopes and self.role.includes(SCOPES[scope].role)

    def reads_as(self, role: Role) -> bool:
        """Whether it is shown what is for this role, at the addresses that it comes to."""
        allowed = (one for name, one in SCOPES.items() if one.reads and self.allows(name))
        return any(one.role.includes(role) for one in allowed)
