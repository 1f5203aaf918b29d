"""Documents in a line each, from rows alone: what lists of papers show."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from typing import Any

from django.db.models import Q

from sheaf.deposit import models
from sheaf.records import PaperSummary

FIELDS = (
    "id", "content_sha1", "url", "mime_type", "kind", "language",
    "paper__title", "paper__year", "paper__venue", "paper__doi",
)  # fmt: skip


def find_summaries(alias: str, numbers: Collection[int]) -> dict[int, PaperSummary]:
    """Those of these numbers that are there."""
    return {one.id: one for one in _summaries(alias, Q(id__in=list(numbers)))}


def list_summaries(alias: str, *, after: int = 0, limit: int = 100) -> list[PaperSummary]:
    """The next ones behind a number."""
    return _summaries(alias, Q(id__gt=after), limit)


def _summaries(alias: str, condition: Q, limit: int | None = None) -> list[PaperSummary]:
    rows = models.Document.objects.using(alias).filter(condition).order_by("id")
    found = list(rows.values_list(*FIELDS)[:limit])
    authors = _authors(alias, [row[0] for row in found])
    return [_summary(row, authors) for row in found]


def _authors(alias: str, numbers: list[int]) -> dict[int, list[str]]:
    rows = models.PaperAuthor.objects.using(alias).filter(paper_id__in=numbers)
    found: dict[int, list[str]] = defaultdict(list)
    for number, name in rows.order_by("paper_id", "position").values_list("paper_id", "name"):
        found[number].append(name)
    return found


def _summary(row: tuple[Any, ...], authors: dict[int, list[str]]) -> PaperSummary:
    number, sha1, url, mime_type, kind, language, title, year, venue, doi = row
    return PaperSummary(
        id=number,
        sha1=sha1,
        url=url,
        mime_type=mime_type,
        kind=kind,
        language=language,
        title=title or None,
        authors=tuple(authors.get(number, ())),
        year=year,
        venue=venue or None,
        doi=doi or None,
    )
