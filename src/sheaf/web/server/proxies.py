"""Who asks, where proxies stand between: what a trusted one says of its visitor is believed, and
what anybody else says is not."""

from __future__ import annotations

import ipaddress
from collections.abc import Collection, Iterator
from typing import Any

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
NETWORK_BITS = 64  # of IPv6: whoever has one address has all of its network
FORWARDED = ("HTTP_X_FORWARDED_FOR", "HTTP_X_FORWARDED_PROTO")


class TrustedProxies:
    """`trusted` are addresses and networks."""

    def __init__(self, trusted: Collection[str] = ()) -> None:
        self._networks = [ipaddress.ip_network(one) for one in trusted]

    def has(self, written: str) -> bool:
        address = read_address(written)
        return address is not None and any(address in one for one in self._networks)

    def name_visitor(self, environ: dict[str, Any]) -> None:
        """Puts the visitor's address and scheme where the application looks for them, and takes
        away what was said about them."""
        peer = environ["REMOTE_ADDR"]
        said_for, scheme = (environ.pop(name, "") for name in FORWARDED)
        environ["REMOTE_ADDR"] = str(read_address(peer) or peer)
        if not self.has(peer):
            return
        for address in _addresses(said_for):
            # What stands further left came from that one, and may be made up.
            environ["REMOTE_ADDR"] = str(address)
            if not self.has(str(address)):
                break
        if scheme.rpartition(",")[2].strip().lower() == "https":
            environ["wsgi.url_scheme"] = "https"


def _addresses(forwarded: str) -> Iterator[Address]:
    """From right to left, up to what is none ("unknown")."""
    for written in reversed(forwarded.split(",")):
        address = read_address(_without_port(written.strip()))
        if address is None:
            return
        yield address


def _without_port(written: str) -> str:
    """Some write 192.0.2.1:4711 and [2001:db8::1]:4711."""
    if written.startswith("["):
        return written[1:].partition("]")[0]
    return written.partition(":")[0] if written.count(":") == 1 else written


def read_address(written: str) -> Address | None:
    """An IPv4 address that came over IPv6 is one of IPv4."""
    try:
        address = ipaddress.ip_address(written.partition("%")[0])
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return mapped or address


def network_of(written: str) -> str:
    """The address, or the network that one visitor has."""
    address = read_address(written)
    if isinstance(address, ipaddress.IPv6Address):
        return str(ipaddress.ip_network(f"{address}/{NETWORK_BITS}", strict=False))
    return str(address or written)
