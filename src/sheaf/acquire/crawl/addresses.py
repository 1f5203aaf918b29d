"""Where names lead, and the guard that keeps a crawl away from private networks."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address

from aiohttp.abc import AbstractResolver, ResolveResult

from sheaf.acquire.crawl.scope import host_matches

Address = IPv4Address | IPv6Address
NAT64 = IPv6Network("64:ff9b::/96")


class RefusedAddress(Exception):  # noqa: N818 - ends a visit, not the crawl
    """A URL that leads where this crawl may not go."""


class AddressGuard:
    """Checks what a connection is about to be made to, at every request.

    Names in `overrides` were given by the person who crawls and are taken at their word. Without a
    contact the crawl may not leave this machine (`loopback_only`), whatever its pages link to.
    """

    def __init__(
        self,
        overrides: Mapping[str, tuple[str, int]],
        *,
        allow_private: bool,
        loopback_only: bool,
    ) -> None:
        self._overrides = dict(overrides)
        self._allow_private = allow_private
        self._loopback_only = loopback_only

    def override(self, host: str) -> tuple[str, int] | None:
        """The narrowest pattern wins. An address is no name: no pattern opens it."""
        if literal_address(host) is not None:
            return None
        fitting = [pattern for pattern in self._overrides if host_matches(pattern, host)]
        fitting.sort(key=lambda pattern: (pattern == host, len(pattern)))
        return self._overrides[fitting[-1]] if fitting else None

    def check(self, address: Address) -> None:
        self.check_override(address)
        if not self._allow_private and not is_public(address):
            raise RefusedAddress(f"{address} is not an address of the public internet")

    def check_override(self, address: Address) -> None:
        if self._loopback_only and not address.is_loopback:
            raise RefusedAddress(f"{address} is not on this machine, and there is no contact")

    def check_literal(self, host: str) -> None:
        """The client asks no resolver about an address in a URL, so it is checked beforehand."""
        address = literal_address(host)
        if address is not None:
            self.check(address)

    def leads_home(self, host: str) -> bool:
        """Whether it is certain, before any look-up, that a host is on this machine."""
        target = self.override(host)
        if target:
            return ip_address(target[0]).is_loopback
        return self._allow_private and is_this_machine(host)


def is_this_machine(host: str) -> bool:
    """Whether a host is one of the names and numbers by which a machine calls itself."""
    address = literal_address(host)
    return host == "localhost" or (address is not None and address.is_loopback)


def literal_address(host: str) -> Address | None:
    """The address a host is, in any notation that a C library would take for one.

    `2130706433`, `0x7f.1` and `0177.0.0.1` are all 127.0.0.1 to inet_aton.
    """
    try:
        return ip_address(host)
    except ValueError:
        pass
    try:
        return IPv4Address(socket.inet_aton(host))
    except (OSError, UnicodeEncodeError, ValueError):
        return None


def is_public(address: Address) -> bool:
    address = _inner_address(address)
    return address.is_global and not (
        address.is_multicast
        or address.is_reserved
        or (isinstance(address, IPv6Address) and address.is_site_local)
    )


def _inner_address(address: Address) -> Address:
    """The IPv4 address that an IPv6 address carries, where it carries one."""
    if isinstance(address, IPv4Address):
        return address
    if address in NAT64:
        return IPv4Address(address.packed[-4:])
    return address.ipv4_mapped or address.sixtofour or address


class GuardedResolver(AbstractResolver):
    """The client connects to exactly what this returns, so what was checked is what is reached."""

    def __init__(self, guard: AddressGuard, *, threads: int) -> None:
        self._guard = guard
        # A pool of its own: slow name servers must not hold up anything else.
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="resolver")

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_UNSPEC
    ) -> list[ResolveResult]:
        override = self._guard.override(host)
        if override:
            self._guard.check_override(ip_address(override[0]))
            return [_result(host, *override)]
        addresses = await self._look_up(host, port, family)
        for address in addresses:
            self._guard.check(ip_address(address))
        return [_result(host, address, port) for address in addresses]

    async def _look_up(self, host: str, port: int, family: int) -> list[str]:
        loop = asyncio.get_running_loop()
        found = await loop.run_in_executor(
            self._pool, lambda: socket.getaddrinfo(host, port, family, socket.SOCK_STREAM)
        )
        return list(dict.fromkeys(str(sockaddr[0]) for *_, sockaddr in found))

    async def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)


def _result(host: str, address: str, port: int) -> ResolveResult:
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    return ResolveResult(
        hostname=host, host=address, port=port, family=family, proto=0, flags=socket.AI_NUMERICHOST
    )
