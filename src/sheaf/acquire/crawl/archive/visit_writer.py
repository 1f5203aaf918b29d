"""Makes visits durable: first their WARC records are on disk, then the frontier has them as done.

Visits are gathered into a batch. A batch is synced by a thread, which does nothing but wait for
the disk, and then committed; meanwhile the next one is gathered. What was not committed is
waiting still when a crawl is taken up again.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field, replace
from http import HTTPStatus
from types import TracebackType
from typing import Self

from sheaf.acquire.crawl.archive.crawl_log import CrawlLog
from sheaf.acquire.crawl.archive.warc_writer import WarcRange, WarcWriter, sha1
from sheaf.acquire.crawl.frontier.frontier import Frontier
from sheaf.acquire.crawl.frontier.lost import requeue_lost_visits
from sheaf.acquire.crawl.frontier.rows import (
    FileState,
    FinishedVisit,
    Notes,
    PreviousVisit,
    QueuedUrl,
    WarcPosition,
)
from sheaf.acquire.crawl.page_reader import PageReader
from sheaf.acquire.crawl.visits import Answer, FetchOutcome, Visit
from sheaf.errors import SheafError
from sheaf.files import cut_back

# A batch is written down when it is so old (in seconds), if nobody waits for it earlier.
LINGER = 0.25
# Where there are only notes, and nobody waits for them.
NOTES_LINGER = 2.0
# Pages are read and packed some at a time: the processor has the code for it at hand then, which
# makes a fifth of the time.
AT_ONCE = 8
NO_FILES = FileState()


@dataclass(frozen=True, slots=True)
class Commit:
    """What was committed at once: visits, URLs that are new to fetch, bytes of WARC files."""

    visits: Sequence[Visit]
    entered: Sequence[QueuedUrl]
    written: int


@dataclass(slots=True)
class Batch:
    began: float = 0.0
    visits: list[FinishedVisit] = field(default_factory=list)
    notes: Notes = field(default_factory=Notes)
    files: FileState = NO_FILES

    @property
    def is_worth_writing(self) -> bool:
        """A robots.txt is kept even without a visit, for the next run."""
        return bool(self.visits or self.notes.robots)


class VisitWriter:
    """Works in the thread of the crawl; only the waiting for the disk is done in another, which
    calls `wake` when it is over. `keep` says which visits are written to WARC files, if not all;
    `on_durable` is called with each range of a WARC file that an import may rely on."""

    def __init__(
        self,
        frontier: Frontier,
        warc: WarcWriter,
        log: CrawlLog,
        reader: PageReader,
        *,
        batch: int,
        wake: Callable[[], None],
        keep: Callable[[Visit], bool] | None = None,
        on_durable: Callable[[WarcRange], None] | None = None,
    ) -> None:
        self._frontier, self._warc, self._log, self._reader = frontier, warc, log, reader
        self._size = batch
        self._wake = wake
        self._keep = keep
        self._on_durable = on_durable
        self._batch = Batch(began=time.monotonic())
        self._incoming: deque[tuple[Visit, PreviousVisit | None]] = deque()
        self._syncing: tuple[Batch, Future[None]] | None = None
        self._done: list[Commit] = []
        self._is_failed = False
        # Committed, and part of what the next sync makes durable.
        self._ranges: list[WarcRange] = []
        self._committed = 0
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="sync")
        self.backlog = 0

    def __enter__(self) -> Self:
        self._recover()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Visits that were added are still written, whatever ends the crawl."""
        try:
            if not self._is_failed:
                self.write_all()
        finally:
            self._thread.shutdown(wait=True)
            self._warc.close()
            if self._is_failed:
                with suppress(SheafError):
                    self._recover()
            self._log.close()

    def add(self, visit: Visit, previous: PreviousVisit | None = None) -> None:
        self.backlog += 1
        if not self._incoming and not self._batch.visits:
            self._batch.began = time.monotonic()
        self._incoming.append((visit, previous))

    def read_some(self, until: float) -> bool:
        """Read the links of some visits, if there are enough of them, and not beyond the moment at
        which there is something else to do; whether anything was read."""
        if len(self._incoming) < AT_ONCE:
            return False
        for _ in range(AT_ONCE):
            if time.monotonic() >= until:
                break
            self._add_to_batch(*self._incoming.popleft())
        return True

    def _read_incoming(self) -> None:
        while self._incoming:
            self._add_to_batch(*self._incoming.popleft())

    def _add_to_batch(self, visit: Visit, previous: PreviousVisit | None) -> None:
        """Read the links of a visit, pack its records, and add it to the batch."""
        answer, place, digest = visit.answer, None, ""
        if answer is not None:
            digest = sha1(answer.body)
            visit, unchanged = compare_with_previous(visit, answer, digest, previous)
            visit = self._read(visit)
            if self._keep and not self._keep(visit):
                visit = replace(visit, is_written=False)
            else:
                if self._warc.is_full:
                    self._roll()
                place = self._append(visit, answer, digest, unchanged)
            digest = unchanged.digest if unchanged else digest
        self._batch.visits.append(FinishedVisit(visit, place, digest))

    def _read(self, visit: Visit) -> Visit:
        """A page that our own reader fails on is a page without links, and the log says so."""
        try:
            return self._reader.read(visit)
        except Exception as problem:  # noqa: BLE001 - one page must not end a crawl
            return replace(visit, trouble=type(problem).__name__)

    def _append(
        self, visit: Visit, answer: Answer, digest: str, unchanged: PreviousVisit | None
    ) -> WarcPosition:
        try:
            return self._warc.append(visit, answer, digest, unchanged)
        except BaseException:
            self._is_failed = True
            raise

    @property
    def notes(self) -> Notes:
        return self._batch.notes

    def keep_robots(self, site: str, text: bytes, asked_at: float) -> None:
        self.notes.robots.append((site, text, asked_at))

    def _roll(self) -> None:
        """Begin a new WARC file once all that was packed is committed: there is never more than one
        file to cut back."""
        self._done += self._write_batches()
        self._warc.close()
        self._committed = 0

    def take_commits(self, *, is_awaited: bool) -> list[Commit]:
        """The commits since the last call. If one `is_awaited`, the next batch is begun at once."""
        done, self._done = self._done, []
        synced = self._take_synced()
        if synced:
            done.append(synced)
        age = time.monotonic() - self._batch.began
        is_old = age >= LINGER
        if is_awaited or is_old:
            self._read_incoming()
        if not self._syncing and self._batch.visits:
            is_large = len(self._batch.visits) >= self._size
            if is_awaited or is_large or is_old:
                self._begin_sync()
        elif not self._syncing and self._batch.is_worth_writing and age >= NOTES_LINGER:
            self._begin_sync()
        return done

    @property
    def is_idle(self) -> bool:
        """Whether there is something to write, and nothing is being written."""
        return not self._syncing and bool(self._incoming or self._batch.visits)

    def seconds_to_next_batch(self, now: float) -> float:
        """How long until the batch is old enough to be written; never negative."""
        if self._syncing or not (self._incoming or self._batch.visits):
            return LINGER
        return max(0.0, self._batch.began + LINGER - now)

    def write_all(self) -> list[Commit]:
        """Wait until every visit is committed."""
        self._read_incoming()
        return self._write_batches()

    def _write_batches(self) -> list[Commit]:
        """Wait until every visit that was packed is committed."""
        commits = []
        while self._syncing or self._batch.is_worth_writing:
            if not self._syncing:
                self._begin_sync()
            assert self._syncing
            self._syncing[1].exception()  # waits; what it was is told below
            done = self._take_synced()
            if done:
                commits.append(done)
        self._frontier.sync()
        self._report_durable()
        return commits

    def _begin_sync(self) -> None:
        batch, self._batch = self._batch, Batch(began=time.monotonic())
        batch.notes.left_out = self._reader.take_left_out()
        try:
            self._warc.flush()
        except BaseException:
            self._is_failed = True
            raise
        lines = "".join([self._log.line(visit, digest) for visit, _, digest in batch.visits])
        batch.files = FileState(self._warc.name, self._warc.size, self._log.size, lines)
        future = self._thread.submit(self._sync, self._warc.sync)
        self._syncing = batch, future
        future.add_done_callback(lambda _: self._wake())

    def _sync(self, sync_warc: Callable[[], None]) -> None:
        """In the thread. The last commit becomes durable, then the bytes of the next one."""
        self._frontier.sync()
        self._log.sync()
        sync_warc()

    def _take_synced(self) -> Commit | None:
        if not self._syncing or not self._syncing[1].done():
            return None
        batch, future = self._syncing
        self._syncing = None
        try:
            future.result()
            commit = self._commit(batch)
        except BaseException:
            self._is_failed = True
            raise
        return commit

    def _commit(self, batch: Batch) -> Commit:
        self._report_durable()
        files = batch.files
        written = files.warc_size - self._committed
        entered = self._frontier.commit_visits(batch.visits, files, batch.notes, written)
        if files.log_lines:
            self._log.append(files.log_lines)
        if files.warc_file and files.warc_size > self._committed:
            path = self._warc.folder / files.warc_file
            self._ranges.append(WarcRange(path, self._committed, files.warc_size))
        self._committed = files.warc_size
        self.backlog -= len(batch.visits)
        return Commit([visit for visit, _, _ in batch.visits], entered, written)

    def _report_durable(self) -> None:
        ranges, self._ranges = self._ranges, []
        for warc_range in ranges if self._on_durable else ():
            self._on_durable(warc_range)  # type: ignore[misc]

    def _recover(self) -> None:
        """Bring the files back to the last commit. A new run writes a new WARC file."""
        files = self._frontier.files()
        self._log.complete(files.log_lines, files.log_size)
        trouble = None
        if files.warc_file:
            path = self._warc.folder / files.warc_file
            cut_back(path, files.warc_size)
            trouble = requeue_lost_visits(path, files.warc_size, self._frontier.file)
        if files != NO_FILES:
            self._frontier.set_files(NO_FILES)
        if trouble:
            self._log.close()
            raise trouble


def compare_with_previous(
    visit: Visit, answer: Answer, digest: str, previous: PreviousVisit | None
) -> tuple[Visit, PreviousVisit | None]:
    """The visit, and where it found the same as the previous one also that one."""
    is_not_modified = answer.status == HTTPStatus.NOT_MODIFIED
    is_same = visit.outcome is FetchOutcome.FETCHED and previous and previous.digest == digest
    if previous and (is_not_modified or is_same):
        return replace(visit, outcome=FetchOutcome.UNCHANGED), previous
    return visit, None
