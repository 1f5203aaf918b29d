"""Corrections by hand: made, undone, listed, taken elsewhere.

library.corrections.correct(12, {"title": "On Sparse Graphs"})
for one in library.corrections.list():
    print(one.document_id, one.field, one.value)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

from sheaf.deposit import models
from sheaf.deposit.by_hand.contract import CorrectionInfo, TakenIn
from sheaf.deposit.by_hand.noting import Note, note_nothing, present_name
from sheaf.deposit.by_hand.values import ReadPerson, check_corrections
from sheaf.deposit.catalogue import Catalogue
from sheaf.deposit.overlay.corrected import (
    FIELDS,
    IS_PAPER,
    KIND,
    OF_PAPER,
    find_corrected,
    hold_kinds,
    names_of,
    rows_that_hold,
)
from sheaf.deposit.papers import paper_at, paper_rows
from sheaf.deposit.revision_times import changing
from sheaf.deposit.sequences import MANY, advance, batches
from sheaf.errors import UsageError
from sheaf.records import Document

SHA1_DIGITS = 40
NO_DOCUMENT = "`sheaf search` shows their numbers."


class Corrections:
    """Asked of an open library. `read_person` takes a name apart. Whose words they are is known
    from where the work was begun, unless `who` says so; `note` writes them into the history."""

    def __init__(
        self, catalogue: Catalogue, read_person: ReadPerson, note: Note = note_nothing
    ) -> None:
        self._note = note
        self._catalogue = catalogue
        self._alias = catalogue.alias
        self._read_person = read_person

    # -- make and undo -----------------------------------------------------------------------------

    def correct(
        self, document_id: int, values: Mapping[str, Any], *, who: str = "", dry_run: bool = False
    ) -> list[CorrectionInfo]:
        """Put fields of a document right: title, authors (names), year, venue, kind, is_paper. An
        empty value says that it has none. What says the same as now is left out."""
        document = self._find(document_id)
        wanted = check_corrections(values, self._read_person)
        paper = paper_at(self._catalogue.repository.path(document_id, "json"))
        if paper is None and any(name in OF_PAPER for name in wanted):
            raise UsageError(
                f"Document {document_id} has not been read, so there is nothing to correct.",
                "`sheaf reread` reads it. Its kind, and whether it is a paper, can be said now.",
            )
        held = find_corrected(self._alias, [document.sha1]).get(document.sha1, {})
        reader = ((paper or {}).get("provenance") or {}).get("extractor_version") or ""
        now, who = datetime.now(UTC), present_name(who)
        rows = []
        for name, value in wanted.items():
            of_kind = held[name].as_read if name in held else document.kind
            as_read = _as_read(name, paper, of_kind)
            shown = held[name].value if name in held else as_read
            if _comparable(name, value) != _comparable(name, shown):
                rows.append(models.Correction(
                    sha1=document.sha1, document_id=document_id, field=name, value=value,
                    as_read=as_read, reader=str(reader)[:32], who=who, time=now,
                ))  # fmt: skip
        done = [_info(row) for row in rows]
        if rows and not dry_run:
            self._keep(rows)
            done = [_info(row) for row in rows]
            before = {one.field: _shown(held, one) for one in done}
            self._tell("document.correct", done, before, {one.field: one.right for one in done})
        return done

    def undo(
        self, document_id: int, fields: Iterable[str], *, who: str = ""
    ) -> list[CorrectionInfo]:
        """Take back the latest correction of each of these fields: what was there before it holds
        again, an earlier correction or what was read."""
        document, names = self._find(document_id), list(fields)
        known = rows_that_hold(self._alias).filter(sha1=document.sha1)
        latest = {row.field: row for row in known.order_by("id")}
        missing = [name for name in names if name not in latest]
        if missing:
            has = f"It has: {', '.join(latest)}." if latest else "It has no correction."
            words = f"The {missing[0]} of document {document_id} is not corrected."
            raise UsageError(words, has)
        return [self._undo(latest[name], who) for name in names]

    def undo_one(self, number: int, *, who: str = "") -> CorrectionInfo:
        """Take back a correction by its number, as `list` has it."""
        row = rows_that_hold(self._alias).filter(id=number).first()
        if row is None:
            raise UsageError(f"There is no correction {number} that could be undone.")
        return self._undo(row, who)

    def _undo(self, row: models.Correction, who: str) -> CorrectionInfo:
        with changing(self._alias):
            revision = advance(self._alias, "revision", 1)
            row.undone, row.undone_by = datetime.now(UTC), present_name(who)
            row.save(using=self._alias, update_fields=["undone", "undone_by"])
            if row.field == KIND:
                rows = models.Document.objects.using(self._alias).filter(content_sha1=row.sha1)
                rows.update(kind=row.as_read or "")
            self._renew([row.sha1], revision)
        done = _info(row)
        self._tell("document.undo_correction", [done], {row.field: done.right}, None)
        return done

    def _tell(self, action: str, done: list[CorrectionInfo], before: Any, after: Any) -> None:
        target = f"document {done[0].document_id}" if done[0].document_id else done[0].sha1
        self._note(action, target, before=before, after=after)

    def _keep(self, rows: list[models.Correction]) -> None:
        # The counter first: whoever writes papers holds it to the end, so that each sees what the
        # other has done.
        with changing(self._alias):
            revision = advance(self._alias, "revision", 1)
            for row in rows:
                if row.field == IS_PAPER and row.value:
                    said = rows_that_hold(self._alias).filter(sha1=row.sha1, field=IS_PAPER)
                    said.update(undone=row.time, undone_by=row.who)
                else:
                    row.save(using=self._alias)
            self._renew(sorted({row.sha1 for row in rows}), revision)

    def _renew(self, sha1s: list[str], revision: int) -> None:
        """The rows of every document of these bytes; index and graph follow by the revision."""
        documents = models.Document.objects.using(self._alias)
        for some in batches(sha1s, MANY):
            numbers = list(documents.filter(content_sha1__in=some).values_list("id", flat=True))
            path = self._catalogue.repository.path
            paper_rows(self._alias, {one: paper_at(path(one, "json")) for one in numbers})
            hold_kinds(self._alias, numbers)
            for part in batches(numbers, MANY):
                documents.filter(id__in=part).update(revision=revision)

    def _find(self, document_id: int) -> Document:
        found = self._catalogue.document(document_id)
        if found is None:
            raise UsageError(f"There is no document {document_id}.", NO_DOCUMENT)
        if not found.sha1:
            raise UsageError(f"The bytes of document {document_id} are gone.")
        return found

    # -- look --------------------------------------------------------------------------------------

    def of_document(self, document_id: int) -> list[CorrectionInfo]:
        """All that was ever corrected in a document as it is now, the latest first."""
        sha1 = self._find(document_id).sha1
        rows = models.Correction.objects.using(self._alias).filter(sha1=sha1)
        return [_info(row) for row in rows.order_by("-id")]

    def list(
        self, *, before: int | None = None, limit: int | None = None, undone: bool = False
    ) -> list[CorrectionInfo]:
        """The latest first: those that hold, or with `undone` all; those before a number."""
        rows = models.Correction.objects.using(self._alias)
        rows = rows.all() if undone else rows.filter(undone__isnull=True)
        rows = rows if before is None else rows.filter(id__lt=before)
        return [_info(row) for row in rows.order_by("-id")[:limit]]

    def count(self) -> int:
        """How many hold."""
        return rows_that_hold(self._alias).count()

    # -- take elsewhere ----------------------------------------------------------------------------

    def export(self) -> Iterator[dict[str, Any]]:
        """What holds, for training and for other libraries: a field of bytes in each, by number."""
        after = 0
        while rows := list(rows_that_hold(self._alias).filter(id__gt=after).order_by("id")[:MANY]):
            after = rows[-1].id
            for row in rows:
                if not self._is_superseded(row):
                    yield _line(_info(row))

    def _is_superseded(self, row: models.Correction) -> bool:
        later = rows_that_hold(self._alias).filter(sha1=row.sha1, field=row.field, id__gt=row.id)
        return later.exists()

    def take_in(self, lines: Iterable[Mapping[str, Any]]) -> TakenIn:
        """What `export` has told, of whatever library: it holds for the same bytes here, now or
        when they come."""
        taken = known = 0
        for line in lines:
            row = self._row(line)
            held = find_corrected(self._alias, [row.sha1]).get(row.sha1, {}).get(row.field)
            if held is not None and held.value == row.value:
                known += 1
            else:
                self._keep([row])
                taken += 1
        if taken:
            self._note("corrections.import", "", after={"taken": taken})
        return TakenIn(taken, known)

    def _row(self, line: Mapping[str, Any]) -> models.Correction:
        try:
            sha1, field = str(line["sha1"]).lower(), str(line["field"])
            time = datetime.fromisoformat(str(line["date"]))
            values = check_corrections({field: line["right"]}, self._read_person)
            who, reader = str(line["by"])[:150], str(line.get("reader") or "")[:32]
        except (KeyError, ValueError, TypeError) as problem:
            words = f"This is no correction: {problem}."
            raise UsageError(words, "`sheaf corrections export` shows what one has.") from None
        if len(sha1) != SHA1_DIGITS or set(sha1) - set("0123456789abcdef"):
            raise UsageError(f"{sha1[:60]!r} is no SHA-1.")
        time = time if time.tzinfo else time.replace(tzinfo=UTC)
        here = models.Document.objects.using(self._alias).filter(content_sha1=sha1)
        return models.Correction(
            sha1=sha1, document_id=here.values_list("id", flat=True).first() or 0, field=field,
            value=values[field], as_read=line.get("read"), reader=reader, who=who, time=time,
        )  # fmt: skip


def _as_read(name: str, paper: Mapping[str, Any] | None, kind: Any) -> Any:
    """What was read, whatever people have put over it since."""
    if name == KIND:
        return kind
    if name == IS_PAPER:
        return True
    value = (paper or {}).get(name)
    return names_of(value) if name == "authors" else value


def _shown(held: Mapping[str, Any], one: CorrectionInfo) -> Any:
    """What a field said before this correction."""
    before = held.get(one.field)
    value = one.as_read if before is None else before.value
    return names_of(value) if before is not None and one.field == "authors" else value


def _comparable(name: str, value: Any) -> Any:
    if name == "authors" and value and not isinstance(value[0], str):
        return names_of(value)
    return value or None if name != IS_PAPER else value


def _info(row: models.Correction) -> CorrectionInfo:
    return CorrectionInfo(
        row.id or 0, row.document_id, row.sha1, row.field, row.value, row.as_read, row.reader,
        row.who, row.time, row.undone, row.undone_by,
    )  # fmt: skip


def _line(one: CorrectionInfo) -> dict[str, Any]:
    return {
        "sha1": one.sha1,
        "field": one.field,
        "read": one.as_read,
        "right": one.right,
        "reader": one.reader,
        "by": one.who,
        "date": one.time.isoformat(),
    }


__all__ = ["FIELDS", "CorrectionInfo", "Corrections", "TakenIn"]
