"""Who may use an operation: `guarded` stands above what is not for everybody, `changing` above what
changes something.

A program shows an API key with one of the scopes of the operation. A page of ours, whose user is
logged in, sends the token of our forms (X-CSRFToken) with whatever changes something.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from django.http import HttpRequest
from django.views.decorators.cache import never_cache
from ninja import Router
from ninja.decorators import decorate_view
from ninja.security.base import AuthBase
from ninja.utils import check_csrf

from sheaf.deposit.rights.contract import SCOPES, KeyUse
from sheaf.deposit.rights.users import role_of
from sheaf.web.api.answers import ERRORS, Problem
from sheaf.web.people.rights import SAFE, refusal

View = TypeVar("View", bound=Callable[..., Any])
WITHOUT_FORM = (
    "The token of our pages is missing: send the cookie's as X-CSRFToken, or use an API key."
)
# Under which an operation says in OpenAPI which scopes open it.
SCOPES_HERE = "x-scopes"
# What is read by whoever works on a library, whatever the key is for.
EITHER = ("submit", "edit")


class RefusedError(Exception):
    """Who asks is known, and may not; the sentence says what would help."""


class KeyOrSession(AuthBase):
    """Lets in a key with one of these scopes, and whoever has the role of one."""

    openapi_type = "http"
    openapi_scheme = "bearer"
    openapi_description = (
        "An API key, as `Authorization: Bearer KEY` or `X-API-Key: KEY`; or a session of the pages."
    )

    def __init__(self, *scopes: str) -> None:
        super().__init__()
        self.scopes = scopes
        self.scope = scopes[0]

    def __call__(self, request: HttpRequest) -> Any:
        use: KeyUse | None = getattr(request, "key_use", None)
        if use is not None:
            if not any(use.allows(scope) for scope in self.scopes):
                raise RefusedError(self._say_scope(use))
            return use
        has, needed = role_of(request.user), SCOPES[self.scope].role
        if has is None:
            return None
        if not has.includes(needed):
            raise RefusedError(refusal(request, needed))
        if request.method not in SAFE and check_csrf(request) is not None:
            raise RefusedError(WITHOUT_FORM)
        return request.user

    def _say_scope(self, use: KeyUse) -> str:
        wanted = " or ".join(self.scopes)
        if not any(scope in use.key.scopes for scope in self.scopes):
            return f"This API key has not the scope {wanted}. Make one that has it."
        return f"{use.key.owner}, whose API key this is, is a {use.role}, which is too little."


def changing(
    router: Router,
    method: str,
    path: str,
    answer: Any,
    scope: str,
    *,
    status: int = 200,
    also: Any = (),
) -> Callable[[View], View]:
    """An operation that changes something. `also` are other statuses with their answers."""
    responses = {status: answer, 400: Problem, 401: Problem, 403: Problem, **ERRORS}
    return router.api_operation(
        [method],
        path,
        response={**responses, **dict(also)},
        auth=KeyOrSession(scope),
        openapi_extra={SCOPES_HERE: [scope]},
    )


def guarded(router: Router, path: str, answer: Any, *scopes: str) -> Callable[[View], View]:
    """An operation that shows what is not for everybody, as it is now."""
    chosen = scopes or EITHER
    register = router.api_operation(
        ["GET", "HEAD"],
        path,
        response={200: answer, 401: Problem, 403: Problem, **ERRORS},
        auth=KeyOrSession(*chosen),
        openapi_extra={SCOPES_HERE: list(chosen)},
    )

    def decorate(view: View) -> View:
        return register(decorate_view(never_cache)(view))

    return decorate
