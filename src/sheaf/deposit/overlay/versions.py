"""Which documents people have said to be one work, or to be different ones."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from django.db.models import Q, QuerySet

from sheaf.deposit import models
from sheaf.deposit.sequences import MANY, batches


def statements_that_hold(alias: str) -> QuerySet[models.VersionStatement]:
    return models.VersionStatement.objects.using(alias).filter(undone__isnull=True)


def find_said(alias: str, documents: Collection[int]) -> Iterator[models.VersionStatement]:
    """What holds of these documents and any others."""
    known = statements_that_hold(alias)
    if not known.exists():
        return
    for some in batches(sorted(set(documents)), MANY // 2):
        yield from known.filter(Q(first_id__in=some) | Q(second_id__in=some)).order_by("id")


def said_to_be_one(alias: str, document_id: int) -> dict[int, models.VersionStatement | None]:
    """All documents that are one work with this one by what people say, each with the statement
    that joins it to those before."""
    found: dict[int, models.VersionStatement | None] = {document_id: None}
    frontier = [document_id]
    while frontier:
        new: dict[int, models.VersionStatement] = {}
        for row in find_said(alias, frontier):
            for number in (row.first_id, row.second_id):
                if row.is_same and number not in found:
                    new.setdefault(number, row)
        found |= new
        frontier = list(new)
    return found
