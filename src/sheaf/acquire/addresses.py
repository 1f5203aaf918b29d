"""The guard that keeps a crawl away from private networks."""

from __future__ import annotations

import socket
from collections.abc import Mapping
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network

from sheaf.acquire.host_patterns import host_matches

Address = IPv4Address | IPv6Address
NAT64 = IPv6Network("64:ff9b::/96")
# What Python takes for public, or did in some version: protocol assignments and relays, examples in
# books, and the one address outside the private ranges where a cloud keeps what is its machines'.
NOT_PUBLIC = tuple(
    map(ip_network, ("192.0.0.0/24", "192.88.99.0/24", "168.63.129.16/32", "3fff::/20"))
)


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
    if any(address in network for network in NOT_PUBLIC):
        return False
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
