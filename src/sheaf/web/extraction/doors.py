"""Who may have papers read: everybody, where the service is public; else who is logged in, with the
token of our pages, or shows a key with the scope."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from django.http import HttpRequest, HttpResponse
from django.views.decorators.csrf import csrf_exempt
from ninja.utils import check_csrf

from sheaf.deposit.rights.contract import KeyUse
from sheaf.web.extraction.problems import problem
from sheaf.web.extraction.served import SCOPE, is_public
from sheaf.web.library import served_library
from sheaf.web.people.reading import IS_OPEN, may_read
from sheaf.web.people.rights import Role, role_of

View = TypeVar("View", bound=Callable[..., Any])
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
LOG_IN = "This needs a login, or an API key with the scope extract."
WRONG_SCOPE = "This API key has not the scope extract."
NO_TOKEN = "This form has not the token of our pages."  # noqa: S105 - words


def refusal_at_door(request: HttpRequest) -> HttpResponse | None:
    """None lets in."""
    if is_public():
        return None
    use: KeyUse | None = getattr(request, "key_use", None)
    if use is not None:
        return None if use.allows(SCOPE) else problem(403, WRONG_SCOPE)
    has = role_of(request.user)
    if has is None or not has.includes(Role.VIEWER):
        return problem(401, LOG_IN, headers={"WWW-Authenticate": "Bearer"})
    if request.method not in SAFE and check_csrf(request) is not None:
        return problem(403, NO_TOKEN)
    return None


def may_read_library(request: HttpRequest) -> bool:
    """Whoever has a document of the library read reads the library."""
    return served_library().settings.web.reading == "public" or may_read(request)


def extracts(view: View) -> View:
    """For views that read papers."""

    @csrf_exempt
    @wraps(view)
    def check(request: HttpRequest, *parts: Any, **named: Any) -> Any:
        return refusal_at_door(request) or view(request, *parts, **named)

    check.needed_role = Role.VIEWER  # type: ignore[attr-defined]
    return open_by_scope(check)  # type: ignore[return-value]


def open_by_scope(view: View) -> View:
    """Also where reading the library needs a login: the service shows nothing of it."""
    view.needed_scope = SCOPE  # type: ignore[attr-defined]
    setattr(view, IS_OPEN, is_public)
    return view
