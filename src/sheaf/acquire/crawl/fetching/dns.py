"""Where host names lead: looked up in threads of their own, kept for a while."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime
from ipaddress import ip_address

from sheaf.acquire.addresses import AddressGuard, RefusedAddress, literal_address
from sheaf.acquire.crawl.visits import Failure, FetchOutcome

THREADS = 16
KEPT_SECONDS = 6 * 3600.0
FAILURE_KEPT_SECONDS = 60.0
MOST_KEPT = 20_000
MOST_ADDRESSES = 8


@dataclass(frozen=True, slots=True)
class Route:
    """How to reach a host: its addresses, or the one address and port that were given for it.

    `refusal` says that it may not be reached, `is_unknown` that nobody knows the name.
    """

    addresses: tuple[str, ...] = ()
    given: tuple[str, int] | None = None
    refusal: str = ""
    is_unknown: bool = False

    def failure(self, url: str) -> Failure | None:
        """The end of a fetch that never gets as far as a connection."""
        if self.refusal:
            outcome, code = FetchOutcome.REFUSED_ADDRESS, -5001
        elif self.is_unknown:
            outcome, code = FetchOutcome.UNREACHABLE, -1
        elif not url.startswith(("http://", "https://")):
            outcome, code = FetchOutcome.BAD_URL, -7
        else:
            return None
        return Failure(outcome, code, datetime.now(UTC), 0.0)


class Names:
    """`wake` is called, from another thread, when a look-up is done. An address is good for `keep`
    seconds; a name that leads nowhere is asked about again after a minute."""

    def __init__(
        self,
        guard: AddressGuard,
        *,
        family: int,
        wake: Callable[[], None],
        keep: float = KEPT_SECONDS,
    ) -> None:
        self._guard = guard
        self._family = family
        self._wake = wake
        self._seconds = keep
        self._kept: dict[str, tuple[Route, float]] = {}
        self._asked: dict[str, Future[Route]] = {}
        # A pool of its own: slow name servers must not hold up anything else.
        self._pool = ThreadPoolExecutor(THREADS, thread_name_prefix="names")

    def route(self, host: str) -> Route | None:
        """The way to a host, or None while it is being looked up."""
        kept = self._kept.get(host)
        if kept and kept[1] > time.monotonic():
            return kept[0]
        future = self._asked.get(host)
        if future and future.done():
            del self._asked[host]
            return self._keep(host, future.result())
        if future:
            return None
        at_once = self._without_asking(host)
        if at_once:
            return self._keep(host, at_once)
        future = self._asked[host] = self._pool.submit(look_up, host, self._guard, self._family)
        future.add_done_callback(lambda _: self._wake())
        return None

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _without_asking(self, host: str) -> Route | None:
        try:
            given = self._guard.override(host)
            if given:
                self._guard.check_override(ip_address(given[0]))
                return Route(given=given)
            self._guard.check_literal(host)
        except RefusedAddress as refused:
            return Route(refusal=str(refused))
        literal = literal_address(host)
        return Route(addresses=(str(literal),)) if literal else None

    def _keep(self, host: str, route: Route) -> Route:
        if len(self._kept) >= MOST_KEPT:
            del self._kept[next(iter(self._kept))]
        seconds = FAILURE_KEPT_SECONDS if route.is_unknown else self._seconds
        self._kept[host] = (route, time.monotonic() + seconds)
        return route


def look_up(host: str, guard: AddressGuard, family: int) -> Route:
    try:
        found = socket.getaddrinfo(host, None, family, socket.SOCK_STREAM)
        # One private address among public ones is enough: names that lead both ways are a trick.
        addresses = list(dict.fromkeys(str(sockaddr[0]) for *_, sockaddr in found))
        for address in addresses:
            guard.check(ip_address(address))
    except RefusedAddress as refused:
        return Route(refusal=str(refused))
    except (OSError, UnicodeError, ValueError):
        return Route(is_unknown=True)
    return Route(addresses=tuple(addresses[:MOST_ADDRESSES]))
