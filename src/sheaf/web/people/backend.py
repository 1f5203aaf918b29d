"""Who a session belongs to. It is signed with the password and with a mark of its user: a new
password, a new role, or "log out everywhere" ends it."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.backends import ModelBackend
from django.contrib.auth.models import User
from django.http import HttpRequest
from django.utils.crypto import salted_hmac

SALT = "sheaf.web.people.backend"


class MarkedSessions(ModelBackend):
    """Django's, for users whose sessions carry their mark."""

    def authenticate(
        self,
        request: HttpRequest | None,
        username: str | None = None,
        password: str | None = None,
        **more: Any,
    ) -> User | None:
        user = super().authenticate(request, username=username, password=password, **more)
        return None if user is None else _with_mark(user)

    def get_user(self, user_id: int) -> User | None:
        user = User.objects.select_related("session_mark").filter(pk=user_id).first()
        can_log_in = user is not None and self.user_can_authenticate(user)
        return _with_mark(user) if user is not None and can_log_in else None


def _with_mark(user: Any) -> User:
    """Without a mark it is Django's own hash of the password."""

    def sign() -> str:
        mark = getattr(user, "session_mark", None)
        signed: str = User.get_session_auth_hash(user)
        return signed if mark is None else salted_hmac(SALT, f"{signed}{mark.mark}").hexdigest()

    user.get_session_auth_hash = sign
    marked: User = user
    return marked
