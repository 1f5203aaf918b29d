"""Addresses of hosts: looked up in threads of their own, kept for a while."""

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
    """How to reach a host: its addresses, or the address and port that `override` them.

    `refusal` says why it may not be reached, `is_unknown` that the name does not resolve.
    """

    addresses: tuple[str, ...] = ()
    override: tuple[str, int] | None = None
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


class DnsCache:
    """`wake` is called, from another thread, when a look-up is done. An address is kept for `keep`
    seconds; a name that could not be resolved is looked up again after a minute."""

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
        self._routes: dict[str, tuple[Route, float]] = {}
        self._looking_up: dict[str, Future[Route]] = {}
        # A pool of its own: slow name servers must not hold up anything else.
        self._pool = ThreadPoolExecutor(THREADS, thread_name_prefix="names")

    def route(self, host: str) -> Route | None:
        """The route to a host, or None while it is being looked up."""
        kept = self._routes.get(host)
        if kept and kept[1] > time.monotonic():
            return kept[0]
        future = self._looking_up.get(host)
        if future and future.done():
            del self._looking_up[host]
            return self._store(host, future.result())
        if future:
            return None
        known = self._route_without_lookup(host)
        if known:
            return self._store(host, known)
        future = self._looking_up[host] = self._pool.submit(
            look_up, host, self._guard, self._family
        )
        future.add_done_callback(lambda _: self._wake())
        return None

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _route_without_lookup(self, host: str) -> Route | None:
        try:
            override = self._guard.override(host)
            if override:
                self._guard.check_override(ip_address(override[0]))
                return Route(override=override)
            self._guard.check_literal(host)
        except RefusedAddress as refused:
            return Route(refusal=str(refused))
        literal = literal_address(host)
        return Route(addresses=(str(literal),)) if literal else None

    def _store(self, host: str, route: Route) -> Route:
        if len(self._routes) >= MOST_KEPT:
            del self._routes[next(iter(self._routes))]
        seconds = FAILURE_KEPT_SECONDS if route.is_unknown else self._seconds
        self._routes[host] = (route, time.monotonic() + seconds)
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
