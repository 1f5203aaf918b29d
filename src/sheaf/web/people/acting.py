"""Says whose work a request is: what it changes stands in the history under this name."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase

from sheaf.deposit.rights.contract import Way
from sheaf.deposit.rights.history import acting_as


class ActingUser:
    """Behind the middleware that knows the session. Who logs in meanwhile acts from then on."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        with acting_as(lambda: request.user.get_username(), Way.WEB):
            return self.get_response(request)
