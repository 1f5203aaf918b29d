"""Imports what a crawl archives, while it fetches or after.

A crawl may go on for days, so the library is not held for all of it: the import goes in rounds,
each over what has come to stand on disk since the last, and others can write in between.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Mapping
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Protocol

from sheaf import pipeline
from sheaf.acquire.crawl.archive.archive_reader import CrawlArchiveReader, committed_ranges
from sheaf.acquire.crawl.archive.warc_writer import WarcRange
from sheaf.acquire.crawl.frontier.import_marks import ImportMark, ImportMarks
from sheaf.acquire.crawl.frontier.locks import mark_as_importing
from sheaf.acquire.crawl.places import archive_folder, frontier_file
from sheaf.acquire.importers.contract import ImportContext
from sheaf.curate.basis import find_basis
from sheaf.curate.seen_before import SeenBefore
from sheaf.deposit.admission import Depositor
from sheaf.deposit.runs import CRAWL, RunLog
from sheaf.errors import LibraryBusyError, StorageError, UsageError
from sheaf.settings import Settings
from sheaf.workers.importing import (
    ImportSummary,
    Report,
    add_memory,
    make_machinery,
    open_pool,
    summary_of,
)
from sheaf.workers.near_copies import finding_near_copies
from sheaf.workers.page_reading import read_new_pages
from sheaf.workers.pool import Pool
from sheaf.workers.wiki_articles import note_new_articles


class Hold(Protocol):
    """How the library is held for writing."""

    def __call__(self, purpose: str, *, wait: bool = False) -> AbstractContextManager[None]: ...


@dataclass(frozen=True, slots=True)
class ImportTarget:
    """Where the papers of a crawl go, and how."""

    library: Path
    depositor: Depositor
    run_log: RunLog
    settings: Settings
    hold: Hold
    report: Report
    wait: bool


def import_archived(name: str, target: ImportTarget) -> ImportSummary:
    """What a crawl has brought so far, without fetching anything."""
    archive, frontier = archive_folder(target.library, name), frontier_file(target.library, name)
    if not archive.is_dir():
        raise UsageError(
            f"There is no crawl called {name} with archives.", "`sheaf crawl status` lists them."
        )
    return import_rounds(name, [list(committed_ranges(archive, frontier))], target)


def import_rounds(
    name: str, rounds: Iterable[list[WarcRange]], target: ImportTarget
) -> ImportSummary:
    frontier = frontier_file(target.library, name)
    with (
        mark_as_importing(frontier),
        open_pool(target.settings, target.depositor.folders.staging) as pool,
    ):
        crawl_import = CrawlImport(name, target, pool)
        waiting: list[WarcRange] = []
        for ranges in rounds:
            waiting += ranges
            # Whoever else is writing does not hold the crawl up: next time it may be free.
            with suppress(LibraryBusyError):
                crawl_import.import_round(waiting)
                waiting = []
        return crawl_import.finish(waiting)


class CrawlImport:
    """The import of one crawl, round by round. The run is the same in all of them, and knows which
    captures it has: whatever others did in between, none is taken twice."""

    def __init__(self, name: str, target: ImportTarget, pool: Pool) -> None:
        self._name = name
        self._target = target
        self._pool = pool
        staging = target.depositor.folders.staging
        self._context = ImportContext(staging, target.settings.acquire.hand_over_bytes)
        archive, frontier = (
            archive_folder(target.library, name),
            frontier_file(target.library, name),
        )
        self._marks = ImportMarks(target.library, archive, frontier)
        self._archives = CrawlArchiveReader(target.library, self._context)
        self._basis = find_basis(target.settings.curate)
        self._run = 0
        self._seconds = 0.0
        self._was_resumed: bool | None = None
        self._trouble = ""  # with the articles of a wiki
        self._done = pipeline.Progress()
        self._machine = make_machinery(
            target.settings,
            pool,
            target.library,
            staging,
            seen_before=SeenBefore(target.depositor.catalogue),
            depositor=target.depositor,
            report=self._report,
        )

    def import_round(self, ranges: Iterable[WarcRange]) -> None:
        with self._target.hold(f"the import of crawl {self._name}"):
            self._run_round(ranges)

    def finish(self, ranges: Iterable[WarcRange]) -> ImportSummary:
        try:
            with self._target.hold(f"the import of crawl {self._name}", wait=self._target.wait):
                run = self._run_round(ranges)
                kinds: Counter[str] = Counter()
                for mark in self._archives.read.values():
                    kinds.update(mark.kinds)
                self._target.run_log.finish(run, self._seconds, kinds)
        except LibraryBusyError as problem:
            later = f"What was fetched is safe. `sheaf crawl import {self._name}` imports it."
            raise LibraryBusyError(str(problem), later) from None
        summary = summary_of(self._target.run_log, run, resumed=bool(self._was_resumed))
        return replace(summary, notes=(*summary.notes, *filter(None, [self._trouble])))

    def _run_round(self, ranges: Iterable[WarcRange]) -> int:
        began = time.monotonic()
        log, catalogue = self._target.run_log, self._target.depositor.catalogue
        run, is_resumed = log.begin(CRAWL, [f"warc/{self._name}"], {"name": self._name})
        if self._was_resumed is None:
            self._was_resumed = is_resumed
        if run != self._run:
            self._begin(run)
        before = dict(self._archives.read)
        machine = replace(
            add_memory(self._machine, catalogue, SeenBefore(catalogue), self._basis),
            run=run,
            recorded=partial(log.find_unchanged, run) if is_resumed else None,
        )
        staging = self._target.depositor.folders.staging
        where = self._target.library, catalogue, self._target.settings, staging
        try:
            with finding_near_copies(*where) as near_copies:
                incoming = chain.from_iterable(map(self._archives.captures, ranges))
                done = pipeline.run(incoming, replace(machine, near_copies=near_copies))
            read_new_pages(catalogue, self._pool, self._target.library)
        except BaseException:
            log.pause(run, self._seconds + time.monotonic() - began)
            raise
        catalogue.give_back_ids()
        library, settings = self._target.library, self._target.settings
        self._trouble = note_new_articles(catalogue, library, self._name, run, settings)
        self._done = self._add_up(done)
        self._seconds += time.monotonic() - began
        self._mark(before)
        return run

    def _begin(self, run: int) -> None:
        """At first, and when somebody has undone the run since the last round: the new one has
        nothing of what was read, so all is read again."""
        recorded = partial(self._target.run_log.find_recorded, run)
        marks = self._marks.read(run, recorded)
        self._archives = CrawlArchiveReader(self._target.library, self._context, marks)
        self._run, self._done = run, pipeline.Progress()

    def _mark(self, before: Mapping[Path, ImportMark]) -> None:
        """All of the round is on record now. What cannot be marked is read again, no more."""
        read = self._archives.read.items()
        with suppress(StorageError):
            self._marks.write(
                self._run, {path: mark for path, mark in read if mark != before.get(path)}
            )

    def _report(self, progress: pipeline.Progress) -> None:
        self._target.report(self._add_up(progress))

    def _add_up(self, progress: pipeline.Progress) -> pipeline.Progress:
        return pipeline.Progress(
            run=progress.run,
            outcomes=self._done.outcomes + progress.outcomes,
            asides=self._done.asides + progress.asides,
            skipped=self._done.skipped + progress.skipped,
            latest=progress.latest,
        )
