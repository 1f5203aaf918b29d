"""A crawl that fetches in a thread of its own, while another follows what it writes.

The thread that fetches only says how far its files can be relied on. Whoever follows reads them, at
its own pace; what it has not come to waits on the disk, not in memory.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from threading import Condition, Thread
from types import TracebackType
from typing import Self

from sheaf.acquire.crawl.archive.archive_reader import committed_ranges
from sheaf.acquire.crawl.archive.warc_writer import WarcRange
from sheaf.acquire.crawl.crawler import Crawler, CrawlReport
from sheaf.records import Seed

# What is followed at once, and how long the pause is until the next time. Whoever waits for the
# library looks every half second whether it is free.
MOST_AT_ONCE = 64 * 1024**2
PAUSE_SECONDS = 1.0


class BackgroundCrawl:
    """Use as a context manager: at its end the crawl has ended, in good order."""

    def __init__(self, crawler: Crawler, seeds: Sequence[Seed]) -> None:
        self._crawler = crawler
        self._changed = Condition()
        self._durable: deque[WarcRange] = deque()
        self._has_begun = self._has_ended = False
        self._report: CrawlReport | None = None
        self._problem: BaseException | None = None

        def fetch() -> CrawlReport:
            return crawler.run(seeds, on_begin=self._begin, on_durable=self._add)

        # A daemon: who presses Ctrl-C again and again means it, and a crawl may be killed.
        self._thread = Thread(target=self._run, args=(fetch,), name="crawl", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()
        while self._thread.is_alive():
            self._thread.join(PAUSE_SECONDS)

    def stop(self) -> None:
        """Finish what is under way, and end."""
        self._crawler.stop()

    def report(self) -> CrawlReport:
        """Of a crawl that has ended; or what ended it."""
        if self._problem is not None:
            raise self._problem
        assert self._report is not None
        return self._report

    def ranges(self) -> Iterator[list[WarcRange]]:
        """What can be relied on, some at a time, as it comes: first what earlier runs left, which
        may be nothing, and at the end all there is, what was told of before included."""
        self._wait(lambda: self._has_begun)
        if self._has_ended:
            self.report()
        with self._changed:
            self._durable.extendleft(reversed(self._all()))
        while not self._has_ended:
            yield self._take()
            self._wait(lambda: False, PAUSE_SECONDS)
            self._wait(lambda: bool(self._durable))
        self.report()
        self._durable = deque(self._all())
        while self._durable:
            yield self._take()

    def _all(self) -> list[WarcRange]:
        return list(committed_ranges(self._crawler.archive, self._crawler.frontier))

    def _take(self) -> list[WarcRange]:
        taken: list[WarcRange] = []
        size = 0
        with self._changed:
            while self._durable and (not taken or size < MOST_AT_ONCE):
                taken.append(self._durable.popleft())
                size += taken[-1].end - taken[-1].start
        return taken

    def _wait(self, is_so: Callable[[], bool], seconds: float | None = None) -> None:
        """Until something is so, or the crawl has ended, or time is up."""
        with self._changed:
            waited = 0.0
            while not (is_so() or self._has_ended) and (seconds is None or waited < seconds):
                self._changed.wait_for(lambda: is_so() or self._has_ended, PAUSE_SECONDS)
                waited += PAUSE_SECONDS

    # In the thread of the crawl

    def _run(self, fetch: Callable[[], CrawlReport]) -> None:
        try:
            self._report = fetch()
        except BaseException as problem:  # noqa: BLE001 - told by `report`, in the other thread
            self._problem = problem
        finally:
            with self._changed:
                self._has_ended = True
                self._changed.notify_all()

    def _begin(self) -> None:
        with self._changed:
            self._has_begun = True
            self._changed.notify_all()

    def _add(self, warc_range: WarcRange) -> None:
        """Neighbours are put together, so that what waits is a short list however long it waits."""
        with self._changed:
            last = self._durable[-1] if self._durable else None
            if (
                last
                and last.path == warc_range.path
                and warc_range.end - last.start <= MOST_AT_ONCE
            ):
                self._durable[-1] = WarcRange(last.path, last.start, warc_range.end)
            else:
                self._durable.append(warc_range)
            self._changed.notify_all()
