"""Mistakes that readers report, as `library.reports`.

library.reports.add(12, "title", "The last word is missing.", right="On Sparse Graphs")
library.reports.settle(7, "Corrected.")
"""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Any

from django.db import transaction
from django.db.models import Count, QuerySet

from sheaf.deposit import models
from sheaf.deposit.bulk import make_storable
from sheaf.deposit.by_hand.noting import Note, note_nothing, present_name
from sheaf.deposit.by_hand.reports import contract
from sheaf.deposit.by_hand.reports.contract import REPORTED_FIELDS, ReportInfo, ReportState
from sheaf.deposit.database import catalogue_errors
from sheaf.errors import UsageError

EMAIL = re.compile(r"[^\s@<>\"',;:]+@[^\s@<>\"',;:.]+(\.[^\s@<>\"',;:.]+)+")
LINE_ENDS = re.compile(r"\r\n?|[\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")
MANY_LINES = re.compile(r"\n{3,}")
ReportInfos = list[ReportInfo]


class Reports:
    """Asked of an open library."""

    def __init__(self, alias: str, note: Note = note_nothing) -> None:
        self._alias = alias
        self._note = note

    def add(
        self,
        document_id: int,
        field: str,
        words: str,
        *,
        right: str = "",
        email: str = "",
        who: str | None = None,
    ) -> ReportInfo:
        """What is wrong with a document, in whatever words; `right` is what it should say. Without
        `who` it is whoever acts."""
        if field not in REPORTED_FIELDS:
            known = ", ".join(REPORTED_FIELDS)
            raise UsageError(f"Nothing can be reported of {field!r}.", f"Fields: {known}.")
        row = models.PaperReport(
            document_id=document_id,
            field=field,
            words=_text(words, contract.LONGEST_WORDS, "A report"),
            right=_text(right, contract.LONGEST_RIGHT, "What is right"),
            email=_email(email),
            who=present_name() if who is None else who[:150],
            time=datetime.now(UTC),
        )
        if not row.words and not row.right:
            raise UsageError("The report says nothing.", "Say what is wrong, in a sentence.")
        with catalogue_errors("a report"), transaction.atomic(using=self._alias):
            row.sha1 = self._sha1(document_id)
            self._refuse_too_many(document_id)
            row.save(using=self._alias, force_insert=True)
        told = {"report": row.id, "field": field, "words": row.words, "right": row.right}
        self._note("report.add", f"document {document_id}", after=told)
        return _info(row)

    def get(self, number: int) -> ReportInfo | None:
        """A report by its number."""
        with catalogue_errors("a look at a report"):
            row = self._rows().filter(id=number).first()
        return None if row is None else _info(row)

    def require(self, number: int) -> ReportInfo:
        """The same; UsageError where there is none."""
        found = self.get(number)
        if found is None:
            words = f"There is no report {number}."
            raise UsageError(words, "`sheaf reports` shows those there are.")
        return found

    def settle(self, number: int, note: str = "", *, who: str = "") -> ReportInfo:
        """It has been seen to, and `note` says how. The e-mail address in it is forgotten."""
        said = _text(note, contract.LONGEST_NOTE, "A note")
        by, now = present_name(who), datetime.now(UTC)
        with catalogue_errors("the settling of a report"), transaction.atomic(using=self._alias):
            found = self.require(number)
            values = {"settled": now, "settled_by": by, "note": said, "email": ""}
            if not self._open().filter(id=number).update(**values):
                words = f"Report {number} was settled by {found.settled_by} already."
                raise UsageError(words, f"`sheaf reports show {number}` tells how.")
        target, before = f"report {number}", {"state": ReportState.OPEN.value}
        after = {"state": ReportState.SETTLED.value, "note": said, "document": found.document_id}
        self._note("report.settle", target, before=before, after=after)
        return self.require(number)

    def count_open(self) -> int:
        """How many wait for somebody."""
        with catalogue_errors("a count of reports"):
            return self._open().count()

    def count_of_documents(self, numbers: list[int]) -> dict[int, int]:
        """How many of each of these documents wait; nothing of those that have none."""
        rows = self._open().filter(document_id__in=numbers)
        counted = rows.values_list("document_id").annotate(n=Count("id")).order_by()
        with catalogue_errors("a count of reports"):
            return dict(counted)

    def list(
        self,
        *,
        state: str = "",
        document: int | None = None,
        before: int | None = None,
        limit: int | None = None,
    ) -> ReportInfos:
        """The latest first: in a state (open, settled), of a document, before a number."""
        if state and state not in list(ReportState):
            words = ", ".join(ReportState)
            raise UsageError(f"No report is {state!r}.", f"It must be one of {words}.")
        wanted: dict[str, Any] = {"document_id": document, "id__lt": before}
        if state:
            wanted["settled__isnull"] = state == ReportState.OPEN
        chosen = {name: value for name, value in wanted.items() if value is not None}
        with catalogue_errors("a list of reports"):
            return [_info(row) for row in self._rows().filter(**chosen).order_by("-id")[:limit]]

    def _rows(self) -> QuerySet[models.PaperReport]:
        return models.PaperReport.objects.using(self._alias)

    def _open(self) -> QuerySet[models.PaperReport]:
        return self._rows().filter(settled__isnull=True)

    def _sha1(self, document_id: int) -> str:
        rows = models.Document.objects.using(self._alias).filter(id=document_id)
        sha1 = rows.values_list("content_sha1", flat=True).first()
        if sha1 is None:
            words = f"There is no document {document_id}."
            raise UsageError(words, "`sheaf search` shows their numbers.")
        return str(sha1)

    def _refuse_too_many(self, document_id: int) -> None:
        most = contract.MOST_OPEN_OF_DOCUMENT
        if self._open().filter(document_id=document_id).count() >= most:
            raise UsageError(
                f"Document {document_id} has {most} open reports already.",
                "Those who look after the library will see to them first.",
            )
        if self.count_open() >= contract.MOST_OPEN:
            words = "This library has more open reports than can be seen to."
            raise UsageError(words, "Try again when some are settled.")


def _text(text: str, longest: int, name: str) -> str:
    """Lines stay lines; blanks around them go."""
    plain = LINE_ENDS.sub("\n", make_storable(text))
    tidy = MANY_LINES.sub("\n\n", "\n".join(line.strip() for line in plain.split("\n"))).strip()
    if len(tidy) > longest:
        raise UsageError(f"{name} has {longest:,} characters at the most.", "Say it shorter.")
    return tidy


def _email(text: str) -> str:
    tidy = make_storable(text).strip()
    if tidy and (len(tidy) > contract.LONGEST_EMAIL or not EMAIL.fullmatch(tidy)):
        raise UsageError("This is no e-mail address.", "Leave it out, or write it as a@b.org.")
    return tidy


def _info(row: models.PaperReport) -> ReportInfo:
    return ReportInfo(
        number=row.id,
        document_id=row.document_id,
        sha1=row.sha1,
        field=row.field,
        words=row.words,
        right=row.right,
        email=row.email,
        who=row.who,
        time=row.time,
        settled=row.settled,
        settled_by=row.settled_by,
        note=row.note,
    )
