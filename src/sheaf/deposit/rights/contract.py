"""Roles: what each may do, and which includes which."""

from __future__ import annotations

from enum import StrEnum


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
