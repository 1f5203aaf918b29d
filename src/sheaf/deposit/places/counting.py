"""What hosts and parents led to, counted in the catalogue."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from django.db.models import Count, Max, Min, Q, Sum
from django.db.models.functions import TruncMonth

from sheaf.deposit import models
from sheaf.deposit.places.contract import HostInfo, Yield
from sheaf.deposit.sequences import MANY
from sheaf.records import IngestState

MOST_HOSTS = 10_000


def largest_hosts(alias: str) -> Sequence[HostInfo]:
    """Those with most documents first; of very many hosts only the largest are kept in mind."""
    rows = models.Document.objects.using(alias).order_by().values_list("host")
    counted = rows.annotate(n=Count("id")).order_by("-n", "host")[:MOST_HOSTS]
    return [HostInfo(name, documents) for name, documents in counted]


def hosts_by_name(alias: str, after: str, limit: int) -> list[HostInfo]:
    """Behind a name, in the database's order of letters."""
    rows = models.Document.objects.using(alias).filter(host__gt=after).order_by("host")
    names = list(rows.values_list("host", flat=True).distinct()[:limit])
    counted = count_by_host(alias, names)
    return [HostInfo(name, counted.get(name, 0)) for name in names]


def count_by_host(alias: str, names: Collection[str]) -> dict[str, int]:
    rows = models.Document.objects.using(alias).filter(host__in=list(names)).order_by()
    return dict(rows.values_list("host").annotate(n=Count("id")))


def count_by_parent(alias: str, numbers: Collection[int]) -> dict[int, int]:
    rows = models.Document.objects.using(alias).filter(parent_id__in=list(numbers)).order_by()
    counted = rows.values_list("parent_id").annotate(n=Count("id"))
    return {number: count for number, count in counted if number is not None}


def count_yield(alias: str, condition: Q) -> Yield:
    rows = models.Document.objects.using(alias).filter(condition).order_by()
    states = {IngestState(int(state)).name.lower(): count
              for state, count in rows.values_list("state").annotate(n=Count("id"))}  # fmt: skip
    times = rows.aggregate(first=Min("discover_date"), last=Max("update_date"))
    by_month = rows.annotate(month=TruncMonth("discover_date")).values_list("month")
    months = {f"{month:%Y-%m}": count
              for month, count in by_month.annotate(n=Count("id")).order_by("month")}  # fmt: skip
    return Yield(
        documents=sum(states.values()),
        states=states,
        citations=_citations(alias, rows),
        first=times["first"],
        last=times["last"],
        months=months,
    )


def _citations(alias: str, rows: Any) -> int:
    """Of the works that the documents are, in pieces."""
    total, after = 0, 0
    numbered = rows.order_by("id").values_list("id", flat=True)
    while some := list(numbered.filter(id__gt=after)[:MANY]):
        joined = models.GraphDocument.objects.using(alias).filter(document_id__in=some)
        total += joined.aggregate(n=Sum("work__citations"))["n"] or 0
        after = some[-1]
    return total
