"""The queues of a crawl, one for each host: what waits in it, and which host is next.

Of a waiting URL only its number is held here, four bytes, so millions may wait.
"""

from __future__ import annotations

import math
from array import array
from collections import deque
from collections.abc import Iterator
from heapq import heappop, heappush

from sheaf.acquire.crawl.frontier.rows import QueuedUrl
from sheaf.acquire.crawl.politeness.robots import RobotsRequest

COMPACT_AT = 1024


class IdQueue:
    """Numbers, first in first out."""

    __slots__ = ("_ids", "_start")

    def __init__(self) -> None:
        self._ids = array("I")
        self._start = 0

    def __len__(self) -> int:
        return len(self._ids) - self._start

    def append(self, number: int) -> None:
        self._ids.append(number)

    def pop(self) -> int:
        number = self._ids[self._start]
        self._start += 1
        if self._start >= COMPACT_AT and self._start * 2 >= len(self._ids):
            del self._ids[: self._start]
            self._start = 0
        return number


class HostQueue:
    """`again` are URLs to be tried once more: when, which, and how often they were tried.

    `robots_requests` are not from the frontier and go first; one may be for the rules of another
    host. While this host waits for its own rules it `is_blocked` for all else. `unwritten` are
    the depths of visits that are not committed yet: they may lead to URLs nearer to a seed, so
    URLs that are farther away are held back until then. `pages` are its answers; `was_asked` says
    whether anything was requested from it in this run.
    """

    __slots__ = (
        "_begun", "active", "again", "bytes", "crawl_delay", "is_blocked", "is_held_back", "levels",
        "name", "pages", "ready_at", "robots_requests", "ticket", "unwritten", "was_asked",
    )  # fmt: skip

    def __init__(self, name: str, ready_at: float) -> None:
        self.name = name
        self.levels: dict[int, IdQueue] = {}
        self.again: list[tuple[float, int, int]] = []
        self.robots_requests: deque[RobotsRequest] = deque()
        self.ready_at = ready_at
        self.crawl_delay = 0.0
        self.active = 0
        self.is_blocked = False
        self.is_held_back = False
        self.was_asked = False
        self.unwritten: dict[int, int] = {}
        # At which depth a visit was begun: a shorter way may be found while it is under way.
        self._begun: dict[int, int] = {}
        self.pages = 0
        self.bytes = 0
        # Which of its entries in the heaps is the true one; 0 is none.
        self.ticket = 0

    def __len__(self) -> int:
        return sum(map(len, self.levels.values())) + len(self.again)

    @property
    def level(self) -> int:
        if self.robots_requests or not self.levels:
            return -1
        return min(self.levels)

    def earliest(self) -> float:
        """From when on a request may go out; never, where nothing waits."""
        if self.robots_requests:
            return self.ready_at
        if self.is_blocked or self.is_held_back:
            return math.inf
        if self.levels:
            return self.ready_at
        return max(self.ready_at, self.again[0][0]) if self.again else math.inf

    def take(self, now: float) -> tuple[int, int] | None:
        """The next URL's number and how often it was tried; None where none is due."""
        if self.again and self.again[0][0] <= now:
            _, number, tries = heappop(self.again)
            return number, tries
        if not self.levels:
            return None
        level = min(self.levels)
        queue = self.levels[level]
        number = queue.pop()
        if not queue:
            del self.levels[level]
        return number, 0

    def is_too_early(self, depth: int) -> bool:
        return any(nearer < depth - 1 for nearer in self.unwritten)

    def mark_begun(self, number: int, depth: int) -> None:
        """A visit counts once, however often it is tried."""
        if number not in self._begun:
            self._begun[number] = depth
            self.unwritten[depth] = self.unwritten.get(depth, 0) + 1

    def mark_written(self, number: int) -> None:
        """Whatever came of it, and whether it was begun at all."""
        depth = self._begun.pop(number, None)
        if depth is None:
            return
        left = self.unwritten.get(depth, 0) - 1
        if left > 0:
            self.unwritten[depth] = left
        else:
            self.unwritten.pop(depth, None)

    def put_back(self, number: int, tries: int, when: float) -> None:
        heappush(self.again, (when, number, tries))


class HostQueues:
    """`first_turn` is from when on a host that had no request may have its first."""

    def __init__(self, *, connections: int, first_turn: float) -> None:
        self._connections = connections
        self._first_turn = first_turn
        self._hosts: dict[str, HostQueue] = {}
        self._pausing: list[tuple[float, int, HostQueue]] = []
        self._ready: list[tuple[int, int, HostQueue]] = []
        self._tickets = 0
        self.waiting = 0

    def __getitem__(self, name: str) -> HostQueue:
        host = self._hosts.get(name)
        if host is None:
            host = self._hosts[name] = HostQueue(name, self._first_turn)
        return host

    def __iter__(self) -> Iterator[HostQueue]:
        return iter(self._hosts.values())

    def __len__(self) -> int:
        return len(self._hosts)

    def busy_hosts(self) -> Iterator[HostQueue]:
        """Hosts with a request in flight, or in line for one."""
        return (host for host in self._hosts.values() if host.ticket or host.active)

    def add(self, waiting: QueuedUrl) -> None:
        host = self[waiting.host]
        queue = host.levels.get(waiting.level)
        if queue is None:
            queue = host.levels[waiting.level] = IdQueue()
        queue.append(waiting.id)
        self.waiting += 1
        if not host.ticket:
            self.schedule(host)

    def schedule(self, host: HostQueue) -> None:
        """Give a host its place in the line, or take it out where there is nothing to do."""
        when = host.earliest()
        if host.active >= self._connections or when == math.inf:
            host.ticket = 0
            return
        self._tickets += 1
        host.ticket = self._tickets
        heappush(self._pausing, (when, host.ticket, host))

    def next(self, now: float) -> HostQueue | None:
        """Of the hosts whose pause is over the one with the most urgent URL; it leaves the line."""
        while self._pausing and self._pausing[0][0] <= now:
            _, ticket, host = heappop(self._pausing)
            if ticket == host.ticket:
                if host.earliest() > now:  # the pause was made longer meanwhile
                    self.schedule(host)
                else:
                    heappush(self._ready, (host.level, ticket, host))
        while self._ready:
            _, ticket, host = heappop(self._ready)
            if ticket == host.ticket:
                host.ticket = 0
                if host.earliest() <= now:
                    return host
                self.schedule(host)
        return None

    def next_turn(self) -> float:
        """When the next pause is over; at once, where a host is ready."""
        if self._ready:
            return -math.inf
        return self._pausing[0][0] if self._pausing else math.inf
