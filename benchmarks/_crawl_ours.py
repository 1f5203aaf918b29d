"""Our crawler as `crawl.py` runs it: `_crawl_ours.py PORT FOLDER SETTINGS SEED...`."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from sheaf.acquire.crawl.crawler import Crawler
from sheaf.records import Seed
from sheaf.settings import Acquire


def main(port: str, where: str, changed: str, *seeds: str) -> None:
    folder = Path(where)
    crawler = Crawler(
        Acquire(**({"delay_factor": 0, "depth": 1000, "connections": 64} | json.loads(changed))),
        warc_folder=folder / "warc",
        frontier_path=folder / "frontier.db",
        resolve={"*.test": ("127.0.0.1", int(port))},
    )
    report = crawler.run([Seed(url) for url in seeds])
    print(json.dumps({"outcomes": report.outcomes, "seconds": report.seconds}))


if __name__ == "__main__":
    main(*sys.argv[1:])
