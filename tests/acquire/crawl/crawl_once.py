"""One crawl in a process of its own, to be killed or starved.

crawl_once.py PORT FOLDER [--largest-file BYTES] [--die-at commit|log] [--die-after N]
              [--everywhere] [--compression gzip|zstd] [--warc-bytes BYTES] SEED...
"""

from __future__ import annotations

import argparse
import os
import resource
import sys
from pathlib import Path

from sheaf.acquire.crawl.archive.crawl_log import CrawlLog
from sheaf.acquire.crawl.crawler import Crawler
from sheaf.acquire.crawl.frontier.frontier import Frontier
from sheaf.acquire.crawl.options import CrawlOptions
from sheaf.errors import SheafError
from sheaf.records import Seed
from sheaf.settings import Settings

CONNECTIONS = 4
DEAD = 99
# Records are on disk but not committed; committed but not in the log.
PLACES = {"commit": (Frontier, "commit_visits"), "log": (CrawlLog, "append")}


def read_words() -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("port", type=int)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--largest-file", type=int)
    parser.add_argument("--die-at", choices=PLACES)
    parser.add_argument("--die-after", type=int, default=0)
    parser.add_argument("--everywhere", action="store_true", help="not only the seeds' hosts")
    parser.add_argument("--compression", default="gzip")
    parser.add_argument("--warc-bytes", type=int, default=10**9)
    parser.add_argument("--retries", type=int, default=0)
    parser.add_argument("--delay-factor", type=float, default=0)
    parser.add_argument("seeds", nargs="+")
    return parser.parse_args()


def die_at(place: str, calls: int) -> None:
    """End without a word, as by kill -9, when that place is reached after so many calls."""
    owner, name = PLACES[place]
    original, seen = getattr(owner, name), []

    def call(*arguments: object) -> object:
        if len(seen) == calls:
            os._exit(DEAD)
        seen.append(arguments)
        return original(*arguments)

    setattr(owner, name, call)


def main() -> None:
    words = read_words()
    if words.largest_file:
        limits = (words.largest_file, words.largest_file)
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    if words.die_at:
        die_at(words.die_at, words.die_after)
    options = CrawlOptions(
        name="crawl",
        settings={
            "politeness.min_delay": 0 if words.everywhere else 0.01,
            "politeness.delay_factor": words.delay_factor,
            "politeness.retries": words.retries,
            "politeness.connections": CONNECTIONS,
            "limits.pages": 1_000_000,
            "limits.depth": 12 if words.everywhere else 100,
            "write.compression": words.compression,
            "write.file_bytes": words.warc_bytes,
        },
        resolve={"*.test": ("127.0.0.1", words.port)},
        hosts=["*.test"] if words.everywhere else (),
    )
    crawler = Crawler(words.folder, options.choose_profile(Settings()), options)
    try:
        crawler.run([Seed(url) for url in words.seeds])
    except SheafError as problem:
        print(problem, file=sys.stderr)
        sys.exit(problem.exit_code)


if __name__ == "__main__":
    main()
