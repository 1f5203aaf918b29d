"""Links with which somebody chooses a password: they open once, for three days.

What signs them is not in the library, but where the sessions are (state.py). A password, once
chosen, makes the link another one; so do a login and a later link.
"""

from __future__ import annotations

from django.contrib.auth.models import User
from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.http import HttpRequest
from django.urls import reverse


class LinkTokens(PasswordResetTokenGenerator):
    """Django's, which also end with the sessions of their user."""

    key_salt = "sheaf.web.people.links"

    def _make_hash_value(self, user: User, timestamp: int) -> str:
        mark = getattr(user, "session_mark", None)
        return f"{super()._make_hash_value(user, timestamp)}{mark.mark if mark else ''}"


_tokens = LinkTokens()


def make_link(request: HttpRequest, name: str) -> str:
    """For a user who is there."""
    user = User.objects.select_related("session_mark").get(username=User.normalize_username(name))
    return request.build_absolute_uri(reverse("welcome", args=[user.pk, _tokens.make_token(user)]))


def find_invited(number: int, token: str) -> User | None:
    """Whom the link is for; None where it opens nothing (any more)."""
    rows = User.objects.select_related("session_mark").filter(pk=number, is_active=True)
    user = rows.first()
    return user if user is not None and _tokens.check_token(user, token) else None
