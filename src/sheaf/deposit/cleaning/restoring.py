"""Brings back what a cleaning took out, rows and files, and forgets it when it is too old for that.

Safe to kill and run again, both of it: a change is crossed off with its rows, after its files.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from django.db import transaction

from sheaf.deposit import bulk, models
from sheaf.deposit.catalogue import Catalogue
from sheaf.deposit.cleaning.documents import TABLE as DOCUMENTS
from sheaf.deposit.cleaning.parents import LINKS
from sheaf.deposit.cleaning.parents import TABLE as PARENTS
from sheaf.deposit.journal import link_or_copy, make_folder
from sheaf.deposit.papers import paper_at, paper_rows
from sheaf.deposit.revision_times import changing
from sheaf.deposit.rows import DOCUMENT_FIELDS, PARENT_FIELDS
from sheaf.deposit.runs import CLEAN, DONE, GONE
from sheaf.deposit.sequences import MANY, advance, batches
from sheaf.errors import CannotUndoError

AT_ONCE = 100
TIMES = frozenset({"discover_date", "update_date", "first_crawl_date", "last_crawl_date"})


class Restoring:
    """`replaced` is where runs keep the files that they replaced or took out."""

    def __init__(self, catalogue: Catalogue, replaced: Path) -> None:
        self.catalogue = catalogue
        self.alias = catalogue.alias
        self.replaced = replaced

    # -- may it be done, and what would it do? -----------------------------------------------------

    def check(self, run: models.Run) -> int:
        """How many rows would come back; CannotUndoError where they cannot."""
        if gone := run.options.get(GONE):
            raise CannotUndoError(
                f"Run {run.id} cannot be undone: what it took out was kept until {gone}.",
                "keep_cleaned_days in [deposit] says how long that is.",
            )
        for changes in self._pieces(run.id, DOCUMENTS):
            self._refuse_if_taken(run, changes)
        return sum(self._changes(run.id, table).count() for table in (DOCUMENTS, PARENTS))

    def _refuse_if_taken(self, run: models.Run, changes: Sequence[models.Change]) -> None:
        keys = {one.before["url_md5"]: one.object_id for one in changes if one.before}
        for some in batches(list(keys), MANY):
            rows = models.Document.objects.using(self.alias).filter(url_md5__in=some)
            for key, number in rows.values_list("url_md5", "id"):
                if number != keys[key]:
                    raise CannotUndoError(
                        f"Run {run.id} cannot be undone: document {number} has come from the URL "
                        f"of document {keys[key]} since.",
                        "Undo the run that brought it first: sheaf undo",
                    )

    # -- back --------------------------------------------------------------------------------------

    def carry_out(self, run: int) -> None:
        while changes := self._first(run, PARENTS):
            self._restore_parents(changes)
        while changes := self._first(run, DOCUMENTS):
            self._restore_documents(run, changes)
        while changes := self._first(run, LINKS):
            self._restore_links(changes)

    def _restore_documents(self, run: int, changes: list[models.Change]) -> None:
        rows = {one.object_id: one.before for one in changes if one.before is not None}
        for number in rows:
            self._restore_files(run, number)
        places = self.catalogue.repository
        papers = {number: paper_at(places.path(number, "json")) for number in rows}
        with changing(self.alias):
            revision = advance(self.alias, "revision", 1)
            known = self.catalogue.find_existing(rows)
            parents = self._parents_of(rows.values())
            values = [self._document(row, revision, parents)
                      for number, row in rows.items() if number not in known]  # fmt: skip
            bulk.insert(self.alias, models.Document, DOCUMENT_FIELDS, values)
            paper_rows(self.alias, papers)
            for number, row in rows.items():
                for some in batches(row["captures"], MANY):
                    captures = models.CaptureRow.objects.using(self.alias).filter(id__in=some)
                    captures.filter(document__isnull=True).update(document_id=number)
            removals = models.Removal.objects.using(self.alias)
            removals.filter(document_id__in=list(rows)).delete()
            self._cross_off(changes)

    def _restore_files(self, run: int, number: int) -> None:
        folder = self.catalogue.repository.folder(number)
        kept = self.replaced / str(run) / self.catalogue.repository.relative(folder)
        for path in sorted(kept.glob("*")) if kept.is_dir() else ():
            make_folder(str(folder))
            link_or_copy(path, folder / path.name)

    def _document(
        self, row: dict[str, Any], revision: int, parents: Mapping[int, int]
    ) -> list[Any]:
        parent = parents.get(row["parent_id"])
        return _values({**row, "revision": revision, "parent_id": parent}, DOCUMENT_FIELDS)

    def _parents_of(self, rows: Iterable[dict[str, Any]]) -> dict[int, int]:
        """The numbers of parents, by those that they had: one that a later cleaning took out comes
        back for its documents, and one that came anew since has another number."""
        wanted = {row["parent_id"] for row in rows} - {None}
        parents = models.ParentUrl.objects.using(self.alias)
        found = set(parents.filter(id__in=wanted).values_list("id", flat=True))
        removed = models.Change.objects.using(self.alias).filter(
            table=PARENTS, object_id__in=wanted - found, run__kind=CLEAN
        )
        gone = [one.before for one in removed if one.before is not None]
        return {number: number for number in found} | self._put_parents(gone)

    def _put_parents(self, rows: Iterable[dict[str, Any]]) -> dict[int, int]:
        by_md5 = {row["md5"]: row for row in rows}
        parents = models.ParentUrl.objects.using(self.alias).filter(md5__in=list(by_md5))
        known = dict(parents.values_list("md5", "id"))
        values = [_values(row, PARENT_FIELDS) for md5, row in by_md5.items() if md5 not in known]
        bulk.insert(self.alias, models.ParentUrl, PARENT_FIELDS, values)
        return {row["id"]: known.get(md5, row["id"]) for md5, row in by_md5.items()}

    def _restore_parents(self, changes: list[models.Change]) -> None:
        with transaction.atomic(using=self.alias):
            self._put_parents(one.before for one in changes if one.before is not None)
            self._cross_off(changes)

    def _restore_links(self, changes: list[models.Change]) -> None:
        """Documents have their parents again, unless they have got another one since."""
        wanted: dict[str, list[int]] = {}
        for one in changes:
            if one.before is not None:
                wanted.setdefault(one.before["md5"], []).append(one.object_id)
        parents = models.ParentUrl.objects.using(self.alias).filter(md5__in=list(wanted))
        with changing(self.alias):
            revision = advance(self.alias, "revision", 1)
            for md5, parent in parents.values_list("md5", "id"):
                orphans = models.Document.objects.using(self.alias).filter(id__in=wanted[md5])
                orphans.filter(parent__isnull=True).update(parent_id=parent, revision=revision)
            self._cross_off(changes)

    # -- forgotten ---------------------------------------------------------------------------------

    def forget(self, days: int) -> list[int]:
        """Runs whose cleaning is older than that: what they took out goes for good. Noted before it
        is done, so that a kill leaves nothing that looks as if it could come back."""
        oldest = datetime.now(UTC) - timedelta(days=days)
        rows = models.Run.objects.using(self.alias).filter(kind=CLEAN, state=DONE)
        gone = []
        for row in rows.filter(finished__lt=oldest).order_by("id"):
            if GONE not in row.options:
                row.options[GONE] = f"{datetime.now(UTC):%Y-%m-%d}"
                row.save(using=self.alias, update_fields=["options"])
                gone.append(row.id)
            if self._changes(row.id).exists() or (self.replaced / str(row.id)).exists():
                self._forget(row.id)
        return gone

    def _forget(self, run: int) -> None:
        while changes := self._first(run, DOCUMENTS):
            numbers = [one.object_id for one in changes]
            of_others = models.Change.objects.using(self.alias).filter(table=DOCUMENTS)
            # A run that renewed one of them has nothing left to bring back.
            of_others.filter(object_id__in=numbers).delete()
        for table in (PARENTS, LINKS):
            while changes := self._first(run, table):
                self._cross_off(changes)
        shutil.rmtree(self.replaced / str(run), ignore_errors=True)

    # -- what is on record -------------------------------------------------------------------------

    def _changes(self, run: int, table: str = "") -> Any:
        rows = models.Change.objects.using(self.alias).filter(run_id=run)
        return rows.filter(table=table) if table else rows

    def _first(self, run: int, table: str) -> list[models.Change]:
        return list(self._changes(run, table).order_by("object_id")[:AT_ONCE])

    def _pieces(self, run: int, table: str) -> Iterator[list[models.Change]]:
        after = 0
        rows = self._changes(run, table).order_by("object_id")
        while some := list(rows.filter(object_id__gt=after)[:MANY]):
            yield some
            after = some[-1].object_id

    def _cross_off(self, changes: Sequence[models.Change]) -> None:
        rows = models.Change.objects.using(self.alias)
        rows.filter(id__in=[one.id for one in changes]).delete()


def _values(row: dict[str, Any], fields: Sequence[str]) -> list[Any]:
    """A row out of JSON, in the order of `fields`."""
    return [datetime.fromisoformat(row[name]) if name in TIMES else row[name] for name in fields]
