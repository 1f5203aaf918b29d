"""Takes a run back: what it made goes, what it changed is again as it was before.

Safe to kill and run again: a change is crossed off only after its rows and files are done.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.db import transaction
from django.db.models import Q

from sheaf.deposit import models
from sheaf.deposit.catalogue import Catalogue, advance
from sheaf.deposit.papers import paper_from_file, paper_rows
from sheaf.deposit.runs import DONE, RUNNING, UNDOING, UNDONE
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

    def check(self, run: int) -> UndoReport:
        """What undoing would do, or why it cannot be done."""
        row = models.Run.objects.using(self.alias).filter(id=run).first()
        if row is None:
            raise UsageError(f"There is no run {run}.", "`sheaf runs` lists them.")
        if row.state == UNDONE:
            raise CannotUndoError(f"Run {run} has been undone already.")
        self._refuse_if_built_upon(run)
        changes = self._changes(run).filter(table="document")
        made = changes.filter(before__isnull=True).count()
        return UndoReport(run, removed=made, restored=changes.count() - made)

    def _refuse_if_built_upon(self, run: int) -> None:
        """Later runs that changed the same documents, or found theirs to be copies of them."""
        touched = self._changes(run).filter(table="document").values("object_id")
        later = models.Run.objects.using(self.alias).filter(
            id__gt=run, state__in=[RUNNING, DONE, UNDOING]
        )
        changed = Q(changes__table="document", changes__object_id__in=touched)
        made = self._changes(run).filter(table="document", before__isnull=True).values("object_id")
        copied = Q(
            source_set__captures__document_id__in=made,
            source_set__captures__outcome__in=[one.value for one in KNOWN],
        )
        blockers = sorted(set(later.filter(changed | copied).values_list("id", flat=True)))
        if blockers:
            names = ", ".join(str(number) for number in blockers)
            raise CannotUndoError(
                f"Run {run} cannot be undone: later runs build on its documents ({names}).",
                f"Undo those first, the latest first: sheaf undo {blockers[-1]}",
            )

    def carry_out(self, run: int) -> UndoReport:
        report = self.check(run)
        models.Run.objects.using(self.alias).filter(id=run).update(state=UNDOING)
        for some in self._documents_at_once(run):
            self._undo_documents(run, some)
        self._undo_parents(run)
        shutil.rmtree(self.replaced / str(run), ignore_errors=True)
        models.Run.objects.using(self.alias).filter(id=run).update(state=UNDONE)
        return report

    def _changes(self, run: int) -> Any:
        return models.Change.objects.using(self.alias).filter(run_id=run)

    def _documents_at_once(self, run: int) -> Iterator[list[models.Change]]:
        while some := list(self._changes(run).filter(table="document").order_by("id")[:AT_ONCE]):
            yield some

    def _undo_documents(self, run: int, changes: list[models.Change]) -> None:
        revision = advance(self.alias, "revision", 1)
        made = [one.object_id for one in changes if one.before is None]
        with transaction.atomic(using=self.alias):
            models.CaptureRow.objects.using(self.alias).filter(document_id__in=made).update(
                document=None
            )
            models.Document.objects.using(self.alias).filter(id__in=made).delete()
            models.Removal.objects.using(self.alias).bulk_create(
                [models.Removal(document_id=number, revision=revision) for number in made]
            )
            for one in changes:
                if one.before is not None:
                    values = {**one.before, "revision": revision}
                    models.Document.objects.using(self.alias).filter(id=one.object_id).update(
                        **{name: value for name, value in values.items() if name != "id"}
                    )
        for one in changes:
            if one.before is None:
                self.catalogue.repository.remove(one.object_id)
            else:
                self._restore_files(run, one.object_id)
        self._changes(run).filter(id__in=[one.id for one in changes]).delete()

    def _restore_files(self, run: int, document_id: int) -> None:
        """A document of which only the row changed has nothing put aside, and keeps its files."""
        repository = self.catalogue.repository
        folder = self.replaced / str(run) / repository.relative(repository.folder(document_id))
        kept = sorted(folder.glob("*")) if folder.is_dir() else []
        if not kept:
            return
        names = {path.name for path in kept}
        for path in kept:
            os.replace(path, repository.folder(document_id) / path.name)
        for path in repository.files(document_id):
            if path.name not in names:
                path.unlink()
        paper = paper_from_file(repository.path(document_id, "json"))
        paper_rows(self.alias, {document_id: paper})

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
