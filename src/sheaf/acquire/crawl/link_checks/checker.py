"""Looks at links one by one: HEAD first, GET where a server refuses that or says that nothing is
there. Hosts are asked as a crawl asks them: its queues, its robots.txt, its pauses, its fetcher.

Nothing is followed, and of a body nothing is read.
"""

from __future__ import annotations

import math
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass

from sheaf.acquire.addresses import AddressGuard
from sheaf.acquire.crawl.crawler import FAMILIES
from sheaf.acquire.crawl.fetching.dns import DnsCache, Route
from sheaf.acquire.crawl.fetching.fetcher import Fetcher
from sheaf.acquire.crawl.fetching.transfer import Request
from sheaf.acquire.crawl.frontier.rows import QueuedUrl
from sheaf.acquire.crawl.link_checks.contract import LinkAnswer, LinkFinding, LinkToCheck
from sheaf.acquire.crawl.politeness.delays import BUSY_STATUSES, Politeness
from sheaf.acquire.crawl.politeness.hosts import HostQueue, HostQueues
from sheaf.acquire.crawl.politeness.robots import RetryLater, Robots, RobotsRequest, SiteRules
from sheaf.acquire.crawl.politeness.robots_txt import LONGEST_FILE
from sheaf.acquire.crawl.visits import Answer, Failure, FetchOutcome
from sheaf.acquire.host_patterns import is_of_the_web
from sheaf.crawl_settings import CrawlSettings
from sheaf.urls import host_of, site_of

WINDOW = 2000  # links that wait at once
NAP = 1.0  # seconds
NOTHING_THERE = frozenset({404, 410})
NO_NAME_CODE = -1  # of a failure
NOT_ASKED = frozenset(
    {
        FetchOutcome.ROBOTS_FORBIDDEN, FetchOutcome.REFUSED_ADDRESS, FetchOutcome.BLACKLISTED,
        FetchOutcome.BAD_URL,
    }
)  # fmt: skip


@dataclass(slots=True)
class _Waiting:
    link: LinkToCheck
    host: str
    is_head: bool = True


@dataclass(frozen=True, slots=True)
class _InFlight:
    """For a link, by its number, or for the robots.txt of a site."""

    host: HostQueue
    url: str
    number: int = 0
    robots_request: RobotsRequest | None = None


class NoRobotsKept:
    """Nothing is remembered of earlier checks: a robots.txt is good for a day anyway."""

    def robots_text(self, site: str, *, not_before: float) -> tuple[bytes, float] | None:
        return None


class LinkChecker:
    """`find_on_blacklist` says which entry a URL is on, or None."""

    def __init__(
        self,
        settings: CrawlSettings,
        guard: AddressGuard,
        find_on_blacklist: Callable[[str], str | None] = lambda url: None,
    ) -> None:
        # What fails today is looked at again on another day, not in a minute.
        politeness = settings.politeness.model_copy(update={"retries": 0})
        self._settings = settings.model_copy(update={"politeness": politeness})
        self._guard = guard
        self._find_on_blacklist = find_on_blacklist
        self._politeness = Politeness(politeness)
        self._links: dict[int, _Waiting] = {}
        self._number = 0
        self._unresolved: deque[tuple[_InFlight, Request, float]] = deque()
        self._ended: deque[LinkAnswer] = deque()
        self._nameless: set[str] = set()
        self._hosts = HostQueues(connections=politeness.host_connections, first_turn=-math.inf)
        keep = settings.robots.hours * 3600
        self._robots = Robots(
            self._settings, NoRobotsKept(), self._politeness, lambda *_: None, keep=keep
        )

    def check(self, links: Iterable[LinkToCheck]) -> Generator[LinkAnswer]:
        """Answers as they come, each link once. No more than some thousand wait at a time."""
        source = iter(links)
        fetcher = Fetcher(self._settings, self._guard, self._settings.agent.header)
        family = FAMILIES[self._settings.fetch.address_family]
        with (
            closing(fetcher),
            closing(DnsCache(self._guard, family=family, wake=fetcher.wake)) as dns,
        ):
            self._fetcher, self._dns = fetcher, dns
            while True:
                self._take_in(source)
                self._send_resolved()
                wait = self._start(time.monotonic())
                while self._ended:
                    yield self._ended.popleft()
                if not self._links and not len(fetcher) and not self._unresolved:
                    return
                for token, result in fetcher.wait(wait):
                    assert isinstance(token, _InFlight)
                    self._handle(token, result)

    # -- which is next -----------------------------------------------------------------------------

    def _take_in(self, source: Iterator[LinkToCheck]) -> None:
        while len(self._links) < WINDOW:
            link = next(source, None)
            if link is None:
                return
            self._number += 1
            self._links[self._number] = _Waiting(link, host_of(link.url))
            self._hosts.add(QueuedUrl(host_of(link.url), 0, self._number))

    def _start(self, now: float) -> float:
        """Begin what may be begun; how long to wait then."""
        quiet = self._politeness.quiet_hours.seconds_left()
        most = self._settings.politeness.connections
        while not quiet and len(self._fetcher) + len(self._unresolved) < most:
            host = self._hosts.next(now)
            if host is None:
                break
            self._begin(host, now)
        until = quiet or self._hosts.next_turn() - now
        return 0.0 if self._ended else max(0.0, min(NAP, until))

    def _begin(self, host: HostQueue, now: float) -> None:
        if host.robots_requests:
            asked = host.robots_requests.popleft()
            self._ask(_InFlight(host, asked.url, robots_request=asked), LONGEST_FILE)
            return
        while taken := host.take(now):
            number, tries = taken
            self._hosts.waiting -= 1
            waiting = self._links[number]
            url = waiting.link.url
            refusal = self._refusal(url)
            rules = None if refusal else self._robots.rules(site_of(url))
            if rules is None and refusal is None:
                host.put_back(number, tries, now)
                self._hosts.waiting += 1
                host.is_blocked = True
                host.robots_requests.append(self._robots.request(site_of(url)))
                break
            if rules is not None:
                host.crawl_delay = rules.robots_txt.crawl_delay or 0.0
                refused = rules.refusal_for(url)
                refusal = refused.outcome if refused else None
            if refusal is None:
                self._ask(_InFlight(host, url, number), 0, is_head=waiting.is_head)
                return
            self._end(number, refusal)
        self._hosts.schedule(host)

    def _refusal(self, url: str) -> FetchOutcome | None:
        """Why nobody is asked, whatever the robots.txt says."""
        if not is_of_the_web(url):
            return FetchOutcome.BAD_URL
        return FetchOutcome.BLACKLISTED if self._find_on_blacklist(url) else None

    # -- out and back ------------------------------------------------------------------------------

    def _ask(self, token: _InFlight, limit: int, *, is_head: bool = False) -> None:
        token.host.active += 1
        request = Request(token.url, Route(), limit, is_head=is_head)
        self._unresolved.append((token, request, time.monotonic()))
        self._hosts.schedule(token.host)
        self._send_resolved()

    def _send_resolved(self) -> None:
        for _ in range(len(self._unresolved)):
            token, request, since = self._unresolved.popleft()
            has_proxy = bool(self._settings.fetch.proxy)
            route = Route() if has_proxy else self._dns.route(host_of(token.url))
            if route is None and time.monotonic() - since > self._settings.fetch.seconds:
                route = Route(is_unknown=True)
            if route is None:
                self._unresolved.append((token, request, since))
            elif failure := route.failure(token.url):
                self._handle(token, failure)
            else:
                self._fetcher.start(request.along(route), token)

    def _handle(self, token: _InFlight, result: Answer | Failure) -> None:
        host, now = token.host, time.monotonic()
        host.active -= 1
        size = len(result.body) if isinstance(result, Answer) else 0
        self._fetcher.release_body(size)
        pause = self._politeness.delay_after(result.seconds, size, host.crawl_delay)
        if isinstance(result, Answer):
            pause = max(pause, self._politeness.requested_pause(result) or 0.0)
        if result.seconds or isinstance(result, Answer):
            host.ready_at = max(host.ready_at, now + pause)
        if token.robots_request is not None:
            self._learn(token, token.robots_request, result)
        elif self._is_refused_head(token.number, result):
            self._links[token.number].is_head = False
            host.put_back(token.number, 1, now)
            self._hosts.waiting += 1
        else:
            self._end(token.number, result.outcome, result)
        self._hosts.schedule(host)

    def _is_refused_head(self, number: int, result: Answer | Failure) -> bool:
        """Servers answer HEAD with all kinds of no, and some with nothing at all."""
        if not self._links[number].is_head:
            return False
        if isinstance(result, Failure):
            return result.outcome is FetchOutcome.BROKEN_RESPONSE
        return result.status >= 400 and result.status not in BUSY_STATUSES

    def _learn(self, token: _InFlight, asked: RobotsRequest, result: Answer | Failure) -> None:
        owner = self._hosts[host_of(asked.site)]
        if isinstance(result, Failure) and result.code == NO_NAME_CODE and not asked.redirects:
            self._nameless.add(owner.name)
        learned = self._robots.read_answer(asked, result)
        if isinstance(learned, SiteRules):
            owner.is_blocked = False
            owner.crawl_delay = learned.robots_txt.crawl_delay or 0.0
            rest = self._politeness.delay_after(0, 0, owner.crawl_delay)
            if isinstance(result, Answer):
                owner.ready_at = max(owner.ready_at, time.monotonic() + rest)
            self._hosts.schedule(owner)
            return
        following = learned.request if isinstance(learned, RetryLater) else learned
        host = self._hosts[host_of(following.url)]
        host.robots_requests.append(following)
        self._hosts.schedule(host)

    # -- what it means -----------------------------------------------------------------------------

    def _end(
        self, number: int, outcome: FetchOutcome, result: Answer | Failure | None = None
    ) -> None:
        waiting = self._links.pop(number)
        status, moved_to = None, ""
        is_nameless = waiting.host in self._nameless and outcome is FetchOutcome.UNREACHABLE
        if isinstance(result, Answer):
            status, moved_to = result.status, result.redirect_url or ""
            finding = finding_of(status)
        elif is_nameless or (isinstance(result, Failure) and result.code == NO_NAME_CODE):
            finding = LinkFinding.NO_NAME
        else:
            finding = LinkFinding.NOT_ASKED if outcome in NOT_ASKED else LinkFinding.UNCLEAR
        link = waiting.link
        answer = LinkAnswer(link.key, link.url, finding, outcome.value, status, moved_to)
        self._ended.append(answer)


def finding_of(status: int) -> LinkFinding:
    """Trouble of a server, and what only we may not see, is no death."""
    if 200 <= status < 400:
        return LinkFinding.LIVE
    return LinkFinding.GONE if status in NOTHING_THERE else LinkFinding.UNCLEAR
