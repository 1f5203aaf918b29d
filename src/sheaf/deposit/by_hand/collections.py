"""Collections: documents that people put together, under a name.

made = library.collections.make("Whale songs", owner="ada", is_public=True)
library.collections.add(made.number, library.find_all("whales songs"))
library.search("collection:whale-songs")
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import UTC, datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Count, Q, QuerySet

from sheaf.deposit import bulk, models
from sheaf.deposit.bulk import make_storable
from sheaf.deposit.by_hand import contract
from sheaf.deposit.by_hand.batching import batches_of, existing
from sheaf.deposit.by_hand.contract import LONGEST_DESCRIPTION, CollectionInfo
from sheaf.deposit.by_hand.names import key_of, short_form, tidy_name
from sheaf.deposit.by_hand.noting import Note, note_nothing, present_name, some_of
from sheaf.deposit.by_hand.seeing import is_visitor
from sheaf.errors import UsageError

# The name of a method of the class is that of the type.
CollectionInfos = list[CollectionInfo]
Numbers = list[int]


class Collections:
    """Asked of an open library."""

    def __init__(self, alias: str, note: Note = note_nothing) -> None:
        self._alias = alias
        self._note = note

    # -- make and change ---------------------------------------------------------------------------

    def make(
        self, name: str, *, owner: str = "", description: str = "", is_public: bool = False
    ) -> CollectionInfo:
        """A new one, without documents."""
        tidy = tidy_name(name)
        row = models.PaperCollection(
            key=_key(tidy),
            name=tidy,
            description=_tidy_description(description),
            owner=present_name(owner),
            is_public=is_public,
            made=datetime.now(UTC),
        )
        self._save(row)
        self._note("collection.make", row.name, after=_told(row))
        return _info(row, 0)

    def change(
        self,
        number: int,
        *,
        name: str | None = None,
        description: str | None = None,
        is_public: bool | None = None,
    ) -> CollectionInfo:
        """None leaves a thing as it is."""
        # Held: who changes another thing of it meanwhile must not lose that, and one that is
        # removed must not come back.
        with transaction.atomic(using=self._alias):
            row = self._find(number, is_held=True)
            before = _told(row)
            if name is not None:
                row.name = tidy_name(name)
                row.key = _key(row.name)
            if description is not None:
                row.description = _tidy_description(description)
            if is_public is not None:
                row.is_public = is_public
            self._save(row)
        self._note("collection.change", row.name, before=before, after=_told(row))
        return self.get(number) or _info(row, 0)

    def remove(self, number: int) -> CollectionInfo:
        """The documents stay in the library."""
        with transaction.atomic(using=self._alias):
            row = self._find(number, is_held=True)
            gone = _info(row, self._count([number]).get(number, 0))
            self._papers(number).delete()
            row.delete(using=self._alias)
        self._note("collection.remove", gone.name, before=_told(row) | {"papers": gone.documents})
        return gone

    def add(self, number: int, document_ids: Iterable[int]) -> int:
        """Put documents in; how many were not in it."""
        name = self._find(number).name
        now, count, added = datetime.now(UTC), 0, Numbers()
        columns = ("collection_id", "document_id", "time")
        for some in batches_of(document_ids):
            there = existing(self._alias, some)
            made = [(number, one, now) for one in there]
            with transaction.atomic(using=self._alias):
                had = self._those_in(number, there)
                before = self._papers(number).count()
                bulk.insert(self._alias, models.CollectedPaper, columns, made, skip_known=True)
                after = self._papers(number).count()
                if after > contract.MOST_PAPERS:
                    raise UsageError(
                        f"A collection has {contract.MOST_PAPERS:,} documents at the most.",
                        "Make several, or keep the question: a search finds the same again.",
                    )
            count += after - before
            added += [one for one in there if one not in had]
        if count:
            self._note("collection.add", name, after=some_of(added))
        return count

    def take_out(self, number: int, document_ids: Iterable[int]) -> int:
        """How many were in it."""
        name, rows = self._find(number).name, self._papers(number)
        gone = Numbers()
        for some in batches_of(document_ids):
            gone += sorted(self._those_in(number, some))
            rows.filter(document_id__in=some).delete()
        if gone:
            self._note("collection.take_out", name, before=some_of(gone))
        return len(gone)

    def _those_in(self, number: int, documents: Collection[int]) -> set[int]:
        rows = self._papers(number).filter(document_id__in=documents)
        return set(rows.values_list("document_id", flat=True))

    # -- look --------------------------------------------------------------------------------------

    def list(self) -> CollectionInfos:
        """All, by name; for visitors the public ones."""
        rows = list(self._visible().order_by("name", "id"))
        counts = self._count([row.id for row in rows])
        return [_info(row, counts.get(row.id, 0)) for row in rows]

    def get(self, number: int) -> CollectionInfo | None:
        """By its number."""
        return self._first(Q(id=number))

    def find(self, name: str) -> CollectionInfo:
        """By its name in any form, or its number."""
        found = self._first(Q(key=_key(name)))
        if found is None and name.isascii() and name.isdigit() and len(name) < 10:
            found = self.get(int(name))
        if found is None:
            known = ", ".join(one.short for one in self.list()[:20])
            has = f"There are: {known}." if known else "`sheaf collections make NAME` makes one."
            raise UsageError(f"There is no collection {name[:100]!r}.", has)
        return found

    def of_document(self, document_id: int) -> CollectionInfos:
        """Those that a document is in, by name."""
        rows = models.CollectedPaper.objects.using(self._alias).filter(document_id=document_id)
        numbers = set(rows.values_list("collection_id", flat=True))
        return [one for one in self.list() if one.number in numbers] if numbers else []

    def documents(self, number: int, *, after: int = 0, limit: int | None = None) -> Numbers:
        """The numbers of what is in it, by number, behind one."""
        there = self._there(number).filter(document_id__gt=after).order_by("document_id")
        return list(there.values_list("document_id", flat=True)[:limit])

    def latest(self, number: int, limit: int) -> Sequence[tuple[int, datetime]]:
        """What was put in last, and when."""
        rows = self._there(number).order_by("-time", "-document_id")
        return list(rows.values_list("document_id", "time")[:limit])

    def _first(self, condition: Q) -> CollectionInfo | None:
        row = self._visible().filter(condition).first()
        return None if row is None else _info(row, self._count([row.id]).get(row.id, 0))

    def _visible(self) -> QuerySet[models.PaperCollection]:
        rows = models.PaperCollection.objects.using(self._alias)
        return rows.filter(is_public=True) if is_visitor() else rows.all()

    def _find(self, number: int, *, is_held: bool = False) -> models.PaperCollection:
        """`is_held`: until the end of the transaction nobody else changes it."""
        rows = self._visible().filter(id=number)
        row = (rows.select_for_update() if is_held else rows).first()
        if row is None:
            words = f"There is no collection {number}."
            raise UsageError(words, "`sheaf collections` lists them.")
        return row

    def _papers(self, number: int) -> QuerySet[models.CollectedPaper]:
        return models.CollectedPaper.objects.using(self._alias).filter(collection_id=number)

    def _there(self, number: int) -> QuerySet[models.CollectedPaper]:
        """Without documents that went; they are in it again when they come back."""
        here = models.Document.objects.using(self._alias).values("id")
        return self._papers(number).filter(document_id__in=here)

    def _count(self, numbers: Collection[int]) -> dict[int, int]:
        here = models.Document.objects.using(self._alias).values("id")
        rows = models.CollectedPaper.objects.using(self._alias).filter(
            collection_id__in=numbers, document_id__in=here
        )
        counted: Any = rows.values("collection_id").annotate(n=Count("id")).order_by()
        return {row["collection_id"]: row["n"] for row in counted}

    def _save(self, row: models.PaperCollection) -> None:
        try:
            with transaction.atomic(using=self._alias):
                row.save(using=self._alias)
        except IntegrityError:
            words = f"There is a collection {short_form(row.name)} already."
            raise UsageError(words, "Choose another name.") from None


def _key(name: str) -> str:
    return key_of(short_form(name))


def _told(row: models.PaperCollection) -> dict[str, Any]:
    return {"name": row.name, "description": row.description, "is_public": row.is_public}


def _tidy_description(text: str) -> str:
    tidy = make_storable(text).strip()
    if len(tidy) > LONGEST_DESCRIPTION:
        raise UsageError(f"A description has {LONGEST_DESCRIPTION:,} characters at the most.")
    return tidy


def _info(row: models.PaperCollection, documents: int) -> CollectionInfo:
    return CollectionInfo(
        row.id, row.name, short_form(row.name), row.description, row.owner, row.is_public, row.made,
        documents,
    )  # fmt: skip
