"""Crawling beside Scrapy and wget, and as many pages as politeness allows.

    scripts/bench crawl [--pages N] [--scrapy PYTHON] [--nginx PROGRAM]

The same pages (15 to 20 KB, twenty links each) come from one nginx on loopback, one after the other
to each crawler, each on one core, with robots.txt obeyed and no delay; all of them write what they
fetch. Ours extracts links, keeps its frontier on disk and writes WARC files; Scrapy uses its
LinkExtractor and writes each page to a file, as `wget -r` does. Speed is told per CPU second of the
crawler, children and system time included. Scrapy is no part of ours: name a Python that has it.

Then 200 hosts with half a second of rest each: how near we come to hosts / (delay + mean answer),
and from the server's log whether any host was asked too early.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from itertools import pairwise
from pathlib import Path
from typing import Any

from _crawl_site import make_site, nginx
from _record import record

TIMES_SCRAPY = 5.0
TIMES_WGET = 0.2
SHARE_OF_THE_POSSIBLE = 0.95
TOLERANCE = 0.005
HOSTS = 200
DELAY = 0.5
OURS, SCRAPY = (str(Path(__file__).with_name(f"_crawl_{name}.py")) for name in ("ours", "scrapy"))


def timed(words: list[str], *, core: int) -> tuple[str, float, float]:
    """What a program on one core wrote, its CPU seconds and its seconds."""
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    done = subprocess.run(
        words, stdout=subprocess.PIPE, text=True, preexec_fn=lambda: os.sched_setaffinity(0, {core})
    )
    seconds, after = time.monotonic() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return done.stdout, cpu, seconds


def speed(pages: int, cpu: float, seconds: float) -> dict[str, float]:
    return {"pages": pages, "pages_per_cpu_second": round(pages / cpu, 1),
            "pages_per_second": round(pages / seconds, 1)}  # fmt: skip


def ours(port: int, folder: Path, core: int) -> dict[str, Any]:
    seeds = ["http://site.test/p/0.html"]
    told, cpu, seconds = timed(
        [sys.executable, OURS, str(port), str(folder),
         json.dumps({"politeness.min_delay": 0, "limits.pages": 10**9}), *seeds],
        core=core,
    )  # fmt: skip
    fetched = json.loads(told)["outcomes"]["fetched"]
    written = sum(path.stat().st_size for path in (folder / "warc").iterdir())
    return speed(fetched, cpu, seconds) | {"written_mib": round(written / 1024**2)}


def wget(port: int, folder: Path, core: int) -> dict[str, Any]:
    folder.mkdir()
    words = [
        "wget",
        "-q",
        "-r",
        "-l",
        "inf",
        "-P",
        str(folder),
        f"http://127.0.0.1:{port}/p/0.html",
    ]
    _, cpu, seconds = timed(words, core=core)
    return speed(sum(1 for _ in folder.rglob("*.html")), cpu, seconds)


def scrapy(python: str, port: int, folder: Path, core: int, pages: int) -> dict[str, Any]:
    folder.mkdir()
    told, cpu, seconds = timed([python, SCRAPY, str(port), str(folder), str(pages)], core=core)
    return speed(int(told.strip() or 0), cpu, seconds)


def side_by_side(options: argparse.Namespace, folder: Path) -> dict[str, Any]:
    site = make_site(folder / "site", options.pages)
    core = max(os.sched_getaffinity(0))
    results: dict[str, Any] = {}
    with nginx(options.nginx, site, folder / "nginx") as port:
        results["ours"] = ours(port, folder / "ours", core)
        results["wget"] = wget(port, folder / "wget", core)
        results["times_wget"] = _ratio(results, "wget")
        if options.scrapy:
            some = min(options.pages, options.scrapy_pages)
            results["scrapy"] = scrapy(options.scrapy, port, folder / "scrapy", core, some)
            results["times_scrapy"] = _ratio(results, "scrapy")
    results["passed"] = (
        results["times_wget"] >= TIMES_WGET
        and results.get("times_scrapy", TIMES_SCRAPY) >= TIMES_SCRAPY
    )
    return results


def _ratio(results: dict[str, Any], other: str) -> float:
    ours, theirs = (results[name]["pages_per_cpu_second"] for name in ("ours", other))
    return round(ours / theirs, 2)


def polite(options: argparse.Namespace, folder: Path) -> dict[str, Any]:
    """The pages of every host, at the pace that the delay allows."""
    site = make_site(folder / "few", 20)
    log = folder / "arrivals.log"
    seeds = [f"http://h{number}.test/p/0.html" for number in range(HOSTS)]
    with nginx(options.nginx, site, folder / "nginx-few", log=log) as port:
        words = {"politeness.min_delay": DELAY, "politeness.connections": HOSTS,
                 "limits.pages": HOSTS * 20}  # fmt: skip
        told, cpu, _ = timed(
            [sys.executable, OURS, str(port), str(folder / "polite"), json.dumps(words), *seeds],
            core=max(os.sched_getaffinity(0)),
        )
    spans = arrivals(log)
    gaps = [later[0] - earlier[1] for times in spans.values() for earlier, later in pairwise(times)]
    answers = [end - begin for times in spans.values() for begin, end in times]
    began = min(times[0][0] for times in spans.values())
    ended = max(times[-1][1] for times in spans.values())
    mean = sum(answers) / len(answers)
    # The first request of a host has nothing to wait for.
    rate = (len(answers) - HOSTS) / (ended - began)
    possible = HOSTS / (DELAY + mean)
    return {
        "hosts": HOSTS,
        "answers": len(answers),
        "outcomes": json.loads(told)["outcomes"],
        "requests_per_second": round(rate, 1),
        "possible": round(possible, 1),
        "share": round(rate / possible, 3),
        "shortest_gap": round(min(gaps), 4),
        "too_early": sum(gap < DELAY - TOLERANCE for gap in gaps),
        "cpu_seconds": round(cpu, 1),
        "passed": rate / possible >= SHARE_OF_THE_POSSIBLE and min(gaps) >= DELAY - TOLERANCE,
    }


def arrivals(log: Path) -> dict[str, list[tuple[float, float]]]:
    """When the requests of each host began and ended, by the server's clock."""
    spans = defaultdict(list)
    for line in log.read_text().splitlines():
        ended, took, host, _ = line.split()
        spans[host].append((float(ended) - float(took), float(ended)))
    return {host: sorted(times) for host, times in spans.items()}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, default=20_000)
    parser.add_argument("--scrapy", help="a Python that has Scrapy; without one it is left out")
    parser.add_argument("--scrapy-pages", type=int, default=3000, help="it is slow")
    parser.add_argument("--nginx", default="/usr/sbin/nginx")
    parser.add_argument("--only", choices=["speed", "polite"])
    options = parser.parse_args()
    results: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as folder:
        if options.only != "polite":
            results["speed"] = side_by_side(options, Path(folder))
        if options.only != "speed":
            results["polite"] = polite(options, Path(folder))
    results["passed"] = all(one["passed"] for one in results.values())
    print(json.dumps(results, indent=1))
    record("crawl", results)
    return 0 if results["passed"] else 1


if __name__ == "__main__":
    sys.exit(main())
