"""The work of keeping a catalogue clean, as `library.cleaning`."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator
from contextlib import AbstractContextManager
from itertools import chain
from pathlib import Path
from typing import TypeVar

from sheaf.csv_tables import write_table
from sheaf.curate.blacklist import Blacklist
from sheaf.curate.blacklist_files import BlacklistEntry
from sheaf.curate.own_blacklist import OWN_FILE, OwnBlacklist, read_entry
from sheaf.deposit import models
from sheaf.deposit.admission import Depositor
from sheaf.deposit.cleaning.contract import (
    CleanReport,
    ParentReason,
    Report,
    UselessDocument,
    UselessParent,
)
from sheaf.deposit.cleaning.documents import find_useless, remove_useless
from sheaf.deposit.cleaning.finding import careful_finder
from sheaf.deposit.cleaning.hits import BlacklistHits, count_hits
from sheaf.deposit.cleaning.parents import (
    REVISED,
    find_useless_parents,
    remove_parents,
    revised_lines,
)
from sheaf.deposit.cleaning.restoring import Restoring
from sheaf.deposit.runs import CLEAN, RUNNING, RunLog, run_key
from sheaf.errors import UsageError
from sheaf.files import write_lines

Hold = Callable[..., AbstractContextManager[None]]
Item = TypeVar("Item")
EVERY_REASON = tuple(ParentReason)
DOCUMENT_COLUMNS = ("id", "url", "host", "sha1", "size", "entry")
PARENT_COLUMNS = ("id", "url", "reason")


class Cleaning:
    """Documents and parents that are of no use any more, and what says which they are. `hold` is
    the lock of the library, `after` brings its index up to date, what was taken out is kept for
    `keep_days`, and `note` writes into the history."""

    def __init__(
        self,
        depositor: Depositor,
        run_log: RunLog,
        blacklist: OwnBlacklist,
        *,
        hold: Hold,
        after: Callable[[], None],
        keep_days: int,
        note: Callable[..., None],
    ) -> None:
        self._depositor = depositor
        self._catalogue = depositor.catalogue
        self._alias = depositor.catalogue.alias
        self._run_log = run_log
        self._blacklist = blacklist
        self._hold = hold
        self._after = after
        self._keep_days = keep_days
        self._note = note

    # -- blacklists --------------------------------------------------------------------------------

    def count_hits(self, words: str, *, seconds: float | None = None) -> BlacklistHits:
        """How many documents an entry of a blacklist is about, whether it stands there or not. With
        `seconds`, counting stops after them, and says so."""
        kind, value, written = read_entry(words)
        entry = BlacklistEntry(kind, written, value, OWN_FILE, 1)
        return count_hits(self._alias, entry, Blacklist.of([entry]).find, seconds)

    # -- documents ---------------------------------------------------------------------------------

    def useless_documents(self) -> Iterator[UselessDocument]:
        """Those that failed to be ingested, and are of a blacklisted host or URL, by number."""
        return find_useless(self._alias, careful_finder(self._blacklist))

    def documents(
        self, *, dry_run: bool = False, wait: bool = False, report: Report = lambda count: None
    ) -> CleanReport:
        """Take these out, rows and files, by a run that `undo` takes back. What earlier cleanings
        took out longer ago than is kept goes for good."""
        if dry_run:
            done = CleanReport()
            for one in self.useless_documents():
                done.count(one.host, one.size)
                report(done.removed)
            return done
        with self._hold("a cleaning of documents", wait=wait):
            self._forget()
            done = self._run(
                "documents",
                {},
                self.useless_documents(),
                lambda run, found: remove_useless(self._depositor, run, found, report),
            )
        if done.removed:
            self._after()
        return done

    # -- parents -----------------------------------------------------------------------------------

    @property
    def revised_file(self) -> Path:
        """The table of the parents that stay."""
        return self._depositor.folders.library / "whitelists" / REVISED

    def useless_parents(self, reasons: Collection[str] = EVERY_REASON) -> Iterator[UselessParent]:
        """Those that are blacklisted, led to no document, or are dead, by number."""
        return find_useless_parents(
            self._alias, careful_finder(self._blacklist), _check_reasons(reasons)
        )

    def parents(
        self,
        reasons: Collection[str] = EVERY_REASON,
        *,
        output: Path | None = None,
        dry_run: bool = False,
        wait: bool = False,
        report: Report = lambda count: None,
    ) -> CleanReport:
        """Take these out by a run that `undo` takes back, and write parenturl.revised.csv with the
        others."""
        chosen = _check_reasons(reasons)
        if dry_run:
            done = CleanReport()
            for one in self.useless_parents(chosen):
                done.count(one.reason)
                report(done.removed)
            total = models.ParentUrl.objects.using(self._alias).count()
            done.kept = total - done.removed
            return done
        path = output or self.revised_file
        with self._hold("a cleaning of parents", wait=wait):
            self._forget()
            done = self._run(
                "parents",
                {"reasons": sorted(chosen)},
                self.useless_parents(chosen),
                lambda run, found: remove_parents(self._alias, run, found, report),
            )
            find = careful_finder(self._blacklist)
            done.kept = write_lines(path, revised_lines(self._alias, find, chosen)) - 1
        if ParentReason.BLACKLISTED in done.groups or ParentReason.DEAD in done.groups:
            self._after()  # documents have changed with them
        return done

    # -- what went ---------------------------------------------------------------------------------

    def forget(self, *, days: int | None = None, wait: bool = False) -> list[int]:
        """What cleanings took out longer ago than that goes for good; by which runs it was. Without
        days, the settings say."""
        with self._hold("a cleaning", wait=wait):
            runs = self._forget(days)
        if runs:
            self._note("clean.expired", f"runs {', '.join(map(str, runs))}")
        return runs

    def _forget(self, days: int | None = None) -> list[int]:
        restoring = Restoring(self._catalogue, self._depositor.folders.replaced)
        return restoring.forget(self._keep_days if days is None else days)

    def _run(
        self,
        what: str,
        options: dict[str, list[str]],
        found: Iterator[Item],
        work: Callable[[int, Iterator[Item]], CleanReport],
    ) -> CleanReport:
        """A run of the log; none where there is nothing to do. One that was cut off goes on."""
        runs = models.Run.objects.using(self._alias)
        key = run_key(CLEAN, [what], options)
        first = next(found, None)
        if first is None and not runs.filter(key=key, state=RUNNING).exists():
            return CleanReport()
        run, _ = self._run_log.begin(CLEAN, [what], options)
        self._note(f"clean.{what}", f"run {run}", after=options or None)
        began = time.monotonic()
        try:
            done = work(run, found if first is None else chain([first], found))
        except BaseException:
            self._run_log.pause(run, time.monotonic() - began)
            raise
        self._run_log.finish(run, time.monotonic() - began, {})
        return done


def _check_reasons(reasons: Collection[str]) -> frozenset[ParentReason]:
    for name in reasons:
        if name not in list(ParentReason):
            words = ", ".join(ParentReason)
            raise UsageError(f"{name!r} is no reason.", f"It must be one of {words}.")
    return frozenset(map(ParentReason, reasons)) or frozenset(EVERY_REASON)


def documents_as_csv(found: Iterator[UselessDocument]) -> Iterator[str]:
    rows = ((one.id, one.url, one.host, one.sha1, one.size, one.entry) for one in found)
    return write_table(DOCUMENT_COLUMNS, rows)


def parents_as_csv(found: Iterator[UselessParent]) -> Iterator[str]:
    return write_table(PARENT_COLUMNS, ((one.id, one.url, one.reason) for one in found))
