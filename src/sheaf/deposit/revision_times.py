"""When the catalogue was at which revision, to the second."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from django.db.models import OuterRef, Subquery

from sheaf.deposit import models


def note_time(alias: str, revision: int) -> None:
    """That the catalogue is at this revision now. One row serves all revisions of a second; a clock
    that was set back stands still for us, for times must grow as revisions do."""
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
