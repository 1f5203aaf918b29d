"""The frontier alone: millions of URLs in bounded memory, the last as fast as the first.

    scripts/bench frontier [--urls N]

A made-up crawl without a network: visits are settled in batches as the crawler does it, each with
twenty links that are new and twenty that are known, over ten thousand hosts; for each the next URL
of some host is taken and read. Everything is committed and synced. Then the crawl is taken up
again, as after a crash. Speed is told per CPU second and by tenths. Five million URLs need 1 GB of
disk.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
import time
from itertools import pairwise
from pathlib import Path
from typing import Any

from _alone import alone, peak_mib
from _record import record

from sheaf.acquire.crawl.frontier.frontier import Frontier
from sheaf.acquire.crawl.frontier.rows import FileState, FinishedVisit, Notes
from sheaf.acquire.crawl.politeness.hosts import HostQueues
from sheaf.acquire.crawl.visits import FetchOutcome, Target, Visit

PEAK_MIB = 500
SLOWDOWN = 1.3  # of the last tenth against the first
HOSTS, LINKS, BATCH = 10_000, 20, 64
ANY_DEPTH = 99
Marks = list[tuple[float, float]]  # CPU seconds and the clock, at every tenth


def url(number: int) -> str:
    return f"http://www{number % HOSTS}.example.edu/~people/papers/{number // HOSTS}/{number}.html"


def visit(frontier: Frontier, target: Target, first: int, known: list[int]) -> FinishedVisit:
    """A page with links that are new, and others that the frontier must remember."""
    found = tuple(
        Target(url(first + step), 1 + first // 500_000, target.url, "a paper by its title",
               "LL", target.seed)
        for step in range(LINKS)
    )  # fmt: skip
    for number in known:
        if frontier.wants(url(number), ANY_DEPTH):
            raise SystemExit(f"{url(number)} was forgotten")
    return FinishedVisit(Visit(target, FetchOutcome.FETCHED, found=found), None, "")


def fill(frontier: Frontier, urls: int) -> tuple[int, Marks]:
    hosts, met, dice = HostQueues(connections=1, first_turn=0.0), 1, random.Random(1)
    marks = [(time.process_time(), time.monotonic())]
    for one in frontier.begin([Target(url(0), seed=url(0))]):
        hosts.add(one)
    while met < urls:
        batch, settled = [], met
        for _ in range(BATCH):
            host = hosts.next(time.monotonic())
            if host is None or met >= urls:
                break
            number, _ = host.take(time.monotonic())
            known = [dice.randrange(settled) for _ in range(LINKS)]
            batch.append(visit(frontier, frontier.target(number), met, known))
            met += LINKS
            hosts.schedule(host)
        files = FileState("x.warc.gz", met, met, "x" * 200 * BATCH)
        for one in frontier.commit_visits(batch, files, Notes(), 0):
            hosts.add(one)
        frontier.sync()
        if met >= urls // 10 * len(marks):
            marks.append((time.process_time(), time.monotonic()))
    return met, marks


def crawl(path: Path, urls: int) -> dict[str, Any]:
    frontier = Frontier(path)
    met, marks = fill(frontier, urls)
    frontier.close()
    tenths = [after[0] - before[0] for before, after in pairwise(marks)]
    walls = [after[1] - before[1] for before, after in pairwise(marks)]
    return {
        "urls": met,
        "urls_per_cpu_second": round(met / sum(tenths)),
        "urls_per_second": round(met / sum(walls)),
        "peak_mib": peak_mib(),
        "last_tenth_to_first": round(tenths[-1] / tenths[0], 2),
        "last_tenth_to_first_by_the_clock": round(walls[-1] / walls[0], 2),
        "disk_mib": round(path.stat().st_size / 1024**2),
    }


def take_up(path: Path) -> dict[str, Any]:
    began = time.monotonic()
    frontier, hosts = Frontier(path), HostQueues(connections=1, first_turn=0.0)
    for one in frontier.begin([]):
        hosts.add(one)
    seconds = round(time.monotonic() - began, 1)
    return {"seconds": seconds, "peak_mib": peak_mib(), "waiting": hosts.waiting}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--urls", type=int, default=5_000_000)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "frontier.db"
        crawled = alone(crawl, path, options.urls)
        taken_up = alone(take_up, path)
    passed = (
        max(crawled["peak_mib"], taken_up["peak_mib"]) < PEAK_MIB
        and crawled["last_tenth_to_first"] <= SLOWDOWN
    )
    results = {"crawl": crawled, "taken_up_again": taken_up, "passed": passed}
    print(json.dumps(results, indent=1))
    record("frontier", results)
    return 0 if passed else 1


if __name__ == "__main__":
    sys.exit(main())
