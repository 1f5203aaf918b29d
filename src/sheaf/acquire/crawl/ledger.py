"""Makes visits count: first their WARC records are on disk, then the frontier says they are done.

All that comes while one batch is being written makes the next one. Whoever fetched a page waits
here for its batch, so a crash costs no more than the pages that were in flight.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

from sheaf.acquire.crawl.crawl_log import CrawlLog, log_line
from sheaf.acquire.crawl.durable import cut_back
from sheaf.acquire.crawl.frontier import FileState, Frontier, Place
from sheaf.acquire.crawl.robots import RobotsText
from sheaf.acquire.crawl.visits import Visit
from sheaf.acquire.crawl.warc_writer import WarcWriter
from sheaf.errors import SheafError

Settled = Callable[[Sequence[Visit], set[str]], None]


class Ledger:
    """`on_settled` hears which visits now count and which hosts have something new to fetch."""

    def __init__(self, frontier: Frontier, folder: Path, about: str, on_settled: Settled) -> None:
        self._frontier = frontier
        self._folder = folder
        self._on_settled = on_settled
        self._warc = WarcWriter(folder, about, on_open=frontier.open_warc)
        self._log = CrawlLog(folder)
        self._batch: list[tuple[Visit, asyncio.Future[None]]] = []
        self._wake = asyncio.Event()
        self._is_closing = False
        self._failure: Exception | None = None
        # One thread is the one writer: compressing and syncing must not hold up the fetching.
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="ledger")

    @property
    def warc_files(self) -> tuple[Path, ...]:
        return tuple(self._warc.paths)

    async def __aenter__(self) -> Self:
        self._recover()
        self._task = asyncio.create_task(self._write_batches())
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """What was handed over is still written, whatever ends the crawl."""
        self._is_closing = True
        self._wake.set()
        try:
            await asyncio.shield(self._task)
        finally:
            self._thread.shutdown(wait=True)
            self._warc.close()
            if self._failure:
                with suppress(SheafError):
                    self._recover()
            self._log.close()

    def post(self, visit: Visit) -> asyncio.Future[None]:
        """Hand a visit over; what comes back is done when the visit counts."""
        if self._failure:
            raise self._failure
        done = asyncio.get_running_loop().create_future()
        self._batch.append((visit, done))
        self._wake.set()
        return done

    async def keep_robots(self, rules: RobotsText) -> None:
        loop = asyncio.get_running_loop()
        keep = self._frontier.keep_robots_text
        await loop.run_in_executor(self._thread, keep, rules.site, rules.text, rules.asked_at)

    async def _write_batches(self) -> None:
        while self._batch or not self._is_closing:
            await self._wake.wait()
            self._wake.clear()
            batch, self._batch = self._batch, []
            if batch:
                await self._settle(batch)

    async def _settle(self, batch: list[tuple[Visit, asyncio.Future[None]]]) -> None:
        visits = [visit for visit, _ in batch]
        loop = asyncio.get_running_loop()
        try:
            # After a failure the files end anywhere, so nothing more may be added to them.
            if not self._failure:
                hosts = await loop.run_in_executor(self._thread, self._write, visits)
                self._on_settled(visits, hosts)
        except Exception as problem:  # noqa: BLE001 - whoever waits for the batch must hear of it
            self._failure = problem
        for _, done in batch:
            if done.done():
                continue
            if self._failure:
                done.set_exception(self._failure)
            else:
                done.set_result(None)

    # In the ledger's thread

    def _write(self, visits: Sequence[Visit]) -> set[str]:
        written: list[tuple[Visit, Place | None]] = []
        hosts: set[str] = set()
        for visit in visits:
            place = self._warc.append(visit, visit.answer) if visit.answer else None
            written.append((visit, place))
            if self._warc.is_full:
                # Only between commits: there is never more than one file to cut back.
                hosts |= self._commit(written)
                written = []
                self._warc.close()
        return hosts | self._commit(written) if written else hosts

    def _commit(self, written: Sequence[tuple[Visit, Place | None]]) -> set[str]:
        self._warc.sync()
        self._log.sync()
        lines = "".join(log_line(visit) for visit, _ in written)
        files = FileState(self._warc.name, self._warc.size, self._log.size, lines)
        hosts = self._frontier.settle(written, files, sum(visit.counts for visit, _ in written))
        self._log.append(lines)
        return hosts

    def _recover(self) -> None:
        """Bring the files back to the last commit. A new run writes a new WARC file."""
        files = self._frontier.files()
        if files.warc_file:
            cut_back(self._folder / files.warc_file, files.warc_size)
        self._log.complete(files.log_lines, files.log_size)
        if files != FileState():
            self._frontier.set_files(FileState())
