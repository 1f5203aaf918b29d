"""Which documents are versions of one work, where people know better than the citation graph.

library.versions.join(12, 15)
library.versions.part(12, 16)
library.versions.undo(2)
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import UTC, datetime

from django.db import transaction

from sheaf.deposit import models
from sheaf.deposit.by_hand.batching import existing
from sheaf.deposit.by_hand.contract import VersionStatementInfo
from sheaf.deposit.by_hand.noting import Note, note_nothing, present_name
from sheaf.deposit.overlay.versions import find_said, said_to_be_one, statements_that_hold
from sheaf.deposit.sequences import advance
from sheaf.errors import UsageError


class Versions:
    """Asked of an open library. The graph follows when it is next brought up to date."""

    def __init__(self, alias: str, note: Note = note_nothing) -> None:
        self._alias = alias
        self._note = note

    def join(self, one: int, other: int, *, who: str = "") -> VersionStatementInfo:
        """Say that two documents are versions of one work."""
        return self._say(one, other, is_same=True, who=who)

    def part(self, one: int, other: int, *, who: str = "") -> VersionStatementInfo:
        """Say that they are not."""
        return self._say(one, other, is_same=False, who=who)

    def undo(self, number: int, *, who: str = "") -> VersionStatementInfo:
        """Take back what was said, by its number: the graph decides again."""
        with transaction.atomic(using=self._alias):
            revision = advance(self._alias, "revision", 1)
            row = statements_that_hold(self._alias).filter(id=number).first()
            if row is None:
                words = f"There is no statement {number} that could be undone."
                raise UsageError(words, "`sheaf versions said` lists them.")
            row.undone, row.undone_by = datetime.now(UTC), present_name(who)
            row.save(using=self._alias, update_fields=["undone", "undone_by"])
            self._renew(row, revision)
        done = _info(row)
        self._note("versions.undo", _target(row), before=done.words)
        return done

    def of_documents(self, documents: Collection[int]) -> list[VersionStatementInfo]:
        """What holds of any of these, the first first."""
        rows = {row.id: row for row in find_said(self._alias, documents)}
        return [_info(rows[number]) for number in sorted(rows)]

    def list(
        self, *, undone: bool = False, before: int | None = None, limit: int | None = None
    ) -> list[VersionStatementInfo]:
        """What was said, the latest first, `before` a statement; with `undone`, what was taken back
        too."""
        rows = models.VersionStatement.objects.using(self._alias)
        rows = rows.all() if undone else statements_that_hold(self._alias)
        if before is not None:
            rows = rows.filter(id__lt=before)
        return [_info(row) for row in rows.order_by("-id")[:limit]]

    # -- say ---------------------------------------------------------------------------------------

    def _say(self, one: int, other: int, *, is_same: bool, who: str) -> VersionStatementInfo:
        self._check_documents(one, other)
        first, second = sorted((one, other))
        # The counter first: whoever else says something waits for it, and then sees this.
        with transaction.atomic(using=self._alias):
            revision = advance(self._alias, "revision", 1)
            known = statements_that_hold(self._alias).filter(first_id=first, second_id=second)
            row = known.filter(is_same=is_same).first()
            if row is not None:
                return _info(row)
            self._refuse_contradiction(first, second, is_same=is_same)
            row = models.VersionStatement(
                first_id=first, second_id=second, is_same=is_same, who=present_name(who),
                time=datetime.now(UTC),
            )  # fmt: skip
            row.save(using=self._alias)
            self._renew(row, revision)
        done = _info(row)
        self._note("versions.join" if is_same else "versions.part", _target(row), after=done.words)
        return done

    def _check_documents(self, one: int, other: int) -> None:
        if one == other:
            raise UsageError(f"Document {one} is one work with itself.", "Name two documents.")
        there = existing(self._alias, [one, other])
        for number in (one, other):
            if number not in there:
                words = f"There is no document {number}."
                raise UsageError(words, "`sheaf search` shows their numbers.")

    def _refuse_contradiction(self, first: int, second: int, *, is_same: bool) -> None:
        """By way of others too: who is one with A, and parted from B, keeps A and B apart."""
        with_first = said_to_be_one(self._alias, first)
        if not is_same:
            if second in with_first:
                raise _contradiction(with_first[second])
            return
        with_second = said_to_be_one(self._alias, second)
        for row in find_said(self._alias, list(with_first)):
            ends = {row.first_id, row.second_id}
            if not row.is_same and ends & with_first.keys() and ends & with_second.keys():
                raise _contradiction(row)

    def _renew(self, row: models.VersionStatement, revision: int) -> None:
        """Graph and index look at these documents again."""
        documents = models.Document.objects.using(self._alias)
        documents.filter(id__in=[row.first_id, row.second_id]).update(revision=revision)


def _contradiction(row: models.VersionStatement | None) -> UsageError:
    assert row is not None, "a document is joined to others by a statement"
    said = _info(row)
    return UsageError(
        f"{said.who} has said that {said.words}, on {said.time:%Y-%m-%d}.",
        f"To say otherwise, take that back first: sheaf versions undo {said.number}",
    )


def _target(row: models.VersionStatement) -> str:
    return f"documents {row.first_id} and {row.second_id}"


def _info(row: models.VersionStatement) -> VersionStatementInfo:
    return VersionStatementInfo(
        row.id, row.first_id, row.second_id, row.is_same, row.who, row.time, row.undone,
        row.undone_by,
    )  # fmt: skip
