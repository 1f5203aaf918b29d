"""Crawls a world into a library, in processes that can be killed: one for each line on stdin, which
says the delay between requests.

What takes long to load is loaded once: each crawl is a fork of this process, which has no threads
and no library open. Says the fork's process id, and then its exit code.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

import sheaf
from sheaf.acquire.crawl.options import CrawlOptions
from sheaf.deposit.database import set_up_django
from sheaf.workers import crawl_job  # noqa: F401 - loads what a crawl needs


def main() -> None:
    words = argparse.ArgumentParser()
    words.add_argument("folder", type=Path)
    words.add_argument("port", type=int)
    words.add_argument("seeds", nargs="+")
    given = words.parse_args()
    set_up_django()
    for delay in sys.stdin:
        child = os.fork()
        if not child:
            code = 1
            try:
                crawl(given.folder, given.port, given.seeds, float(delay))
                code = 0
            finally:
                os._exit(code)
        print(child, flush=True)
        _, status = os.waitpid(child, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)


def crawl(folder: Path, port: int, seeds: list[str], delay: float) -> None:
    with sheaf.open(folder) as library:
        settings = {
            "limits.depth": 30,
            "limits.pages": 100_000,
            "politeness.min_delay": delay,
            "politeness.delay_factor": 0,
            "politeness.retries": 0,
        }
        resolve = {"*.test": ("127.0.0.1", port)}
        options = CrawlOptions("world", settings=settings, hosts=["*.test"], resolve=resolve)
        library.crawl(seeds, options, wait=True)


if __name__ == "__main__":
    main()
