"""What protects a served library: the key that signs sessions, the token for the first user, and
the headers of every page."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable
from pathlib import Path

from django.http import HttpRequest, HttpResponseBase

KEY_FILE = "secret.key"
# Our own stylesheet, pictures and forms; no script at all, nothing from elsewhere.
PAGES = "; ".join(
    (
        "default-src 'none'",
        "style-src 'self'",
        "img-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": PAGES,
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


# -- the key that signs a library's sessions: made once, kept in its folder, read by its owner -----


def secret_key(folder: Path) -> str:
    """The library's key. Where it cannot be kept, one that lasts as long as this process."""
    path = folder / KEY_FILE
    try:
        return path.read_text(encoding="ascii").strip() or _make_key(path)
    except FileNotFoundError:
        return _make_key(path)


def _make_key(path: Path) -> str:
    key = secrets.token_urlsafe(50)
    part = path.with_name(f"{path.name}.{secrets.token_hex(8)}.part")
    try:
        descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except OSError:  # a medium that cannot be written: it can still be read and searched
        return key
    with os.fdopen(descriptor, "w", encoding="ascii") as stream:
        stream.write(key)
        stream.flush()
        os.fsync(stream.fileno())
    try:
        os.link(part, path)  # unlike a rename, refuses where another process was first
    except FileExistsError:
        if kept := path.read_text(encoding="ascii").strip():
            return kept
        os.replace(part, path)  # what stood there was empty
    finally:
        part.unlink(missing_ok=True)
    return key


# -- the token for making the first user: printed on the terminal, asked for by /setup -------------

_expected_token = ""


def make_setup_token() -> str:
    return secrets.token_urlsafe(24)


def expect_setup_token(token: str) -> None:
    """From now on this token opens /setup; an empty one closes it."""
    global _expected_token
    _expected_token = token


def is_setup_token(token: str) -> bool:
    return bool(_expected_token) and secrets.compare_digest(
        token.encode(), _expected_token.encode()
    )


# -- headers that keep a page from doing more than it should ---------------------------------------


class SecurityHeaders:
    """Lays the headers on every answer; one that a page chose for itself stays."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        if request.is_secure():  # to the browser: a trusted proxy has said so
            for cookie in response.cookies.values():
                cookie["secure"] = True
        return response
