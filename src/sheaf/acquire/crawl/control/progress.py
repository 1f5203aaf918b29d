"""How a run is getting on, reported now and then: for a screen, a file, a program."""

from __future__ import annotations

import time
from collections import Counter, deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from heapq import nlargest

from sheaf.acquire.crawl.archive.visit_writer import Commit
from sheaf.acquire.crawl.politeness.hosts import HostQueues

EVERY_SECONDS = 0.5
# The rate is that of the last so many reports.
WINDOW = 20
HOSTS_LISTED = 20


@dataclass(frozen=True, slots=True)
class HostProgress:
    """`rest` is for how many seconds more nothing is fetched from the host."""

    name: str
    pages: int
    bytes: int
    waiting: int
    rest: float


@dataclass(frozen=True, slots=True)
class CrawlProgress:
    """Of this run: what it has done, what is left, and how fast it goes. `captures` are those in
    the WARC files. After the report that `is_last` nothing more is fetched."""

    seconds: float
    outcomes: dict[str, int]
    fetched: int
    bytes: int
    written: int
    waiting: int
    under_way: int
    pages_per_second: float
    bytes_per_second: float
    seconds_left: float | None
    hosts: tuple[HostProgress, ...]
    host_count: int
    is_paused: bool
    name: str = ""
    captures: int = 0
    is_last: bool = False


class ProgressReporter:
    """Counts what is committed, and calls `on_progress` every half second."""

    def __init__(
        self,
        hosts: HostQueues,
        pages: int,
        on_progress: Callable[[CrawlProgress], None] | None,
        *,
        name: str = "",
    ) -> None:
        self._name = name
        self._hosts = hosts
        self._pages = pages
        self._on_progress = on_progress
        self._began = self._reported_at = time.monotonic()
        self._marks: deque[tuple[float, int, int]] = deque(maxlen=WINDOW)
        self.outcomes: Counter[str] = Counter()
        self.fetched = self.bytes = self.written = self.captures = 0

    def add(self, commit: Commit) -> None:
        self.written += commit.written
        for visit in commit.visits:
            self.outcomes[visit.outcome.value] += 1
            if visit.answer:
                self.fetched += 1
                self.bytes += visit.size
                self.captures += visit.is_written

    def report(self, *, under_way: int, is_paused: bool, is_last: bool = False) -> None:
        now = time.monotonic()
        if self._on_progress and (is_last or now - self._reported_at >= EVERY_SECONDS):
            self._reported_at = now
            self._on_progress(self._progress(now, under_way, is_paused, is_last))

    def _progress(
        self, now: float, under_way: int, is_paused: bool, is_last: bool
    ) -> CrawlProgress:
        self._marks.append((now, self.fetched, self.bytes))
        since, fetched, size = self._marks[0] if len(self._marks) > 1 else (self._began, 0, 0)
        seconds = max(now - since, 1e-3)
        rate = (self.fetched - fetched) / seconds
        left = min(self._hosts.waiting, max(0, self._pages - self.fetched))
        return CrawlProgress(
            seconds=now - self._began,
            outcomes=dict(self.outcomes),
            fetched=self.fetched,
            bytes=self.bytes,
            written=self.written,
            waiting=self._hosts.waiting,
            under_way=under_way,
            pages_per_second=rate,
            bytes_per_second=(self.bytes - size) / seconds,
            seconds_left=left / rate if rate else None,
            hosts=tuple(_busiest_hosts(self._hosts, now)),
            host_count=len(self._hosts),
            is_paused=is_paused,
            name=self._name,
            captures=self.captures,
            is_last=is_last,
        )


def _busiest_hosts(hosts: HostQueues, now: float) -> Iterable[HostProgress]:
    for host in nlargest(HOSTS_LISTED, hosts.busy_hosts(), key=lambda host: host.pages):
        rest = max(0.0, host.ready_at - now)
        yield HostProgress(host.name, host.pages, host.bytes, len(host), rest)
