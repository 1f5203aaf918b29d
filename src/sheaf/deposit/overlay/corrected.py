"""Corrections by hand, laid over what was read.

The .json file of a paper says what was read, and nothing else. Whoever shows, exports, indexes or
compares a paper reads it through here, and so do the rows that are made of it: a correction is one
row, and none can be half carried out. It belongs to bytes, so reading again, another document of
the same bytes and a new version each get what is theirs.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from sheaf.deposit import models
from sheaf.deposit.sequences import MANY, batches

Json = dict[str, Any]
OF_PAPER = ("title", "authors", "year", "venue")  # fields of a paper's JSON
KIND, IS_PAPER = "kind", "is_paper"  # what the catalogue says of a document
FIELDS = (*OF_PAPER, KIND, IS_PAPER)


@dataclass(frozen=True, slots=True)
class CorrectedField:
    """What somebody has put in the place of what was read."""

    value: Any
    as_read: Any
    who: str
    time: datetime


Corrected = Mapping[str, CorrectedField]  # by field


def rows_that_hold(alias: str) -> QuerySet[models.Correction]:
    """Not undone; of the same field the latest counts."""
    return models.Correction.objects.using(alias).filter(undone__isnull=True)


def find_corrected(alias: str, sha1s: Iterable[str]) -> dict[str, Corrected]:
    """What holds of these bytes, by SHA-1; most have nothing."""
    found: dict[str, Corrected] = {}
    for some in batches(sorted(set(sha1s)), MANY):
        for row in rows_that_hold(alias).filter(sha1__in=some).order_by("id"):
            one = CorrectedField(row.value, row.as_read, row.who, row.time)
            found[row.sha1] = {**found.get(row.sha1, {}), row.field: one}
    return found


def lay_over(paper: Json, corrected: Corrected) -> Json:
    """The paper as people have corrected it. A person is sure, and is named in its provenance."""
    if not corrected:
        return paper
    changed = {name: one.value for name, one in corrected.items() if name in OF_PAPER}
    if "authors" in changed:
        changed["authors"] = _with_what_was_read(changed["authors"], paper.get("authors"))
    if "year" in changed and not _is_of_year(paper.get("date"), changed["year"]):
        changed["date"] = None
    was_sure = paper.get("confidence")
    sure = {name: 1.0 for name in OF_PAPER if name in corrected}
    told = {name: _told(one, _as_read(paper, name, one)) for name, one in corrected.items()}
    return {
        **paper,
        **changed,
        "confidence": {**(was_sure if isinstance(was_sure, dict) else {}), **sure},
        "provenance": {**(paper.get("provenance") or {}), "corrected": told},
    }


def _told(one: CorrectedField, as_read: Any) -> Json:
    return {"by": one.who, "date": f"{one.time:%Y-%m-%d}", "was": as_read}


def _as_read(paper: Json, name: str, one: CorrectedField) -> Any:
    if name not in OF_PAPER:
        return one.as_read
    return names_of(paper.get(name)) if name == "authors" else paper.get(name)


def names_of(authors: Any) -> list[str]:
    """People as they are printed."""
    people = authors if isinstance(authors, list) else []
    return [one["name"] for one in people if isinstance(one, dict) and one.get("name")]


def _with_what_was_read(authors: list[Json], read: Any) -> list[Json]:
    """Addresses and institutions of those who are named as they were read."""
    known = {one["name"]: one for one in read or [] if isinstance(one, dict) and one.get("name")}
    return [{**known.get(one["name"], {}), **one} for one in authors]


def _is_of_year(date: Any, year: Any) -> bool:
    return isinstance(date, str) and year is not None and date.startswith(str(year))


# -- the rows of documents -------------------------------------------------------------------------


def correct_papers(alias: str, papers: Mapping[int, Json | None]) -> dict[int, Json | None]:
    """The same papers, by the numbers of their documents, as people have corrected them."""
    if not rows_that_hold(alias).exists():
        return dict(papers)
    sha1s = _sha1s_of(alias, papers)
    corrected = find_corrected(alias, sha1s.values())
    return {
        number: paper and lay_over(paper, corrected.get(sha1s.get(number, ""), {}))
        for number, paper in papers.items()
    }


def hold_kinds(alias: str, numbers: Collection[int]) -> None:
    """The kinds that people have given these documents, in the place of what was judged."""
    kinds = dict(
        rows_that_hold(alias).filter(field=KIND).order_by("id").values_list("sha1", "value")
    )
    if not kinds:
        return
    for number, sha1 in _sha1s_of(alias, numbers).items():
        if sha1 in kinds:
            rows = models.Document.objects.using(alias).filter(id=number)
            rows.update(kind=kinds[sha1])


def _sha1s_of(alias: str, numbers: Collection[int]) -> dict[int, str]:
    found: dict[int, str] = {}
    for some in batches(numbers, MANY):
        rows = models.Document.objects.using(alias).filter(id__in=some)
        found |= dict(rows.values_list("id", "content_sha1"))
    return found


def no_papers(alias: str) -> Any:
    """The bytes that somebody has called no paper, for a condition on documents: they stay, and
    neither search, harvesters nor the graph are told of them."""
    return rows_that_hold(alias).filter(field=IS_PAPER).values("sha1")
