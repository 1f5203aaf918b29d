"""Where a form stood that was sent from one of our pages."""

from __future__ import annotations

from urllib.parse import urlsplit

from django.http import HttpRequest


def page_before(request: HttpRequest) -> str:
    """The page from which it was asked; empty where that was on another host, or is not said."""
    try:
        before = urlsplit(request.headers.get("referer", ""))
    except ValueError:
        return ""
    path = before.path if before.netloc == request.get_host() else ""
    if not path.startswith("/") or path.startswith(("//", "/\\")):
        return ""
    return f"{path}?{before.query}" if before.query else path
