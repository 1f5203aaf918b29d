"""kill -9 at random moments of the crawl of a world: all is fetched, and nothing twice."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest
from warcio.archiveiterator import ArchiveIterator
from warcio.checker import Checker

import sheaf
from acquire.crawl import crawl_once
from sheaf.acquire.crawl.frontier.file import FrontierFile
from sheaf.world import World, serve
from sheaf.world.server import WorldServer


class Arguments:
    """What `warcio check` reads from its command line."""

    def __init__(self, inputs: list[str]) -> None:
        self.inputs = inputs
        self.verbose = False


def start(server: WorldServer, folder: Path) -> subprocess.Popen[bytes]:
    source = str(Path(sheaf.__file__).parents[1])
    words = [str(server.port), str(folder), "--everywhere", *server.world.seeds]
    return subprocess.Popen(
        [sys.executable, crawl_once.__file__, *words],
        env={"PYTHONPATH": os.pathsep.join([source, *sys.path])},
    )


def kill_after(server: WorldServer, folder: Path, requests: int) -> bool:
    """Start it, and kill it when the server has heard so many requests more; whether it was."""
    until = len(server.requests) + requests
    crawl = start(server, folder)
    while len(server.requests) < until and crawl.poll() is None:
        time.sleep(0.001)
    was_running = crawl.poll() is None
    crawl.kill()
    crawl.wait()
    return was_running


@pytest.mark.parametrize(
    ("pages", "kills"),
    [(300, 6), pytest.param(5000, 50, marks=[pytest.mark.long, pytest.mark.timeout(1800)])],
)
def test_the_union_of_killed_runs_is_one_whole_crawl(
    tmp_path: Path, pages: int, kills: int
) -> None:
    world = World(seed=11, pages=pages, slow_seconds=0.01, crawl_delay=0.01)
    moments = random.Random(pages)
    with serve(world, log=True) as server:
        a_stretch = max(4, pages // kills)
        killed = sum(
            kill_after(server, tmp_path, moments.randint(1, a_stretch)) for _ in range(kills)
        )
        assert killed == kills, "it ended before it was killed: make the world larger"
        assert start(server, tmp_path).wait(timeout=1200) == 0
        asked = Counter(f"http://{one.host}{one.path}" for one in server.requests)
    wanted = {facts["url"] for facts in world.truth() if facts["allowed"] and facts["reachable"]}
    assert wanted <= set(asked)
    pages_asked = Counter({url: n for url, n in asked.items() if not url.endswith("/robots.txt")})
    # Each kill costs what was in flight, and no more.
    assert pages_asked.total() - len(pages_asked) <= kills * crawl_once.CONNECTIONS
    assert_files_are_whole(tmp_path, set(pages_asked))


def assert_files_are_whole(folder: Path, asked: set[str]) -> None:
    paths = sorted((folder / "warc" / "crawl").glob("*.warc.gz"))
    checker = Checker(Arguments([str(path) for path in paths]))
    checker.process_all()
    assert checker.exit_value == 0
    recorded: Counter[str] = Counter()
    for path in paths:
        with path.open("rb") as stream:
            recorded.update(
                record.rec_headers["WARC-Target-URI"]
                for record in ArchiveIterator(stream)
                if record.rec_type == "response"
            )
    assert set(recorded) == asked
    assert set(recorded.values()) == {1}
    file = FrontierFile(folder / "frontier" / "crawl.db")
    ends = dict(file.rows("SELECT url, outcome FROM ends"))
    file.close()
    assert asked <= set(ends)
    assert None not in ends.values()
    lines = (folder / "warc" / "crawl" / "crawl.log").read_text().splitlines()
    logged = Counter(line.split()[3] for line in lines)
    assert set(logged) == set(ends)
    assert set(logged.values()) == {1}
