"""Libraries made of papers as JSON, without PDFs and without the time it takes to read them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from hashlib import md5, sha1
from typing import Any

from django.db import transaction

from sheaf.app import Library
from sheaf.deposit import bulk, models
from sheaf.deposit.papers import paper_rows
from sheaf.deposit.sequences import advance

NOW = datetime(2024, 5, 1, tzinfo=UTC)
DOCUMENT = ("id", "url", "url_md5", "host", "content_sha1", "size", "mime_type", "pages", "kind",
            "language", "discover_date", "update_date", "state", "revision", "cdi_md5",
            "syz_md5")  # fmt: skip


def put_papers(library: Library, papers: Mapping[int, Mapping[str, Any] | None]) -> None:
    """Documents by number, new ones or read again; None for one of which nothing was read."""
    alias = library.catalogue.alias
    known = library.catalogue.find_existing(papers)
    for number, paper in papers.items():
        path = library.catalogue.repository.path(number, "json")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.unlink(missing_ok=True)
        if paper is not None:
            path.write_text(json.dumps(paper), encoding="utf-8")
    with transaction.atomic(using=alias):
        revision = advance(alias, "revision", 1)
        new = [number for number in papers if number not in known]
        bulk.insert(alias, models.Document, DOCUMENT, [_row(number, revision) for number in new])
        models.Document.objects.using(alias).filter(id__in=list(papers)).update(revision=revision)
        paper_rows(
            alias, {number: dict(paper) if paper else None for number, paper in papers.items()}
        )


def remove_papers(library: Library, *numbers: int) -> None:
    """As the undoing of a run does."""
    alias = library.catalogue.alias
    with transaction.atomic(using=alias):
        revision = advance(alias, "revision", 1)
        models.Document.objects.using(alias).filter(id__in=numbers).delete()
        gone = [models.Removal(document_id=number, revision=revision) for number in numbers]
        models.Removal.objects.using(alias).bulk_create(gone)
    for number in numbers:
        library.catalogue.repository.remove(number)


def _row(number: int, revision: int) -> tuple[Any, ...]:
    url = f"http://example.edu/{number}.pdf"
    key = md5(url.encode()).hexdigest()
    digest = sha1(url.encode()).hexdigest()
    return (number, url, key, "example.edu", digest, 1000, "application/pdf", 1, "", "", NOW, NOW,
            0, revision, key, key)  # fmt: skip
