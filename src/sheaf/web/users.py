"""Who may log in: listed, added, given a new password, removed. Whoever is logged in may do all.

Sessions are signed with the password, so that a new one ends them; those of a user who is gone
are nobody's.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError

from sheaf.deposit.database import catalogue_errors
from sheaf.errors import UsageError


@dataclass(frozen=True, slots=True)
class UserInfo:
    """A user as shown: when made, and when last logged in."""

    name: str
    joined: datetime
    last_login: datetime | None


class Users:
    """The users of one open library."""

    def __init__(self, alias: str) -> None:
        self._rows = User.objects.using(alias)
        self._alias = alias

    def all(self) -> list[UserInfo]:
        with catalogue_errors("the listing of users"):
            rows = self._rows.order_by("username")
            return [UserInfo(one.username, one.date_joined, one.last_login) for one in rows]

    def add(self, name: str, password: str) -> None:
        user = User(username=User.normalize_username(name), is_staff=True, is_superuser=True)
        with catalogue_errors("the making of a user"):
            _check(lambda: user.clean_fields(exclude=["password"]), "This name will not do")
            # Ada and ada would be taken for one another.
            if self._rows.filter(username__iexact=user.username).exists():
                raise _name_taken(name)
            try:
                self._save_password(user, password)
            except IntegrityError:  # another was quicker
                raise _name_taken(name) from None

    def set_password(self, name: str, password: str) -> None:
        with catalogue_errors("the changing of a password"):
            self._save_password(self._find(name), password)

    def remove(self, name: str) -> None:
        with catalogue_errors("the removing of a user"):
            self._find(name).delete(using=self._alias)

    def _find(self, name: str) -> User:
        user = self._rows.filter(username=User.normalize_username(name)).first()
        if user is None:
            raise UsageError(f"There is no user {name!r}.", "`sheaf users` lists them.")
        return user

    def _save_password(self, user: User, password: str) -> None:
        _check(lambda: validate_password(password, user), "This password will not do")
        user.set_password(password)
        user.save(using=self._alias)


def _check(check: Callable[[], object], words: str) -> None:
    try:
        check()
    except ValidationError as problem:
        raise UsageError(f"{words}: {' '.join(problem.messages)}", "Choose another.") from None


def _name_taken(name: str) -> UsageError:
    return UsageError(
        f"There is a user {name!r} already.", "Choose another name, or see `sheaf users`."
    )
