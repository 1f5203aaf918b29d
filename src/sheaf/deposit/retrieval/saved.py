"""Samples that are kept under a name, so that they can be drawn again exactly."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any

from django.db import IntegrityError, transaction

from sheaf import __version__
from sheaf.deposit import bulk, models
from sheaf.deposit.retrieval.conditions import LARGEST_SAMPLE, Conditions
from sheaf.deposit.retrieval.drawing import Drawing
from sheaf.deposit.retrieval.selection import PIECE, Found
from sheaf.errors import UsageError
from sheaf.terminal import plural

LONGEST_NAME = 100
NAME = re.compile(r"\w[\w .()-]*", re.UNICODE)
MEMBER = ("sample_id", "document_number", "sha1")
REMOVED_AT_ONCE = 10_000


@dataclass(frozen=True, slots=True)
class SampleInfo:
    """A sample that was kept; `conditions` has its seed."""

    number: int
    name: str
    conditions: Conditions
    time: datetime
    revision: int
    count: int
    matching: int | None
    owner: str
    version: str

    def as_json(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "documents": self.count,
            "matching": self.matching,
            "conditions": self.conditions.given(),
            "time": self.time.isoformat(),
            "revision": self.revision,
            "owner": self.owner,
            "version": self.version,
        }


def check_name(alias: str, name: str) -> str:
    """A name that a new sample may have. Some databases take Paper and paper for one name."""
    name = name.strip()
    if not NAME.fullmatch(name) or len(name) > LONGEST_NAME:
        raise UsageError(
            f"{name!r} is no name for a sample.",
            f"Letters, digits, spaces and . - _ ( ) will do, {LONGEST_NAME} at the most.",
        )
    if models.Sample.objects.using(alias).filter(name__iexact=name).exists():
        raise UsageError(
            f"There is a sample {name} already.", "Choose another name, or remove that one."
        )
    return name


def save(alias: str, name: str, drawing: Drawing, owner: str) -> SampleInfo:
    """All of it or nothing."""
    name = check_name(alias, name)
    try:
        with transaction.atomic(using=alias):
            row = models.Sample.objects.using(alias).create(
                name=name,
                conditions=drawing.conditions.given(),
                time=drawing.time,
                revision=drawing.revision,
                matching=drawing.matching,
                owner=owner,
                version=__version__,
            )
            row.count = _put_members(alias, row.id, drawing)
            row.save(using=alias, update_fields=["count"])
    except IntegrityError:  # another was quicker
        check_name(alias, name)
        raise
    return _read(row)


def _put_members(alias: str, sample: int, drawing: Drawing) -> int:
    count = 0
    for piece in drawing.pieces():
        count += len(piece)
        if count > LARGEST_SAMPLE:
            most = plural(LARGEST_SAMPLE, "document")
            raise UsageError(
                f"A sample that is kept has {most} at the most.",
                "Draw fewer with --random, or copy them out without keeping the sample.",
            )
        rows = [(sample, number, sha1) for number, sha1 in piece]
        bulk.insert(alias, models.SampleMember, MEMBER, rows)
    return count


def list_samples(alias: str, limit: int | None = None) -> list[SampleInfo]:
    """The latest first."""
    return [_read(row) for row in models.Sample.objects.using(alias).order_by("-id")[:limit]]


def find_sample(alias: str, name: str) -> SampleInfo | None:
    row = models.Sample.objects.using(alias).filter(name__iexact=name.strip()).first()
    return None if row is None else _read(row)


def sample_at(alias: str, number: int) -> SampleInfo | None:
    row = models.Sample.objects.using(alias).filter(id=number).first()
    return None if row is None else _read(row)


def drawing_of(alias: str, sample: SampleInfo) -> Drawing:
    """The same documents with the bytes that they had then."""
    return Drawing(
        conditions=sample.conditions,
        time=sample.time,
        revision=sample.revision,
        pieces=partial(_members, alias, sample.number),
        count=sample.count,
        matching=sample.matching,
        name=sample.name,
    )


def remove(alias: str, sample: SampleInfo) -> None:
    """Its row goes last, so that what was cut off can be done again."""
    members = models.SampleMember.objects.using(alias).filter(sample_id=sample.number)
    while some := list(members.order_by("id").values_list("id", flat=True)[:REMOVED_AT_ONCE]):
        members.filter(id__gte=some[0], id__lte=some[-1]).delete()
    models.Sample.objects.using(alias).filter(id=sample.number).delete()


def _members(alias: str, sample: int) -> Iterator[list[Found]]:
    after = 0
    rows = models.SampleMember.objects.using(alias).filter(sample_id=sample).order_by("id")
    while some := list(
        rows.filter(id__gt=after).values_list("id", "document_number", "sha1")[:PIECE]
    ):
        yield [(number, sha1) for _, number, sha1 in some]
        after = some[-1][0]


def _read(row: Any) -> SampleInfo:
    return SampleInfo(
        number=row.id,
        name=row.name,
        conditions=Conditions.model_validate(row.conditions),
        time=row.time,
        revision=row.revision,
        count=row.count,
        matching=row.matching,
        owner=row.owner,
        version=row.version,
    )
