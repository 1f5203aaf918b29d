"""Whoever guesses passwords is slowed down. A try is counted before the password is looked at, so
that many at once are no more than a few; where it was right it is given back.

Tries are counted three times: of one address for one account, of one address for all accounts, and
of all addresses for one account. The last would let anybody lock out anybody: it does not hold for
a browser that has logged in to this account before, whose tries are counted by themselves.
"""

from __future__ import annotations

import ipaddress
import secrets
import threading
import time
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass

from django.conf import settings
from django.contrib.auth.models import User
from django.core import signing
from django.http import HttpRequest, HttpResponse

from sheaf.web.server.proxies import network_of, read_address

LONGEST_NAME = 150
COOKIE_SECONDS = 180 * 24 * 3600
SALT = "sheaf.web.guessing"
# More counts than this at once are an attack on our memory: those go that say least.
MOST_COUNTS = 10_000


@dataclass(frozen=True, slots=True)
class TryLimit:
    """So many tries at once; then one more whenever so many seconds have passed."""

    tries: int
    seconds: float


ONE_ACCOUNT_HERE = TryLimit(5, 30.0)
ALL_ACCOUNTS_HERE = TryLimit(20, 10.0)
# Comes back three times as fast as one address can use it up for one account.
ONE_ACCOUNT_ANYWHERE = TryLimit(50, 10.0)


@dataclass(frozen=True, slots=True)
class TryCount:
    """Tries that are counted together."""

    of: tuple[str, ...]
    limit: TryLimit


class Throttle:
    """Counts in memory: it forgets with the process, and the wait is short anyway."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        # When each will have all of its tries again.
        self._whole_at: dict[TryCount, float] = {}
        self._lock = threading.Lock()

    def reserve(self, *counts: TryCount) -> float:
        """One try in each; or the seconds to wait for the next, and nothing was counted."""
        with self._lock:
            now = self._now()
            wait = max((self._wait(count, now) for count in counts), default=0.0)
            if wait <= 0:
                for count in counts:
                    whole = max(now, self._whole_at.get(count, now))
                    self._whole_at[count] = whole + count.limit.seconds
                self._keep_small(now)
            return max(0.0, wait)

    def give_back(self, *counts: TryCount) -> None:
        with self._lock:
            for count in counts:
                if count in self._whole_at:
                    self._whole_at[count] -= count.limit.seconds

    def forget_all(self) -> None:
        with self._lock:
            self._whole_at.clear()

    def _wait(self, count: TryCount, now: float) -> float:
        spent = self._whole_at.get(count, now) - now
        return spent - (count.limit.tries - 1) * count.limit.seconds

    def _keep_small(self, now: float) -> None:
        if len(self._whole_at) > MOST_COUNTS:
            fullest = sorted(self._whole_at.items(), key=lambda pair: -pair[1])[: MOST_COUNTS // 2]
            self._whole_at = {count: whole for count, whole in fullest if whole > now}


throttle = Throttle()


def counts_of_login(request: HttpRequest, name: str) -> tuple[TryCount, ...]:
    account = _account(name)
    if browser := _known_browser(request, account):
        return (TryCount(("browser", account, browser), ONE_ACCOUNT_HERE),)
    return (
        TryCount(("account", account, _network(request)), ONE_ACCOUNT_HERE),
        TryCount(("account", account), ONE_ACCOUNT_ANYWHERE),
        *_counts_of_address(request),
    )


def counts_of_setup(request: HttpRequest) -> tuple[TryCount, ...]:
    return _counts_of_address(request)


def counts_of_change(request: HttpRequest) -> tuple[TryCount, ...]:
    """Who guesses here has taken over a session, and is held by it from whatever address."""
    return (TryCount(("session", str(request.session.session_key)), ONE_ACCOUNT_HERE),)


def _counts_of_address(request: HttpRequest) -> tuple[TryCount, ...]:
    """Behind a proxy that is not trusted, all come from this machine: that says nothing of who."""
    if is_this_machine(request.META["REMOTE_ADDR"]):
        return ()
    return (TryCount(("address", _network(request)), ALL_ACCOUNTS_HERE),)


def is_this_machine(address: str) -> bool:
    read = read_address(address)
    return isinstance(read, ipaddress.IPv4Address | ipaddress.IPv6Address) and read.is_loopback


def _network(request: HttpRequest) -> str:
    return network_of(request.META["REMOTE_ADDR"])


def _account(name: str) -> str:
    """By its row, where there is one: some databases take Ada, ada and adá for the same name."""
    wanted = unicodedata.normalize("NFKC", name).strip()[: LONGEST_NAME + 1]
    can_be = bool(wanted) and "\0" not in wanted  # which PostgreSQL does not take
    user = User.objects.filter(username=wanted).only("pk").first() if can_be else None
    return f"name {wanted.casefold()}" if user is None else f"user {user.pk}"


# -- browsers that have logged in before -----------------------------------------------------------


def remember_browser(request: HttpRequest, response: HttpResponse, user: User) -> None:
    account = f"user {user.pk}"
    browser = _known_browser(request, account) or secrets.token_urlsafe(12)
    response.set_cookie(
        _cookie_name(),
        signing.dumps([account, browser], salt=SALT),
        max_age=COOKIE_SECONDS,
        path="/login",
        httponly=True,
        samesite="Lax",
    )


def _known_browser(request: HttpRequest, account: str) -> str:
    """Empty for one that is not known, or known for another account."""
    try:
        written = request.COOKIES.get(_cookie_name(), "")
        known, browser = signing.loads(written, salt=SALT, max_age=COOKIE_SECONDS)
    except (signing.BadSignature, TypeError, ValueError):
        return ""
    return str(browser) if known == account else ""


def _cookie_name() -> str:
    return settings.SESSION_COOKIE_NAME.replace("session", "browser")
