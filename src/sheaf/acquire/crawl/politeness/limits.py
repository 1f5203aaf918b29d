"""The limits of a run: its pages, bytes and seconds, those of a host, and the bandwidth."""

from __future__ import annotations

import time

from sheaf.acquire.crawl.politeness.hosts import HostQueue
from sheaf.acquire.crawl.visits import Answer, Failure, FetchOutcome, RunEnd
from sheaf.crawl_settings import CrawlSettings


class RunLimits:
    """`pages` are those left to this run. A fetch counts when it starts, so that no run exceeds it.
    A redirect that does not count is taken off again."""

    def __init__(self, settings: CrawlSettings, pages: int) -> None:
        self._settings = settings.limits
        self._bandwidth = settings.politeness.bandwidth
        self._pages_left = pages
        self._began_at = time.monotonic()
        self._bytes = 0
        self._debt = 0.0
        self._debt_at = self._began_at
        # Fetches that came to their end and are not committed yet.
        self.unwritten = 0

    @property
    def has_all_pages(self) -> bool:
        return self._pages_left <= 0

    @property
    def are_reached(self) -> bool:
        return self.reached is not None

    @property
    def reached(self) -> RunEnd | None:
        """The limit that ends the run."""
        chosen = self._settings
        if self.has_all_pages:
            return RunEnd.PAGES
        if chosen.bytes and self._bytes >= chosen.bytes:
            return RunEnd.BYTES
        elapsed = time.monotonic() - self._began_at
        return RunEnd.SECONDS if chosen.seconds and elapsed >= chosen.seconds else None

    def allows(self, host: HostQueue) -> bool:
        """Whether a host is below its limits."""
        chosen = self._settings
        if chosen.host_pages and host.pages + host.active >= chosen.host_pages:
            return False
        return not (chosen.host_bytes and host.bytes >= chosen.host_bytes)

    def count_start(self) -> None:
        self._pages_left -= 1

    def count_retry(self) -> None:
        """Another try of the same page is no other page."""
        self._pages_left += 1

    def count_end(self, host: HostQueue, result: Answer | Failure) -> None:
        self.unwritten += 1
        if result.outcome is FetchOutcome.REDIRECT and not self._settings.redirects:
            self._pages_left += 1
        if isinstance(result, Answer):
            host.pages += 1
            host.bytes += len(result.body)

    def count_written(self, fetches: int) -> None:
        self.unwritten -= fetches

    def count_bytes(self, size: int) -> None:
        """The bandwidth is kept on average: what came too fast delays the next fetch."""
        self._bytes += size
        self._debt += size

    def seconds_to_wait(self, now: float) -> float:
        """How long to start nothing, for the sake of the bandwidth."""
        allowed = self._bandwidth
        if not allowed:
            return 0.0
        self._debt = max(0.0, self._debt - (now - self._debt_at) * allowed)
        self._debt_at = now
        return self._debt / allowed
