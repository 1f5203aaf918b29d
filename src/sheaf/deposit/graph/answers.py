"""What the tables of the graph tell those who ask: a few rows, found by an index."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, F, Max, Q

from sheaf.deposit import models
from sheaf.deposit.graph.descriptions import Statement
from sheaf.deposit.graph.works import STATEMENT_FIELDS, read_statement
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
        """Most cited first. Asked for in pieces, each behind the last one, so that the last costs
        no more than the first."""
        works = self._rows(models.Work).filter(documents=0, citations__gte=least)
        ordered = works.order_by("-citations", "id").values_list("citations", "id")
        first = next(iter(ordered[offset : offset + 1]), None)
        while first is not None:
            citations, number = first
            equals = works.filter(citations=citations).order_by("id").values_list("id", flat=True)
            while some := list(equals.filter(id__gte=number)[:MANY]):
                if limit is not None and limit <= len(some):
                    yield from some[:limit]
                    return
                yield from some
                limit = None if limit is None else limit - len(some)
                number = some[-1] + 1
            first = next(iter(ordered.filter(citations__lt=citations)[:1]), None)

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

    def descriptions_with(self, keys: Collection[int]) -> list[tuple[Statement, int]]:
        """What heads and references say that have one of these keys, and their works."""
        both = [key + odd for key in keys for odd in (0, 1)]
        known = self._rows(models.DescriptionKey).filter(key__in=both).order_by("id")
        numbers = set(known.values_list("description_id", flat=True)[:MANY])
        rows = self._rows(models.Description).filter(id__in=numbers).exclude(work_id=None)
        found = rows.values_list("work_id", *STATEMENT_FIELDS)
        return [(read_statement(values), work) for work, *values in found]

    # -- citations ---------------------------------------------------------------------------------

    def references(self, document_id: int) -> list[CitedEntry]:
        rows = self._rows(models.Citation).filter(document_id=document_id).order_by("position")
        found = rows.exclude(description__work_id=None).values_list(
            "position", "description__work_id", "description__confidence"
        )
        return [CitedEntry(*row) for row in found]

    def citing(self, work_id: int, limit: int, offset: int) -> dict[int, list[int]]:
        """By document, the latest first: where in its list the work stands."""
        numbers = self.documents_citing(work_id, limit, offset)
        found: dict[int, list[int]] = {number: [] for number in numbers}
        rows = self._rows(models.Citation).filter(description__work_id=work_id)
        for some in batches(numbers, MANY):
            places = rows.filter(document_id__in=some).order_by("position")
            for number, position in places.values_list("document_id", "position"):
                found[number].append(position)
        return found

    def documents_citing(self, work_id: int, limit: int, offset: int) -> list[int]:
        """The latest first; versions of the work itself are left out."""
        rows = self._rows(models.Citation).filter(description__work_id=work_id)
        return _latest_first(rows.exclude(document__work_id=work_id), limit, offset)

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
        rare = self._rows(models.Work).filter(
            id__in=list(cited.distinct()[:MANY]), citations__lte=MOST_SHARED
        )
        telling = list(rare.values_list("id", flat=True))
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
            # The first half lets the database begin in its index; which sign sorts behind all
            # others is not the same in every database.
            condition = Q(sort_key__gte=starting) & Q(sort_key__startswith=starting)
            return self.author_rows(condition, ("sort_key", "id"), limit, offset)
        return self.author_rows(Q(), ("sort_key", "id"), limit, offset)

    def top_authors(self, limit: int) -> list[Row]:
        return self.author_rows(Q(), ("-documents", "id"), limit, 0)

    def authors_of(self, document_id: int) -> list[Row]:
        rows = self._rows(models.Authorship).filter(document_id=document_id).order_by("position")
        numbers = [number for number in rows.values_list("author_id", flat=True) if number]
        found = self._author_rows(numbers)
        return [found[number] for number in numbers if number in found]

    def co_authors(self, number: int, limit: int, among: int) -> list[tuple[Row, int]]:
        """Who wrote most of an author's latest documents too, and how many of them."""
        documents = self.documents_of_author(number, among, 0)
        rows = self._rows(models.Authorship).filter(document_id__in=documents).order_by()
        others = rows.exclude(author_id=None).exclude(author_id=number).values("author_id")
        counted = others.annotate(n=Count("document_id", distinct=True))
        ranked = counted.order_by("-n", "author_id").values_list("author_id", "n")[:limit]
        counts = dict(ranked)
        found = self._author_rows(counts)
        return [(found[other], count) for other, count in counts.items() if other in found]

    def _author_rows(self, numbers: Collection[int]) -> dict[int, Row]:
        found: dict[int, Row] = {}
        for some in batches(sorted(set(numbers)), MANY):
            rows = self.author_rows(Q(id__in=some), ("id",), MANY, 0)
            found |= {row[0]: row for row in rows}
        return found

    def documents_of_author(self, number: int, limit: int, offset: int) -> list[int]:
        rows = self._rows(models.Authorship).filter(author_id=number)
        return _latest_first(rows, limit, offset)

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


def _latest_first(rows: Any, limit: int, offset: int) -> list[int]:
    """The documents of rows; those of no known year stand behind all others."""
    found = rows.order_by().values("document_id").annotate(year=Max("document__work__year"))
    ranked = found.order_by(F("year").desc(nulls_last=True), "document_id")
    return list(ranked.values_list("document_id", flat=True)[offset : offset + limit])
