"""Logging in and out, a new password, and the first user, made with the token from the terminal."""

from __future__ import annotations

import math
import threading

from django.contrib import auth, messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.forms import (
    AuthenticationForm,
    BaseUserCreationForm,
    PasswordChangeForm,
)
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from sheaf.web import security
from sheaf.web.library import served_library
from sheaf.web.security import Throttle

throttle = Throttle()
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
        address = request.META.get("REMOTE_ADDR", "")
        wait = throttle.seconds_to_wait(address)
        if not wait:
            form = AuthenticationForm(request, data=request.POST)
            if form.is_valid():
                throttle.forget_failures(address)
                auth.login(request, form.get_user())
                return redirect(_next_page(request))
            throttle.count_failure(address)
    context = {"form": form, "wait": math.ceil(wait), "next": _next_page(request)}
    return render(request, "sheaf/login.html", context, status=429 if wait else 200)


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
    if not security.is_setup_token(token):
        return render(request, "sheaf/no_user.html", {"wrong_token": bool(token)}, status=403)
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
    security.expect_setup_token("")
    auth.login(request, user)
    messages.success(request, f"Welcome, {user.get_username()}. You look after this library now.")
    return redirect("dashboard")


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def change_password(request: HttpRequest) -> HttpResponse:
    """Whoever knows the old one may; guessing it is slowed down as at the login. Other sessions of
    this user end, for Django signs them with the password."""
    assert isinstance(request.user, User)
    address = request.META.get("REMOTE_ADDR", "")
    wait = throttle.seconds_to_wait(address)
    given = request.POST if request.method == "POST" and not wait else None
    form = PasswordChangeForm(request.user, given)
    if given is not None:
        if form.is_valid():
            throttle.forget_failures(address)
            auth.update_session_auth_hash(request, form.save())
            messages.success(request, "Your password was changed.")
            return redirect("dashboard")
        if "old_password" in form.errors:
            throttle.count_failure(address)
    context = {"form": form, "wait": math.ceil(wait)}
    return render(request, "sheaf/password.html", context, status=429 if wait else 200)


def _read_only(request: HttpRequest) -> HttpResponse:
    return render(request, "sheaf/read_only.html", status=503)


def _next_page(request: HttpRequest) -> str:
    """Where to go after the login: the page that asked for it, never another site."""
    wanted = request.POST.get("next") or request.GET.get("next") or ""
    is_ours = url_has_allowed_host_and_scheme(
        wanted, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return wanted if is_ours else resolve_url("dashboard")
