"""What protects a served library: the key that signs sessions, the token for the first user, the
wait after wrong passwords, and the headers of every page."""

from __future__ import annotations

import os
import secrets
import threading
import time
from collections.abc import Callable
from pathlib import Path

from django.http import HttpRequest, HttpResponseBase

KEY_FILE = "secret.key"
FAILURES = 5
WAIT_SECONDS = 30.0
# More addresses than this at once are an attack on our memory; those that need not wait go.
MOST_ADDRESSES = 10_000
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


# -- whoever guesses passwords is slowed down: after some failures an address has to wait ----------


class Throttle:
    """Counts in memory: it forgets with the process, and the wait is short anyway."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._failures: dict[str, tuple[int, float]] = {}
        self._lock = threading.Lock()

    def seconds_to_wait(self, address: str) -> float:
        with self._lock:
            count, last = self._failures.get(address, (0, 0.0))
            return max(0.0, last + WAIT_SECONDS - self._now()) if count >= FAILURES else 0.0

    def count_failure(self, address: str) -> None:
        with self._lock:
            count, last = self._failures.get(address, (0, 0.0))
            if self._now() - last > WAIT_SECONDS:
                count = 0
            self._failures[address] = (count + 1, self._now())
            if len(self._failures) > MOST_ADDRESSES:
                self._forget_old()

    def forget_failures(self, address: str) -> None:
        with self._lock:
            self._failures.pop(address, None)

    def forget_all(self) -> None:
        with self._lock:
            self._failures.clear()

    def _forget_old(self) -> None:
        oldest = self._now() - WAIT_SECONDS
        self._failures = {
            address: (count, last)
            for address, (count, last) in self._failures.items()
            if last > oldest
        }


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
