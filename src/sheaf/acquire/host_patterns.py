"""Hosts of a crawl, and what is a URL of the web at all."""

from __future__ import annotations

import re
from collections.abc import Iterable
from urllib.parse import urlsplit

from sheaf.urls import PLAIN_HOST, host_of

SCHEMES = frozenset({"http", "https"})
LONGEST_URL = 4096
HOST_NAME = re.compile(r"[a-z0-9_.-]+|[0-9a-f:.]+")


def host_matches(pattern: str, host: str) -> bool:
    """`*` is every host, `*.suffix` every host below it, anything else that very host."""
    if pattern.startswith("*."):
        return host.endswith(pattern[1:].lower())
    return pattern == "*" or pattern.lower() == host


def hosts_of(urls: Iterable[str]) -> frozenset[str]:
    """The seeds' hosts, each with its www. twin: home pages redirect from one to the other."""
    hosts = {host_of(url) for url in urls} - {""}
    twins = {host.removeprefix("www.") for host in hosts} | {
        f"www.{host}" for host in hosts if not host.startswith("www.") and not is_literal(host)
    }
    return frozenset(hosts | twins)


def is_literal(host: str) -> bool:
    """An address in place of a name."""
    return ":" in host or host.replace(".", "").isdigit()


class HostSet:
    """A set of host patterns. Exact names are looked up, so that many thousand cost nothing."""

    def __init__(self, patterns: Iterable[str]) -> None:
        given = frozenset(patterns)
        self._names = {name.lower() for name in given if "*" not in name}
        self._patterns = tuple(name for name in given if "*" in name)

    def add(self, name: str) -> None:
        self._names.add(name.lower())

    def __contains__(self, host: object) -> bool:
        if host in self._names:
            return True
        return any(host_matches(each, str(host)) for each in self._patterns)


class DomainSet:
    """Domains with all that lies below them: `example.edu` holds `www.cs.example.edu`."""

    def __init__(self, names: Iterable[str], *, among: HostSet | None = None) -> None:
        self._names = frozenset(name.lower().strip(".") for name in names)
        self._among = among

    def __contains__(self, host: object) -> bool:
        name = str(host)
        while name:
            if name in self._names or (self._among is not None and name in self._among):
                return True
            name = name.partition(".")[2]
        return False


def is_of_the_web(url: str) -> bool:
    if len(url) > LONGEST_URL:
        return False
    if PLAIN_HOST.match(url):
        return True
    try:
        parts = urlsplit(url)
        scheme, _ = parts.scheme, parts.port  # one that cannot be a port is told by an exception
    except ValueError:
        return False
    return scheme in SCHEMES and bool(HOST_NAME.fullmatch(host_of(url)))
