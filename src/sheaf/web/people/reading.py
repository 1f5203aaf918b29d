"""Reading behind the login: with `reading = "login"` in [web] nothing is shown to visitors but
what stands in open_routes.py."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponseBase

from sheaf.web.library import served_library
from sheaf.web.people.open_routes import OPEN_TO_ALL
from sheaf.web.people.rights import Role, ask_for_login, may


class ReadingRights:
    """Behind the middleware that knows who asks."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *_: Any) -> HttpResponseBase | None:
        match = request.resolver_match
        is_open = match is not None and not match.namespaces and match.url_name in OPEN_TO_ALL
        if is_open or served_library().settings.web.reading == "public":
            return None
        return None if may(request, Role.VIEWER) else ask_for_login(request)
