"""Which URLs belong to a crawl: its hosts, its depth, and what is a URL of the web at all."""

from __future__ import annotations

import re
from collections.abc import Iterable
from urllib.parse import urlsplit

from sheaf.acquire.crawl.visits import FetchOutcome, Target
from sheaf.records import Link
from sheaf.urls import host_of

SCHEMES = frozenset({"http", "https"})
LONGEST_URL = 4096
REDIRECTS_IN_A_ROW = 10
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
        f"www.{host}" for host in hosts if not host.startswith("www.") and not _is_literal(host)
    }
    return frozenset(hosts | twins)


def _is_literal(host: str) -> bool:
    return ":" in host or host.replace(".", "").isdigit()


class Scope:
    def __init__(self, hosts: Iterable[str], *, depth: int) -> None:
        patterns = frozenset(hosts)
        # Exact names are looked up, so that a set of many thousand hosts costs nothing.
        self._names = frozenset(name.lower() for name in patterns if "*" not in name)
        self._patterns = tuple(name for name in patterns if "*" in name)
        self._depth = depth

    def admits(self, link: Link) -> bool:
        """Whether a link on a page enters the frontier."""
        if link.depth > self._depth or not is_of_the_web(link.url):
            return False
        return self._admits_host(host_of(link.url))

    def refusal(self, target: Target) -> FetchOutcome | None:
        """Seeds and redirects enter unasked, so their end is on record; here they are asked."""
        if not is_of_the_web(target.url):
            return FetchOutcome.BAD_URL
        if not self._admits_host(target.host):
            return FetchOutcome.OUT_OF_SCOPE
        if target.redirects > REDIRECTS_IN_A_ROW:
            return FetchOutcome.TOO_MANY_REDIRECTS
        return None

    def _admits_host(self, host: str) -> bool:
        return host in self._names or any(host_matches(each, host) for each in self._patterns)


def is_of_the_web(url: str) -> bool:
    try:
        scheme = urlsplit(url).scheme
    except ValueError:
        return False
    host = host_of(url)
    return scheme in SCHEMES and len(url) <= LONGEST_URL and bool(HOST_NAME.fullmatch(host))
