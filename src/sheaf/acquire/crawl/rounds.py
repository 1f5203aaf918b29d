"""Serves the hosts in rounds: each gets a session of some pages, then the next has its turn."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

from sheaf.acquire.crawl.frontier import Frontier
from sheaf.acquire.crawl.ledger import Ledger
from sheaf.acquire.crawl.visitor import Visitor
from sheaf.acquire.crawl.visits import Target, Visit

# Nearly all hosts under service are in a pause, so there may be far more of them than connections;
# each costs a task. The rest wait as names only.
HOSTS_AT_ONCE = 1000
PAGES_A_SESSION = 50


class Rounds:
    def __init__(self, frontier: Frontier, visitor: Visitor, ledger: Ledger, *, pages: int) -> None:
        self._frontier = frontier
        self._visitor = visitor
        self._ledger = ledger
        self._pages_left = pages
        self._serving: set[str] = set()
        # An ordered set: hosts that wait for a session, first come first served.
        self._queue: dict[str, None] = {}
        self._changed = asyncio.Event()

    async def run(self) -> None:
        """Until nothing is left to fetch, or the pages are used up."""
        self.notice(self._frontier.waiting_hosts())
        try:
            async with asyncio.TaskGroup() as sessions:
                while self._start(sessions):
                    await self._changed.wait()
                    self._changed.clear()
        except BaseExceptionGroup as group:
            # The first trouble ends the crawl; the others are its echoes.
            raise group.exceptions[0] from None

    def notice(self, hosts: Iterable[str]) -> None:
        """There is something to fetch from these; one being served looks again when it is done."""
        self._queue |= dict.fromkeys(host for host in hosts if host not in self._serving)
        self._changed.set()

    def _start(self, sessions: asyncio.TaskGroup) -> bool:
        """Start what may be started; whether any session is under way."""
        while self._queue and len(self._serving) < HOSTS_AT_ONCE and self._pages_left > 0:
            host = next(iter(self._queue))
            del self._queue[host]
            self._serving.add(host)
            sessions.create_task(self._serve(host))
        return bool(self._serving)

    async def _serve(self, host: str) -> None:
        refused = []
        for target in self._frontier.waiting(host, PAGES_A_SESSION):
            if self._pages_left <= 0:
                break
            refusal = await self._visitor.refusal(target)
            if refusal:
                refused.append(self._ledger.post(Visit(target, refusal)))
            else:
                await self._visit(target)
        await asyncio.gather(*refused)
        self._serving.discard(host)
        self.notice([host] if self._frontier.waiting(host, 1) else [])

    async def _visit(self, target: Target) -> None:
        if self._pages_left <= 0:
            return
        self._pages_left -= 1
        await self._ledger.post(await self._visitor.visit(target))
