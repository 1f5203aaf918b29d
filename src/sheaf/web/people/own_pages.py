"""What people see and change of themselves: role, sessions, API keys; and the page behind the link
with which they choose a password."""

from __future__ import annotations

import math
from typing import Any

from django.contrib import auth, messages
from django.contrib.auth.forms import SetPasswordForm
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from sheaf.deposit.rights.contract import ROLE_MEANINGS, SCOPES
from sheaf.errors import SheafError, UsageError
from sheaf.web.guessing import counts_of_setup, throttle
from sheaf.web.library import served_library
from sheaf.web.paging import whole_number
from sheaf.web.people.links import find_invited
from sheaf.web.people.rights import Role, may, needs, role_of

LARGEST_NUMBER = 10**15
NO_LINK = "This link opens nothing: it was used, or has ended. Ask an admin for another."


@never_cache
@needs(Role.VIEWER)
@require_safe
def me(request: HttpRequest) -> HttpResponse:
    return _show_me(request)


def _show_me(request: HttpRequest, status: int = 200, **more: Any) -> HttpResponse:
    role = role_of(request.user) or Role.VIEWER
    context = {
        "role": role,
        "role_words": ROLE_MEANINGS[role],
        "scopes": [(name, one.meaning) for name, one in SCOPES.items() if role.includes(one.role)],
        "keys": served_library().keys.list(owner=_name(request)),
    }
    return render(request, "sheaf/me.html", {**context, **more}, status=status)


@never_cache
@needs(Role.VIEWER)
@require_POST
def make_key(request: HttpRequest) -> HttpResponse:
    """The key is on the page that answers, and nowhere else."""
    try:
        made = served_library().keys.make(
            request.POST.get("name", ""),
            owner=_name(request),
            scopes=tuple(request.POST.getlist("scope")),
            days=_days(request),
        )
    except SheafError as problem:
        return _show_me(request, 400, problem=problem, written=request.POST)
    return _show_me(request, made=made)


def _days(request: HttpRequest) -> int | None:
    written = request.POST.get("days", "").strip()
    days = whole_number(written, default=0, most=LARGEST_NUMBER)
    if days is None:
        raise UsageError("After how many days does it end?", "Write a number, or nothing.")
    return days if written else None


@never_cache
@needs(Role.VIEWER)
@require_POST
def revoke_key(request: HttpRequest) -> HttpResponse:
    """The own ones; an admin revokes any."""
    number = whole_number(request.POST.get("number"), default=0, most=LARGEST_NUMBER) or 0
    is_admin = may(request, Role.ADMIN)
    try:
        gone = served_library().keys.revoke(number, owner="" if is_admin else _name(request))
    except SheafError as problem:
        messages.error(request, f"{problem} {problem.what_to_do}".strip())
    else:
        messages.success(request, f"The key {gone.name} opens nothing any more.")
    return redirect("people" if is_admin and request.POST.get("from") == "people" else "me")


@never_cache
@needs(Role.VIEWER)
@require_POST
def log_out_everywhere(request: HttpRequest) -> HttpResponse:
    served_library().end_sessions(_name(request))
    auth.logout(request)
    return redirect("login")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def welcome(request: HttpRequest, number: int, token: str) -> HttpResponse:
    """Choose a password with a link. All that is wrong with one is said in the same words."""
    counts = counts_of_setup(request)
    if wait := throttle.reserve(*counts):
        refused = render(request, "sheaf/welcome_link.html", {"words": NO_LINK}, status=429)
        refused.headers["Retry-After"] = str(math.ceil(wait))
        return refused
    user = find_invited(number, token)
    if user is None:
        return render(request, "sheaf/welcome_link.html", {"words": NO_LINK}, status=404)
    throttle.give_back(*counts)
    form: SetPasswordForm[User] = SetPasswordForm(
        user, request.POST if request.method == "POST" else None
    )
    if request.method == "POST" and form.is_valid():
        served_library().set_password(user.username, form.cleaned_data["new_password1"])
        messages.success(request, "Your password is set. Log in with it.")
        return redirect("login")
    context = {"form": form, "name": user.username}
    return render(request, "sheaf/welcome_link.html", context)


def _name(request: HttpRequest) -> str:
    return request.user.get_username()
