"""The one writer: admits decisions in batches, files first, rows after, all or nothing.

    stage -> journal -> sync -> files in place -> sync -> rows committed -> journal removed

No transaction is open while files are written. Whatever moment the process dies at, the next
start (`recover`) brings files and rows together again.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain, count
from pathlib import Path
from typing import Any

from django.db import OperationalError

from sheaf.curate.mime_type import extension_of
from sheaf.curate.rejects import keep_reject
from sheaf.curate.seen_before import Decision
from sheaf.deposit import models
from sheaf.deposit.catalogue import Catalogue
from sheaf.deposit.crawl_data import crawl_data, met_ending
from sheaf.deposit.database import is_of_the_disk
from sheaf.deposit.hubs import HubFinder, write_hubs
from sheaf.deposit.journal import Journal, Placement, put_in_place, restore_files
from sheaf.deposit.judgements import write_judgements
from sheaf.deposit.overlay.states import note_readings
from sheaf.deposit.pages import write_pages
from sheaf.deposit.repository import sync_filesystem
from sheaf.deposit.revision_times import changing
from sheaf.deposit.rows import RowWriter
from sheaf.errors import StorageError, disk_errors
from sheaf.files import empty_folder, write_new
from sheaf.records import Examined, Outcome
from sheaf.settings import WantedPages

PaperJson = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Admission:
    """A decision ready to be written, with the paper read out of what is kept."""

    decision: Decision
    paper: PaperJson | None = None


@dataclass(frozen=True, slots=True)
class Folders:
    """The parts of a library that the writer touches, beside its repository."""

    library: Path

    @property
    def tmp(self) -> Path:
        return self.library / "tmp"

    @property
    def staging(self) -> Path:
        return self.tmp / "staging"

    @property
    def replaced(self) -> Path:
        return self.library / "replaced"

    @property
    def rejects(self) -> Path:
        return self.library / "rejects"

    def relative(self, path: Path) -> str:
        """Of a path below the library; as text, for a batch asks this of hundreds."""
        return str(path)[len(str(self.library)) + 1 :]


class Depositor:
    def __init__(
        self,
        catalogue: Catalogue,
        folders: Folders,
        *,
        keep_replaced: bool,
        hub_finder: HubFinder | None = None,
        pages: WantedPages = "leading",
        make_rows: Callable[[str, int], RowWriter] = RowWriter,
    ) -> None:
        self.catalogue = catalogue
        self.repository = catalogue.repository
        self.folders = folders
        self.keep_replaced = keep_replaced
        self._hub_finder = hub_finder or HubFinder()
        self._pages = pages
        self._make_rows = make_rows
        self._numbers = count()
        self._planned: set[Path] = set()  # backups of the batch being written

    def recover(self) -> None:
        """Called with the lock held, before anything is written: finish or take back what a
        killed process left, and sweep the staging folder."""
        with storage_errors(self.folders.tmp):
            journal = Journal.read(self.folders.tmp)
            if journal is not None:
                self._recover_from(journal)
            empty_folder(self.folders.tmp)
            self.folders.staging.mkdir(parents=True, exist_ok=True)

    def _recover_from(self, journal: Journal) -> None:
        run = models.Run.objects.using(self.catalogue.alias).filter(id=journal.run).first()
        if run is None or run.batches < journal.batch:
            restore_files(self.folders.library, journal.placements)
        else:
            self._drop_backups(journal)
        folders = {(self.folders.library / one.final).parent for one in journal.placements}
        self.repository.remove_empty_folders(folders)
        Journal.remove(self.folders.tmp)

    def admit(self, run: int, admissions: list[Admission]) -> None:
        """Write a batch. A document stands in it at most once as kept: see `may_join`."""
        if not admissions:
            return
        self._planned.clear()
        with storage_errors(self.repository.root):
            placements = [place for one in admissions for place in self._placements(run, one)]
            journal = Journal(run, self._next_batch(run), tuple(placements))
            self._carry_out(journal, lambda: self._write_rows(run, admissions))
            self._drop_backups(journal)
            Journal.remove(self.folders.tmp)

    def set_aside(
        self, run: int, documents: Iterable[int], remove_rows: Callable[[], None]
    ) -> None:
        """Documents go, all or none of them: `remove_rows` takes their rows, in the transaction of
        a batch. Their files stay in replaced/ until the run is undone, or longer ago than is
        kept."""
        files = [path for number in documents for path in self.repository.files(number)]
        with storage_errors(self.repository.root):
            placements = tuple(
                Placement("", self.folders.relative(path), self._kept_name(run, path))
                for path in files
            )
            journal = Journal(run, self._next_batch(run), placements, keeps_backups=True)
            self._carry_out(journal, remove_rows)
            Journal.remove(self.folders.tmp)
            self.repository.remove_empty_folders({path.parent for path in files})

    def _kept_name(self, run: int, path: Path) -> str:
        return self.folders.relative(
            self.folders.replaced / str(run) / self.repository.relative(path)
        )

    def _next_batch(self, run: int) -> int:
        return models.Run.objects.using(self.catalogue.alias).get(id=run).batches + 1

    def _carry_out(self, journal: Journal, write_rows: Callable[[], None]) -> None:
        """Files first, rows after; where either fails, it is as it was before."""
        journal.write(self.folders.tmp)
        sync_filesystem(self.folders.tmp)
        try:
            put_in_place(self.folders.library, journal.placements)
            sync_filesystem(self.folders.tmp)
            self._commit(journal.run, journal.batch, write_rows)
        except BaseException:
            self._recover_from(journal)
            raise

    def _commit(self, run: int, batch: int, write_rows: Callable[[], None]) -> None:
        alias = self.catalogue.alias
        with changing(alias):
            write_rows()
            models.Run.objects.using(alias).filter(id=run).update(batches=batch)

    def _write_rows(self, run: int, admissions: list[Admission]) -> None:
        alias = self.catalogue.alias
        rows = self._make_rows(alias, run)
        rows.write([(one.decision, one.paper) for one in admissions])
        if self.catalogue.reading_sets_state:
            note_readings(alias, _papers_of(admissions), {})
        sightings = chain.from_iterable(self._hub_finder.find(one.decision) for one in admissions)
        hubs = write_hubs(alias, run, sightings)
        write_pages(alias, (one.decision for one in admissions), hubs, self._pages)
        write_judgements(alias, run, (one.decision.examined for one in admissions))

    def _drop_backups(self, journal: Journal) -> None:
        if not (self.keep_replaced or journal.keeps_backups):
            for one in journal.placements:
                if one.backup is not None:
                    (self.folders.library / one.backup).unlink(missing_ok=True)

    # -- the files of one document -----------------------------------------------------------------

    def _placements(self, run: int, admission: Admission) -> list[Placement]:
        decision, examined = admission.decision, admission.decision.examined
        if not decision.is_kept:
            self._discard(examined)
            return []
        assert decision.document_id is not None
        mime_type, sha1 = examined.mime_type or "", examined.sha1 or ""
        ending, form = extension_of(mime_type), self.repository.crawl_data
        met = crawl_data(examined.capture, sha1, mime_type, form)
        staged_files = {
            ending: examined.staged_file,
            met_ending(ending, form): self._stage(met),
            "txt": examined.staged_text,
            "json": self._stage(as_json(admission.paper)) if admission.paper is not None else None,
        }
        stem = self.folders.relative(self.repository.path(decision.document_id, ""))
        wanted = {
            f"{stem}{end}": self.folders.relative(staged)
            for end, staged in staged_files.items()
            if staged is not None
        }
        if decision.outcome is Outcome.NEW:
            return [Placement(staged, final) for final, staged in wanted.items()]
        return self._replacements(run, decision.document_id, wanted)

    def _discard(self, examined: Examined) -> None:
        """A reject is staged only when it is to be kept; a duplicate's files are of no use."""
        if examined.dropped is not None and examined.staged_file is not None:
            keep_reject(examined, self.folders.rejects)
            return
        for staged in (examined.staged_file, examined.staged_text):
            if staged is not None:
                staged.unlink(missing_ok=True)

    def _replacements(self, run: int, document_id: int, wanted: dict[str, str]) -> list[Placement]:
        """New files over old ones; an old file without a successor goes."""
        old = {self.folders.relative(path) for path in self.repository.files(document_id)}
        return [
            Placement(
                staged=wanted.get(final, ""),
                final=final,
                backup=self._backup(run, final) if final in old else None,
            )
            for final in sorted(old | set(wanted))
        ]

    def _backup(self, run: int, final: str) -> str:
        """Where a run keeps what it replaced. A second update within one run would overwrite
        it, so it goes only where nothing stands yet."""
        below = self.repository.relative(self.folders.library / final)
        kept = self.folders.replaced / str(run) / below
        if kept.exists() or kept in self._planned:
            kept = self.folders.staging / f"old-{next(self._numbers)}"
        self._planned.add(kept)
        return self.folders.relative(kept)

    def _stage(self, data: bytes) -> Path:
        path = self.folders.staging / f"w{os.getpid()}-{next(self._numbers)}"
        write_new(path, data)
        return path


def _papers_of(admissions: list[Admission]) -> dict[int, PaperJson | None]:
    """By document; the last word where a batch has several of one."""
    return {
        one.decision.document_id: one.paper
        for one in admissions
        if one.decision.is_kept and one.decision.document_id
    }


def may_join(batch: list[Admission], group: list[Admission]) -> bool:
    """Whether a group can be written with a batch: a new version of what the same batch brings
    in must wait for the next."""
    renewed = {one.decision.document_id for one in group
               if one.decision.outcome is Outcome.UPDATED}  # fmt: skip
    return not renewed or not any(
        one.decision.is_kept and one.decision.document_id in renewed for one in batch
    )


def as_json(paper: PaperJson) -> bytes:
    return json.dumps(paper, ensure_ascii=False, indent=1).encode("utf-8", "replace") + b"\n"


@contextmanager
def storage_errors(folder: Path) -> Iterator[None]:
    """A full or read-only disk under our own name, whether we noticed it or the database did."""
    try:
        with disk_errors(folder):
            yield
    except OperationalError as problem:
        if is_of_the_disk(problem):
            raise StorageError(f"The catalogue cannot be written: {problem}.") from problem
        raise
