"""Figures over all documents: each is one walk along a table, or two."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, DateField, Func, Q, Sum

from sheaf.deposit import models
from sheaf.records import IngestState

SHOWN_HOSTS = 10


class UtcDay(Func):
    """The day of a time. What Django has for it is a call of Python for every row of SQLite."""

    output_field = DateField()

    def as_sqlite(self, compiler: Any, connection: Any, **context: Any) -> Any:
        return self.as_sql(compiler, connection, template="SUBSTR(%(expressions)s, 1, 10)")

    def as_postgresql(self, compiler: Any, connection: Any, **context: Any) -> Any:
        return self.as_sql(
            compiler, connection, template="((%(expressions)s) AT TIME ZONE 'UTC')::date"
        )

    def as_mysql(self, compiler: Any, connection: Any, **context: Any) -> Any:
        return self.as_sql(compiler, connection, template="DATE(%(expressions)s)")


def count_by_month(alias: str) -> dict[str, int]:
    """How many documents were captured in each month (2024-05), the first first."""
    rows = models.Document.objects.using(alias).order_by()
    days = rows.annotate(day=UtcDay("discover_date")).values_list("day").annotate(n=Count("*"))
    months: Counter[str] = Counter()
    for day, count in days:
        months[f"{day:%Y-%m}"] += count
    return dict(sorted(months.items()))


@dataclass(frozen=True, slots=True)
class Coverage:
    """Of how many documents each thing is known."""

    documents: int
    parts: tuple[tuple[str, int], ...]


def count_coverage(alias: str) -> Coverage:
    documents = models.Document.objects.using(alias).aggregate(
        all=Count("*"), text=Count("id", filter=Q(pages__gt=0))
    )
    papers = models.Paper.objects.using(alias).aggregate(
        read=Count("document_id", filter=~Q(extractor_version="")),
        title=Count("document_id", filter=~Q(title="")),
        abstract=Count("document_id", filter=~Q(abstract="")),
        year=Count("document_id", filter=Q(year__isnull=False)),
        venue=Count("document_id", filter=~Q(venue="")),
        doi=Count("document_id", filter=~Q(doi="")),
    )
    cited = models.PaperReference.objects.using(alias).aggregate(n=Count("paper_id", distinct=True))
    parts = {"text": documents["text"], **papers, "references": cited["n"]}
    order = ("text", "read", "title", "abstract", "references", "year", "venue", "doi")
    return Coverage(documents["all"], tuple((name, parts[name]) for name in order))


@dataclass(frozen=True, slots=True)
class HostYield:
    """What came from a host: documents, those with a title read, those that could not be taken in
    (see `IngestState`)."""

    host: str
    documents: int
    titles: int
    failed: int


def count_hosts(alias: str) -> list[HostYield]:
    """Those with most documents, the largest first."""
    rows = models.Document.objects.using(alias).order_by()
    largest = list(
        rows.exclude(host="")
        .values_list("host")
        .annotate(n=Count("*"))
        .order_by("-n", "host")[:SHOWN_HOSTS]
    )
    more = {
        host: (titles, failed)
        for host, titles, failed in rows.filter(host__in=[host for host, _ in largest])
        .values_list("host")
        .annotate(
            titles=Count("paper", filter=Q(paper__title__gt="")),
            failed=Count("id", filter=Q(state=int(IngestState.FAILED))),
        )
    }
    return [HostYield(host, count, *more.get(host, (0, 0))) for host, count in largest]


def sum_sizes(alias: str) -> int:
    """Bytes of all documents, without what lies beside them."""
    found = models.Document.objects.using(alias).aggregate(bytes=Sum("size"))
    return int(found["bytes"] or 0)
