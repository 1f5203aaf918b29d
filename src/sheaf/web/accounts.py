"""Logging in and out, a new password, and the first user, made with the token from the terminal."""

from __future__ import annotations

import math
import threading
from typing import Any

from django.contrib import auth, messages
from django.contrib.auth.forms import (
    AuthenticationForm,
    BaseUserCreationForm,
    PasswordChangeForm,
)
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render, resolve_url
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from sheaf.deposit.rights.contract import Way
from sheaf.deposit.rights.history import acting_as
from sheaf.web import security
from sheaf.web.guessing import (
    counts_of_change,
    counts_of_login,
    counts_of_setup,
    remember_browser,
    throttle,
)
from sheaf.web.library import served_library
from sheaf.web.people.rights import Role, needs

_making_the_first_user = threading.Lock()


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def login(request: HttpRequest) -> HttpResponse:
    if not served_library().can_write_catalogue():
        return _read_only(request)
    if not User.objects.exists():
        return render(request, "sheaf/no_user.html")
    form = AuthenticationForm(request)
    wait = 0.0
    if request.method == "POST":
        counts = counts_of_login(request, request.POST.get("username", ""))
        wait = throttle.reserve(*counts)
        if not wait:
            form = AuthenticationForm(request, data=request.POST)
            if form.is_valid():
                throttle.give_back(*counts)
                return _let_in(request, form.get_user())
    context = {"form": form, "next": _next_page(request)}
    return _render_form(request, "sheaf/login.html", context, wait)


def _let_in(request: HttpRequest, user: User) -> HttpResponse:
    goes_to = _next_page(request)
    auth.login(request, user)
    response = HttpResponseRedirect(goes_to)  # `redirect` would look for a page of that name
    remember_browser(request, response, user)
    return response


def _render_form(
    request: HttpRequest, template: str, context: dict[str, Any], wait: float
) -> HttpResponse:
    """Also where somebody has to wait before it is looked at."""
    seconds = math.ceil(wait)
    response = render(request, template, {**context, "wait": seconds}, status=429 if wait else 200)
    if wait:
        response.headers["Retry-After"] = str(seconds)
    return response


@require_POST
def logout(request: HttpRequest) -> HttpResponse:
    auth.logout(request)
    return redirect("search")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def setup(request: HttpRequest) -> HttpResponse:
    """Only while there is no user, and only with the token."""
    if not served_library().can_write_catalogue():
        return _read_only(request)
    if User.objects.exists():
        raise Http404("This library has been set up.")
    token = request.POST.get("token") or request.GET.get("token") or ""
    counts = counts_of_setup(request) if token else ()
    if wait := throttle.reserve(*counts):
        return _render_form(request, "sheaf/no_user.html", {}, wait)
    if not security.is_setup_token(token):
        return render(request, "sheaf/no_user.html", {"wrong_token": bool(token)}, status=403)
    throttle.give_back(*counts)
    given = request.POST if request.method == "POST" else None
    form: BaseUserCreationForm[User] = BaseUserCreationForm(given)
    if request.method == "POST" and form.is_valid():
        return _make_first_user(request, form)
    return render(request, "sheaf/setup.html", {"form": form, "token": token})


def _make_first_user(request: HttpRequest, form: BaseUserCreationForm[User]) -> HttpResponse:
    with _making_the_first_user:
        if User.objects.exists():
            raise Http404("This library has been set up.")
        user = form.save(commit=False)
        user.is_staff = user.is_superuser = True
        user.save()
    with acting_as(user.get_username(), Way.WEB):
        note = served_library().history.note
        note("user.add", user.get_username(), after={"role": Role.ADMIN})
    security.expect_setup_token("")
    auth.login(request, user)
    messages.success(request, f"Welcome, {user.get_username()}. You look after this library now.")
    response = redirect("dashboard")
    remember_browser(request, response, user)
    return response


@never_cache
@needs(Role.VIEWER)
@require_http_methods(["GET", "HEAD", "POST"])
def change_password(request: HttpRequest) -> HttpResponse:
    """Whoever knows the old one may; guessing it is slowed down as at the login. Other sessions of
    this user end, for Django signs them with the password."""
    assert isinstance(request.user, User)
    counts = counts_of_change(request)
    wait = throttle.reserve(*counts) if request.method == "POST" else 0.0
    given = request.POST if request.method == "POST" and not wait else None
    form = PasswordChangeForm(request.user, given)
    if given is not None:
        is_valid = form.is_valid()
        if "old_password" not in form.errors:
            throttle.give_back(*counts)
        if is_valid:
            auth.update_session_auth_hash(request, form.save())
            served_library().history.note("user.password", request.user.get_username())
            messages.success(request, "Your password was changed.")
            return redirect("dashboard")
    return _render_form(request, "sheaf/password.html", {"form": form}, wait)


def _read_only(request: HttpRequest) -> HttpResponse:
    return render(request, "sheaf/read_only.html", status=503)


def _next_page(request: HttpRequest) -> str:
    """Where to go after the login: the page that asked for it, never another site."""
    wanted = request.POST.get("next") or request.GET.get("next") or ""
    is_ours = url_has_allowed_host_and_scheme(
        wanted, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    is_address = wanted.startswith(("/", "http:", "https:"))
    return wanted if is_ours and is_address else resolve_url("dashboard")
