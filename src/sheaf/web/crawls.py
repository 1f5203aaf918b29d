"""The crawls of a library as its folder lists them; one that cannot be read is one that says so."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any

from sheaf.acquire.crawl.status import CrawlStatus, is_held, read_status
from sheaf.app import Library
from sheaf.deposit.runs import CRAWL, UNDONE, RunInfo
from sheaf.errors import SheafError

# Among so many of the latest runs the import of a crawl is looked for.
LATEST_RUNS = 100


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
        if self.is_running:
            return "paused" if self.is_paused else "running"
        return "idle, paused" if self.is_paused else "idle"

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


def find_crawl(library: Library, name: str) -> Crawl | None:
    """Only what is listed is opened, so that a name from an address leads nowhere else."""
    for path in _listed(library):
        if path.stem == name:
            return _read(path, library.folder)
    return None


def count_crawls(library: Library) -> tuple[int, int]:
    """How many there are and how many of them run; no frontier is opened for it."""
    running = [_is_running(path) for path in _listed(library)]
    return len(running), sum(running)


def run_of(library: Library, name: str) -> RunInfo | None:
    """The run that imports what a crawl brings."""
    for run in islice(library.runs(), LATEST_RUNS):
        if run.kind == CRAWL and run.options.get("name") == name and run.state != UNDONE:
            return run
    return None


def _listed(library: Library) -> list[Path]:
    return sorted((library.folder / "frontier").glob("*.db"))


def _is_running(path: Path) -> bool:
    try:
        return is_held(path)
    except OSError:
        return False


def _read(path: Path, folder: Path) -> Crawl:
    name = os.fsencode(path.stem).decode("utf-8", "backslashreplace")
    try:
        # To open an empty file is to make a frontier of it.
        if path.is_file() and not path.stat().st_size:
            return Crawl(name, path, None, "Its frontier is empty.")
        return Crawl(name, path, replace(read_status(path), name=name))
    except (SheafError, OSError) as problem:
        # Where the library stands on the disk is nobody's business on the other side of the wire.
        words = str(problem).replace(f"{folder}{os.sep}", "")
    except (AssertionError, TypeError, ValueError):
        words = "What its frontier says makes no sense."
    return Crawl(name, path, None, words.encode("utf-8", "backslashreplace").decode())
