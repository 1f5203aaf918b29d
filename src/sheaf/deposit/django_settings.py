"""Django's own settings: one fixed set of apps for every library, no database yet.

Databases join at run time, one connection alias for each open library (database.py).
"""

from __future__ import annotations

import secrets
from typing import Any

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "sheaf.deposit",
    "sheaf.web",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "sheaf.web.security.SecurityHeaders",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "sheaf.web.people.acting.ActingUser",
    "sheaf.web.people.programs.KeyedRequests",
    "django.contrib.messages.middleware.MessageMiddleware",
    "sheaf.web.by_hand.visitors.VisitorsSeeThePublic",
    "sheaf.web.people.reading.ReadingRights",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "sheaf.web.people.rights.roles_for_templates",
            ]
        },
    }
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
AUTHENTICATION_BACKENDS = ["sheaf.web.people.backend.MarkedSessions"]
DATABASES: dict[str, dict[str, Any]] = {}
DATABASE_ROUTERS = ["sheaf.deposit.database.ServedLibraryRouter"]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
USE_TZ = True
TIME_ZONE = "UTC"
USE_I18N = False
# Serving puts its own key in place (web/state.py); nothing else signs anything.
SECRET_KEY = secrets.token_urlsafe(50)
ALLOWED_HOSTS: list[str] = []
ROOT_URLCONF = "sheaf.web.urls"
LOGIN_URL = "/login"
LOGIN_REDIRECT_URL = "/dashboard"
STATIC_URL = "/static/"
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = False
SESSION_ENGINE = "sheaf.web.sessions"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "handlers": {"stderr": {"class": "logging.StreamHandler"}},
    "loggers": {"django.request": {"handlers": ["stderr"], "level": "ERROR"}},
}
