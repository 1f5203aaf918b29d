"""Documents that meet conditions, as questions to the catalogue: in pieces, or counted.

Each question is about a stretch of numbers or a handful of them, so that none holds a cursor, and
none takes more memory than its piece.
"""

from __future__ import annotations

import datetime
import math
import time
from array import array
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice
from typing import Any

from django.db import OperationalError, connections, transaction
from django.db.models import Exists, OuterRef, Q

from sheaf import urls
from sheaf.deposit import models
from sheaf.deposit.retrieval.conditions import Conditions
from sheaf.deposit.sequences import MANY
from sheaf.records import IngestState
from sheaf.terminal import plural

# Numbers and digests that are held at once.
PIECE = 10_000
FIRST_STRETCH = 2_000
# A stretch is made longer while it is answered sooner than this, in seconds.
STRETCH_SECONDS = 0.02
SQLITE_STEPS = 20_000  # between two looks at the clock; some of a millisecond
COLUMNS = {
    "discovered": "discover_date",
    "updated": "update_date",
    "captured": "capture__time",
    "academic": "academic",
    "size": "size",
    "pages": "pages",
    "year": "paper__year",
}
Found = tuple[int, str]  # number and SHA-1
FindAll = Callable[[str], Iterator[int]]


class Exactness(StrEnum):
    """How far a count can be trusted: counting stops at a limit, or when its time is over."""

    EXACTLY = ""
    MORE_THAN = "more than"
    AT_LEAST = "at least"


@dataclass(frozen=True, slots=True)
class MatchCount:
    """How many documents meet conditions."""

    documents: int
    exactness: Exactness = Exactness.EXACTLY

    @property
    def is_exact(self) -> bool:
        return self.exactness is Exactness.EXACTLY

    @property
    def words(self) -> str:
        """1,234 documents; more than 10,000 documents."""
        return f"{self.exactness} {plural(self.documents, 'document')}".strip()


@dataclass(frozen=True, slots=True)
class Selection:
    """`find_all` answers a search with the numbers that it finds."""

    alias: str
    conditions: Conditions
    find_all: FindAll

    def pieces(self) -> Iterator[list[Found]]:
        """All of them: by number, or, where a search is among the conditions, in its order."""
        if self.conditions.query:
            yield from self._found_pieces()
            return
        after = 0
        while some := self._found(self._rows().filter(id__gt=after).order_by("id")[:PIECE]):
            yield some
            after = some[-1][0]

    def number_pieces(self) -> Iterator[list[int]]:
        """Their numbers alone, which databases answer from an index where they can."""
        if self.conditions.query:
            yield from ([number for number, _ in piece] for piece in self._found_pieces())
            return
        after, rows = 0, self._rows().order_by("id").values_list("id", flat=True)
        while some := list(rows.filter(id__gt=after)[:PIECE]):
            yield some
            after = some[-1]

    def _found_pieces(self) -> Iterator[list[Found]]:
        numbers = self.find_all(self.conditions.query)
        while wanted := array("q", islice(numbers, MANY)):
            known = dict(self._found(self._rows().filter(id__in=list(wanted))))
            yield [(number, known[number]) for number in wanted if number in known]

    def _found(self, rows: Any) -> list[Found]:
        return list(rows.values_list("id", "content_sha1"))

    def count(self, most: int | None = None, seconds: float | None = None) -> MatchCount:
        """Exactly, unless it would be more than `most`, or take longer than `seconds`."""
        if most is None and seconds is None and not self.conditions.query:
            return MatchCount(self._rows().count())
        deadline = math.inf if seconds is None else time.monotonic() + seconds
        counted = 0
        for found, is_last in self._counted(deadline):
            if found is None:
                return MatchCount(counted, Exactness.AT_LEAST)
            counted += found
            if most is not None and counted > most:
                return MatchCount(most, Exactness.MORE_THAN)
            if time.monotonic() > deadline and not is_last:
                return MatchCount(counted, Exactness.AT_LEAST)
        return MatchCount(counted)

    def _counted(self, deadline: float) -> Iterator[tuple[int | None, bool]]:
        """How many there are in each part of the library, and whether it is the last part; None for
        a part that would have taken longer than there is time."""
        if self.conditions.query:
            yield from ((len(piece), False) for piece in self._found_pieces())
            return
        rows = models.Document.objects.using(self.alias).order_by("-id")
        last = rows.values_list("id", flat=True).first() or 0
        after, stretch = 0, FIRST_STRETCH
        while after < last:
            began, end = time.monotonic(), min(last, after + stretch)
            rows = self._rows().filter(id__gt=after, id__lte=end)
            try:
                with self._in_time(deadline):
                    found = rows.count()
            except OperationalError:
                if time.monotonic() < deadline:
                    raise
                yield None, False
                return
            yield found, end == last
            after = end
            taken = max(time.monotonic() - began, 0.0001)
            stretch = int(stretch * min(8.0, max(0.5, STRETCH_SECONDS / taken)))

    @contextmanager
    def _in_time(self, deadline: float) -> Iterator[None]:
        """A database may choose to read a whole table, or all of a large host, for a stretch: it is
        stopped then."""
        connection = connections[self.alias]
        if connection.vendor == "sqlite" and deadline != math.inf:
            connection.ensure_connection()
            connection.connection.set_progress_handler(
                lambda: time.monotonic() > deadline, SQLITE_STEPS
            )
            try:
                yield
            finally:
                connection.connection.set_progress_handler(None, 0)
            return
        if connection.vendor != "postgresql" or deadline == math.inf:
            yield
            return
        left = max(1, math.ceil((deadline - time.monotonic()) * 1000))
        with transaction.atomic(using=self.alias):
            with connection.cursor() as cursor:
                cursor.execute(f"SET LOCAL statement_timeout = {left}")
            yield

    def _rows(self) -> Any:
        return models.Document.objects.using(self.alias).filter(self._condition())

    def _condition(self) -> Q:
        wanted = self.conditions
        condition = Q()
        for column, values in (
            ("mime_type", wanted.type),
            ("kind", wanted.kind),
            ("language", wanted.language),
            ("host", wanted.host),
            ("state", [int(IngestState[name.upper()]) for name in wanted.state]),
        ):
            if values:
                condition &= Q(**{f"{column}__in": values})
        below = Q()
        for domain in wanted.domain:
            below |= Q(host=domain) | Q(host__endswith=f".{domain}")
        condition &= below
        if wanted.parent:
            condition &= Q(parent__md5=urls.md5(wanted.parent))
        if wanted.run is not None:
            condition &= Q(capture__source__run_id=wanted.run)
        if wanted.venue:
            condition &= Q(paper__venue__icontains=wanted.venue)
        return condition & self._stretches() & self._parts()

    def _stretches(self) -> Q:
        condition = Q()
        for name, column in COLUMNS.items():
            first, last = (
                getattr(self.conditions, f"{name}_from"),
                getattr(self.conditions, f"{name}_until"),
            )
            if first is not None:
                condition &= Q(**{f"{column}__gte": _begin(first)})
            if last is not None:
                condition &= Q(**{f"{column}__lte": _end(last)})
        return condition

    def _parts(self) -> Q:
        condition = Q()
        for part in self.conditions.has:
            condition &= self._with(part)
        for part in self.conditions.has_no:
            condition &= self._without(part)
        return condition

    def _with(self, part: str) -> Q:
        if part == "text":
            return Q(pages__gt=0)
        return self._has_references() if part == "references" else Q(**{f"paper__{part}__gt": ""})

    def _without(self, part: str) -> Q:
        if part == "text":
            return Q(pages=0)
        if part == "references":
            return ~self._has_references()
        return Q(paper__isnull=True) | Q(**{f"paper__{part}": ""})

    def _has_references(self) -> Q:
        entries = models.PaperReference.objects.using(self.alias)
        return Q(Exists(entries.filter(paper_id=OuterRef("id"))))


def _begin(value: Any) -> Any:
    if isinstance(value, datetime.date):
        return datetime.datetime.combine(value, datetime.time.min, datetime.UTC)
    return value


def _end(value: Any) -> Any:
    if isinstance(value, datetime.date):
        return datetime.datetime.combine(value, datetime.time.max, datetime.UTC)
    return value
