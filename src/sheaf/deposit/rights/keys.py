"""API keys: made for a user, shown once, given scopes and an end, revoked.

A key is sheaf_NAME_SECRET. By its name its row is found; of the whole only a SHA-256 is kept. Slow
hashing is for what people think of: the secret has 256 random bits, and whoever knows the digest
would have to try as many as there are.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from contextlib import suppress
from datetime import datetime, timedelta

from django.contrib.auth.models import User
from django.db import Error, IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone

from sheaf.deposit import models
from sheaf.deposit.database import catalogue_errors
from sheaf.deposit.rights.contract import SCOPES, KeyInfo, KeyUse, NewKey, NoteChange
from sheaf.deposit.rights.users import find_user, role_of
from sheaf.errors import UsageError

FORM = re.compile(r"sheaf_([0-9a-f]{16})_([0-9A-Za-z_-]{43})")
LONGEST_NAME = 80
MOST_DAYS = 3650
MOST_OF_USER = 100
NOTED_EVERY = timedelta(minutes=1)
NO_DIGEST = "0" * 64
LIST_THEM = "`sheaf keys` lists them."


class ApiKeys:
    """The keys of one open library."""

    def __init__(self, alias: str, note: NoteChange) -> None:
        self._rows = models.ApiKeyRow.objects.using(alias).select_related("user")
        self._alias = alias
        self._note = note

    def make(
        self, name: str, *, owner: str, scopes: tuple[str, ...] = ("read",), days: int | None = None
    ) -> NewKey:
        """A key for a user. Its secret is told once; without `days` it has no end."""
        name = _check_name(name)
        _check_days(days)
        public = secrets.token_hex(8)
        secret = f"sheaf_{public}_{secrets.token_urlsafe(32)}"
        with catalogue_errors("the making of a key"), transaction.atomic(using=self._alias):
            user = find_user(self._alias, owner)
            chosen = _check_scopes(user, scopes)
            self._check_room(user, name)
            now = timezone.now()
            row = models.ApiKeyRow(
                user_id=user.pk,  # Django asks for no router then
                name=name,
                public=public,
                digest=_digest(secret),
                scopes=chosen,
                made=now,
                expires=None if days is None else now + timedelta(days=days),
            )
            try:
                with transaction.atomic(using=self._alias):
                    row.save(using=self._alias)
            except IntegrityError:  # another was quicker
                raise _name_taken(name) from None
            info = _describe(row)
            self._note("key.add", _target(info), after=_terms(info))
        return NewKey(info, secret)

    def list(self, *, owner: str = "") -> list[KeyInfo]:
        """All keys, or those of a user, the latest first."""
        rows = self._rows.filter(user__username=owner) if owner else self._rows
        with catalogue_errors("the listing of keys"):
            return [_describe(row) for row in rows.order_by("-id")]

    def revoke(self, number: int, *, owner: str = "") -> KeyInfo:
        """From now on the key opens nothing; with `owner`, only one of this user."""
        rows = self._rows.filter(user__username=owner) if owner else self._rows
        with catalogue_errors("the revoking of a key"), transaction.atomic(using=self._alias):
            row = rows.filter(pk=number).first()
            if row is None:
                raise UsageError(f"There is no key {number}.", LIST_THEM)
            info = _describe(row)
            row.delete(using=self._alias)
            self._note("key.revoke", _target(info), before=_terms(info))
        return info

    def check(self, secret: str) -> KeyUse | None:
        """What this key may be used for; None for one that is not known, or has ended."""
        found = FORM.fullmatch(secret)
        if found is None:
            return None
        with catalogue_errors("the checking of a key"):
            row = self._rows.filter(public=found[1]).first()
            is_right = secrets.compare_digest(_digest(secret), row.digest if row else NO_DIGEST)
            if row is None or not is_right or _has_ended(row):
                return None
            role = role_of(row.user)
        if role is None:
            return None
        self._note_use(row)
        return KeyUse(_describe(row), role)

    def _note_use(self, row: models.ApiKeyRow) -> None:
        """Once a minute. A catalogue that cannot be written is read all the same."""
        now = timezone.now()
        if row.last_used is None or now - row.last_used >= NOTED_EVERY:
            long_ago = Q(last_used=None) | Q(last_used__lte=now - NOTED_EVERY)
            with suppress(Error):
                self._rows.filter(long_ago, pk=row.pk).update(last_used=now)

    def _check_room(self, user: User, name: str) -> None:
        rows = self._rows.filter(user=user)
        if rows.filter(name=name).exists():
            raise _name_taken(name)
        if rows.count() >= MOST_OF_USER:
            raise UsageError(
                f"{user.username} has {MOST_OF_USER} keys, and may have no more.",
                "Revoke those that nobody uses.",
            )


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def _has_ended(row: models.ApiKeyRow) -> bool:
    return row.expires is not None and row.expires <= timezone.now()


def _describe(row: models.ApiKeyRow) -> KeyInfo:
    return KeyInfo(
        number=row.pk,
        name=row.name,
        owner=row.user.username,
        start=f"sheaf_{row.public}",
        scopes=tuple(row.scopes),
        made=row.made,
        expires=row.expires,
        last_used=row.last_used,
    )


def _target(info: KeyInfo) -> str:
    return f"{info.owner}: {info.name}"


def _terms(info: KeyInfo) -> dict[str, object]:
    ends: datetime | None = info.expires
    return {"scopes": info.scopes, "ends": None if ends is None else ends.isoformat()}


def _check_name(name: str) -> str:
    name = name.strip()
    if not name or len(name) > LONGEST_NAME or not name.isprintable():
        raise UsageError(
            f"A key needs a name of 1 to {LONGEST_NAME} characters.",
            "Name it after the program that will use it.",
        )
    return name


def _check_days(days: int | None) -> None:
    if days is not None and not 1 <= days <= MOST_DAYS:
        raise UsageError(f"A key lives for 1 to {MOST_DAYS:,} days.", "Say another number.")


def _check_scopes(user: User, scopes: tuple[str, ...]) -> list[str]:
    """In the order of the table, each once."""
    unknown = [one for one in scopes if one not in SCOPES]
    if unknown or not scopes:
        words = f"There is no scope {unknown[0]!r}." if unknown else "A key needs a scope."
        raise UsageError(words, f"Choose of: {', '.join(SCOPES)}.")
    role = role_of(user)
    for one in scopes:
        if role is None or not role.includes(SCOPES[one].role):
            raise UsageError(
                f"The scope {one!r} needs the role {SCOPES[one].role}; {user.username} is a "
                f"{role or 'former user'}.",
                "Choose a smaller scope, or have the role changed first.",
            )
    return [one for one in SCOPES if one in scopes]


def _name_taken(name: str) -> UsageError:
    return UsageError(f"There is a key {name!r} of this user already.", "Choose another name.")
