"""Pages and hosts ranked by what they led to: documents that were ingested, and how often these are
cited. Asked in pieces, ordered in a file, so that no size of a library needs more memory.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

from django.db import connections

from sheaf import urls
from sheaf.deposit import models
from sheaf.deposit.sequences import MANY
from sheaf.files import open_scratch_database
from sheaf.records import IngestState

RANKED = (
    "CREATE TABLE ranked (score REAL, documents INTEGER, citations INTEGER, id INTEGER, host TEXT,"
    " url TEXT)"
)
BEST_FIRST = (
    "SELECT id, url, host, documents, citations, score FROM ranked"
    " ORDER BY score DESC, documents DESC, url LIMIT ?"
)
MOST_FIRST = BEST_FIRST.replace("score DESC, ", "")
Find = Callable[[str], str | None]


class RankedBy(StrEnum):
    """What is ranked: pages that led to documents, or hosts that have them."""

    PARENT = "parent"
    HOST = "host"


class Counted(StrEnum):
    """Which documents count: those that were ingested, or all that did not fail."""

    INGESTED = "ingested"
    KEPT = "kept"


@dataclass(frozen=True, slots=True)
class WhitelistEntry:
    """A page, or the root of a host; `id` is the number of the page, 0 for a host."""

    rank: int
    id: int
    url: str
    host: str
    documents: int
    citations: int
    score: float


def score(documents: int, citations: int) -> float:
    """Documents, each worth more where they are cited: a page whose documents are cited once each
    is worth twice its documents, three times each: three times."""
    return documents * (1 + math.log2(1 + citations / documents)) if documents else 0.0


@dataclass(frozen=True, slots=True)
class Ranking:
    """`find` says which entry of a blacklist a URL is on: what is blacklisted is left out, and so
    is what is dead. `scratch` is a folder for what is being ordered."""

    alias: str
    find: Find
    scratch: Path
    report: Callable[[int], None] = lambda count: None

    def entries(
        self,
        by: RankedBy,
        counted: Counted,
        limit: int | None = None,
        *,
        by_documents: bool = False,
    ) -> Iterator[WhitelistEntry]:
        """The best first, or those with most documents."""
        sums = self._of_parents(counted) if by is RankedBy.PARENT else self._of_hosts(counted)
        order = MOST_FIRST if by_documents else BEST_FIRST
        with closing(open_scratch_database(self.scratch, RANKED, "BEGIN")) as kept:
            for seen, (number, url, host, documents, citations) in enumerate(sums, 1):
                self.report(seen)
                if self.find(url) is None:
                    row = score(documents, citations), documents, citations, number, host, url
                    kept.execute("INSERT INTO ranked VALUES (?, ?, ?, ?, ?, ?)", row)
            rows = kept.execute(order, (-1 if limit is None else limit,))
            for rank, row in enumerate(rows, 1):
                yield WhitelistEntry(rank, *row)

    def _of_parents(self, counted: Counted) -> Iterator[tuple[int, str, str, int, int]]:
        rows = models.ParentUrl.objects.using(self.alias).order_by("id")
        after = 0
        while some := list(rows.filter(id__gt=after).values_list("id", "url", "is_live")[:MANY]):
            after = some[-1][0]
            sums = {row[0]: row[1:] for row in self._sums("parent_id", some[0][0], after, counted)}
            for number, url, is_live in some:
                if is_live and number in sums:
                    documents, citations, _ = sums[number]
                    yield number, url, urls.host_of(url), documents, citations

    def _of_hosts(self, counted: Counted) -> Iterator[tuple[int, str, str, int, int]]:
        rows = models.Document.objects.using(self.alias).order_by("host").values_list("host")
        after = ""
        while some := [host for (host,) in rows.filter(host__gt=after).distinct()[:MANY]]:
            for host, documents, citations, url in self._sums("host", some[0], some[-1], counted):
                yield 0, f"{urls.site_of(url)}/", host, documents, citations
            after = some[-1]

    def _sums(self, column: str, first: Any, last: Any, counted: Counted) -> Sequence[Any]:
        """Of a stretch of pages or hosts: documents, citations of their works, and one URL."""
        connection = connections[self.alias]
        key = connection.ops.quote_name(column)
        is_kept = counted is Counted.KEPT
        sign, state = ("<>", IngestState.FAILED) if is_kept else ("=", IngestState.INGESTED)
        statement = (
            f"SELECT d.{key}, COUNT(*), COALESCE(SUM(w.citations), 0), MIN(d.url) "  # noqa: S608
            "FROM document d LEFT JOIN graph_document g ON g.document_id = d.id "
            "LEFT JOIN work w ON w.id = g.work_id "
            f"WHERE d.{key} >= %s AND d.{key} <= %s AND d.state {sign} %s GROUP BY d.{key}"
        )
        with connection.cursor() as cursor:
            cursor.execute(statement, [first, last, int(state)])
            return [(row[0], int(row[1]), int(row[2]), row[3]) for row in cursor.fetchall()]
