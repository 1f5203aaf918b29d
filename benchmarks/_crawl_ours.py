"""Our crawler as `crawl.py` runs it: `_crawl_ours.py PORT FOLDER SETTINGS SEED...`."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from sheaf.acquire.crawl.crawler import Crawler
from sheaf.acquire.crawl.options import CrawlOptions
from sheaf.records import Seed
from sheaf.settings import Settings


def main(port: str, where: str, changed: str, *seeds: str) -> None:
    folder = Path(where)
    settings = {"politeness.delay_factor": 0, "limits.depth": 1000, "politeness.connections": 64}
    options = CrawlOptions(
        name="ours",
        settings=settings | json.loads(changed),
        resolve={"*.test": ("127.0.0.1", int(port))},
    )
    crawler = Crawler(folder, options.choose_profile(Settings()), options)
    report = crawler.run([Seed(url) for url in seeds])
    print(json.dumps({"outcomes": report.outcomes, "seconds": report.seconds}))


if __name__ == "__main__":
    main(*sys.argv[1:])
