"""Reading behind the login: with `reading = "login"` in [web] nothing is shown to visitors but
what stands in open_routes.py. A key reads with the scope `read`; one with another comes to what
that opens, and no further."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponseBase

from sheaf.deposit.rights.contract import READ, KeyUse
from sheaf.web.library import served_library
from sheaf.web.people.open_routes import OPEN_TO_ALL
from sheaf.web.people.problems import problem_answer
from sheaf.web.people.rights import Role, ask_for_login, may

# An attribute of the views of the API: by method, which scopes open them.
SCOPES_OF_METHODS = "scopes_of_methods"
# Of a view that shows nothing of the library: whether it is for everybody now.
IS_OPEN = "is_open"
CANNOT_READ = "Reading this library needs the scope read, which this API key has not."


class ReadingRights:
    """Behind the middleware that knows who asks."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: Any, *_: Any) -> HttpResponseBase | None:
        match = request.resolver_match
        is_open = match is not None and not match.namespaces and match.url_name in OPEN_TO_ALL
        if is_open or served_library().settings.web.reading == "public":
            return None
        if may_read(request) or getattr(view, IS_OPEN, bool)():
            return None
        use: KeyUse | None = getattr(request, "key_use", None)
        if use is None:
            return ask_for_login(request)
        opened = any(use.allows(one) for one in scopes_of(view, request.method or ""))
        return None if opened else problem_answer(403, CANNOT_READ)


def may_read(request: HttpRequest) -> bool:
    """Where reading needs a login."""
    use: KeyUse | None = getattr(request, "key_use", None)
    return may(request, Role.VIEWER) if use is None else use.allows(READ)


def scopes_of(view: Any, method: str) -> frozenset[str]:
    """Those that open a view: it names one, or its operations do."""
    named = getattr(view, "needed_scope", "")
    if named:
        return frozenset({named})
    found: frozenset[str] = getattr(view, SCOPES_OF_METHODS, {}).get(method, frozenset())
    return found
