"""The crawls of a library as its folder lists them; one that cannot be read is one that says so."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from sheaf.acquire.crawl.frontier.locks import is_running
from sheaf.acquire.crawl.frontier.status import HOSTS_TOLD, CrawlStatus, read_status
from sheaf.acquire.crawl.places import is_crawling
from sheaf.app import Library
from sheaf.deposit import lock
from sheaf.deposit.crawl_runs import run_of_crawl
from sheaf.deposit.runs import RUNNING, RunInfo
from sheaf.errors import SheafError


@dataclass(frozen=True, slots=True)
class Crawl:
    """A crawl by its name, with how it stands or, where that cannot be read, why not."""

    name: str
    path: Path
    status: CrawlStatus | None
    problem: str = ""

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
        """Whether its name can stand in an address: the file of a crawl may be called anything."""
        return self.name == self.path.stem and self.name not in {".", ".."}

    def as_json(self) -> dict[str, Any]:
        if self.status is None:
            return {"name": self.name, "error": self.problem}
        return self.status.as_json()


def all_crawls(library: Library) -> Iterator[Crawl]:
    return (_read(path, library.folder) for path in _listed(library))


def find_crawl(library: Library, name: str, *, hosts: int = HOSTS_TOLD) -> Crawl | None:
    """Only what is listed is opened, so that a name from an address leads nowhere else."""
    for path in _listed(library):
        if path.stem == name:
            return _read(path, library.folder, hosts)
    return None


def count_crawls(library: Library) -> tuple[int, int]:
    """How many there are and how many of them run; no frontier is opened for it."""
    running = [_is_running(path) for path in _listed(library)]
    return len(running), sum(running)


def run_of(library: Library, name: str) -> RunInfo | None:
    """The run that imports what a crawl brings, as the list of runs has it."""
    run = run_of_crawl(library.run_log, name)
    if run is None or run.state != RUNNING:
        return run
    is_under_way = lock.is_held(library.folder) or is_crawling(library.folder, name)
    return run if is_under_way else replace(run, state="interrupted")


def _listed(library: Library) -> list[Path]:
    return sorted((library.folder / "frontier").glob("*.db"))


def _is_running(path: Path) -> bool:
    try:
        return is_running(path)
    except OSError:
        return False


def _read(path: Path, folder: Path, hosts: int = HOSTS_TOLD) -> Crawl:
    name = os.fsencode(path.stem).decode("utf-8", "backslashreplace")
    try:
        # To open an empty file is to make a frontier of it.
        if path.is_file() and not path.stat().st_size:
            return Crawl(name, path, None, "Its frontier is empty.")
        return Crawl(name, path, replace(read_status(path, hosts=hosts), name=name))
    except (SheafError, OSError) as problem:
        # Where the library stands on the disk is nobody's business on the other side of the wire.
        words = str(problem).replace(f"{folder}{os.sep}", "")
    except (AssertionError, TypeError, ValueError):
        words = "What its frontier says makes no sense."
    return Crawl(name, path, None, words.encode("utf-8", "backslashreplace").decode())
