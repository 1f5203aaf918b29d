"""Counters that several writers move on, and many values a batch at a time."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import TypeVar

from django.db import transaction

from sheaf.deposit import models
from sheaf.deposit.revision_times import note_revision

# SQLite allows no more variables than this in one question on older builds.
MANY = 500
Value = TypeVar("Value")


def advance(alias: str, name: str, step: int) -> int:
    """Move a counter on, safely among several writers, and say where it stands."""
    with transaction.atomic(using=alias):
        rows = models.Sequence.objects.using(alias)
        row, _ = rows.select_for_update().get_or_create(name=name)
        row.value += step
        row.save(using=alias, update_fields=["value"])
        if name == "revision":
            note_revision(alias, row.value)
        return row.value


def batches(values: Collection[Value], size: int) -> Iterator[list[Value]]:
    values = list(values)
    for start in range(0, len(values), size):
        yield values[start : start + size]
