"""Pages that led to documents: those of no use for the next crawl go, the others are listed.

A page goes that is blacklisted, or from which no document of the catalogue came, or whose link is
dead. Documents that came from it stay, and know their parent no longer, until it comes back.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from django.db.models import Exists, OuterRef

from sheaf.csv_tables import write_table
from sheaf.deposit import bulk, models
from sheaf.deposit.bulk import times_as_text
from sheaf.deposit.cleaning.contract import CleanReport, ParentReason, Report, UselessParent
from sheaf.deposit.cleaning.finding import Find
from sheaf.deposit.revision_times import changing
from sheaf.deposit.rows import CHANGE_FIELDS, PARENT_FIELDS
from sheaf.deposit.sequences import MANY, advance

REVISED = "parenturl.revised.csv"
TABLE = "parent"
LINKS = "parent_link"  # of a document to its parent
# As the columns of the CDI's table are called.
COLUMNS = ("id", "url", "md5", "first_crawl_date", "last_crawl_date", "is_live")


def find_useless_parents(
    alias: str, find: Find, reasons: Collection[ParentReason]
) -> Iterator[UselessParent]:
    """By number. The first reason that holds is told: blacklisted, no documents, dead."""
    for row in _parents(alias):
        reason = _reason(row, find)
        if reason in reasons:
            assert reason is not None
            yield UselessParent(row["id"], row["url"], reason)


def _reason(row: dict[str, Any], find: Find) -> ParentReason | None:
    if find(row["url"]) is not None:
        return ParentReason.BLACKLISTED
    if not row["has_documents"]:
        return ParentReason.NO_DOCUMENTS
    return None if row["is_live"] else ParentReason.DEAD


def _parents(alias: str) -> Iterator[dict[str, Any]]:
    documents = models.Document.objects.using(alias).filter(parent_id=OuterRef("id"))
    rows = models.ParentUrl.objects.using(alias).annotate(has_documents=Exists(documents))
    after = 0
    while some := list(rows.filter(id__gt=after).order_by("id").values()[:MANY]):
        yield from map(dict, some)
        after = some[-1]["id"]


def remove_parents(
    alias: str, run: int, found: Iterator[UselessParent], report: Report
) -> CleanReport:
    """Batch by batch, each in a transaction: after a kill the same run goes on."""
    done = CleanReport(run)
    batch: list[UselessParent] = []
    for one in found:
        batch.append(one)
        if len(batch) >= MANY:
            _remove(alias, run, batch, done)
            report(done.removed)
            batch = []
    _remove(alias, run, batch, done)
    return done


def _remove(alias: str, run: int, batch: Sequence[UselessParent], done: CleanReport) -> None:
    numbers = [one.id for one in batch]
    with changing(alias):
        rows = models.ParentUrl.objects.using(alias).filter(id__in=numbers)
        former = list(rows.values(*PARENT_FIELDS))
        notes = [(run, TABLE, row["id"], times_as_text(row)) for row in former]
        bulk.insert(alias, models.Change, CHANGE_FIELDS, notes, skip_known=True)
        _cut_links(alias, run, {row["id"]: row["md5"] for row in former})
        rows.delete()
        row = models.Run.objects.using(alias).get(id=run)
        row.batches += 1
        row.save(using=alias, update_fields=["batches"])
    for one in batch:
        done.count(one.reason)


def _cut_links(alias: str, run: int, parents: Mapping[int, str]) -> None:
    """In pieces, for a page may have led to very many documents: those that are cut are no longer
    found. In the order of the index: by their numbers PostgreSQL went through all documents."""
    links = models.Document.objects.using(alias).filter(parent_id__in=list(parents))
    found = links.order_by("parent_id", "id").values_list("id", "parent_id")
    revision = 0
    while some := list(found[:MANY]):
        notes = [(run, LINKS, number, {"md5": parents[parent]}) for number, parent in some]
        bulk.insert(alias, models.Change, CHANGE_FIELDS, notes, skip_known=True)
        revision = revision or advance(alias, "revision", 1)
        rows = models.Document.objects.using(alias).filter(id__in=[number for number, _ in some])
        rows.update(parent=None, revision=revision)


def revised_lines(alias: str, find: Find, reasons: Collection[ParentReason]) -> Iterator[str]:
    """The pages that stay, as a table."""
    staying = (row for row in _parents(alias) if _reason(row, find) not in reasons)
    return write_table(COLUMNS, map(_cells, staying))


def _cells(row: dict[str, Any]) -> list[str | int]:
    times = [f"{row[name]:%Y-%m-%d %H:%M:%S}" for name in ("first_crawl_date", "last_crawl_date")]
    return [row["id"], row["url"], row["md5"], *times, int(row["is_live"])]
