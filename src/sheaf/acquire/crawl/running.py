"""A crawl of a library: its files in their places, and what is to happen beside the fetching."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

from sheaf import settings
from sheaf.acquire.crawl.archive.fetch_log import FetchLog
from sheaf.acquire.crawl.control.metrics import as_prometheus
from sheaf.acquire.crawl.control.progress import CrawlProgress
from sheaf.acquire.crawl.crawler import Crawler, CrawlReport
from sheaf.acquire.crawl.frontier.status import read_status
from sheaf.acquire.crawl.places import archive_of, frontier_of
from sheaf.acquire.crawl.profiles import Profile
from sheaf.acquire.crawl.told import Told, keep_told, told_before, told_now
from sheaf.acquire.crawl.visits import Visit
from sheaf.acquire.crawl.wiki.writing import ArticleWriter, article_writer
from sheaf.errors import disk_errors
from sheaf.files import write_whole
from sheaf.records import Seed
from sheaf.settings import Acquire

METRICS_EVERY = 5.0


class Crawling:
    def __init__(self, library: Path, name: str, chosen: Acquire, profile: Profile | None) -> None:
        self._settings = chosen
        self._profile = profile
        self._crawler: Crawler | None = None
        self._is_stopped = False
        self._told: Told | None = None
        self.library = library
        self.name = name
        self.archive = archive_of(library, name)
        self.frontier = frontier_of(library, name)

    def take_up(self, how: Mapping[str, Any]) -> dict[str, Any]:
        """The arguments of a run, with what the crawl was told before where these say nothing."""
        own = settings.load(self.library).acquire
        told = told_now(how, self._profile, own, self._settings)
        before = told_before(self.frontier)
        if before is not None:
            told = told.over(before)
        self._told, self._profile = told, told.profile
        self._settings = settings.as_said(self._settings, told.settings)
        return {
            **{name: value for name, value in how.items() if name != "changed"},
            "hosts": told.hosts,
            "resolve": told.resolve,
            "allow_private": bool(told.allow_private),
            "ignore_nofollow": bool(told.ignore_nofollow),
        }

    def run(
        self,
        seeds: Sequence[str],
        *,
        on_begin: Callable[[], None] | None = None,
        metrics: Path | None = None,
        on_page: Callable[[Visit], None] | None = None,
        on_progress: Callable[[CrawlProgress], None] | None = None,
        **how: Any,
    ) -> CrawlReport:
        articles: ArticleWriter | None = None

        def begin() -> None:
            if self._told:
                keep_told(self.frontier, self._told)
            if on_begin:
                on_begin()

        with ExitStack() as stack:
            heard = [on_page] if on_page else []
            if self._profile and self._profile.wiki.read:
                articles = article_writer(self._profile, self.library, self.archive)
                heard.append(stack.enter_context(articles).hear)
            if self._profile and self._profile.write.log:
                log = FetchLog(self.library / self._profile.write.log)
                heard.append(stack.enter_context(log).write_visit)
            told = [on_progress] if on_progress else []
            if metrics:
                told.append(MetricsFile(metrics, self.frontier).write)
            self._crawler = Crawler(
                self._settings,
                warc_folder=self.archive,
                frontier_path=self.frontier,
                profile=self._profile,
                on_begin=begin,
                on_page=_each(heard),
                on_progress=_each(told),
                **how,
            )
            if self._is_stopped:
                self._crawler.stop()
            report = self._crawler.run([Seed(url) for url in seeds])
            if metrics:
                MetricsFile(metrics, self.frontier).write(None)
        # All of them are written now.
        return replace(report, articles=articles.summary()) if articles else report

    def stop(self) -> None:
        """From another thread, under way or not yet: end in good order."""
        self._is_stopped = True
        if self._crawler:
            self._crawler.stop()


class MetricsFile:
    """The metrics of a crawl for Prometheus, written every few seconds, whole or not at all."""

    def __init__(self, path: Path, frontier: Path) -> None:
        self._path = path
        self._frontier = frontier
        self._written = float("-inf")

    def write(self, progress: CrawlProgress | None) -> None:
        if progress and time.monotonic() - self._written < METRICS_EVERY:
            return
        self._written = time.monotonic()
        with disk_errors(self._path):
            write_whole(self._path, "".join(self._lines()))

    def _lines(self) -> Iterator[str]:
        return (line + "\n" for line in as_prometheus(read_status(self._frontier, hosts=0)))


def _each(listeners: Sequence[Callable[[Any], None]]) -> Callable[[Any], None] | None:
    if not listeners:
        return None

    def tell(what: Any) -> None:
        for listener in listeners:
            listener(what)

    return tell
