"""A crawler that finds all of its web on loopback, and the files it leaves."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from support.crawls import crawl_options
from warcio.archiveiterator import ArchiveIterator

from acquire.crawl.fake_web import FakeWeb
from sheaf.acquire.crawl.crawler import Crawler, CrawlReport
from sheaf.records import Seed
from sheaf.settings import Settings

HEARD = ("on_page", "on_progress", "pdf_reader", "find_on_blacklist")


class Bench:
    """One crawl and the files it leaves."""

    def __init__(self, web: FakeWeb, folder: Path) -> None:
        self.web = web
        self.folder = folder
        self.frontier_path = folder / "frontier" / "crawl.db"
        (folder / "sheaf.toml").touch()

    @property
    def warc_folder(self) -> Path:
        return self.folder / "warc" / self.frontier_path.stem

    def crawler(self, **changes: object) -> Crawler:
        """Options of a crawl by their names, and settings by theirs: min_delay, fetch_bytes."""
        heard = {name: changes.pop(name) for name in HEARD if name in changes}
        quick = {"min_delay": 0, "delay_factor": 0, "retry_delay": 0.01, "fetch_seconds": 5}
        loopback = {"*.test": ("127.0.0.1", self.web.port)}
        options = crawl_options(
            **{"name": self.frontier_path.stem, "resolve": loopback} | quick | changes
        )
        return Crawler(self.folder, options.choose_profile(Settings()), options, **heard)

    def run(self, *seeds: str, **changes: object) -> CrawlReport:
        heard = {name: changes.pop(name) for name in ("on_durable",) if name in changes}
        return self.crawler(**changes).run([Seed(url) for url in seeds], **heard)

    def outcomes(self) -> dict[str, str | None]:
        """Each URL of the frontier with its end; None while it waits."""
        with sqlite3.connect(self.frontier_path) as database:
            rows = dict(database.execute("SELECT url, outcome FROM ends"))
        database.close()
        return rows

    def records(self, kind: str = "response") -> list[tuple[str, object, bytes]]:
        """URL, record and content of all records of a kind."""
        found = []
        for path in sorted(self.warc_folder.glob("*.warc.gz")):
            with path.open("rb") as stream:
                for record in ArchiveIterator(stream, check_digests="raise"):
                    if record.rec_type == kind:
                        url = record.rec_headers["WARC-Target-URI"]
                        found.append((url, record, record.raw_stream.read()))
        return found

    def log(self) -> list[list[str]]:
        return [line.split() for line in (self.warc_folder / "crawl.log").read_text().splitlines()]
