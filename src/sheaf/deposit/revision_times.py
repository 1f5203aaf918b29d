"""When the catalogue was at which revision, to the second."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

from django.db import transaction
from django.db.models import OuterRef, Subquery

from sheaf.deposit import models


class _Open(threading.local):
    """The last revision of each transaction that this thread has open, by its database."""

    def __init__(self) -> None:
        self.revisions: dict[str, int] = {}


_open = _Open()


@contextmanager
def changing(alias: str) -> Iterator[None]:
    """A transaction that changes documents. Its revision gets its time when all else is written:
    who asks meanwhile is not told of it, and asks next for what is new since then."""
    if alias in _open.revisions:
        with transaction.atomic(using=alias):
            yield
        return
    _open.revisions[alias] = 0
    try:
        with transaction.atomic(using=alias):
            yield
            if revision := _open.revisions[alias]:
                _note_time(alias, revision)
    finally:
        del _open.revisions[alias]


def note_revision(alias: str, revision: int) -> None:
    """That the catalogue is at this revision now, or at the end of what is open."""
    if alias in _open.revisions:
        _open.revisions[alias] = revision
    else:
        _note_time(alias, revision)


def _note_time(alias: str, revision: int) -> None:
    """One row serves all revisions of a second; a clock that was set back stands still for us, for
    times must grow as revisions do."""
    now = datetime.now(UTC).replace(microsecond=0)
    rows = models.RevisionTime.objects.using(alias)
    last = rows.order_by("-revision").first()
    if last is None or last.time < now:
        rows.create(revision=revision, time=now)
    else:
        last.revision = revision
        last.save(using=alias, update_fields=["revision"])


def last_before(alias: str, time: datetime) -> int:
    """The last revision before a time; 0 where there is none."""
    return _last(models.RevisionTime.objects.using(alias).filter(time__lt=time))


def last_until(alias: str, time: datetime) -> int:
    """The last revision at that time or before."""
    return _last(models.RevisionTime.objects.using(alias).filter(time__lte=time))


def _last(rows: Any) -> int:
    return rows.order_by("-time").values_list("revision", flat=True).first() or 0


def time_of_revision(alias: str) -> Subquery:
    """The time of the column `revision` of a row."""
    later = models.RevisionTime.objects.using(alias).filter(revision__gte=OuterRef("revision"))
    return Subquery(later.order_by("revision").values("time")[:1])
