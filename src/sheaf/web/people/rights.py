"""What a page asks of who opens it: `@needs(Role.LIBRARIAN)` stands above its view.

Who is not logged in is led to the login; who may not is told what would help. Programs, which ask
for JSON, are told so in JSON.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render, resolve_url

from sheaf.deposit.rights.contract import KeyUse, Role
from sheaf.deposit.rights.users import role_of
from sheaf.web.library import served_library
from sheaf.web.page_before import page_before
from sheaf.web.people.problems import problem_answer

__all__ = ["Role", "may", "needs", "role_of"]

View = TypeVar("View", bound=Callable[..., Any])
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
LOG_IN = "This needs a login, or an API key."
NOT_FOR_KEYS = "API keys are for reading and for /api/v1; this page needs a login."
# Nobody opens these in a browser to read them.
FOR_PROGRAMS = ("/api/", "/oai", "/search.atom", "/sitemap", "/metrics")
FOR_PEOPLE = ("/api/docs",)


def may(request: HttpRequest, role: Role) -> bool:
    """Whether who asks has this role or more, or a key that reads and has a scope that needs it."""
    use: KeyUse | None = getattr(request, "key_use", None)
    if use is not None:
        return use.reads_as(role)
    has = role_of(request.user)
    return has is not None and has.includes(role)


def needs(role: Role) -> Callable[[View], View]:
    """For views: only who is logged in with this role, or more, comes in. Keys are for what
    programs ask, not for forms."""

    def decorate(view: View) -> View:
        @wraps(view)
        def check(request: HttpRequest, *parts: Any, **named: Any) -> Any:
            if getattr(request, "key_use", None) is not None:
                return problem_answer(403, NOT_FOR_KEYS)
            if role_of(request.user) is None:
                return ask_for_login(request)
            if not may(request, role):
                return refuse(request, role)
            return view(request, *parts, **named)

        check.needed_role = role  # type: ignore[attr-defined]
        return check  # type: ignore[return-value]

    return decorate


def refuse(request: HttpRequest, role: Role) -> HttpResponse:
    """403, with who can help."""
    if _is_a_program(request):
        return problem_answer(403, refusal(request, role))
    words, help_words = _refusal(request, role)
    context = {"words": words, "help_words": help_words}
    return render(request, "sheaf/403.html", context, status=403)


def refusal(request: HttpRequest, role: Role) -> str:
    """What is said to whoever has a lower role."""
    return " ".join(_refusal(request, role))


def _refusal(request: HttpRequest, role: Role) -> tuple[str, str]:
    has = role_of(request.user)
    article = "an" if role is Role.ADMIN else "a"
    words = f"This needs {article} {role}; {request.user.get_username()} is a {has}."
    helper = served_library().settings.web.admin_email
    who = f"An admin of this library ({helper})" if helper else "An admin of this library"
    return words, f"{who} can change that under People, or with `sheaf users role`."


def ask_for_login(request: HttpRequest) -> HttpResponse:
    if _is_a_program(request):
        return problem_answer(401, LOG_IN, {"WWW-Authenticate": "Bearer"})
    return redirect_to_login(_page_to_return_to(request))


def _is_a_program(request: HttpRequest) -> bool:
    """By the address, or by what is accepted: a browser that shows pages names HTML."""
    accepted = request.headers.get("accept", "")
    is_page = not accepted or "text/html" in accepted
    is_for_programs = request.path.startswith(FOR_PROGRAMS) and request.path not in FOR_PEOPLE
    return is_for_programs or not is_page


def _page_to_return_to(request: HttpRequest) -> str:
    """After the login comes what was asked for; after an order the page with the button, for
    nothing is done that was only asked for."""
    if request.method in SAFE:
        return request.get_full_path()
    return page_before(request) or resolve_url("dashboard")


def roles_for_templates(request: HttpRequest) -> dict[str, bool]:
    """A context processor: which buttons make sense. A request that was turned away before it was
    known who asks has no user."""
    if not hasattr(request, "user"):
        return {"is_librarian": False, "is_admin": False}
    return {"is_librarian": may(request, Role.LIBRARIAN), "is_admin": may(request, Role.ADMIN)}
