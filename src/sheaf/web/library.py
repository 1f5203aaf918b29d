"""The library that this process serves, and what Django must know about it before it answers."""

from __future__ import annotations

import hashlib

from django.conf import settings

from sheaf.app import Library
from sheaf.deposit.database import ServedLibraryRouter
from sheaf.web.outages import shorten_log
from sheaf.web.state import keep_sessions

# Addresses that mean "all of this machine's": no browser asks for a page by them.
EVERYWHERE = frozenset({"", "0.0.0.0", "::"})  # noqa: S104

_served: Library | None = None


def start_serving(library: Library, host: str | None = None) -> None:
    """From now on the pages of this process are about this library; `host` is the address that it
    listens on, where that is not the one of its settings."""
    global _served
    _served = library
    library.count_behind()
    ServedLibraryRouter.served = library.database_alias
    shorten_log()
    keep_sessions(library.folder)
    settings.ALLOWED_HOSTS = names = _host_names(library, host)
    # Behind a proxy that speaks HTTPS, forms come from the same names under https.
    settings.CSRF_TRUSTED_ORIGINS = [f"https://{_pattern(name)}" for name in names if name != "*"]
    # Browsers keep cookies by host, whatever the port: two libraries must not share theirs.
    mark = hashlib.sha256(str(library.folder).encode()).hexdigest()[:8]
    settings.SESSION_COOKIE_NAME = f"sheaf_session_{mark}"
    settings.CSRF_COOKIE_NAME = f"sheaf_csrf_{mark}"


def stop_serving() -> None:
    global _served
    _served = None
    ServedLibraryRouter.served = None


def served_library() -> Library:
    assert _served is not None, "start_serving comes first"
    return _served


def _pattern(name: str) -> str:
    """.example.org, in allowed_hosts, is what an origin writes as *.example.org."""
    return f"*{name}" if name.startswith(".") else name


def _host_names(library: Library, host: str | None) -> list[str]:
    """The listed names, and the address itself where one was chosen to listen on."""
    web = library.settings.web
    listens = web.host if host is None else host
    address = f"[{listens}]" if ":" in listens else listens
    return [*web.allowed_hosts, *([] if listens in EVERYWHERE else [address])]
