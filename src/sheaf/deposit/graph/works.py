"""The rows of works, and what follows for documents and authors when they change."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import connections

from sheaf.deposit import bulk, models
from sheaf.deposit.graph.descriptions import Statement
from sheaf.deposit.sequences import MANY, advance, batches

STATEMENT_FIELDS = ("title", "authors", "year", "venue", "volume", "page", "doi", "arxiv_id")
# Django asks SQLite for rows "where is_due", and SQLite then does not look into the index.
IS_DUE = {"is_due__in": (True,)}
PLACE = ("id", "document_id", "work_id", "is_matched")
WORK_FIELDS = ("id", "title", "authors", "year", "venue_printed", "doi", "arxiv_id", "documents",
               "citations", "source", "venue_key", "venue_id", "is_due")  # fmt: skip
CITING_WORKS = (
    "SELECT d.work_id, COUNT(DISTINCT g.work_id) FROM citation c "
    "JOIN description d ON d.id = c.description_id "
    "JOIN graph_document g ON g.document_id = c.document_id "
    "WHERE d.work_id IN ({marks}) AND g.work_id <> d.work_id GROUP BY d.work_id"
)


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
        rows = self._rows(models.Work).filter(**IS_DUE).values_list("id", *columns)[:count]
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
            marks = ", ".join(["%s"] * len(some))
            with connections[self.alias].cursor() as cursor:
                cursor.execute(CITING_WORKS.format(marks=marks), some)
                found.update(cursor.fetchall())
        return found

    def write_works(self, columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
        bulk.update(self.alias, models.Work, columns, rows)

    def remove_works(self, works: Collection[int]) -> None:
        bulk.delete_where(self.alias, models.Work, "id", sorted(works))

    def documents_changed(self, works: Iterable[int]) -> None:
        """An index that shows the counts of these works is to read their documents again, and
        their authors are to be counted again."""
        held = bulk.select(
            self.alias, models.GraphDocument, ("document_id",), "work_id", sorted(works)
        )
        numbers = [number for (number,) in held]
        self.touch_documents(numbers)
        authors = bulk.select(self.alias, models.Authorship, ("author_id",), "document_id", numbers)
        self.make_authors_due({one for (one,) in authors if one is not None})

    def touch_documents(self, numbers: Collection[int]) -> None:
        revision = advance(self.alias, "graph", 1) if numbers else 0
        bulk.update_where(
            self.alias, models.GraphDocument, "revision", revision, "document_id", sorted(numbers)
        )

    def documents_of_authors(self, authors: Collection[int]) -> set[int]:
        rows = bulk.select(
            self.alias, models.Authorship, ("document_id",), "author_id", sorted(authors)
        )
        return {number for (number,) in rows}

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
