"""What changed when: documents that came, changed or went, for those who keep a copy of them.

Each question begins behind the revision and number of the answer before, so that the thousandth
part costs no more than the first. A document that changes meanwhile moves behind all others: it is
told again, and none is left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from heapq import merge
from itertools import islice
from typing import Any

from django.db.models import Exists, F, OuterRef, Q

from sheaf.deposit import models
from sheaf.deposit.catalogue import UNREAD
from sheaf.deposit.overlay.corrected import no_papers
from sheaf.deposit.revision_times import last_before, last_until, time_of_revision
from sheaf.records import ChangedDocument

COLUMNS = ("host", "kind", "language")
FIELDS = ("revision", "number", "time", "host", "kind", "language")


@dataclass(frozen=True, slots=True)
class WantedChanges:
    """`after` is the revision and the number of the last one that is known; `within` a column and
    its value."""

    since: datetime | None = None
    until: datetime | None = None
    after: tuple[int, int] = (0, 0)
    within: tuple[str, str] | None = None
    only_read: bool = False


def list_changes(alias: str, wanted: WantedChanges, limit: int) -> list[ChangedDocument]:
    """The next ones, in the order of their revisions."""
    condition = _condition(alias, wanted)
    documents = _documents(alias)
    if wanted.only_read:
        documents = documents.exclude(UNREAD)
    found = merge(
        _pick(documents, condition, limit, is_removed=False),
        _pick(_removals(alias), condition, limit, is_removed=True),
        _pick(_no_papers(alias), condition, limit, is_removed=True),
        key=lambda one: (one.revision, one.id),
    )
    return list(islice(found, limit))


def find_change(alias: str, number: int) -> ChangedDocument | None:
    here = Q(number=number)
    found = [
        *_pick(_documents(alias), here, 1, is_removed=False),
        *_pick(_no_papers(alias), here, 1, is_removed=True),
        *_pick(_removals(alias), here, 1, is_removed=True),
    ]
    return found[0] if found else None


def first_change(alias: str) -> datetime | None:
    rows = models.RevisionTime.objects.using(alias).order_by("time")
    return rows.values_list("time", flat=True).first()


def list_values(alias: str, column: str, *, after: str, limit: int) -> list[str]:
    """The values of a column that documents have, in the database's order of letters, behind one;
    the empty one is none."""
    assert column in COLUMNS
    rows = models.Document.objects.using(alias).filter(**{f"{column}__gt": after})
    return list(rows.order_by(column).values_list(column, flat=True).distinct()[:limit])


def _documents(alias: str) -> Any:
    return _all_documents(alias).exclude(content_sha1__in=no_papers(alias))


def _no_papers(alias: str) -> Any:
    """Documents that somebody has called no paper: gone, for who keeps a copy of papers."""
    return _all_documents(alias).filter(content_sha1__in=no_papers(alias))


def _all_documents(alias: str) -> Any:
    return models.Document.objects.using(alias).annotate(
        number=F("id"), time=time_of_revision(alias)
    )


def _removals(alias: str) -> Any:
    """Without those that are there again, whatever brought them back."""
    rows = models.Removal.objects.using(alias)
    alive = models.Document.objects.using(alias).filter(id=OuterRef("document_id"))
    return rows.exclude(Exists(alive)).annotate(
        number=F("document_id"), time=time_of_revision(alias)
    )


def _condition(alias: str, wanted: WantedChanges) -> Q:
    revision, number = wanted.after
    # The first half alone lets the database walk along its index.
    condition = Q(revision__gte=revision) & (Q(revision__gt=revision) | Q(number__gt=number))
    if wanted.since is not None:
        condition &= Q(revision__gt=last_before(alias, wanted.since))
    if wanted.until is not None:
        condition &= Q(revision__lte=last_until(alias, wanted.until))
    if wanted.within is not None:
        column, value = wanted.within
        assert column in COLUMNS
        condition &= Q(**{column: value})
    return condition


def _pick(rows: Any, condition: Q, limit: int, *, is_removed: bool) -> Iterator[ChangedDocument]:
    found = rows.filter(condition).order_by("revision", "number").values(*FIELDS)[:limit]
    for row in found:
        yield ChangedDocument(id=row.pop("number"), is_removed=is_removed, **row)
