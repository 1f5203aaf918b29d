"""Whose turn it is: one request at a time to a host, with a pause after each, and few overall."""

from __future__ import annotations

import asyncio
import math
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from sheaf.acquire.crawl.visits import Answer
from sheaf.settings import Acquire

TOO_MANY_REQUESTS = 429
BUSY = frozenset({TOO_MANY_REQUESTS, 503})


@dataclass(slots=True)
class HostClock:
    last_end: float
    delay: float
    paused_until: float = -math.inf
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)

    @property
    def ready_at(self) -> float:
        return max(self.last_end + self.delay, self.paused_until)


class Politeness:
    def __init__(self, settings: Acquire, *, resumed: bool) -> None:
        self._settings = settings
        self._connections = asyncio.Semaphore(settings.connections)
        # When the crawl was killed a moment ago, its last requests were a moment ago too.
        last_end = asyncio.get_running_loop().time() if resumed else -math.inf
        self._hosts: defaultdict[str, HostClock] = defaultdict(
            lambda: HostClock(last_end=last_end, delay=settings.min_delay)
        )

    @asynccontextmanager
    async def turn(self, host: str) -> AsyncIterator[None]:
        """Enter when the host may be asked again; the pause begins where the block ends."""
        clock, loop = self._hosts[host], asyncio.get_running_loop()
        async with clock.turn:
            # The pause may be made longer while we sleep.
            while (left := clock.ready_at - loop.time()) > 0:
                await asyncio.sleep(left)
            async with self._connections:
                try:
                    yield
                finally:
                    clock.last_end = loop.time()

    def obey_crawl_delay(self, host: str, seconds: float | None) -> None:
        wanted = min(seconds or 0.0, self._settings.max_delay)
        self._hosts[host].delay = max(self._settings.min_delay, wanted)

    def pause(self, host: str, seconds: float) -> None:
        self._hosts[host].paused_until = asyncio.get_running_loop().time() + seconds

    def wanted_pause(self, answer: Answer) -> float | None:
        """How long a busy server asks us to stay away before we try again; None: not at all."""
        if answer.status not in BUSY:
            return None
        seconds = retry_after(answer.header("Retry-After"), datetime.now(UTC))
        if seconds is None and answer.status == TOO_MANY_REQUESTS:
            seconds = self._settings.max_delay
        return None if seconds is None else min(seconds, self._settings.max_delay)


def retry_after(value: str, now: datetime) -> float | None:
    """The header's two forms, a number of seconds or a date; None for anything else."""
    if value.isascii() and value.isdigit():
        return float(value)
    try:
        date = parsedate_to_datetime(value)
    except ValueError:
        return None
    if date.tzinfo is None:
        date = date.replace(tzinfo=UTC)
    return max(0.0, (date - now).total_seconds())
