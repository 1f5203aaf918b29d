"""The loop of a crawl: which host is next, which request to send, what to do with the answer.

It runs in one thread and waits only for the clock and the network: other threads look up names and
wait for the disk.
"""

from __future__ import annotations

import math
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace

from sheaf.acquire.crawl.archive.visit_writer import Commit, VisitWriter
from sheaf.acquire.crawl.control.interrupts import Interrupts
from sheaf.acquire.crawl.control.progress import ProgressReporter
from sheaf.acquire.crawl.fetching.dns import DnsCache, Route
from sheaf.acquire.crawl.fetching.fetcher import Fetcher
from sheaf.acquire.crawl.fetching.transfer import Request
from sheaf.acquire.crawl.frontier.frontier import Frontier
from sheaf.acquire.crawl.frontier.rows import PreviousVisit
from sheaf.acquire.crawl.links.pdf_queue import PdfQueue
from sheaf.acquire.crawl.plan import Plan
from sheaf.acquire.crawl.politeness.delays import Politeness
from sheaf.acquire.crawl.politeness.hosts import HostQueue, HostQueues
from sheaf.acquire.crawl.politeness.limits import RunLimits
from sheaf.acquire.crawl.politeness.robots import (
    RetryLater,
    Robots,
    RobotsRequest,
    SiteRules,
    sitemap_targets,
)
from sheaf.acquire.crawl.politeness.robots_txt import LONGEST_FILE
from sheaf.acquire.crawl.visits import Answer, Failure, FetchOutcome, RunEnd, Target, Visit
from sheaf.crawl_settings import CrawlSettings
from sheaf.urls import host_of, site_of

# Visits that need no fetch cost no connection, but they must be written down too.
MOST_UNWRITTEN = 2000
MOST_LOOK_UPS = 64
# A pause that is not much longer than usual is not worth a commit.
SHORT_PAUSE = 1.0
SLEEP = 1.0
ORDERS_EVERY = 1.0
# Seeds that were queued again so often without anything new are not queued any more.
MOST_REDRAWS = 100
SITE_FAILURES = {FetchOutcome.UNREACHABLE, FetchOutcome.TLS_FAILED}


@dataclass(frozen=True, slots=True)
class InFlight:
    """A request that was not answered yet: for a target, or for the robots.txt of a site."""

    host: HostQueue
    robots_request: RobotsRequest | None = None
    target: Target | None = None
    tries: int = 0
    previous: PreviousVisit | None = None

    @property
    def url(self) -> str:
        if self.robots_request:
            return self.robots_request.url
        assert self.target is not None
        return self.target.url


@dataclass(frozen=True, slots=True)
class EngineParts:
    """What the loop brings together."""

    frontier: Frontier
    hosts: HostQueues
    writer: VisitWriter
    fetcher: Fetcher
    dns: DnsCache
    robots: Robots
    limits: RunLimits
    reporter: ProgressReporter


class Engine:
    """`on_commit` is called, in this thread, with every commit."""

    def __init__(
        self,
        settings: CrawlSettings,
        plan: Plan,
        parts: EngineParts,
        on_commit: Callable[[Commit], None],
    ) -> None:
        self._settings, self._plan, self._on_commit = settings, plan, on_commit
        self._frontier, self._hosts, self._writer = parts.frontier, parts.hosts, parts.writer
        self._fetcher, self._dns, self._robots = parts.fetcher, parts.dns, parts.robots
        self._limits, self._reporter = parts.limits, parts.reporter
        self._politeness = Politeness(settings.politeness)
        self._is_revisit = self._frontier.round() > 1
        # When connections that rest after a page have rested.
        self._resting: deque[float] = deque()
        self._redraws = 0
        # Fetches whose host name is being looked up.
        self._unresolved: list[tuple[InFlight, str, float]] = []
        self._began_at = self._orders_read_at = time.monotonic()
        # Nothing more could be begun before the next commit.
        self._waits_for_commit = False
        self._pdfs = PdfQueue(self._fetcher.wake, plan.pdf_reader)
        self.is_paused = self._frontier.is_paused()
        self.is_stopped = False
        # Nothing was left to fetch, it was waited for more, and nothing came since.
        self._has_waited = False

    def run(self) -> None:
        """Until nothing is left to fetch, or a limit is reached, or somebody stops it."""
        if self._plan.pause_at_start:
            self._pause(True)
        self._read_orders(is_first=True)
        interrupts = Interrupts()
        try:
            with interrupts.defer(self._fetcher.wake):
                self._loop(interrupts)
        finally:
            self._pdfs.close()
        if self._has_waited:
            self._pause(False)  # the next run has something else to wait for

    def _loop(self, interrupts: Interrupts) -> None:
        while True:
            interrupts.check()
            self._take_results()
            wait = self._start_fetches()
            self._reporter.report(
                under_way=len(self._fetcher), is_paused=self.is_paused, is_last=wait is None
            )
            if wait is None:
                return
            # Requests go out on time; the links of answers are read in between.
            if wait > 0 and self._writer.read_some(until=self._hosts.next_turn()):
                wait = 0.0
            for in_flight, result in self._fetcher.wait(wait):
                assert isinstance(in_flight, InFlight)
                self._handle_result(in_flight, result)

    @property
    def end(self) -> RunEnd:
        """Why the run has ended."""
        return RunEnd.STOPPED if self.is_stopped else self._limits.reached or RunEnd.DONE

    def stop(self) -> None:
        """From any thread: what is under way is finished, nothing more is begun."""
        self.is_stopped = True
        self._fetcher.wake()

    def _pause(self, is_paused: bool) -> None:
        self.is_paused = is_paused
        self._frontier.set_paused(is_paused)

    def _take_results(self) -> None:
        for visit, previous in self._pdfs.take_finished():
            self._writer.add(visit, previous)
        for commit in self._writer.take_commits(is_awaited=self._waits_for_commit):
            for waiting in commit.entered:
                self._hosts.add(waiting)
                self._redraws = 0
            self._release(commit)
            self._reporter.add(commit)
            self._on_commit(commit)
        if self._unresolved:
            self._resolve_again()
        if time.monotonic() - self._orders_read_at >= ORDERS_EVERY:
            self._read_orders()

    def _release(self, commit: Commit) -> None:
        self._fetcher.release_body(sum([visit.size for visit in commit.visits]))
        for visit in commit.visits:
            host = self._hosts[visit.target.host]
            host.mark_written(visit.target.id)
            if host.is_held_back:
                host.is_held_back = False
                self._hosts.schedule(host)

    def _read_orders(self, *, is_first: bool = False) -> None:
        self._orders_read_at = time.monotonic()
        entered, seeds = self._frontier.take_seeds()
        if seeds:
            self._plan.scope.add_seeds(seeds)
        for waiting in entered:
            self._hosts.add(waiting)
        for word in self._frontier.take_orders():
            if word == "stop":
                # The run that an earlier order was meant for has ended.
                self.is_stopped = self.is_stopped or not is_first
            elif word in {"pause", "resume"}:
                self._pause(word == "pause")

    def _start_fetches(self) -> float | None:
        """Start what may be started; how long to wait then, or None where all is done."""
        now = time.monotonic()
        quiet = self._politeness.quiet_hours.seconds_left()
        wait_for_bandwidth = self._limits.seconds_to_wait(now)
        while self._resting and self._resting[0] <= now:
            self._resting.popleft()
        is_over = self.is_stopped or self._limits.are_reached
        if not (is_over or self.is_paused or quiet or wait_for_bandwidth):
            while self._has_room():
                host = self._hosts.next(now)
                if host is None:
                    break
                self._fetch_next(host, now)
                is_over = self._limits.are_reached
        can_go_on = self._is_busy() and self._has_room() and not self._fetcher.is_over_budget
        self._waits_for_commit = bool(self._writer.backlog) and not can_go_on
        is_idle = not self._is_busy() and not self._writer.backlog
        if is_idle and (is_over or self._is_finished()):
            if is_over or self._has_waited or not self._plan.pause_at_finish:
                return None
            self._has_waited = True
            self._pause(True)
        if self._waits_for_commit and self._writer.is_idle:
            return 0.0
        wait = (
            min(SLEEP, self._writer.seconds_to_next_batch(now)) if self._writer.backlog else SLEEP
        )
        if self._resting:
            wait = min(wait, self._resting[0] - now)
        if is_over or self.is_paused or not self._has_room():
            return wait
        return min(wait, max(quiet, wait_for_bandwidth, self._hosts.next_turn() - now))

    def _is_finished(self) -> bool:
        """Whether nothing is left. Paused, it waits only where there is something to wait for."""
        if not self.is_paused:
            return self._is_exhausted()
        return not self._plan.waits_when_paused and self._hosts.next_turn() == math.inf

    def _is_exhausted(self) -> bool:
        """Nothing is left to fetch, and no seed may be drawn again."""
        if self._hosts.next_turn() < math.inf:
            return False
        if self._plan.redraw and self._redraws < MOST_REDRAWS:
            self._redraws += 1
            for waiting in self._frontier.requeue_seeds():
                self._hosts.add(waiting)
        return self._hosts.next_turn() == math.inf

    def _is_busy(self) -> bool:
        return bool(len(self._fetcher) or self._unresolved or len(self._pdfs))

    def _has_room(self) -> bool:
        """A fetch is over when it is written down: a kill costs no more than the connections."""
        under_way = len(self._fetcher) + len(self._unresolved)
        under_way += max(self._limits.unwritten, len(self._resting))
        return (
            under_way < self._settings.politeness.connections
            and self._writer.backlog < MOST_UNWRITTEN
            and len(self._unresolved) < MOST_LOOK_UPS
            and not self._limits.are_reached
        )

    def _fetch_next(self, host: HostQueue, now: float) -> None:
        """Start one fetch from a host whose turn it is, if anything of it may be fetched."""
        if host.robots_requests:
            self._request(InFlight(host, robots_request=host.robots_requests.popleft()))
            return
        while self._writer.backlog < MOST_UNWRITTEN:
            if not self._limits.allows(host):
                host.is_held_back = True
                break
            taken = host.take(now)
            if taken is None:
                break
            self._hosts.waiting -= 1
            target, tries = self._frontier.target(taken[0]), taken[1]
            refusal = self._plan.scope.refusal(target)
            rules = None if refusal else self._known_rules(site_of(target.url))
            if rules is None and not refusal:
                self._put_back(host, target, tries, now)
                host.is_blocked = True
                self._request(
                    InFlight(host, robots_request=self._robots.request(site_of(target.url)))
                )
                return
            if rules:
                host.crawl_delay = rules.robots_txt.crawl_delay or 0.0
                refusal = rules.refusal_for(target.url)
            if not refusal and self._is_early(host, target):
                self._put_back(host, target, tries, now)
                break
            if not refusal:
                host.mark_begun(target.id, target.depth)
                previous = self._frontier.previous_visit(target.id) if self._is_revisit else None
                self._limits.count_start()
                self._request(InFlight(host, target=target, tries=tries, previous=previous))
                return
            tries = max(tries, 1)
            self._record(Visit(target, refusal.outcome, tries=tries, reason=refusal.reason))
        self._hosts.schedule(host)

    def _known_rules(self, site: str) -> SiteRules | None:
        """The rules of a site, or None where its robots.txt must be fetched first."""
        rules = self._robots.rules(site)
        return rules or self._give_up_blacklisted(self._robots.request(site))

    def _give_up_blacklisted(self, request: RobotsRequest) -> SiteRules | None:
        """What is blacklisted is not asked for, and without its rules nothing of a site is."""
        line = self._plan.scope.find_on_blacklist(request.url)
        if not line:
            return None
        reason = f"its rules stand at {request.url}, and {line}"
        return self._robots.give_up(request.site, FetchOutcome.ROBOTS_UNAVAILABLE, reason)

    def _is_early(self, host: HostQueue, target: Target) -> bool:
        """Whether a URL has to wait: for pages nearer to a seed that are not read yet; or because
        an earlier run, which fetched these rules, may have sent a request just before."""
        if host.is_too_early(target.depth):
            host.is_held_back = True
            return True
        first = self._began_at + self._politeness.delay_after(0, 0, host.crawl_delay)
        if host.was_asked or not host.crawl_delay or time.monotonic() >= first:
            return False
        host.ready_at = max(host.ready_at, first)
        return True

    def _put_back(self, host: HostQueue, target: Target, tries: int, when: float) -> None:
        host.put_back(target.id, tries, when)
        self._hosts.waiting += 1

    def _request(self, in_flight: InFlight) -> None:
        in_flight.host.active += 1
        in_flight.host.was_asked = True
        self._has_waited = False
        name = host_of(in_flight.url)
        route = Route() if self._settings.fetch.proxy else self._dns.route(name)
        if route is None:
            self._unresolved.append((in_flight, name, time.monotonic()))
        else:
            self._send(in_flight, route)
        self._hosts.schedule(in_flight.host)

    def _resolve_again(self) -> None:
        waiting, self._unresolved = self._unresolved, []
        for in_flight, name, since in waiting:
            route = self._dns.route(name)
            if route is None and time.monotonic() - since > self._settings.fetch.seconds:
                route = Route(is_unknown=True)
            if route is None:
                self._unresolved.append((in_flight, name, since))
            else:
                self._send(in_flight, route)

    def _send(self, in_flight: InFlight, route: Route) -> None:
        url = in_flight.url
        failure = route.failure(url)
        if failure:
            self._handle_result(in_flight, failure)
            return
        options, target = self._plan.request_options, in_flight.target
        if target is None:
            self._fetcher.start(Request(url, route, LONGEST_FILE), in_flight)
            return
        limit, midfetch = self._settings.fetch.most_bytes, self._plan.midfetch
        lines = options.header_lines(target, in_flight.previous, limit)
        wanted = (lambda *facts: midfetch(target, *facts)) if midfetch else None
        request = Request(url, route, limit, lines, options.password_for(url), wanted)
        self._fetcher.start(request, in_flight)

    def _handle_result(self, in_flight: InFlight, result: Answer | Failure) -> None:
        host, now = in_flight.host, time.monotonic()
        host.active -= 1
        size = len(result.body) if isinstance(result, Answer) else 0
        if isinstance(result, Answer) or result.outcome not in NOT_ASKED:
            rest = self._politeness.delay_after(result.seconds, size, host.crawl_delay)
            self._pause_host(host, now, rest)
        self._limits.count_bytes(size)
        if self._plan.worker_pause:
            self._resting.append(now + self._plan.worker_pause)
        if in_flight.robots_request:
            self._handle_robots(in_flight, in_flight.robots_request, result, now)
            self._fetcher.release_body(size)
        else:
            self._finish_visit(in_flight, result, now)
        self._hosts.schedule(host)

    def _finish_visit(self, in_flight: InFlight, result: Answer | Failure, now: float) -> None:
        """A visit is over, unless another try may end better."""
        host, target, tries = in_flight.host, in_flight.target, in_flight.tries + 1
        assert target is not None
        pause = self._politeness.retry_delay(result, tries)
        if pause is not None:
            self._limits.count_retry()
            self._fetcher.release_body(len(result.body) if isinstance(result, Answer) else 0)
            self._pause_host(host, now, pause)
            self._put_back(host, target, tries, now + pause)
            host.is_held_back = False  # it may have been waited for
            return
        if isinstance(result, Failure) and result.outcome in SITE_FAILURES:
            # It would be the same for all of its URLs, each after as long a wait.
            self._robots.give_up(site_of(target.url), result.outcome)
        self._limits.count_end(host, result)
        self._record(Visit(target, result.outcome, result, tries=tries), in_flight.previous)

    def _record(self, visit: Visit, previous: PreviousVisit | None = None) -> None:
        """To the writer; a PDF by way of the process that reads its links."""
        if not self._plan.tag_sources:
            visit = replace(visit, target=replace(visit.target, seed=""))
        if self._pdfs.accepts(visit):
            self._pdfs.add(visit, previous)
        else:
            self._writer.add(visit, previous)

    def _pause_host(self, host: HostQueue, now: float, pause: float) -> None:
        """What is longer than the pause of every host after a restart is written down at once: who
        is killed the next moment is to honour it too."""
        host.ready_at = max(host.ready_at, now + pause)
        if pause > self._settings.politeness.min_delay + SHORT_PAUSE:
            self._frontier.set_not_before(host.name, time.time() + pause)

    def _handle_robots(
        self,
        in_flight: InFlight,
        robots_request: RobotsRequest,
        result: Answer | Failure,
        now: float,
    ) -> None:
        """The rules of a site, or the next request for them."""
        answer = self._robots.read_answer(robots_request, result)
        if isinstance(answer, RobotsRequest):
            answer = self._give_up_blacklisted(answer) or answer
        owner = self._hosts[host_of(robots_request.site)]
        if isinstance(answer, SiteRules):
            self._add_sitemaps(robots_request.site, answer)
            owner.is_blocked = False
            owner.crawl_delay = answer.robots_txt.crawl_delay or 0.0
            # Fetching the rules was a request too.
            owner.ready_at = max(
                owner.ready_at, now + self._politeness.delay_after(0, 0, owner.crawl_delay)
            )
            self._hosts.schedule(owner)
            return
        if isinstance(answer, RetryLater):
            # The host that answered is in trouble, and the next request goes to the site.
            for host in {in_flight.host, owner}:
                self._pause_host(host, now, answer.pause)
            answer = answer.request
        following = self._hosts[host_of(answer.url)]
        following.robots_requests.append(answer)
        self._hosts.schedule(following)

    def _add_sitemaps(self, site: str, rules: SiteRules) -> None:
        """Sitemaps that a robots.txt names are fetched, as far as they are in scope."""
        found = list(sitemap_targets(site, rules, self._plan.scope)) if self._plan.sitemaps else []
        for waiting in self._frontier.add_seeds(found) if found else ():
            self._hosts.add(waiting)


NOT_ASKED = frozenset({FetchOutcome.REFUSED_ADDRESS, FetchOutcome.BAD_URL})
