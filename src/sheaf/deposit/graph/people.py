"""The tables of authors and venues, as the update of the graph reads and writes them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Max, Min, Sum

from sheaf.deposit import bulk, models
from sheaf.deposit.graph.works import IS_DUE
from sheaf.deposit.sequences import MANY, batches

AUTHORSHIP = ("id", "document_id", "position", "name", "given", "family", "traces", "author_id")
AUTHOR_FIELDS = ("id", "name", "sort_key", "block", "variants", "reasons", "documents",
                 "citations", "first_year", "last_year", "is_due")  # fmt: skip
VENUE_FIELDS = ("id", "name", "variants", "documents", "citations", "first_year", "last_year",
                "is_due")  # fmt: skip
TALLY = ("documents", "citations", "first_year", "last_year", "is_due", "id")

Row = Sequence[Any]


@dataclass(frozen=True, slots=True)
class VenuePrinted:
    """A name as most works print it, and the venue it was taken for."""

    block: str
    name: str
    venue_id: int | None
    is_due: bool


class PeopleStore:
    """Within the transactions of whoever calls."""

    def __init__(self, alias: str) -> None:
        self.alias = alias

    def _rows(self, model: type[Any]) -> Any:
        return model.objects.using(self.alias)

    # -- authors -----------------------------------------------------------------------------------

    def due_blocks(self, count: int) -> list[str]:
        rows = self._rows(models.Authorship).filter(**IS_DUE)
        return sorted(set(rows.values_list("block", flat=True)[:count]))

    def authorships(self, blocks: Collection[str]) -> dict[str, list[Row]]:
        """By block: rows of AUTHORSHIP."""
        found: defaultdict[str, list[Row]] = defaultdict(list)
        columns = ("block", *AUTHORSHIP)
        for block, *row in bulk.select(self.alias, models.Authorship, columns, "block", blocks):
            found[block].append(row)
        return found

    def place_authorships(self, placed: Iterable[tuple[int, int]]) -> None:
        """By authorship: the person."""
        rows = [(author, False, number) for number, author in placed]
        bulk.update(self.alias, models.Authorship, ("author_id", "is_due", "id"), rows)

    def write_authors(self, rows: Sequence[Row], known: Collection[int]) -> None:
        """Rows of AUTHOR_FIELDS; what is known to stand there under these numbers goes."""
        former = [row[0] for row in rows if row[0] in known]
        bulk.delete_where(self.alias, models.AuthorGroup, "id", former)
        bulk.insert(self.alias, models.AuthorGroup, AUTHOR_FIELDS, rows)

    def known_authors(self, numbers: Collection[int]) -> dict[int, Row]:
        """By number: name, sort_key, block, variants and reasons."""
        rows = bulk.select(self.alias, models.AuthorGroup, AUTHOR_FIELDS[:6], "id", sorted(numbers))
        return {number: row for number, *row in rows}

    def due_authors(self, count: int) -> list[int]:
        rows = self._rows(models.AuthorGroup).filter(**IS_DUE)
        return list(rows.values_list("id", flat=True)[:count])

    def works_of_authors(self, numbers: Collection[int]) -> dict[int, list[Row]]:
        """By author: document, work, citations and year."""
        found: defaultdict[int, list[Row]] = defaultdict(list)
        for some in batches(sorted(numbers), MANY):
            rows = self._rows(models.Authorship).filter(author_id__in=some)
            for author, *row in rows.values_list(
                "author_id", "document_id", "document__work_id",
                "document__work__citations", "document__work__year",
            ):  # fmt: skip
                found[author].append(row)
        return found

    def write_author_counts(self, rows: Iterable[Row]) -> None:
        """Rows of TALLY."""
        bulk.update(self.alias, models.AuthorGroup, TALLY, rows)

    def remove_authors(self, numbers: Collection[int]) -> None:
        for some in batches(sorted(numbers), MANY):
            self._rows(models.AuthorGroup).filter(id__in=some).delete()

    # -- venues ------------------------------------------------------------------------------------

    def meet_venues(self, blocks: Mapping[str, tuple[str, str]], due: Collection[str]) -> None:
        """Names by their keys, with block and print; those whose works changed are due."""
        known: set[str] = set()
        for some in batches(sorted(due), MANY):
            rows = self._rows(models.VenueName).filter(key__in=some)
            known.update(rows.values_list("key", flat=True))
            rows.filter(is_due=False).update(is_due=True)
        new = [(key, *blocks[key], None, True) for key in blocks if key not in known]
        columns = ("key", "block", "name", "venue_id", "is_due")
        bulk.insert(self.alias, models.VenueName, columns, new)

    def due_venue_blocks(self, count: int) -> list[str]:
        rows = self._rows(models.VenueName).filter(**IS_DUE)
        return sorted(set(rows.values_list("block", flat=True)[:count]))

    def venues_named(self, keys: Collection[str]) -> dict[str, int]:
        """By key: the venue that such a name was taken for."""
        found: dict[str, int] = {}
        for some in batches(list(keys), MANY):
            rows = self._rows(models.VenueName).filter(key__in=some).exclude(venue_id=None)
            found.update(rows.values_list("key", "venue_id"))
        return found

    def venue_names(self, blocks: Collection[str]) -> dict[str, VenuePrinted]:
        """By key."""
        found: dict[str, VenuePrinted] = {}
        for some in batches(list(blocks), MANY):
            rows = self._rows(models.VenueName).filter(block__in=some)
            for key, *values in rows.values_list("key", "block", "name", "venue_id", "is_due"):
                found[key] = VenuePrinted(*values)
        return found

    def make_venues_due(self, numbers: Collection[int]) -> None:
        bulk.update_where(
            self.alias, models.VenueGroup, "is_due", True, "id", sorted(numbers), "NOT is_due"
        )

    def due_venues(self, count: int) -> list[int]:
        rows = self._rows(models.VenueGroup).filter(**IS_DUE)
        return list(rows.values_list("id", flat=True)[:count])

    def write_venue_counts(self, rows: Iterable[Row]) -> None:
        """Rows of TALLY."""
        bulk.update(self.alias, models.VenueGroup, TALLY, rows)

    def printed_venues(self, keys: Collection[str]) -> dict[str, dict[str, int]]:
        """By key: how works print it, and how many."""
        found: defaultdict[str, dict[str, int]] = defaultdict(dict)
        for some in batches(sorted(keys), MANY):
            rows = self._rows(models.Work).filter(venue_key__in=some).order_by()
            counted = rows.values("venue_key", "venue_printed").annotate(n=Count("id"))
            for key, name, count in counted.values_list("venue_key", "venue_printed", "n"):
                found[key][name] = count
        return found

    def place_venue_names(self, rows: Iterable[tuple[str, int | None, str]]) -> None:
        """Name, venue and key."""
        placed = [(name, venue, False, key) for name, venue, key in rows]
        bulk.update(self.alias, models.VenueName, ("name", "venue_id", "is_due", "key"), placed)

    def place_works(self, venues: Mapping[str, int]) -> set[int]:
        """By key of a name: the venue of all works that have it; the documents that moved."""
        columns = ("venue_key", "venue_id", "id")
        rows = bulk.select(self.alias, models.Work, columns, "venue_key", list(venues))
        moved = [(venues[key], number) for key, venue, number in rows if venue != venues[key]]
        bulk.update(self.alias, models.Work, ("venue_id", "id"), moved)
        works = [number for _, number in moved]
        held = bulk.select(self.alias, models.GraphDocument, ("document_id",), "work_id", works)
        return {number for (number,) in held}

    def remove_venue_names(self, keys: Collection[str]) -> None:
        for some in batches(sorted(keys), MANY):
            self._rows(models.VenueName).filter(key__in=some).delete()

    def tally_venues(self, numbers: Collection[int]) -> dict[int, Row]:
        """By venue: how many documents and citations, the first year and the last."""
        found: dict[int, Row] = {}
        for some in batches(sorted(numbers), MANY):
            works = self._rows(models.Work).filter(venue_id__in=some, documents__gt=0).order_by()
            for venue, *counts in works.values("venue_id").annotate(
                held=Sum("documents"), cited=Sum("citations"), first=Min("year"), last=Max("year")
            ).values_list("venue_id", "held", "cited", "first", "last"):  # fmt: skip
                found[venue] = counts
        return found

    def write_venues(self, rows: Sequence[Row]) -> None:
        """Rows of VENUE_FIELDS; what stood there under these numbers goes."""
        for some in batches([row[0] for row in rows], MANY):
            self._rows(models.VenueGroup).filter(id__in=some).delete()
        bulk.insert(self.alias, models.VenueGroup, VENUE_FIELDS, rows)

    def remove_venues(self, numbers: Collection[int]) -> None:
        for some in batches(sorted(numbers), MANY):
            self._rows(models.VenueGroup).filter(id__in=some).delete()
