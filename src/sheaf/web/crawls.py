"""The crawls of a library as its pages show them; one that cannot be read is one that says so."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from sheaf.acquire.crawl.frontier.status import HOSTS_LISTED, CrawlStatus
from sheaf.app import Library
from sheaf.errors import SheafError
from sheaf.web.hidden_paths import without_places


@dataclass(frozen=True, slots=True)
class ShownCrawl:
    """A crawl by the stem of its file, with its status or, where that cannot be read, why not."""

    stem: str
    status: CrawlStatus | None
    problem: str = ""

    @property
    def name(self) -> str:
        """As it is shown: the file of a crawl may be called anything."""
        return as_text(self.stem)

    @property
    def is_running(self) -> bool:
        return self.status is not None and self.status.is_running

    @property
    def is_paused(self) -> bool:
        return self.status is not None and self.status.is_paused

    @property
    def state(self) -> str:
        if self.status is None:
            return "unreadable"
        state = self.status.state
        return "idle" if state == "not running" else state

    @property
    def is_under_way(self) -> bool:
        """Whether the page is worth asking for again."""
        return self.status is not None and (self.status.is_running or self.status.is_importing)

    @property
    def look(self) -> str:
        """The one word of its state by which it is coloured."""
        return self.state.partition(",")[0]

    @property
    def seconds_left(self) -> float | None:
        """Nobody knows how long a pause will be."""
        return None if self.status is None or self.is_paused else self.status.seconds_left

    @property
    def has_page(self) -> bool:
        """Whether its name can stand in an address."""
        return self.name == self.stem and self.name not in {".", ".."}

    def as_json(self) -> dict[str, Any]:
        if self.status is None:
            return {"name": self.name, "error": self.problem}
        return self.status.as_json()


def all_crawls(library: Library) -> Iterator[ShownCrawl]:
    return (_read(library, stem) for stem in library.crawls.names())


def find_crawl(library: Library, name: str, *, hosts: int = HOSTS_LISTED) -> ShownCrawl | None:
    """Only what is listed is opened, so that a name from an address leads nowhere else."""
    return _read(library, name, hosts) if name in library.crawls.names() else None


def count_crawls(library: Library) -> tuple[int, int]:
    """How many there are and how many of them run; no frontier is opened for it."""
    running = [_is_running(library, stem) for stem in library.crawls.names()]
    return len(running), sum(running)


def _is_running(library: Library, stem: str) -> bool:
    try:
        return library.crawls.is_fetching(stem)
    except (SheafError, OSError):
        return False


def _read(library: Library, stem: str, hosts: int = HOSTS_LISTED) -> ShownCrawl:
    try:
        # To open an empty file is to make a frontier of it.
        if not library.crawls.frontier(stem).stat().st_size:
            return ShownCrawl(stem, None, "Its frontier is empty.")
        status = library.crawls.status(stem, hosts=hosts)
        return ShownCrawl(stem, replace(status, name=as_text(stem)))
    except (SheafError, OSError) as problem:
        words = without_places(str(problem))
    except (AssertionError, TypeError, ValueError):
        words = "What its frontier says makes no sense."
    return ShownCrawl(stem, None, words.encode("utf-8", "backslashreplace").decode())


def as_text(stem: str) -> str:
    return os.fsencode(stem).decode("utf-8", "backslashreplace")
