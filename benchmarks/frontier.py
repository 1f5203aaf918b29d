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
import subprocess
import sys
import tempfile

from _record import record

PEAK_MIB = 500
SLOWDOWN = 1.3  # of the last tenth against the first

MEASURE = """
import json, random, resource, sys, time
from pathlib import Path
from sheaf.acquire.crawl.frontier import Frontier
from sheaf.acquire.crawl.frontier_rows import FileState, Notes, Settled
from sheaf.acquire.crawl.hosts import Hosts
from sheaf.acquire.crawl.visits import FetchOutcome, Target, Visit

folder, urls = Path(sys.argv[1]), int(sys.argv[2])
HOSTS, LINKS, BATCH = 10_000, 20, 64
dice = random.Random(1)

def url(number):
    return f"http://www{number % HOSTS}.example.edu/~people/papers/{number // HOSTS}/{number}.html"

def visit(target, first, settled):
    found = [Target(url(first + step), 1 + first // 500_000, target.url, "a paper by its title",
                    "LL", target.seed) for step in range(LINKS)]
    for _ in range(LINKS):
        known = url(dice.randrange(settled))
        if frontier.wants(known, 99):
            raise SystemExit(f"{known} was forgotten")
    return Settled(Visit(target, FetchOutcome.FETCHED, found=tuple(found)), None, "")

def peak():
    return round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, 1)

def crawl():
    hosts, met = Hosts(at_once=1, first_turn=0.0), 1
    marks = [(time.process_time(), time.monotonic())]
    for one in frontier.begin([Target(url(0), seed=url(0))]):
        hosts.add(one)
    tenth = urls // 10
    while met < urls:
        batch, settled = [], met
        for _ in range(BATCH):
            host = hosts.next(time.monotonic())
            if host is None or met >= urls:
                break
            id, _ = host.take(time.monotonic())
            batch.append(visit(frontier.target(id), met, settled))
            met += LINKS
            hosts.schedule(host)
        files = FileState("x.warc.gz", met, met, "x" * 200 * BATCH)
        for one in frontier.settle(batch, files, Notes(), 0):
            hosts.add(one)
        frontier.sync()
        if met >= tenth * len(marks):
            marks.append((time.process_time(), time.monotonic()))
    return met, marks

frontier = Frontier(folder / "frontier.db")
met, marks = crawl()
frontier.close()
tenths = [after[0] - before[0] for before, after in zip(marks, marks[1:])]
walls = [after[1] - before[1] for before, after in zip(marks, marks[1:])]
facts = {"urls": met, "urls_per_cpu_second": round(met / sum(tenths)),
         "urls_per_second": round(met / sum(walls)), "peak_mib": peak(),
         "last_tenth_to_first": round(tenths[-1] / tenths[0], 2),
         "last_tenth_to_first_by_the_clock": round(walls[-1] / walls[0], 2),
         "disk_mib": round((folder / "frontier.db").stat().st_size / 1024**2)}
print(json.dumps(facts))
"""

TAKE_UP = """
import json, resource, sys, time
from pathlib import Path
from sheaf.acquire.crawl.frontier import Frontier
from sheaf.acquire.crawl.hosts import Hosts
began = time.monotonic()
frontier, hosts = Frontier(Path(sys.argv[1]) / "frontier.db"), Hosts(at_once=1, first_turn=0.0)
for one in frontier.begin([]):
    hosts.add(one)
peak = round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, 1)
print(json.dumps({"seconds": round(time.monotonic() - began, 1), "peak_mib": peak,
                  "waiting": hosts.waiting}))
"""


def measured(program: str, *arguments: str) -> dict[str, float]:
    done = subprocess.run(
        [sys.executable, "-c", program, *arguments],
        stdout=subprocess.PIPE, text=True, check=True,
    )  # fmt: skip
    answer: dict[str, float] = json.loads(done.stdout)
    return answer


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--urls", type=int, default=5_000_000)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        crawl = measured(MEASURE, folder, str(options.urls))
        taken_up = measured(TAKE_UP, folder)
    passed = (
        max(crawl["peak_mib"], taken_up["peak_mib"]) < PEAK_MIB
        and crawl["last_tenth_to_first"] <= SLOWDOWN
    )
    results = {"crawl": crawl, "taken_up_again": taken_up, "passed": passed}
    print(json.dumps(results, indent=1))
    record("frontier", results)
    return 0 if passed else 1


if __name__ == "__main__":
    sys.exit(main())
