"""Libraries of small documents that differ in all that a condition can ask for, with their files
and without an import."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from hashlib import md5, sha1
from typing import Any

from django.db import transaction

from sheaf import urls
from sheaf.app import Library
from sheaf.deposit import bulk, models
from sheaf.deposit.papers import paper_rows
from sheaf.deposit.sequences import advance

FIRST_DAY = datetime(2011, 1, 1, 12, tzinfo=UTC)
FIELDS = (
    "id", "url", "url_md5", "cdi_md5", "syz_md5", "host", "content_sha1", "size", "mime_type",
    "pages", "kind", "academic", "language", "discover_date", "update_date", "parent_id", "state",
    "revision",
)  # fmt: skip
ENDINGS = {"application/pdf": "pdf", "application/postscript": "ps"}


@dataclass(frozen=True)
class SampleDocument:
    """What is not said is as most papers are; `content` decides size and SHA-1."""

    number: int
    url: str = ""
    content: bytes = b""
    mime_type: str = "application/pdf"
    pages: int = 1
    kind: str = "paper"
    academic: float | None = 0.9
    language: str = "en"
    discovered: datetime = FIRST_DAY
    updated: datetime | None = None
    parent: str = ""
    state: int = 0
    paper: dict[str, Any] | None = None

    @property
    def bytes(self) -> bytes:
        return self.content or b"%%PDF-1.4 %d" % self.number

    @property
    def address(self) -> str:
        return self.url or f"http://example.edu/{self.number}.pdf"

    @property
    def sha1(self) -> str:
        return sha1(self.bytes).hexdigest()


def numbered(count: int) -> list[SampleDocument]:
    """Papers, one a day, each with a title; every tenth of them is PostScript."""
    types = ("application/pdf", "application/postscript")
    return [
        SampleDocument(
            number,
            discovered=FIRST_DAY + timedelta(days=number - 1),
            mime_type=types[number % 10 == 0],
            paper={"title": f"Title {number}", "year": 2000 + number % 10},
        )
        for number in range(1, count + 1)
    ]


def put_documents(
    library: Library, documents: Iterable[SampleDocument], *, files: bool = True
) -> None:
    documents = list(documents)
    alias = library.catalogue.alias
    with transaction.atomic(using=alias):
        revision = advance(alias, "revision", 1)
        parents = _put_parents(alias, documents)
        rows = [_row(document, revision, parents) for document in documents]
        bulk.insert(alias, models.Document, FIELDS, rows)
        read = {one.number: _paper(one) for one in documents if one.paper is not None}
        paper_rows(alias, read)
    for document in documents if files else ():
        write_files(library, document)


def write_files(library: Library, document: SampleDocument) -> None:
    at = library.catalogue.repository
    ending = ENDINGS.get(document.mime_type, "bin")
    at.folder(document.number).mkdir(parents=True, exist_ok=True)
    at.path(document.number, ending).write_bytes(document.bytes)
    met = f"<CrawlData><url>{document.address}</url></CrawlData>"
    at.path(document.number, f"{ending}.met").write_text(met)
    if document.pages:
        at.path(document.number, "txt").write_text(f"Text of {document.number}.")
    if document.paper is not None:
        at.path(document.number, "json").write_text(json.dumps(_paper(document)))


def remove_document(library: Library, number: int) -> None:
    """As the undoing of a run does."""
    models.Document.objects.using(library.catalogue.alias).filter(id=number).delete()
    library.catalogue.repository.remove(number)


def renew_document(library: Library, number: int, content: bytes) -> None:
    """The same URL with other bytes."""
    rows = models.Document.objects.using(library.catalogue.alias).filter(id=number)
    rows.update(content_sha1=sha1(content).hexdigest(), size=len(content))
    library.catalogue.repository.path(number, "pdf").write_bytes(content)


def _paper(document: SampleDocument) -> dict[str, Any]:
    read = {"extractor": "paper", "extractor_version": "1"}
    return {"provenance": read, **(document.paper or {})}


def _put_parents(alias: str, documents: list[SampleDocument]) -> dict[str, int]:
    wanted = sorted({one.parent for one in documents if one.parent})
    rows = [
        models.ParentUrl(
            url=url, md5=urls.md5(url), first_crawl_date=FIRST_DAY, last_crawl_date=FIRST_DAY
        )
        for url in wanted
    ]
    models.ParentUrl.objects.using(alias).bulk_create(rows)
    found = models.ParentUrl.objects.using(alias).filter(url__in=wanted)
    return {row.url: row.id for row in found}


def _row(document: SampleDocument, revision: int, parents: dict[str, int]) -> tuple[Any, ...]:
    key = md5(document.address.encode()).hexdigest()
    return (
        document.number, document.address, key, key, key, urls.host_of(document.address),
        document.sha1, len(document.bytes), document.mime_type, document.pages, document.kind,
        document.academic, document.language, document.discovered,
        document.updated or document.discovered, parents.get(document.parent), document.state,
        revision,
    )  # fmt: skip
