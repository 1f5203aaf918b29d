"""What a crawl of a library is called, where its files stand, and when they are imported."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from ipaddress import ip_address
from pathlib import Path

from sheaf import urls
from sheaf.errors import StorageError, UsageError

NAME = re.compile(r"(?!\.)[\w.-]{1,100}")
MOST_BYTES = 200  # of a file name, with room for what stands behind it
SQLITE = b"SQLite format 3\0"


class Importing(StrEnum):
    """When what a crawl brings is imported."""

    WHILE = "while"
    AFTER = "after"
    NEVER = "never"


def crawl_name(seeds: Sequence[str]) -> str:
    """A name for the crawl of these seeds: the first one's host, and a few digits for the rest."""
    key = urls.md5("\n".join(sorted(seeds)))[:8]
    host = re.sub(r"[^a-z0-9.-]", "", urls.host_of(seeds[0])).lstrip(".-") if seeds else ""
    return f"{host[:60] or 'crawl'}-{key}"


def archive_folder(library: Path, name: str) -> Path:
    return library / "warc" / check_name(name)


def frontier_file(library: Path, name: str) -> Path:
    return library / "frontier" / f"{check_name(name)}.db"


def check_name(name: str) -> str:
    """A crawl's name, which is also that of its files: it must not lead out of their folders."""
    if not is_crawl_name(name):
        raise UsageError(
            f"{name!r} cannot be the name of a crawl.",
            "Use letters, digits, - _ and dots, 100 at the most, with no dot at the beginning.",
        )
    return name


def is_crawl_name(name: str) -> bool:
    return bool(NAME.fullmatch(name)) and len(name.encode()) <= MOST_BYTES


def check_addresses(resolve: Mapping[str, tuple[str, int]]) -> dict[str, tuple[str, int]]:
    """Where hosts are said to be: an address of the network each, and a port."""
    return {host.lower(): _check_address(host, place) for host, place in resolve.items()}


def parse_addresses(given: Iterable[str]) -> dict[str, tuple[str, int]]:
    """HOST=ADDRESS:PORT each, where the address may be [an IPv6 one]."""
    found: dict[str, tuple[str, int]] = {}
    for text in given:
        host, _, target = text.partition("=")
        address, _, port = target.rpartition(":")
        if not host or not address or not re.fullmatch("[0-9]{1,5}", port):
            raise UsageError(f"--resolve {text}: write it as HOST=ADDRESS:PORT.")
        found |= check_addresses({host: (address, int(port))})
    return found


def _check_address(host: str, place: tuple[str, int]) -> tuple[str, int]:
    try:
        address, port = place
        number = str(ip_address(str(address).strip("[]")))
    except (TypeError, ValueError):
        raise UsageError(
            f"{host}: {place!r} is no address and port.",
            "Give the number of the machine, not its name: 127.0.0.1, or [::1].",
        ) from None
    if not isinstance(port, int) or not 1 <= port <= 65535:
        raise UsageError(f"{host}: {place!r}: ports go from 1 to 65535.")
    return number, port


def check_frontier(path: Path) -> Path:
    """The file is there or not yet; something else in its place is told before anybody uses it."""
    try:
        with path.open("rb") as file:
            start = file.read(len(SQLITE))
    except FileNotFoundError:
        return path
    except OSError as problem:
        raise StorageError(f"{path} cannot be read: {problem.strerror}.") from problem
    if start and start != SQLITE:
        raise StorageError(
            f"{path} is no frontier of a crawl: it is not in the format of SQLite.",
            "Put back a copy of it, or move it away; without it the crawl begins anew. "
            "What it has archived is in the library's folder warc all the same.",
        )
    return path


def is_crawling(library: Path, name: str) -> bool:
    """Whether it fetches, or what it brought is being imported."""
    # Here, not above: commands need this module, and `sheaf --help` no database.
    from sheaf.acquire.crawl.frontier.locks import is_being_imported, is_running

    if not is_crawl_name(name):
        return False
    frontier = frontier_file(library, name)
    return is_running(frontier) or is_being_imported(frontier)
