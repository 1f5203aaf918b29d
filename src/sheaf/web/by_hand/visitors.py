"""Visitors see public collections only, whatever they ask: pages, searches, the API."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase

from sheaf.deposit.by_hand.seeing import visiting


class VisitorsSeeThePublic:
    """Who asks is looked up only where a collection is asked for."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        with visiting(lambda: _is_known(request)):
            return self.get_response(request)


def _is_known(request: HttpRequest) -> bool:
    """Who shows a key is as much as its owner."""
    has_key = getattr(request, "key_use", None) is not None
    return has_key or request.user.is_authenticated
