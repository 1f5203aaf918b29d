"""What hosts and parents led to, counted in the catalogue."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from typing import Any

from django.db import connections
from django.db.models import Count, Max, Min

from sheaf.deposit import models
from sheaf.deposit.overview.figures import UtcDay
from sheaf.deposit.places.contract import HostInfo, Yield
from sheaf.records import IngestState

MOST_HOSTS = 10_000


def largest_hosts(alias: str) -> Sequence[HostInfo]:
    """Those with most documents first; of very many hosts only the largest are kept in mind."""
    rows = models.Document.objects.using(alias).order_by().values_list("host")
    counted = rows.annotate(n=Count("*")).order_by("-n", "host")[:MOST_HOSTS]
    return [HostInfo(name, documents) for name, documents in counted]


def hosts_by_name(alias: str, after: str, limit: int) -> list[HostInfo]:
    """Behind a name, in the database's order of letters."""
    rows = models.Document.objects.using(alias).filter(host__gt=after).order_by("host")
    names = list(rows.values_list("host", flat=True).distinct()[:limit])
    counted = count_by_host(alias, names)
    return [HostInfo(name, counted.get(name, 0)) for name in names]


def count_by_host(alias: str, names: Collection[str]) -> dict[str, int]:
    rows = models.Document.objects.using(alias).filter(host__in=list(names)).order_by()
    return dict(rows.values_list("host").annotate(n=Count("*")))


def count_by_parent(alias: str, numbers: Collection[int]) -> dict[int, int]:
    rows = models.Document.objects.using(alias).filter(parent_id__in=list(numbers)).order_by()
    counted = rows.values_list("parent_id").annotate(n=Count("*"))
    return {number: count for number, count in counted if number is not None}


def count_yield(alias: str, column: str, value: Any) -> Yield:
    """Of the documents with this value in a column: a host, or the number of a parent."""
    rows = models.Document.objects.using(alias).filter(**{column: value}).order_by()
    states = {IngestState(int(state)).name.lower(): count
              for state, count in rows.values_list("state").annotate(n=Count("*"))}  # fmt: skip
    times = rows.aggregate(first=Min("discover_date"), last=Max("update_date"))
    days = rows.annotate(day=UtcDay("discover_date")).values_list("day").annotate(n=Count("*"))
    months: Counter[str] = Counter()
    for day, count in days:
        months[f"{day:%Y-%m}"] += count
    return Yield(
        documents=sum(states.values()),
        states=states,
        citations=_citations(alias, column, value),
        first=times["first"],
        last=times["last"],
        months=dict(sorted(months.items())),
    )


def _citations(alias: str, column: str, value: Any) -> int:
    """Of the works that the documents are. One question, in which the database is left alone: pages
    are shown meanwhile, and two that take turns in Python would hold each other up."""
    connection = connections[alias]
    statement = (
        "SELECT SUM(w.citations) FROM document d "  # noqa: S608
        "JOIN graph_document g ON g.document_id = d.id JOIN work w ON w.id = g.work_id "
        f"WHERE d.{connection.ops.quote_name(column)} = %s"
    )
    with connection.cursor() as cursor:
        cursor.execute(statement, [value])
        return int(cursor.fetchone()[0] or 0)
