"""Numbers of documents as people give them: many, in any order, some of them of none."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import islice

from sheaf.deposit import models
from sheaf.deposit.sequences import MANY


def batches_of(numbers: Iterable[int]) -> Iterator[list[int]]:
    rest = iter(numbers)
    while some := list(islice(rest, MANY)):
        yield some


def existing(alias: str, numbers: Collection[int]) -> list[int]:
    """Those of these documents that are there, in their order, each once."""
    rows = models.Document.objects.using(alias).filter(id__in=numbers)
    known = set(rows.values_list("id", flat=True))
    return [number for number in dict.fromkeys(numbers) if number in known]
