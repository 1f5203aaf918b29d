"""The rows of works, and what follows for documents and authors when they change."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, F

from sheaf.deposit import bulk, models
from sheaf.deposit.graph.descriptions import Statement
from sheaf.deposit.sequences import MANY, advance, batches

STATEMENT_FIELDS = ("title", "authors", "year", "venue", "volume", "page", "doi", "arxiv_id")
PLACE = ("id", "document_id", "work_id", "is_matched")
WORK_FIELDS = ("id", "title", "authors", "year", "venue_printed", "doi", "arxiv_id", "documents",
               "citations", "source", "venue_key", "venue_id", "is_due")  # fmt: skip


@dataclass(frozen=True, slots=True)
class Standing:
    """A description where it stands now."""

    id: int
    document_id: int | None
    work_id: int | None
    is_matched: bool
    said: Statement


class WorkRows:
    def __init__(self, alias: str) -> None:
        self.alias = alias

    def _rows(self, model: type[Any]) -> Any:
        return model.objects.using(self.alias)

    def make_works(self, numbers: Collection[int]) -> None:
        """Those that are not there yet."""
        rows = bulk.select(self.alias, models.Work, ("id",), "id", numbers)
        known = {number for (number,) in rows}
        new = [_empty_work(number) for number in sorted(numbers) if number not in known]
        bulk.insert(self.alias, models.Work, WORK_FIELDS, new)

    def make_works_due(self, works: Iterable[int]) -> None:
        some = sorted(set(works))
        bulk.update_where(self.alias, models.Work, "is_due", True, "id", some, "NOT is_due")

    def due_works(self, count: int, columns: Sequence[str]) -> dict[int, tuple[Any, ...]]:
        """By number: these columns as they are."""
        rows = self._rows(models.Work).filter(is_due=True).values_list("id", *columns)[:count]
        return {number: tuple(values) for number, *values in rows}

    def counts(self) -> dict[str, int]:
        works = self._rows(models.Work)
        references = self._rows(models.Citation)
        return {
            "works": works.filter(documents__gt=0).count(),
            "wanted": works.filter(documents=0).count(),
            "matched": references.filter(description__is_matched=True).count(),
        }

    def descriptions_of(self, works: Collection[int]) -> dict[int, list[tuple[Standing, int]]]:
        """By work: what is said of it, and by how many entries."""
        rows = bulk.select(
            self.alias, models.Description, (*PLACE, *STATEMENT_FIELDS), "work_id", works
        )
        standing = [_read_standing(row) for row in rows]
        entries = [one.id for one in standing if one.document_id is None]
        cited = bulk.select(
            self.alias, models.Citation, ("description_id",), "description_id", entries
        )
        counts = Counter(number for (number,) in cited)
        found: defaultdict[int, list[tuple[Standing, int]]] = defaultdict(list)
        for one in standing:
            if one.work_id is not None:
                found[one.work_id].append((one, counts[one.id]))
        return found

    def count_citing_works(self, works: Collection[int]) -> dict[int, int]:
        """How many works cite each, itself not counted."""
        found: dict[int, int] = {}
        for some in batches(sorted(works), MANY):
            rows = self._rows(models.Citation).filter(description__work_id__in=some).order_by()
            others = rows.exclude(document__work_id=F("description__work_id"))
            counted = others.values("description__work_id").annotate(
                n=Count("document__work_id", distinct=True)
            )
            found.update(counted.values_list("description__work_id", "n"))
        return found

    def write_works(self, columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
        bulk.update(self.alias, models.Work, columns, rows)

    def remove_works(self, works: Collection[int]) -> None:
        for some in batches(sorted(works), MANY):
            self._rows(models.Work).filter(id__in=some).delete()

    def documents_changed(self, works: Collection[int]) -> None:
        """An index that shows the counts of these works is to read their documents again, and
        their authors are to be counted again."""
        for some in batches(sorted(works), MANY):
            rows = self._rows(models.GraphDocument).filter(work_id__in=some)
            numbers = list(rows.values_list("document_id", flat=True))
            self.touch_documents(numbers)
            for part in batches(numbers, MANY):
                authors = self._rows(models.Authorship).filter(document_id__in=part)
                groups = set(authors.values_list("author_id", flat=True))
                self.make_authors_due(one for one in groups if one is not None)

    def touch_documents(self, numbers: Collection[int]) -> None:
        revision = advance(self.alias, "graph", 1) if numbers else 0
        bulk.update_where(
            self.alias, models.GraphDocument, "revision", revision, "document_id", sorted(numbers)
        )

    def documents_of_authors(self, authors: Collection[int]) -> set[int]:
        found: set[int] = set()
        for some in batches(sorted(authors), MANY):
            rows = self._rows(models.Authorship).filter(author_id__in=some)
            found.update(rows.values_list("document_id", flat=True))
        return found

    def make_authors_due(self, groups: Iterable[int]) -> None:
        some = sorted(set(groups))
        bulk.update_where(self.alias, models.AuthorGroup, "is_due", True, "id", some, "NOT is_due")


def _empty_work(number: int) -> tuple[Any, ...]:
    return (number, "", [], None, "", "", "", 0, 0, "library", "", None, True)


def _read_standing(row: Sequence[Any]) -> Standing:
    number, document_id, work_id, is_matched, *values = row
    return Standing(number, document_id, work_id, bool(is_matched), read_statement(values))


def read_statement(values: Sequence[Any]) -> Statement:
    title, authors, *rest = values
    return Statement(title, tuple((given, family) for given, family in authors), *rest)
