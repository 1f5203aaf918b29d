"""Visitors see public collections only, whatever they ask: pages, searches, the API."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase

from sheaf.deposit.by_hand.seeing import visiting
from sheaf.web.people.rights import Role, may


class VisitorsSeeThePublic:
    """Who asks is looked up only where a collection is asked for."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        with visiting(lambda: _is_known(request)):
            return self.get_response(request)


def _is_known(request: HttpRequest) -> bool:
    """Who shows a key with which one may read is as much as its owner."""
    return may(request, Role.VIEWER)
