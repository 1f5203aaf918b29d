"""The story of one crawl: seeds in, polite fetches host by host, WARC files and a report out."""

from __future__ import annotations

import math
import re
import socket
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from sheaf.acquire.addresses import AddressGuard, is_this_machine
from sheaf.acquire.crawl.archive.crawl_log import CrawlLog
from sheaf.acquire.crawl.archive.visit_writer import Commit, VisitWriter
from sheaf.acquire.crawl.archive.warc_writer import WarcRange, WarcWriter, warcinfo
from sheaf.acquire.crawl.authority import without_userinfo
from sheaf.acquire.crawl.control.progress import CrawlProgress, ProgressReporter
from sheaf.acquire.crawl.engine import Engine
from sheaf.acquire.crawl.fetching.dns import Names
from sheaf.acquire.crawl.fetching.fetcher import Fetcher
from sheaf.acquire.crawl.frontier.frontier import Frontier
from sheaf.acquire.crawl.frontier.locks import lock_crawl
from sheaf.acquire.crawl.frontier.status import outcomes_of
from sheaf.acquire.crawl.links.pdf_queue import PdfReader
from sheaf.acquire.crawl.places import checked_addresses
from sheaf.acquire.crawl.plan import Plan, about_lines, key_of, plain_plan, plan_of
from sheaf.acquire.crawl.politeness.delays import Politeness
from sheaf.acquire.crawl.politeness.hosts import Hosts
from sheaf.acquire.crawl.politeness.limits import Limits
from sheaf.acquire.crawl.politeness.robots import Robots
from sheaf.acquire.crawl.politeness.robots_txt import product_of
from sheaf.acquire.crawl.profiles import Profile
from sheaf.acquire.crawl.profiles.settings import acquire_settings, with_settings
from sheaf.acquire.crawl.reader import Reader
from sheaf.acquire.crawl.visits import FetchOutcome, Target, Visit
from sheaf.acquire.host_patterns import is_of_the_web
from sheaf.errors import FetchRefusedError
from sheaf.records import Seed
from sheaf.settings import Acquire
from sheaf.urls import BadUrl, canonical, host_of

# " (+{contact})", with whatever brackets it stands in.
EMPTY_CONTACT = re.compile(r"\s*[(\[]\+?\{contact\}[)\]]")
FAMILIES = {"any": socket.AF_UNSPEC, "ipv4": socket.AF_INET, "ipv6": socket.AF_INET6}


@dataclass(frozen=True, slots=True)
class ArticleReport:
    """What a crawl of a wiki read: articles that are new or newer in the file at `place`, those
    that it had already, and pages that may be articles and could not be read."""

    place: Path
    written: int
    known: int
    unread: int


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


class Crawler:
    """A crawl that stops, or is stopped, goes on when it is run again with the same frontier.

    resolve      host names (`name`, `*.suffix`, `*`) that lead to a given address and port
    hosts        patterns of the same kind that the crawl keeps to; without any, the seeds' hosts
    revisit      every URL that was visited is visited once more
    profile      scope, order and manners; the settings have the last word where they say something
    on_begin     is told when the files of an earlier run are in order, before anything is fetched
    on_page      hears of each visit once it counts; it holds the page's bytes, so let go of it
    on_durable   hears of each part of a WARC file once it is on disk for good
    on_progress  hears every half second how the run is getting on
    pdf_reader   makes what reads the links of PDF files, where the profile asks for them
    """

    def __init__(
        self,
        settings: Acquire,
        *,
        warc_folder: Path,
        frontier_path: Path,
        resolve: Mapping[str, tuple[str, int]] | None = None,
        allow_private: bool = False,
        ignore_nofollow: bool = False,
        hosts: Iterable[str] = (),
        revisit: bool = False,
        profile: Profile | None = None,
        on_begin: Callable[[], None] | None = None,
        on_page: Callable[[Visit], None] | None = None,
        on_durable: Callable[[WarcRange], None] | None = None,
        on_progress: Callable[[CrawlProgress], None] | None = None,
        pdf_reader: Callable[[], PdfReader] | None = None,
    ) -> None:
        if profile is not None:
            settings, profile = (
                acquire_settings(profile, settings),
                with_settings(profile, settings),
            )
        self._settings = settings
        self._profile = profile
        self._counts_redirects = profile is None or profile.limits.redirects
        self._warc_folder = warc_folder
        self._frontier_path = frontier_path
        self._guard = AddressGuard(
            checked_addresses(resolve or {}),
            allow_private=allow_private,
            loopback_only=not settings.contact,
        )
        self._ignore_nofollow = ignore_nofollow
        self._given_hosts = frozenset(hosts)
        self._revisit = revisit
        self._on_begin = on_begin
        self._on_page = on_page
        self._on_durable = on_durable
        self._on_progress = on_progress
        self._pdf_reader = pdf_reader
        self._user_agent = user_agent_of(settings)
        self._engine: Engine | None = None
        self._is_stopped = False

    def run(self, seeds: Sequence[Seed]) -> CrawlReport:
        targets = [_target(seed) for seed in seeds]
        self._require_contact(targets)
        with lock_crawl(self._frontier_path), closing(self._frontier()) as frontier:
            try:
                return self._crawl(frontier, targets)
            finally:
                self._is_stopped = False

    def _frontier(self) -> Frontier:
        return Frontier(
            self._frontier_path,
            key=key_of(self._profile),
            counts_redirects=self._counts_redirects,
        )

    def stop(self) -> None:
        """From another thread: finish what is under way, then return from `run`. A run that is only
        beginning, or about to begin, ends before it fetches anything."""
        self._is_stopped = True
        engine = self._engine
        if engine:
            engine.stop()

    def _crawl(self, frontier: Frontier, seeds: Sequence[Target]) -> CrawlReport:
        began = time.monotonic()
        hosts = self._hosts(frontier, seeds)
        left = self._settings.pages - frontier.fetches()
        limits = Limits(self._settings, left, counts_redirects=self._counts_redirects)
        reporter = ProgressReporter(
            hosts, self._settings.pages, self._on_progress, name=self._frontier_path.stem
        )

        def on_commit(commit: Commit) -> None:
            limits.written(sum(visit.was_tried for visit in commit.visits))
            for visit in commit.visits if self._on_page else ():
                self._on_page(visit)  # type: ignore[misc]

        warc = WarcWriter(
            self._warc_folder,
            warcinfo(self._user_agent, self._settings.contact, self._settings.model_dump())
            + (about_lines(self._profile) if self._profile else ""),
            on_open=frontier.open_warc,
            roll_bytes=self._settings.warc_bytes,
            compression=self._settings.warc_compression,
        )
        self._fetch_all(frontier, hosts, limits, warc, reporter, on_commit)
        frontier.finish()
        waits = FetchOutcome.PAGE_LIMIT if limits.has_all_pages else FetchOutcome.WAITING
        return CrawlReport(
            outcomes=dict(outcomes_of(self._frontier_path, self._settings, waits)),
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
        if not self._settings.proxy or reporter.fetched or not gone:
            return ""
        place = without_userinfo(self._settings.proxy)
        return f"Nothing could be reached by way of the proxy {place}: proxy in [acquire]."

    def _hosts(self, frontier: Frontier, seeds: Sequence[Target]) -> Hosts:
        """All that waits. When the crawl was killed a moment ago, so were its last requests."""
        now = time.monotonic()
        first_turn = now + self._settings.min_delay if frontier.has_visits() else -math.inf
        hosts = Hosts(at_once=self._settings.host_connections, first_turn=first_turn)
        for waiting in frontier.begin(seeds, revisit=self._revisit):
            hosts.add(waiting)
        for waiting in frontier.take_seeds()[0]:
            hosts.add(waiting)
        for name, until in frontier.paused_hosts().items():
            # No pause is longer; a clock that was ahead when it was written down may say so.
            pause = min(until - time.time(), self._settings.max_retry_after)
            hosts[name].ready_at = now + pause
        for name, (pages, size) in frontier.host_usage().items():
            hosts[name].pages, hosts[name].bytes = pages, size
        return hosts

    def _fetch_all(
        self,
        frontier: Frontier,
        hosts: Hosts,
        limits: Limits,
        warc: WarcWriter,
        reporter: ProgressReporter,
        on_commit: Callable[[Commit], None],
    ) -> None:
        settings = self._settings
        plan = self._plan(frontier)
        reader = Reader(plan.scope, plan.focus, plan.reading, frontier.wants)
        with closing(Fetcher(settings, self._guard, self._user_agent, plan.ways)) as fetcher:
            family = FAMILIES[settings.address_family]
            with (
                closing(
                    Names(self._guard, family=family, wake=fetcher.wake, keep=plan.dns_seconds)
                ) as names,
                VisitWriter(
                    frontier,
                    warc,
                    CrawlLog(self._warc_folder, proxy=settings.proxy),
                    reader,
                    folder=self._warc_folder,
                    batch=max(1, settings.connections // 2),
                    wake=fetcher.wake,
                    keep=plan.keep,
                    on_durable=self._on_durable,
                ) as writer,
            ):
                robots = Robots(
                    settings, frontier, Politeness(settings), writer.keep_robots,
                    keep=plan.robots_seconds,
                )  # fmt: skip
                self._engine = Engine(
                    settings, frontier, hosts, writer, fetcher, names, robots, plan, limits,
                    reporter, on_commit,
                )  # fmt: skip
                try:
                    if self._is_stopped:
                        self._engine.stop()
                    if self._on_begin:
                        self._on_begin()
                    self._engine.run()
                finally:
                    self._engine = None

    def _plan(self, frontier: Frontier) -> Plan:
        seeds, agent = frontier.seeds(), product_of(self._user_agent)
        if self._profile is None:
            return plain_plan(
                self._given_hosts, seeds, self._settings.depth, agent,
                ignore_nofollow=self._ignore_nofollow,
            )  # fmt: skip
        return plan_of(
            self._profile, self._given_hosts, seeds, agent,
            ignore_nofollow=self._ignore_nofollow, pdf_reader=self._pdf_reader,
        )  # fmt: skip

    def _require_contact(self, seeds: Sequence[Target]) -> None:
        if self._settings.contact:
            return
        away = [seed.url for seed in seeds if not self._guard.leads_home(host_of(seed.url))]
        here = [url for url in away if is_this_machine(host_of(url))]
        if here:
            raise FetchRefusedError(
                f"{here[0]} is an address of this machine, and those are not fetched unasked.",
                "Add --allow-private if you mean it.",
            )
        if any(is_of_the_web(url) for url in away):
            raise FetchRefusedError(
                f"{away[0]} is not on this machine, and the crawler has no contact to name.",
                "Set contact in the section [acquire] of sheaf.toml (or SHEAF_ACQUIRE_CONTACT) to "
                "a web page or an e-mail address where the keeper of a site can reach you; "
                "or give it with --contact.",
            )


def user_agent_of(settings: Acquire) -> str:
    """Who is asking; where there is no contact, without the brackets that would hold it."""
    agent = settings.user_agent
    if not settings.contact:
        agent = EMPTY_CONTACT.sub("", agent)
    return agent.replace("{contact}", settings.contact).strip()


def _target(seed: Seed) -> Target:
    """What is no URL enters as it stands, and ends as bad_url."""
    # Bytes of the command line that are no text would be refused by every file we write.
    text = seed.url.encode("utf-8", "replace").decode()
    try:
        url = canonical(text)
    except BadUrl:
        url = text
    return Target(url=url, seed=url)
