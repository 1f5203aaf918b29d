"""The loop of a crawl: whose turn it is, what to ask, and what to make of the answer.

It runs in one thread and never waits for anything but the clock and the network: names are looked
up and disks are waited for in threads that do nothing else.
"""

from __future__ import annotations

import math
import time
from collections import deque
from collections.abc import Callable
from dataclasses import replace

from sheaf.acquire.crawl.archive.visit_writer import Commit, VisitWriter
from sheaf.acquire.crawl.authority import site_of
from sheaf.acquire.crawl.control.interrupts import Interrupts
from sheaf.acquire.crawl.control.progress import ProgressReporter
from sheaf.acquire.crawl.fetching.dns import Names, Route
from sheaf.acquire.crawl.fetching.fetcher import Fetcher
from sheaf.acquire.crawl.fetching.transfer import Request
from sheaf.acquire.crawl.frontier.frontier import Frontier
from sheaf.acquire.crawl.frontier.rows import PreviousVisit
from sheaf.acquire.crawl.in_flight import Asking
from sheaf.acquire.crawl.links.pdf_queue import PdfQueue
from sheaf.acquire.crawl.plan import Plan
from sheaf.acquire.crawl.politeness.delays import Politeness
from sheaf.acquire.crawl.politeness.hosts import Host, Hosts
from sheaf.acquire.crawl.politeness.limits import Limits
from sheaf.acquire.crawl.politeness.robots import (
    RetryLater,
    Robots,
    RobotsRequest,
    SiteRules,
    sitemap_targets,
)
from sheaf.acquire.crawl.politeness.robots_txt import LONGEST_FILE
from sheaf.acquire.crawl.visits import Answer, Failure, FetchOutcome, Target, Visit
from sheaf.crawl_settings import CrawlSettings
from sheaf.urls import host_of

# Visits that need no fetch cost no connection, but they must be written down too.
MOST_UNWRITTEN = 2000
MOST_LOOK_UPS = 64
LONG_PAUSE = 60.0
SLEEP = 1.0
ORDERS_EVERY = 1.0
# Seeds drawn again and again without anything new are drawn no more.
MOST_DRAWS = 100
GONE = {FetchOutcome.UNREACHABLE, FetchOutcome.TLS_FAILED}


class Engine:
    """`on_commit` hears, in this thread, of all that has come to count."""

    def __init__(
        self,
        settings: CrawlSettings,
        frontier: Frontier,
        hosts: Hosts,
        writer: VisitWriter,
        fetcher: Fetcher,
        names: Names,
        robots: Robots,
        plan: Plan,
        limits: Limits,
        reporter: ProgressReporter,
        on_commit: Callable[[Commit], None],
    ) -> None:
        self._settings, self._frontier, self._hosts = settings, frontier, hosts
        self._writer, self._fetcher, self._names = writer, fetcher, names
        self._robots, self._plan, self._limits = robots, plan, limits
        self._politeness = Politeness(settings.politeness)
        self._reporter = reporter
        self._on_commit = on_commit
        self._is_revisit = frontier.round() > 1
        # When connections that rest after a page have rested.
        self._resting: deque[float] = deque()
        self._draws = 0
        # Fetches whose host name is being looked up.
        self._unresolved: list[tuple[Asking, str, float]] = []
        self._began_at = self._looked_at = time.monotonic()
        # Nothing more could be begun before the next commit.
        self._is_held_up = False
        self._pdfs = PdfQueue(fetcher.wake, plan.pdf_reader)
        self.is_paused = frontier.is_paused()
        self.is_stopped = False
        # Nothing was left to fetch, it was waited for more, and nothing came since.
        self._has_waited = False

    def run(self) -> None:
        """Until nothing is left to fetch, or a limit is reached, or somebody stops it."""
        if self._plan.pause_at_start:
            self._pause(True)
        self._look_for_orders(is_first=True)
        interrupts = Interrupts()
        try:
            with interrupts.deferred(self._fetcher.wake):
                self._loop(interrupts)
        finally:
            self._pdfs.close()
        if self._has_waited:
            self._pause(False)  # the next run has something else to wait for

    def _loop(self, interrupts: Interrupts) -> None:
        while True:
            interrupts.check()
            self._hear()
            nap = self._start()
            self._reporter.report(
                under_way=len(self._fetcher), is_paused=self.is_paused, is_last=nap is None
            )
            if nap is None:
                return
            # Whoever may be asked is asked on time; what came is read in between.
            if nap > 0 and self._writer.read_some(until=self._hosts.next_turn()):
                nap = 0.0
            for asking, result in self._fetcher.wait(nap):
                assert isinstance(asking, Asking)
                self._answered(asking, result)

    def stop(self) -> None:
        """From any thread: what is under way is finished, nothing more is begun."""
        self.is_stopped = True
        self._fetcher.wake()

    def _pause(self, is_paused: bool) -> None:
        self.is_paused = is_paused
        self._frontier.set_paused(is_paused)

    def _hear(self) -> None:
        for visit, previous in self._pdfs.take_finished():
            self._writer.add(visit, previous)
        for commit in self._writer.take_commits(is_awaited=self._is_held_up):
            for waiting in commit.entered:
                self._hosts.add(waiting)
                self._draws = 0
            self._release(commit)
            self._reporter.add(commit)
            self._on_commit(commit)
        if self._unresolved:
            self._look_again()
        if time.monotonic() - self._looked_at >= ORDERS_EVERY:
            self._look_for_orders()

    def _release(self, commit: Commit) -> None:
        self._fetcher.release_body(sum([visit.size for visit in commit.visits]))
        for visit in commit.visits:
            host = self._hosts[visit.target.host]
            host.written(visit.target.id)
            if host.is_held_back:
                host.is_held_back = False
                self._hosts.schedule(host)

    def _look_for_orders(self, *, is_first: bool = False) -> None:
        self._looked_at = time.monotonic()
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

    # What to begin

    def _start(self) -> float | None:
        """Begin what may be begun; how long to wait then, or None where all is done."""
        now = time.monotonic()
        quiet = self._politeness.quiet_hours.seconds_left()
        hold = self._limits.hold(now)
        while self._resting and self._resting[0] <= now:
            self._resting.popleft()
        is_over = self.is_stopped or self._limits.are_reached
        if not (is_over or self.is_paused or quiet or hold):
            while self._has_room():
                host = self._hosts.next(now)
                if host is None:
                    break
                self._serve(host, now)
                is_over = self._limits.are_reached
        can_go_on = self._is_busy() and self._has_room() and not self._fetcher.is_over_budget
        self._is_held_up = bool(self._writer.backlog) and not can_go_on
        is_idle = not self._is_busy() and not self._writer.backlog
        if is_idle and (is_over or self._is_at_its_end()):
            if is_over or self._has_waited or not self._plan.pause_at_finish:
                return None
            self._has_waited = True
            self._pause(True)
        if self._is_held_up and self._writer.is_idle:
            return 0.0
        nap = min(SLEEP, self._writer.seconds_to_next_batch(now)) if self._writer.backlog else SLEEP
        if self._resting:
            nap = min(nap, self._resting[0] - now)
        if is_over or self.is_paused or not self._has_room():
            return nap
        return min(nap, max(quiet, hold, self._hosts.next_turn() - now))

    def _is_at_its_end(self) -> bool:
        """Whether nothing is left. Paused, it waits only where there is something to wait for."""
        if not self.is_paused:
            return self._is_exhausted()
        return not self._plan.waits_when_paused and self._hosts.next_turn() == math.inf

    def _is_exhausted(self) -> bool:
        """Nothing is left to fetch, and no seed may be drawn again."""
        if self._hosts.next_turn() < math.inf:
            return False
        if self._plan.redraw and self._draws < MOST_DRAWS:
            self._draws += 1
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

    def _serve(self, host: Host, now: float) -> None:
        """Begin one fetch from a host whose turn it is, if anything of it may be fetched."""
        if host.robots_requests:
            self._begin(Asking(host, robots_request=host.robots_requests.popleft()))
            return
        while self._writer.backlog < MOST_UNWRITTEN:
            if not self._limits.allow(host):
                host.is_held_back = True
                break
            taken = host.take(now)
            if taken is None:
                break
            self._hosts.waiting -= 1
            target, tries = self._frontier.target(taken[0]), taken[1]
            refusal = self._plan.scope.refusal(target)
            rules = None if refusal else self._robots.rules(site_of(target.url))
            if rules is None and not refusal:
                self._put_back(host, target, tries, now)
                host.is_blocked = True
                self._begin(Asking(host, robots_request=self._robots.request(site_of(target.url))))
                return
            if rules:
                host.crawl_delay = rules.robots_txt.crawl_delay or 0.0
                refusal = rules.refusal_for(target.url)
            if not refusal and self._is_early(host, target):
                self._put_back(host, target, tries, now)
                break
            if not refusal:
                host.began(target.id, target.depth)
                previous = self._frontier.previous_visit(target.id) if self._is_revisit else None
                self._limits.began()
                self._begin(Asking(host, target=target, tries=tries, previous=previous))
                return
            self._post(Visit(target, refusal, tries=max(tries, 1)))
        self._hosts.schedule(host)

    def _is_early(self, host: Host, target: Target) -> bool:
        """Whether it has to wait: for pages nearer to a seed that are not read yet; or because an
        earlier run, whose rules these are, may have asked the host just before this one began."""
        if host.is_too_early(target.depth):
            host.is_held_back = True
            return True
        first = self._began_at + self._politeness.rest(0, 0, host.crawl_delay)
        if host.was_asked or not host.crawl_delay or time.monotonic() >= first:
            return False
        host.ready_at = max(host.ready_at, first)
        return True

    def _put_back(self, host: Host, target: Target, tries: int, when: float) -> None:
        host.put_back(target.id, tries, when)
        self._hosts.waiting += 1

    def _begin(self, asking: Asking) -> None:
        asking.host.active += 1
        asking.host.was_asked = True
        self._has_waited = False
        name = host_of(asking.url)
        route = Route() if self._settings.fetch.proxy else self._names.route(name)
        if route is None:
            self._unresolved.append((asking, name, time.monotonic()))
        else:
            self._ask(asking, route)
        self._hosts.schedule(asking.host)

    def _look_again(self) -> None:
        waiting, self._unresolved = self._unresolved, []
        for asking, name, since in waiting:
            route = self._names.route(name)
            if route is None and time.monotonic() - since > self._settings.fetch.seconds:
                route = Route(is_unknown=True)
            if route is None:
                self._unresolved.append((asking, name, since))
            else:
                self._ask(asking, route)

    def _ask(self, asking: Asking, route: Route) -> None:
        url = asking.url
        failure = route.failure(url)
        if failure:
            self._answered(asking, failure)
            return
        ways, target = self._plan.ways, asking.target
        if target is None:
            self._fetcher.start(Request(url, route, LONGEST_FILE), asking)
            return
        limit, midfetch = self._settings.fetch.most_bytes, self._plan.midfetch
        lines = ways.lines_for(target, asking.previous, limit)
        wanted = (lambda *facts: midfetch(target, *facts)) if midfetch else None
        request = Request(url, route, limit, lines, ways.password_for(url), wanted)
        self._fetcher.start(request, asking)

    # What to make of answers

    def _answered(self, asking: Asking, result: Answer | Failure) -> None:
        host, now = asking.host, time.monotonic()
        host.active -= 1
        size = len(result.body) if isinstance(result, Answer) else 0
        if isinstance(result, Answer) or result.outcome not in NOT_ASKED:
            rest = self._politeness.rest(result.seconds, size, host.crawl_delay)
            host.ready_at = max(host.ready_at, now + rest)
        self._limits.received(size)
        if self._plan.worker_pause:
            self._resting.append(now + self._plan.worker_pause)
        if asking.robots_request:
            self._learn(asking, asking.robots_request, result, now)
            self._fetcher.release_body(size)
        else:
            self._end(asking, result, now)
        self._hosts.schedule(host)

    def _end(self, asking: Asking, result: Answer | Failure, now: float) -> None:
        """A visit is over, unless another try may end better."""
        host, target, tries = asking.host, asking.target, asking.tries + 1
        assert target is not None
        pause = self._politeness.again_after(result, tries)
        if pause is not None:
            self._limits.put_off()
            self._fetcher.release_body(len(result.body) if isinstance(result, Answer) else 0)
            self._leave_alone(host, now, pause)
            self._put_back(host, target, tries, now + pause)
            host.is_held_back = False  # it may have been waited for
            return
        if isinstance(result, Failure) and result.outcome in GONE:
            # It would be the same for all of its URLs, each after as long a wait.
            self._robots.give_up(site_of(target.url), result.outcome)
        self._limits.ended(host, result)
        self._post(Visit(target, result.outcome, result, tries=tries), asking.previous)

    def _post(self, visit: Visit, previous: PreviousVisit | None = None) -> None:
        """To the writer; a PDF by way of the process that reads its links."""
        if not self._plan.tag_sources:
            visit = replace(visit, target=replace(visit.target, seed=""))
        if self._pdfs.accepts(visit):
            self._pdfs.add(visit, previous)
        else:
            self._writer.add(visit, previous)

    def _leave_alone(self, host: Host, now: float, pause: float) -> None:
        host.ready_at = max(host.ready_at, now + pause)
        if pause >= LONG_PAUSE:
            self._writer.notes.pauses[host.name] = time.time() + pause

    def _learn(
        self, asking: Asking, robots_request: RobotsRequest, result: Answer | Failure, now: float
    ) -> None:
        """The rules of a site, or the next step on the way to them."""
        answer = self._robots.read_answer(robots_request, result)
        owner = self._hosts[host_of(robots_request.site)]
        if isinstance(answer, SiteRules):
            self._note_sitemaps(robots_request.site, answer)
            owner.is_blocked = False
            owner.crawl_delay = answer.robots_txt.crawl_delay or 0.0
            # The request for the rules was a request too.
            owner.ready_at = max(
                owner.ready_at, now + self._politeness.rest(0, 0, owner.crawl_delay)
            )
            self._hosts.schedule(owner)
            return
        if isinstance(answer, RetryLater):
            # Whoever answered is in trouble; and it is the site that is asked next.
            for host in {asking.host, owner}:
                self._leave_alone(host, now, answer.pause)
            answer = answer.request
        following = self._hosts[host_of(answer.url)]
        following.robots_requests.append(answer)
        self._hosts.schedule(following)

    def _note_sitemaps(self, site: str, rules: SiteRules) -> None:
        """Sitemaps that the rules name are fetched, as far as they belong to the crawl."""
        found = list(sitemap_targets(site, rules, self._plan.scope)) if self._plan.sitemaps else []
        for waiting in self._frontier.add_seeds(found) if found else ():
            self._hosts.add(waiting)


NOT_ASKED = frozenset({FetchOutcome.REFUSED_ADDRESS, FetchOutcome.BAD_URL})
