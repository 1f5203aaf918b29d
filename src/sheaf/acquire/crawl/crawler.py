"""The story of one crawl: seeds in, polite fetches host by host, WARC files and a report out."""

from __future__ import annotations

import math
import socket
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, replace
from pathlib import Path

from sheaf.acquire.addresses import AddressGuard, RefusedAddress
from sheaf.acquire.crawl.archive.crawl_log import CrawlLog
from sheaf.acquire.crawl.archive.fetch_log import FetchLog
from sheaf.acquire.crawl.archive.visit_writer import Commit, VisitWriter
from sheaf.acquire.crawl.archive.warc_writer import WarcRange, WarcWriter, warcinfo
from sheaf.acquire.crawl.contact import require_contact
from sheaf.acquire.crawl.control.metrics import MetricsFile
from sheaf.acquire.crawl.control.progress import CrawlProgress, ProgressReporter
from sheaf.acquire.crawl.engine import Engine, EngineParts
from sheaf.acquire.crawl.fetching.dns import DnsCache
from sheaf.acquire.crawl.fetching.fetcher import Fetcher
from sheaf.acquire.crawl.frontier.frontier import Frontier
from sheaf.acquire.crawl.frontier.locks import lock_crawl
from sheaf.acquire.crawl.frontier.status import outcomes_of
from sheaf.acquire.crawl.links.pdf_queue import PdfReader
from sheaf.acquire.crawl.options import CrawlOptions
from sheaf.acquire.crawl.page_reader import PageReader
from sheaf.acquire.crawl.places import archive_folder, check_addresses, frontier_file
from sheaf.acquire.crawl.plan import Plan, about_lines, choose_key, make_plan
from sheaf.acquire.crawl.politeness.delays import Politeness
from sheaf.acquire.crawl.politeness.hosts import HostQueues
from sheaf.acquire.crawl.politeness.limits import RunLimits
from sheaf.acquire.crawl.politeness.robots import Robots
from sheaf.acquire.crawl.politeness.robots_txt import product_of
from sheaf.acquire.crawl.profiles import Profile
from sheaf.acquire.crawl.visits import FetchOutcome, RunEnd, Target, Visit
from sheaf.acquire.crawl.wiki.writing import ArticleReport, ArticleWriter, open_article_writer
from sheaf.errors import FetchRefusedError
from sheaf.records import Seed
from sheaf.urls import BadUrl, canonical, host_of, without_userinfo

FAMILIES = {"any": socket.AF_UNSPEC, "ipv4": socket.AF_INET, "ipv6": socket.AF_INET6}


@dataclass(frozen=True, slots=True)
class CrawlReport:
    """`outcomes` is every URL of the crawl so far, by its end; the rest is about this run alone.
    `articles` are told where the crawl was one of a wiki; `trouble` is what kept all of a run from
    being fetched, where that is known."""

    outcomes: dict[str, int]
    fetched: int
    bytes: int
    seconds: float
    warc_files: tuple[Path, ...]
    articles: ArticleReport | None = None
    trouble: str = ""


@dataclass(frozen=True, slots=True)
class Listeners:
    """Who hears of what in a run."""

    page: list[Callable[[Visit], None]]
    progress: list[Callable[[CrawlProgress], None]]
    begin: Callable[[], None]
    durable: Callable[[WarcRange], None] | None

    def hear_progress(self, progress: CrawlProgress) -> None:
        for listener in self.progress:
            listener(progress)


class Crawler:
    """Fetches for one crawl of a library. One that stops, or is stopped, goes on when it is run
    again under the same name.

    profile      scope, order and manners, with the settings of the library laid over it
    on_page      hears of each visit once it counts; it holds the page's bytes, so let go of it
    on_progress  hears every half second how the run is getting on
    pdf_reader   makes what reads the links of PDF files, where the profile asks for them
    find_on_blacklist  says which line of a blacklist a URL is on, or None: it is not fetched then
    """

    def __init__(
        self,
        library: Path,
        profile: Profile,
        options: CrawlOptions,
        *,
        on_page: Callable[[Visit], None] | None = None,
        on_progress: Callable[[CrawlProgress], None] | None = None,
        pdf_reader: Callable[[], PdfReader] | None = None,
        find_on_blacklist: Callable[[str], str | None] | None = None,
    ) -> None:
        name = options.name or ""
        self._library = library
        self.archive = archive_folder(library, name)
        self.frontier = frontier_file(library, name)
        self._profile = profile
        self._options = options
        self._guard = AddressGuard(
            check_addresses(options.resolve),
            allow_private=bool(options.allow_private),
            loopback_only=not profile.agent.contact,
        )
        self._on_page = [on_page] if on_page else []
        self._on_progress = [on_progress] if on_progress else []
        self._pdf_reader = pdf_reader
        self._find_on_blacklist = find_on_blacklist
        self._engine: Engine | None = None
        self._is_stopped = False

    def run(
        self,
        seeds: Sequence[Seed],
        *,
        on_begin: Callable[[], None] = lambda: None,
        on_durable: Callable[[WarcRange], None] | None = None,
    ) -> CrawlReport:
        """Fetch until nothing is left, or a limit is reached. `on_begin` is called when the files
        of an earlier run are in order, before anything is fetched; `on_durable` with each part of
        a WARC file once it is on disk for good."""
        articles: ArticleWriter | None = None
        listeners = Listeners([*self._on_page], [*self._on_progress], on_begin, on_durable)
        path = self._options.metrics
        metrics = MetricsFile(path, self.frontier) if path else None
        with ExitStack() as stack:
            if self._profile.wiki.read:
                articles = open_article_writer(self._profile, self._library, self.archive)
                listeners.page.append(stack.enter_context(articles).read_visit)
            if self._profile.write.log:
                log = FetchLog(self._library / self._profile.write.log)
                listeners.page.append(stack.enter_context(log).write_visit)
            if metrics:
                listeners.progress.append(metrics.write)
            report = self._run([_target(seed) for seed in seeds], listeners)
            if metrics:
                metrics.write(None)
        # All of them are written now.
        return replace(report, articles=articles.summary()) if articles else report

    def _run(self, seeds: Sequence[Target], listeners: Listeners) -> CrawlReport:
        require_contact(self._profile.agent.contact, self._guard, (one.url for one in seeds))
        # The lock first: to open a frontier is to make it, or to bring it up to date.
        with lock_crawl(self.frontier), closing(self._open_frontier()) as frontier:
            try:
                return self._crawl(frontier, seeds, listeners)
            finally:
                self._is_stopped = False

    def _open_frontier(self) -> Frontier:
        return Frontier(
            self.frontier,
            key=choose_key(self._profile),
            counts_redirects=self._profile.limits.redirects,
        )

    def stop(self) -> None:
        """From another thread: finish what is under way, then return from `run`. A run that is only
        beginning, or about to begin, ends before it fetches anything."""
        self._is_stopped = True
        engine = self._engine
        if engine:
            engine.stop()

    def _crawl(
        self, frontier: Frontier, seeds: Sequence[Target], listeners: Listeners
    ) -> CrawlReport:
        began = time.monotonic()
        hosts = self._hosts(frontier, seeds)
        profile, pages = self._profile, self._profile.limits.most_pages
        limits = RunLimits(profile, pages - frontier.fetches())
        reporter = ProgressReporter(hosts, pages, listeners.hear_progress, name=self.frontier.stem)

        def on_commit(commit: Commit) -> None:
            limits.count_written(sum(visit.was_tried for visit in commit.visits))
            for listener in listeners.page:
                for visit in commit.visits:
                    listener(visit)

        warc = WarcWriter(
            self.archive,
            warcinfo(profile) + about_lines(profile),
            on_open=frontier.open_warc,
            roll_bytes=profile.write.file_bytes,
            compression=profile.write.compression,
        )
        try:
            end = self._fetch_all(frontier, hosts, limits, warc, reporter, on_commit, listeners)
        except KeyboardInterrupt:
            frontier.break_off()
            raise
        frontier.finish(end)
        waits = FetchOutcome.PAGE_LIMIT if limits.has_all_pages else FetchOutcome.WAITING
        return CrawlReport(
            outcomes=dict(outcomes_of(self.frontier, profile.limits, waits)),
            fetched=reporter.fetched,
            bytes=reporter.bytes,
            seconds=time.monotonic() - began,
            warc_files=tuple(warc.paths),
            trouble=self._trouble(reporter),
        )

    def _trouble(self, reporter: ProgressReporter) -> str:
        """Where not one answer came by way of a proxy, it is the proxy that is to be looked at."""
        gone = reporter.outcomes[FetchOutcome.UNREACHABLE]
        gone += reporter.outcomes[FetchOutcome.ROBOTS_UNAVAILABLE]
        proxy = self._profile.fetch.proxy
        if not proxy or reporter.fetched or not gone:
            return ""
        place = without_userinfo(proxy)
        return f"Nothing could be reached by way of the proxy {place}: proxy in [crawl.fetch]."

    def _hosts(self, frontier: Frontier, seeds: Sequence[Target]) -> HostQueues:
        """All that waits. When the crawl was killed a moment ago, so were its last requests."""
        now, politeness = time.monotonic(), self._profile.politeness
        first_turn = now + politeness.min_delay if frontier.has_visits() else -math.inf
        hosts = HostQueues(connections=politeness.host_connections, first_turn=first_turn)
        for waiting in frontier.begin(seeds, revisit=self._options.revisit):
            hosts.add(waiting)
        for waiting in frontier.take_seeds()[0]:
            hosts.add(waiting)
        for name, until in frontier.paused_hosts().items():
            # No pause is longer; a clock that was ahead when it was written down may say so.
            slow = politeness.max_delay if politeness.delay_factor else 0.0
            longest = max(politeness.max_retry_after, slow)
            pause = min(until - time.time(), longest)
            hosts[name].ready_at = max(hosts[name].ready_at, now + pause)
        for name, (pages, size) in frontier.host_usage().items():
            hosts[name].pages, hosts[name].bytes = pages, size
        return hosts

    def _fetch_all(
        self,
        frontier: Frontier,
        hosts: HostQueues,
        limits: RunLimits,
        warc: WarcWriter,
        reporter: ProgressReporter,
        on_commit: Callable[[Commit], None],
        listeners: Listeners,
    ) -> RunEnd:
        profile, plan = self._profile, self._plan(frontier)
        reader = PageReader(plan.scope, plan.queues, plan.reading, frontier.wants)
        with closing(
            Fetcher(profile, self._guard, profile.agent.header, plan.request_options)
        ) as fetcher:
            family = FAMILIES[profile.fetch.address_family]
            with (
                closing(
                    DnsCache(self._guard, family=family, wake=fetcher.wake, keep=plan.dns_seconds)
                ) as dns,
                VisitWriter(
                    frontier,
                    warc,
                    CrawlLog(self.archive, proxy=profile.fetch.proxy),
                    reader,
                    batch=max(1, profile.politeness.connections // 2),
                    wake=fetcher.wake,
                    keep=plan.keep,
                    on_durable=listeners.durable,
                ) as writer,
            ):
                robots = Robots(
                    profile, frontier, Politeness(profile.politeness), writer.keep_robots,
                    keep=plan.robots_seconds,
                )  # fmt: skip
                parts = EngineParts(frontier, hosts, writer, fetcher, dns, robots, limits, reporter)
                self._engine = Engine(profile, plan, parts, on_commit)
                try:
                    if self._is_stopped:
                        self._engine.stop()
                    self._options.remember(self.frontier)
                    listeners.begin()
                    self._engine.run()
                    return self._engine.end
                finally:
                    self._engine = None

    def _plan(self, frontier: Frontier) -> Plan:
        agent = product_of(self._profile.agent.header)
        return make_plan(
            self._profile, self._options.hosts, frontier.seeds(), agent,
            ignore_nofollow=self._options.ignore_nofollow, pdf_reader=self._pdf_reader,
            find_on_blacklist=self._find_on_blacklist,
        )  # fmt: skip

    def check(self, seeds: Sequence[Seed]) -> None:
        """Raises what would keep a run from these seeds from beginning. Asks nobody."""
        targets = [_target(seed) for seed in seeds]
        require_contact(self._profile.agent.contact, self._guard, (one.url for one in targets))
        for target in targets:
            try:
                self._guard.check_literal(host_of(target.url))
            except RefusedAddress as problem:
                raise FetchRefusedError(
                    f"{target.url}: {problem}.", "Name a page of the public internet."
                ) from None


def _target(seed: Seed) -> Target:
    """What is no URL enters as it stands, and ends as bad_url."""
    # Bytes of the command line that are no text would be refused by every file we write.
    text = seed.url.encode("utf-8", "replace").decode()
    try:
        url = canonical(text)
    except BadUrl:
        url = text
    return Target(url=url, seed=url)
