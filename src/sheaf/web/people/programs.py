"""Requests of programs: the API key that they show, and how many they may send in a minute.

A key stands in a header, never in an address, which ends up in logs. Who shows one is known by it
alone, whatever the cookies say; one that is wrong is refused everywhere. Counts are in memory: each
process has its own, and they are bounded.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

from django import db
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponseBase

from sheaf.deposit.rights.contract import KeyUse, Way
from sheaf.deposit.rights.history import acting_as
from sheaf.errors import SheafError
from sheaf.web.guessing import Throttle, TryCount, TryLimit, is_this_machine
from sheaf.web.library import served_library
from sheaf.web.people.problems import problem_answer
from sheaf.web.server.proxies import network_of

API = "/api/"
LONGEST_KEY = 200
BEARER = "Bearer"
WRONG_KEY = "This API key is not known, has ended, or was revoked."
throttle = Throttle()


class KeyedRequests:
    """Before whoever asks which user it is: a request with a key has none."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: Any) -> HttpResponseBase:
        request.key_use = None
        secret = given_key(request.META)
        if not secret and not request.path.startswith(API):
            return self.get_response(request)
        here = counts_of_address(request)
        if wait := throttle.reserve(*here):
            return _refuse(429, "Too many requests from this address.", wait)
        if not secret:
            return self.get_response(request)
        use = served_library().keys.check(secret[:LONGEST_KEY])
        if use is None:
            return _refuse(401, WRONG_KEY)
        throttle.give_back(*here)
        if wait := throttle.reserve(*counts_of_key(use)):
            return _refuse(429, "Too many requests with this API key.", wait)
        request.key_use, request.user = use, AnonymousUser()
        with acting_as(use.key.owner, Way.KEY, use.key.name):
            return self.get_response(request)


def given_key(headers: Mapping[str, Any]) -> str:
    """What stands in the headers, as WSGI calls them; empty where nothing does. Other schemes than
    Bearer are for others: a proxy may ask for a password of its own."""
    scheme, _, token = str(headers.get("HTTP_AUTHORIZATION", "")).partition(" ")
    if scheme.lower() == BEARER.lower():
        return token.strip() or "none"
    return str(headers.get("HTTP_X_API_KEY", "")).strip()


def may_send(environ: dict[str, Any]) -> bool:
    """Whether a key is shown with which files may be sent; by the head of a request alone."""
    secret = given_key(environ)
    try:
        use = served_library().keys.check(secret[:LONGEST_KEY]) if secret else None
    except SheafError:
        return False
    finally:
        db.close_old_connections()
    return use is not None and use.allows("submit")


def counts_of_address(request: HttpRequest) -> tuple[TryCount, ...]:
    """Behind a proxy that is not trusted, all come from this machine: that says nothing of who."""
    address = request.META["REMOTE_ADDR"]
    limit = served_library().settings.web.address_requests
    if not limit or is_this_machine(address):
        return ()
    return (TryCount(("requests of", network_of(address)), _a_minute(limit)),)


def counts_of_key(use: KeyUse) -> tuple[TryCount, ...]:
    limit = served_library().settings.web.key_requests
    return (TryCount(("requests with", str(use.key.number)), _a_minute(limit)),) if limit else ()


def _a_minute(limit: int) -> TryLimit:
    return TryLimit(limit, 60 / limit)


def _refuse(status: int, words: str, wait: float = 0) -> HttpResponseBase:
    if status == 429:
        seconds = math.ceil(wait)
        words = f"{words} Try again in {seconds} second{'' if seconds == 1 else 's'}."
        return problem_answer(status, words, {"Retry-After": str(seconds)})
    return problem_answer(status, words, {"WWW-Authenticate": BEARER})
