"""Who may log in, and with which role: listed, added, given a new password or role, removed.

Sessions are signed with the password and with a mark, so that a new one ends them; those of a user
who is gone are nobody's. Roles stand in two columns of Django's: a superuser is an admin, as all
users were before there were roles; staff are librarians.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from sheaf.deposit import models
from sheaf.deposit.database import catalogue_errors
from sheaf.deposit.rights.contract import NoteChange, Role
from sheaf.errors import UsageError

FLAGS = {
    Role.VIEWER: {"is_staff": False, "is_superuser": False},
    Role.LIBRARIAN: {"is_staff": True, "is_superuser": False},
    Role.ADMIN: {"is_staff": True, "is_superuser": True},
}


@dataclass(frozen=True, slots=True)
class UserInfo:
    """A user as shown: what the role is, when made, and when last logged in."""

    name: str
    role: Role
    joined: datetime
    last_login: datetime | None


def role_of(user: Any) -> Role | None:
    """None for who is not logged in."""
    if not user.is_authenticated or not user.is_active:
        return None
    if user.is_superuser:
        return Role.ADMIN
    return Role.LIBRARIAN if user.is_staff else Role.VIEWER


class Users:
    """The users of one open library. While there is any, there is an admin among them."""

    def __init__(self, alias: str, note: NoteChange) -> None:
        self._rows = User.objects.using(alias)
        self._note = note
        self._alias = alias

    def all(self) -> list[UserInfo]:
        with catalogue_errors("the listing of users"):
            return [_describe(user) for user in self._rows.order_by("username")]

    def get(self, name: str) -> UserInfo:
        with catalogue_errors("the reading of a user"):
            return _describe(find_user(self._alias, name))

    def add(self, name: str, password: str | None, role: Role | None = None) -> UserInfo:
        """A librarian, where nothing else is said; the first is an admin. Without a password
        nobody can log in until there is one."""
        user = User(username=User.normalize_username(name))
        with self._changing("the making of a user"):
            _set_role(user, self._role_of_new(role))
            _check(lambda: user.clean_fields(exclude=["password"]), "This name will not do")
            # Ada and ada would be taken for one another.
            if self._rows.filter(username__iexact=user.username).exists():
                raise _name_taken(name)
            try:
                self._save_password(user, password)
            except IntegrityError:  # another was quicker
                raise _name_taken(name) from None
            made = _describe(user)
            self._note("user.add", made.name, after={"role": made.role})
        return made

    def set_password(self, name: str, password: str) -> None:
        with self._changing("the changing of a password"):
            user = find_user(self._alias, name)
            self._save_password(user, password)
            self._note("user.password", user.username)

    def set_role(self, name: str, role: Role) -> Role:
        """The role before."""
        with self._changing("the changing of a role"):
            user = find_user(self._alias, name)
            before = _role(user)
            if not role.includes(Role.ADMIN):
                self._refuse_last_admin(user, "keep the role")
            _set_role(user, role)
            user.save(using=self._alias, update_fields=["is_staff", "is_superuser"])
            self._end_sessions(user)
            self._note("user.role", user.username, before={"role": before}, after={"role": role})
        return before

    def end_sessions(self, name: str) -> None:
        """Wherever the user is logged in, that ends."""
        with self._changing("the ending of sessions"):
            user = find_user(self._alias, name)
            self._end_sessions(user)
            self._note("user.logout", user.username)

    def _end_sessions(self, user: User) -> None:
        marks = models.SessionMark.objects.using(self._alias)
        marks.update_or_create(user_id=user.pk, defaults={"mark": secrets.token_hex(16)})

    def remove(self, name: str) -> UserInfo:
        with self._changing("the removing of a user"):
            user = find_user(self._alias, name)
            self._refuse_last_admin(user, "stay")
            removed = _describe(user)
            user.delete(using=self._alias)
            self._note("user.remove", removed.name, before={"role": removed.role})
        return removed

    @contextmanager
    def _changing(self, what: str) -> Iterator[None]:
        """The admins are held until it is done: of two who remove each other the second waits, and
        is the last one then."""
        with catalogue_errors(what), transaction.atomic(using=self._alias):
            list(self._admins().select_for_update().order_by("id").values_list("id"))
            yield

    def _admins(self) -> Any:
        return self._rows.filter(is_superuser=True, is_active=True)

    def _role_of_new(self, wanted: Role | None) -> Role:
        if self._admins().exists():
            return wanted or Role.LIBRARIAN
        if wanted not in (None, Role.ADMIN):
            raise UsageError(
                "The first user must be an admin.", "Add an admin first, and the others then."
            )
        return Role.ADMIN

    def _refuse_last_admin(self, user: User, must: str) -> None:
        others = self._admins().exclude(pk=user.pk)
        if _role(user) is Role.ADMIN and not others.exists():
            raise UsageError(
                f"{user.username} is the last admin, and must {must}.",
                "Make another user an admin first.",
            )

    def _save_password(self, user: User, password: str | None) -> None:
        if password is not None:
            _check(lambda: validate_password(password, user), "This password will not do")
        user.set_password(password)
        with transaction.atomic(using=self._alias):
            user.save(using=self._alias)


def find_user(alias: str, name: str) -> User:
    user = User.objects.using(alias).filter(username=User.normalize_username(name)).first()
    if user is None:
        raise UsageError(f"There is no user {name!r}.", "`sheaf users` lists them.")
    return user


def _describe(user: User) -> UserInfo:
    return UserInfo(user.username, _role(user), user.date_joined, user.last_login)


def _role(user: User) -> Role:
    return role_of(user) or Role.VIEWER


def _set_role(user: User, role: Role) -> None:
    for name, value in FLAGS[role].items():
        setattr(user, name, value)


def _check(check: Callable[[], object], words: str) -> None:
    try:
        check()
    except ValidationError as problem:
        raise UsageError(f"{words}: {' '.join(problem.messages)}", "Choose another.") from None


def _name_taken(name: str) -> UsageError:
    return UsageError(
        f"There is a user {name!r} already.", "Choose another name, or see `sheaf users`."
    )
