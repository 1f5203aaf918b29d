"""Who is logged in, asked before a request is read whole."""

from __future__ import annotations

from typing import Any

from django import db
from django.conf import settings
from django.contrib import auth
from django.contrib.sessions.backends.db import SessionStore
from django.core.handlers.wsgi import WSGIRequest


def is_logged_in(environ: dict[str, Any]) -> bool:
    """By the head of a request alone. Where the catalogue does not answer nobody is."""
    request = WSGIRequest(environ)
    request.session = SessionStore(request.COOKIES.get(settings.SESSION_COOKIE_NAME))
    try:
        return auth.get_user(request).is_authenticated
    except db.Error:
        return False
    finally:
        db.close_old_connections()
