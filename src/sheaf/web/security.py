"""What protects a served library: the token for the first user, and the headers of every page."""

from __future__ import annotations

import secrets
from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase

# Our own stylesheet, script, pictures and forms, and stored files beside a page; nothing inline,
# nothing from elsewhere.
PAGES = "; ".join(
    (
        "default-src 'none'",
        "style-src 'self'",
        "script-src 'self'",
        "connect-src 'self'",
        "img-src 'self'",
        "frame-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
# For what is stored or written for others: nothing of it runs under our address.
SANDBOX = "sandbox; default-src 'none'; frame-ancestors 'none'"
HEADERS = {
    "Content-Security-Policy": PAGES,
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


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
