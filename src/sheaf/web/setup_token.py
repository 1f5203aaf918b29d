"""The one-time token for making the first user: printed on the terminal, asked for by /setup."""

from __future__ import annotations

import secrets

VARIABLE = "SHEAF_SETUP_TOKEN"

_expected = ""


def make() -> str:
    return secrets.token_urlsafe(24)


def expect(token: str) -> None:
    """From now on this token opens /setup; an empty one closes it."""
    global _expected
    _expected = token


def is_right(token: str) -> bool:
    return bool(_expected) and secrets.compare_digest(token.encode(), _expected.encode())
