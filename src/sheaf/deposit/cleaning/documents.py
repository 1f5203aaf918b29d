"""Documents of blacklisted hosts that failed to be ingested: their rows and files are set aside.

A run of the log does it, batch by batch, so that it can be undone, and killed at any moment.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from sheaf.deposit import bulk, models
from sheaf.deposit.admission import Depositor
from sheaf.deposit.bulk import times_as_text
from sheaf.deposit.cleaning.contract import CleanReport, Report, UselessDocument
from sheaf.deposit.rows import CHANGE_FIELDS, DOCUMENT_FIELDS
from sheaf.deposit.sequences import advance
from sheaf.records import IngestState

AT_ONCE = 200
PIECE = 2000
TABLE = "document"
WANTED = ("id", "url", "host", "content_sha1", "size")


def find_useless(alias: str, find: Callable[[str], str | None]) -> Iterator[UselessDocument]:
    """By number, in pieces: what is done with them may take them away meanwhile. `find` says which
    entry of a blacklist a URL is on."""
    rows = models.Document.objects.using(alias).filter(state=int(IngestState.FAILED))
    after = 0
    while some := list(rows.filter(id__gt=after).order_by("id").values_list(*WANTED)[:PIECE]):
        for number, url, host, sha1, size in some:
            entry = find(url)
            if entry is not None:
                yield UselessDocument(number, url, host, sha1, size, entry)
        after = some[-1][0]


def remove_useless(
    depositor: Depositor, run: int, found: Iterator[UselessDocument], report: Report
) -> CleanReport:
    done = CleanReport(run)
    batch: list[UselessDocument] = []
    for one in found:
        batch.append(one)
        if len(batch) >= AT_ONCE:
            _remove(depositor, run, batch, done)
            report(done.removed)
            batch = []
    if batch:
        _remove(depositor, run, batch, done)
    return done


def _remove(
    depositor: Depositor, run: int, batch: Sequence[UselessDocument], done: CleanReport
) -> None:
    numbers = [one.id for one in batch]
    alias = depositor.catalogue.alias
    depositor.set_aside(run, numbers, lambda: remove_rows(alias, run, numbers))
    for one in batch:
        done.count(one.host, one.size)


def remove_rows(alias: str, run: int, numbers: Sequence[int]) -> None:
    """Within a transaction: the rows go, and what they were is noted as a change by the run."""
    rows = models.Document.objects.using(alias).filter(id__in=numbers)
    captures = models.CaptureRow.objects.using(alias).filter(document_id__in=numbers)
    held: dict[int, list[int]] = {}
    for capture, number in captures.order_by("id").values_list("id", "document_id"):
        assert number is not None
        held.setdefault(number, []).append(capture)
    before = {row["id"]: row for row in rows.values(*DOCUMENT_FIELDS)}
    notes = [(run, TABLE, number, _as_json(row, held.get(number, ())))
             for number, row in before.items()]  # fmt: skip
    bulk.insert(alias, models.Change, CHANGE_FIELDS, notes, skip_known=True)
    delete_documents(alias, numbers, advance(alias, "revision", 1))


def _as_json(row: dict[str, Any], captures: Sequence[int]) -> dict[str, Any]:
    return {**times_as_text(row), "captures": list(captures)}


def delete_documents(alias: str, numbers: Sequence[int], revision: int) -> None:
    """Rows that are there go, with all that hangs on them, and leave word for who has copies."""
    models.CaptureRow.objects.using(alias).filter(document_id__in=numbers).update(document=None)
    rows = models.Document.objects.using(alias).filter(id__in=numbers)
    told = {row["id"]: row for row in rows.values("id", "host", "kind", "language")}
    removals = [
        models.Removal(
            **{**told.get(number, {}), "id": None}, document_id=number, revision=revision
        )
        for number in numbers
    ]
    rows.delete()
    models.Removal.objects.using(alias).bulk_create(removals)
