"""What the tables of the graph tell those who ask: a few rows, found by an index."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, F, Max, Q

from sheaf.deposit import models
from sheaf.deposit.sequences import MANY, batches

WORK = ("id", "title", "authors", "year", "venue_printed", "doi", "arxiv_id", "citations")
AUTHOR = ("id", "name", "variants", "reasons", "documents", "citations", "first_year", "last_year")
VENUE = ("id", "name", "variants", "documents", "citations", "first_year", "last_year")
# A work that is cited everywhere says little about who is near whom.
MOST_SHARED = 200

Row = Sequence[Any]


@dataclass(frozen=True, slots=True)
class CitedEntry:
    """An entry of a list and the work it leads to."""

    position: int
    work_id: int
    confidence: float


class GraphAnswers:
    def __init__(self, alias: str) -> None:
        self.alias = alias

    def _rows(self, model: type[Any]) -> Any:
        return model.objects.using(self.alias)

    # -- works -------------------------------------------------------------------------------------

    def works(self, numbers: Collection[int]) -> dict[int, tuple[Row, list[int]]]:
        """By number: a row of WORK, and the documents in no order."""
        found: dict[int, tuple[Row, list[int]]] = {}
        for some in batches(sorted(set(numbers)), MANY):
            for row in self._rows(models.Work).filter(id__in=some).values_list(*WORK):
                found[row[0]] = (row, [])
            documents = self._rows(models.GraphDocument).filter(work_id__in=some)
            for work, number in documents.values_list("work_id", "document_id"):
                if work in found:
                    found[work][1].append(number)
        return found

    def heads(self, documents: Collection[int]) -> dict[int, tuple[str, list[Any], str, str, Any]]:
        """By document: title, authors, DOI, venue and year as its head says them."""
        found: dict[int, tuple[str, list[Any], str, str, Any]] = {}
        for some in batches(sorted(documents), MANY):
            rows = self._rows(models.Description).filter(document_id__in=some)
            for number, *head in rows.values_list(
                "document_id", "title", "authors", "doi", "venue", "year"
            ):
                found[number] = tuple(head)
        return found

    def work_ids(self, documents: Collection[int]) -> dict[int, int]:
        found: dict[int, int] = {}
        for some in batches(list(documents), MANY):
            rows = self._rows(models.GraphDocument).filter(document_id__in=some)
            found.update(rows.exclude(work_id=None).values_list("document_id", "work_id"))
        return found

    def citation_counts(self, documents: Collection[int]) -> dict[int, int]:
        found: dict[int, int] = {}
        for some in batches(list(documents), MANY):
            rows = self._rows(models.GraphDocument).filter(document_id__in=some)
            counted = rows.exclude(work_id=None).values_list("document_id", "work__citations")
            found.update((number, count or 0) for number, count in counted)
        return found

    def wanted(self, least: int, limit: int | None, offset: int) -> Iterator[int]:
        """Most cited first; asked for in pieces."""
        works = self._rows(models.Work).filter(documents=0, citations__gte=least)
        ordered = works.order_by("-citations", "id").values_list("id", flat=True)
        end = None if limit is None else offset + limit
        while some := list(
            ordered[offset : offset + MANY if end is None else min(end, offset + MANY)]
        ):
            yield from some
            offset += len(some)

    def count_wanted(self, least: int) -> int:
        works = self._rows(models.Work).filter(documents=0, citations__gte=least)
        return int(works.count())

    def most_cited(self, limit: int) -> list[int]:
        works = self._rows(models.Work).filter(documents__gt=0, citations__gt=0)
        return list(works.order_by("-citations", "id").values_list("id", flat=True)[:limit])

    def counts_by_year(self) -> dict[int, int]:
        """Works that the library has."""
        works = self._rows(models.Work).filter(documents__gt=0).exclude(year=None).order_by()
        counted = works.values("year").annotate(n=Count("id")).values_list("year", "n")
        return dict(sorted(counted))

    # -- citations ---------------------------------------------------------------------------------

    def references(self, document_id: int) -> list[CitedEntry]:
        rows = self._rows(models.Citation).filter(document_id=document_id).order_by("position")
        found = rows.exclude(description__work_id=None).values_list(
            "position", "description__work_id", "description__confidence"
        )
        return [CitedEntry(*row) for row in found]

    def citing(self, work_id: int, limit: int, offset: int) -> dict[int, list[int]]:
        """By document, the latest first: where in its list the work stands."""
        rows = self._rows(models.Citation).filter(description__work_id=work_id)
        others = rows.exclude(document__work_id=work_id)
        numbers = others.order_by("-document__work__year", "document_id")
        ordered = list(
            numbers.values_list("document_id", "document__work__year").distinct()[
                offset : offset + limit
            ]
        )
        found: dict[int, list[int]] = {number: [] for number, _ in ordered}
        places = rows.filter(document_id__in=list(found)).order_by("position")
        for number, position in places.values_list("document_id", "position"):
            found[number].append(position)
        return found

    def count_citing_documents(self, work_id: int) -> int:
        rows = self._rows(models.Citation).filter(description__work_id=work_id)
        others = rows.exclude(document__work_id=work_id).order_by()
        return int(others.values("document_id").distinct().count())

    def co_cited(self, work_id: int, limit: int) -> list[tuple[int, int]]:
        """Works of the library and how many works cite both."""
        rows = self._rows(models.Citation).filter(description__work_id=work_id).order_by()
        citing = list(rows.values_list("document_id", flat=True).distinct()[:MOST_SHARED])
        cited = self._rows(models.Citation).filter(
            document_id__in=citing, description__is_matched=True
        )
        counted = cited.order_by().exclude(description__work_id=work_id).values(
            "description__work_id"
        ).annotate(n=Count("document__work_id", distinct=True))  # fmt: skip
        ranked = counted.order_by("-n", "description__work_id")
        return list(ranked.values_list("description__work_id", "n")[:limit])

    def coupled(self, work_id: int, limit: int) -> list[tuple[int, int]]:
        """Works of the library and how many works they cite as well, wanted ones among them."""
        own = self._rows(models.Citation).filter(document__work_id=work_id).order_by()
        cited = own.exclude(description__work_id=None).values_list(
            "description__work_id", flat=True
        )
        told = self._rows(models.Work).filter(
            id__in=list(cited.distinct()[:MANY]), citations__lte=MOST_SHARED
        )
        telling = list(told.values_list("id", flat=True))
        others = self._rows(models.Citation).filter(description__work_id__in=telling).order_by()
        counted = others.exclude(document__work_id=work_id).values("document__work_id").annotate(
            n=Count("description__work_id", distinct=True)
        )  # fmt: skip
        ranked = counted.order_by("-n", "document__work_id")
        return list(ranked.values_list("document__work_id", "n")[:limit])

    # -- authors -----------------------------------------------------------------------------------

    def author_rows(self, condition: Q, order: Sequence[str], limit: int, offset: int) -> list[Row]:
        rows = self._rows(models.AuthorGroup).filter(condition).order_by(*order)
        return list(rows.values_list(*AUTHOR)[offset : offset + limit])

    def author(self, number: int) -> Row | None:
        return next(iter(self.author_rows(Q(id=number), ("id",), 1, 0)), None)

    def authors(self, starting: str, limit: int, offset: int) -> list[Row]:
        if starting:
            condition = Q(sort_key__gte=starting, sort_key__lt=starting + "\uffff")
            return self.author_rows(condition, ("sort_key", "id"), limit, offset)
        return self.author_rows(Q(), ("sort_key", "id"), limit, offset)

    def top_authors(self, limit: int) -> list[Row]:
        return self.author_rows(Q(), ("-documents", "id"), limit, 0)

    def authors_of(self, document_id: int) -> list[Row]:
        rows = self._rows(models.Authorship).filter(document_id=document_id).order_by("position")
        numbers = [one for one in rows.values_list("author_id", flat=True) if one is not None]
        found = {row[0]: row for row in self.author_rows(Q(id__in=numbers), ("id",), MANY, 0)}
        return [found[number] for number in numbers if number in found]

    def documents_of_author(self, number: int, limit: int, offset: int) -> list[int]:
        rows = self._rows(models.Authorship).filter(author_id=number).order_by()
        found = rows.values("document_id").annotate(year=Max("document__work__year"))
        ranked = found.order_by(F("year").desc(nulls_last=True), "document_id")
        return list(ranked.values_list("document_id", flat=True)[offset : offset + limit])

    def same_block(self, number: int, limit: int) -> list[tuple[Row, str]]:
        """Others whose family name and first letter are the same."""
        own = self._rows(models.AuthorGroup).filter(id=number).values_list("block", flat=True)
        block = next(iter(own), "")
        rows = self._rows(models.AuthorGroup).filter(block=block).order_by("-documents", "id")
        others = rows.exclude(id=number).values_list(*AUTHOR, "sort_key")[:limit]
        return [(row[:-1], row[-1]) for row in others]

    def sort_key_of_author(self, number: int) -> str:
        rows = self._rows(models.AuthorGroup).filter(id=number)
        return str(next(iter(rows.values_list("sort_key", flat=True)), ""))

    # -- venues ------------------------------------------------------------------------------------

    def venue(self, number: int) -> Row | None:
        return next(iter(self._rows(models.VenueGroup).filter(id=number).values_list(*VENUE)), None)

    def venues(self, limit: int, offset: int) -> list[Row]:
        """Those with documents; the most of them first."""
        rows = self._rows(models.VenueGroup).filter(documents__gt=0)
        return list(rows.order_by("-documents", "id").values_list(*VENUE)[offset : offset + limit])

    def venue_of(self, document_id: int) -> Row | None:
        rows = self._rows(models.GraphDocument).filter(document_id=document_id)
        number = rows.values_list("work__venue_id", flat=True).first()
        return None if number is None else self.venue(number)

    def documents_of_venue(self, number: int, limit: int, offset: int) -> list[int]:
        rows = self._rows(models.GraphDocument).filter(work__venue_id=number)
        ranked = rows.order_by(F("work__year").desc(nulls_last=True), "document_id")
        return list(ranked.values_list("document_id", flat=True)[offset : offset + limit])

    # -- changes -----------------------------------------------------------------------------------

    def revision(self) -> int:
        row = self._rows(models.Sequence).filter(name="graph").first()
        return row.value if row else 0

    def documents_changed_since(self, revision: int) -> Iterator[int]:
        rows = self._rows(models.GraphDocument).filter(revision__gt=revision)
        after = 0
        ordered = rows.order_by("document_id").values_list("document_id", flat=True)
        while some := list(ordered.filter(document_id__gt=after)[:MANY]):
            yield from some
            after = some[-1]
