"""Takes a run back: what it made goes, what it changed or took out is again as it was before.

Safe to kill and run again: a change is crossed off only after its rows and files are done.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.db import transaction
from django.db.models import OuterRef, Subquery

from sheaf.deposit import models
from sheaf.deposit.catalogue import Catalogue
from sheaf.deposit.cleaning.documents import delete_documents
from sheaf.deposit.cleaning.restoring import Restoring
from sheaf.deposit.hubs import undo_hubs
from sheaf.deposit.journal import link_or_copy
from sheaf.deposit.overlay.corrected import hold_kinds
from sheaf.deposit.pages import undo_pages
from sheaf.deposit.papers import paper_at, paper_rows
from sheaf.deposit.revision_times import changing
from sheaf.deposit.runs import CLEAN, DONE, RUNNING, UNDOING, UNDONE
from sheaf.deposit.sequences import advance
from sheaf.deposit.turned_down.keeping import undo_captures
from sheaf.errors import CannotUndoError, UsageError
from sheaf.records import KNOWN

AT_ONCE = 100


@dataclass(frozen=True, slots=True)
class UndoReport:
    run: int
    removed: int
    restored: int


class Undo:
    def __init__(self, catalogue: Catalogue, replaced: Path) -> None:
        self.catalogue = catalogue
        self.alias = catalogue.alias
        self.replaced = replaced
        self.restoring = Restoring(catalogue, replaced)

    def was_carried_out(self, run: int) -> bool:
        return models.Run.objects.using(self.alias).filter(id=run, state=UNDONE).exists()

    def check(self, run: int) -> UndoReport:
        """What undoing would do, or why it cannot be done."""
        row = models.Run.objects.using(self.alias).filter(id=run).first()
        if row is None:
            raise UsageError(f"There is no run {run}.", "`sheaf runs` lists them.")
        if row.state == UNDONE:
            raise CannotUndoError(f"Run {run} has been undone already.")
        if row.kind == CLEAN:
            return UndoReport(run, removed=0, restored=self.restoring.check(row))
        self._refuse_if_built_upon(run)
        if row.state != UNDOING:  # a killed undo has begun to bring things back
            self._refuse_if_nothing_was_put_aside(run)
        changes = self._changes(run).filter(table="document")
        made = changes.filter(before__isnull=True).count()
        return UndoReport(run, removed=made, restored=changes.count() - made)

    def _refuse_if_built_upon(self, run: int) -> None:
        """Other runs that changed the same documents after this one did, or found theirs to be
        copies of what it made. Not the number of a run counts: one may be taken up again."""
        changes = models.Change.objects.using(self.alias).filter(table="document")
        live = {"run__state__in": [RUNNING, DONE, UNDOING]}
        later = changes.filter(
            object_id=OuterRef("object_id"), id__gt=OuterRef("id"), **live
        ).exclude(run_id=run)
        blockers = set(
            changes.filter(run_id=run).values_list(Subquery(later.values("run_id")[:1]), flat=True)
        )
        made = changes.filter(run_id=run, before__isnull=True).values("object_id")
        copies = models.CaptureRow.objects.using(self.alias).filter(
            document_id__in=made,
            outcome__in=[one.value for one in KNOWN],
            source__run__state__in=[RUNNING, DONE, UNDOING],
        )
        blockers |= set(copies.exclude(source__run_id=run).values_list("source__run_id", flat=True))
        names = sorted(number for number in blockers if number is not None)
        if names:
            raise CannotUndoError(
                f"Run {run} cannot be undone: other runs build on its documents "
                f"({', '.join(map(str, names))}).",
                f"Undo those first: sheaf undo {names[-1]}",
            )

    def _refuse_if_nothing_was_put_aside(self, run: int) -> None:
        """What an update replaced is gone for good where [deposit] keep_replaced was off."""
        for change in self._changes(run).filter(table="document", before__isnull=False).iterator():
            now = models.Document.objects.using(self.alias).filter(id=change.object_id).first()
            if now is None or now.content_sha1 == change.before["content_sha1"]:
                continue
            if not self._replaced_files(run, change.object_id):
                raise CannotUndoError(
                    f"Run {run} cannot be undone: the older version of document "
                    f"{change.object_id} was not kept.",
                    "It was made with keep_replaced = false in [deposit].",
                )

    def _replaced_files(self, run: int, document_id: int) -> list[Path]:
        repository = self.catalogue.repository
        folder = self.replaced / str(run) / repository.relative(repository.folder(document_id))
        return sorted(folder.glob("*")) if folder.is_dir() else []

    def carry_out(self, run: int) -> UndoReport:
        report = self.check(run)
        rows = models.Run.objects.using(self.alias).filter(id=run)
        rows.update(state=UNDOING)
        if rows.filter(kind=CLEAN).exists():
            self.restoring.carry_out(run)
        for changes in self._change_batches(run):
            self._undo_documents(run, changes)
        with transaction.atomic(using=self.alias):
            undo_captures(self.alias, run)
        self._undo_parents(run)
        undo_hubs(self.alias, run)
        undo_pages(self.alias, run)
        models.Judgement.objects.using(self.alias).filter(run_id=run).delete()
        shutil.rmtree(self.replaced / str(run), ignore_errors=True)
        models.Run.objects.using(self.alias).filter(id=run).update(state=UNDONE)
        return report

    def _changes(self, run: int) -> Any:
        return models.Change.objects.using(self.alias).filter(run_id=run)

    def _change_batches(self, run: int) -> Iterator[list[models.Change]]:
        while changes := list(self._changes(run).filter(table="document").order_by("id")[:AT_ONCE]):
            yield changes

    def _undo_documents(self, run: int, changes: list[models.Change]) -> None:
        made = [one.object_id for one in changes if one.before is None]
        with changing(self.alias):
            revision = advance(self.alias, "revision", 1)
            delete_documents(self.alias, made, revision)
            for one in changes:
                if one.before is not None:
                    values = {**one.before, "revision": revision}
                    models.Document.objects.using(self.alias).filter(id=one.object_id).update(
                        **{name: value for name, value in values.items() if name != "id"}
                    )
            hold_kinds(self.alias, [one.object_id for one in changes if one.before is not None])
        for one in changes:
            if one.before is None:
                self.catalogue.repository.remove(one.object_id)
            else:
                self._restore_files(run, one.object_id)
        self._changes(run).filter(id__in=[one.id for one in changes]).delete()

    def _restore_files(self, run: int, document_id: int) -> None:
        """What was put aside is copied back and stays until the run is undone as a whole: a
        killed undo starts again from all of it. A document of which only the row changed has
        nothing put aside, and keeps its files."""
        kept = self._replaced_files(run, document_id)
        if not kept:
            return
        repository = self.catalogue.repository
        for path in kept:
            link_or_copy(path, repository.folder(document_id) / path.name)
        names = {path.name for path in kept}
        for path in repository.files(document_id):
            if path.name not in names:
                path.unlink()
        paper = repository.path(document_id, "json")
        # None where it was kept unread, or its paper is damaged: `sheaf verify` will tell.
        paper_rows(self.alias, {document_id: paper_at(paper)})

    def _undo_parents(self, run: int) -> None:
        """Pages that only this run had seen go, unless a document came to need them since."""
        changes = list(self._changes(run).filter(table="parent"))
        parents = models.ParentUrl.objects.using(self.alias)
        made = [one.object_id for one in changes if one.before is None]
        with transaction.atomic(using=self.alias):
            parents.filter(id__in=made, documents__isnull=True).delete()
            for one in changes:
                if one.before is not None:
                    parents.filter(id=one.object_id).update(**one.before)
            self._changes(run).filter(table="parent").delete()
