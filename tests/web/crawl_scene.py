"""Crawls to look at: one that has ended, and one under way in a process of its own."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from support.crawls import crawl_options

import sheaf
from sheaf.world import World, WorldServer

WITHIN = 30.0
WORLD = World(seed=3, pages=120, slow_seconds=0.1, crawl_delay=0.1)


def crawl_and_import(folder: Path, server: WorldServer, name: str, pages: int = 25) -> None:
    with sheaf.open(folder) as library:
        library.crawl(
            WORLD.seeds,
            crawl_options(
                name=name,
                hosts=[WORLD.host_pattern],
                resolve={WORLD.host_pattern: ("127.0.0.1", server.port)},
                importing="after",
                min_delay=0,
                pages=pages,
            ),
        )


@contextmanager
def running_crawl(folder: Path, server: WorldServer, name: str) -> Iterator[subprocess.Popen[str]]:
    """It would take minutes, if nobody ended it."""
    command = [
        *(sys.executable, "-m", "sheaf.cli", "crawl", WORLD.seeds[0], "-L", str(folder)),
        *("--name", name, "--host", "*.test", "--min-delay", "2", "--pages", "1000"),
        *("--resolve", f"*.test={server.address}", "--import", "never"),
    ]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def until(is_so: Callable[[], bool]) -> None:
    end = time.monotonic() + WITHIN
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.05)
