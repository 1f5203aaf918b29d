"""The guard around the network: tests reach this machine and nothing beyond it.

It stands in this process only. A worker process or a program started by a test is outside of it.
"""

from __future__ import annotations

import ipaddress
import socket
from typing import Any

import pytest


class BeyondLoopbackError(AssertionError):
    """A test tried to leave this machine."""


def guard(patch: pytest.MonkeyPatch) -> None:
    """Refuse connections, datagrams and name look-ups that leave the machine."""
    for method, place in (("connect", 0), ("connect_ex", 0), ("sendto", -1)):
        patch.setattr(socket.socket, method, _guarded(getattr(socket.socket, method), place))
    patch.setattr(socket, "getaddrinfo", _guarded_lookup(socket.getaddrinfo))


def is_local(host: str) -> bool:
    if host in ("", "localhost") or host.endswith(".localhost"):
        return True
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return False
    # The address of nothing in particular means this machine to connect().
    return address.is_loopback or address.is_unspecified


def _guarded(original: Any, place: int) -> Any:
    def call(sock: socket.socket, *arguments: Any) -> Any:
        address = arguments[place]
        if sock.family in (socket.AF_INET, socket.AF_INET6) and not is_local(str(address[0])):
            raise BeyondLoopbackError(f"tests stay on loopback, not {address!r}")
        return original(sock, *arguments)

    return call


def _guarded_lookup(original: Any) -> Any:
    def look_up(host: Any, *arguments: Any, **options: Any) -> Any:
        name = host.decode() if isinstance(host, bytes) else host
        if name is None or is_local(name) or _is_address(name):
            return original(host, *arguments, **options)
        if name.rstrip(".").endswith(".invalid"):  # RFC 2606: no such name ever exists
            raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")
        raise BeyondLoopbackError(f"tests stay on loopback and do not look up {name!r}")

    return look_up


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name.partition("%")[0])
    except ValueError:
        return False
    return True
