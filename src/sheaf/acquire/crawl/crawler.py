"""The story of one crawl: seeds in, polite fetches host by host, WARC files and a report out."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from sheaf.acquire.crawl.addresses import AddressGuard, is_this_machine
from sheaf.acquire.crawl.durable import held_alone
from sheaf.acquire.crawl.fetch import Fetcher
from sheaf.acquire.crawl.frontier import Frontier
from sheaf.acquire.crawl.ledger import Ledger
from sheaf.acquire.crawl.politeness import Politeness
from sheaf.acquire.crawl.robots import Robots
from sheaf.acquire.crawl.rounds import Rounds
from sheaf.acquire.crawl.scope import Scope, hosts_of, is_of_the_web
from sheaf.acquire.crawl.visitor import Visitor
from sheaf.acquire.crawl.visits import Target, Visit
from sheaf.acquire.crawl.warc_writer import warcinfo
from sheaf.errors import FetchRefusedError
from sheaf.records import Seed
from sheaf.settings import Acquire
from sheaf.urls import BadUrl, canonical, host_of


@dataclass(frozen=True, slots=True)
class CrawlReport:
    """`outcomes` is every URL of the crawl so far, by its end; the rest is about this run alone."""

    outcomes: dict[str, int]
    fetched: int
    bytes: int
    seconds: float
    warc_files: tuple[Path, ...]


class Crawler:
    """A crawl that stops, or is stopped, goes on when it is run again with the same frontier.

    resolve      host names (`name`, `*.suffix`, `*`) that lead to a given address and port
    hosts        patterns of the same kind that the crawl keeps to; without any, the seeds' hosts
    on_page      hears of each visit once it counts; it holds the page's bytes, so let go of it
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
        on_page: Callable[[Visit], None] | None = None,
    ) -> None:
        self._settings = settings
        self._warc_folder = warc_folder
        self._frontier_path = frontier_path
        self._guard = AddressGuard(
            resolve or {}, allow_private=allow_private, loopback_only=not settings.contact
        )
        self._ignore_nofollow = ignore_nofollow
        self._hosts = frozenset(hosts)
        self._on_page = on_page
        self._user_agent = settings.user_agent.replace("{contact}", settings.contact)

    def run(self, seeds: Sequence[Seed]) -> CrawlReport:
        return asyncio.run(self.crawl(seeds))

    async def crawl(self, seeds: Sequence[Seed]) -> CrawlReport:
        targets = [_target(seed) for seed in seeds]
        self._require_contact(targets)
        lock = self._frontier_path.with_name(self._frontier_path.name + ".lock")
        with held_alone(lock), closing(Frontier(self._frontier_path)) as frontier:
            is_resumed = frontier.is_under_way()
            frontier.begin(targets)
            return await self._crawl(frontier, is_resumed)

    async def _crawl(self, frontier: Frontier, is_resumed: bool) -> CrawlReport:
        began, tally = time.monotonic(), Tally()
        about = warcinfo(self._user_agent, self._settings.contact)

        def settled(visits: Sequence[Visit], hosts: set[str]) -> None:
            tally.add(visits)
            rounds.notice(hosts)
            if self._on_page:
                for visit in visits:
                    self._on_page(visit)

        async with (
            Fetcher(self._settings, self._guard, self._user_agent) as fetcher,
            Ledger(frontier, self._warc_folder, about, settled) as ledger,
        ):
            politeness = Politeness(self._settings, resumed=is_resumed)
            robots = Robots(self._settings, frontier, fetcher, politeness, ledger.keep_robots)
            scope = Scope(self._hosts or hosts_of(frontier.seeds()), depth=self._settings.depth)
            visitor = Visitor(
                scope,
                robots,
                politeness,
                fetcher,
                agent=self._user_agent.partition("/")[0].strip().lower(),
                ignore_nofollow=self._ignore_nofollow,
            )
            pages = self._settings.pages - frontier.fetches()
            rounds = Rounds(frontier, visitor, ledger, pages=pages)
            await rounds.run()
        frontier.finish()
        return CrawlReport(
            outcomes=dict(frontier.outcomes()),
            fetched=tally.fetched,
            bytes=tally.bytes,
            seconds=time.monotonic() - began,
            warc_files=ledger.warc_files,
        )

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


class Tally:
    """What this run has brought."""

    def __init__(self) -> None:
        self.fetched = 0
        self.bytes = 0

    def add(self, visits: Iterable[Visit]) -> None:
        answers = [visit.answer for visit in visits if visit.answer]
        self.fetched += len(answers)
        self.bytes += sum(len(answer.body) for answer in answers)


def _target(seed: Seed) -> Target:
    """What is no URL enters as it stands, and ends as bad_url."""
    # Bytes of the command line that are no text would be refused by every file we write.
    text = seed.url.encode("utf-8", "replace").decode()
    try:
        url = canonical(text)
    except BadUrl:
        url = text
    return Target(url=url, seed=url)
