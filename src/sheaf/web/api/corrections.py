"""What people put right by hand, mistakes that readers report, and states of ingestion."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict
from datetime import datetime
from typing import Annotated, Any, Literal

from django.http import Http404, HttpRequest, StreamingHttpResponse
from ninja import Query, Router, Status
from ninja.params import Path
from pydantic import Field, WithJsonSchema

from sheaf.deposit.by_hand.contract import LONGEST_TEXT, CorrectionInfo
from sheaf.deposit.by_hand.reports.contract import (
    LONGEST_EMAIL,
    LONGEST_NOTE,
    LONGEST_RIGHT,
    LONGEST_WORDS,
    ReportInfo,
    ReportState,
)
from sheaf.errors import UsageError
from sheaf.web.api.answers import (
    CURSOR,
    CURSOR_WORDS,
    LARGEST_NUMBER,
    Body,
    Limit,
    ListAnswer,
    Number,
    OpenAnswer,
    part_of_list,
    read_place,
    require_document,
)
from sheaf.web.api.doors import changing, guarded
from sheaf.web.by_hand.following import follow
from sheaf.web.library import served_library
from sheaf.web.security import SANDBOX

router = Router()
EDIT = "edit"
MOST_DOCUMENTS = 1000
StateName = Literal["not_ingested", "ingested", "failed", "handed_out"]
CorrectionNumber = Annotated[
    int, Path(ge=1, le=LARGEST_NUMBER, description="The number of a correction.")
]
ReportNumber = Annotated[int, Path(ge=1, le=LARGEST_NUMBER, description="The number of a report.")]
CorrectionCursor = Annotated[str, Query(pattern=CURSOR.format("k"), description=CURSOR_WORDS)]
ReportCursor = Annotated[str, Query(pattern=CURSOR.format("m"), description=CURSOR_WORDS)]
DocumentNumbers = Annotated[
    list[Annotated[int, Field(ge=1, le=LARGEST_NUMBER)]],
    Field(min_length=1, max_length=MOST_DOCUMENTS, description="Documents, by number."),
]
REPORT_STATES = ("", *ReportState)
ReportStateName = Annotated[
    str,
    WithJsonSchema({"type": "string", "enum": list(REPORT_STATES)}),
    Query("", description="open or settled; empty means all."),
]


class CorrectionAnswer(OpenAnswer):
    """A field that somebody put right: what was read, and what is right."""

    number: int
    document_id: int
    sha1: str
    field: str
    as_read: Any
    right: Any
    who: str
    time: datetime
    undone: datetime | None
    undone_by: str


class Corrected(Body):
    """What is named is put right; an empty text says that there is none."""

    title: str | None = Field(None, max_length=LONGEST_TEXT)
    authors: list[str] | None = Field(None, description="All of them, as printed.")
    year: int | None = None
    venue: str | None = Field(None, max_length=LONGEST_TEXT)
    kind: str | None = None
    is_paper: bool | None = Field(None, description="false: it stays, and is not found any more.")


class CorrectionList(OpenAnswer):
    corrections: list[CorrectionAnswer]


class StateAnswer(OpenAnswer):
    """Without a name it is that of the reading."""

    document_id: int
    state: str
    who: str
    time: datetime | None


class GivenState(Body):
    state: StateName


class GivenStates(GivenState):
    documents: DocumentNumbers


class ChangedStates(OpenAnswer):
    changed: list[int] = Field(description="Those whose state it was not.")


class ReportAnswer(OpenAnswer):
    number: int
    document_id: int
    sha1: str
    field: str
    words: str
    right: str
    state: str
    time: datetime


class GivenReport(Body):
    field: str = Field(max_length=16)
    words: str = Field("", max_length=LONGEST_WORDS, description="What is wrong.")
    right: str = Field("", max_length=LONGEST_RIGHT, description="What it should say.")
    email: str = Field("", max_length=LONGEST_EMAIL)


class Settled(Body):
    note: str = Field("", max_length=LONGEST_NOTE, description="What was done about it.")


# -- corrections -----------------------------------------------------------------------------------


@guarded(router, "/corrections", ListAnswer[CorrectionAnswer], EDIT)
def corrections(
    request: HttpRequest, undone: bool = False, limit: Limit = 50, cursor: CorrectionCursor = ""
) -> dict[str, Any]:
    """What was put right, the latest first; with `undone` also what was taken back."""
    before = read_place(cursor) or None
    found = served_library().corrections.list(before=before, limit=limit + 1, undone=undone)
    part = part_of_list(found, limit, "k", lambda one: one.number)
    return {**part, "items": list(map(_told, part["items"]))}


@guarded(router, "/corrections/export", None, EDIT)
def export_corrections(request: HttpRequest) -> StreamingHttpResponse:
    """What holds, as JSON lines, for training and for other libraries."""

    def lines() -> Iterator[bytes]:
        for line in served_library().corrections.export():
            yield json.dumps(line, ensure_ascii=False).encode() + b"\n"

    headers = {
        "Content-Disposition": 'attachment; filename="corrections.jsonl"',
        "Content-Security-Policy": SANDBOX,
    }
    return StreamingHttpResponse(lines(), content_type="application/x-ndjson", headers=headers)


@guarded(router, "/papers/{number}/corrections", CorrectionList, EDIT)
def corrections_of_paper(request: HttpRequest, number: Number) -> dict[str, Any]:
    """All that was ever put right in a document as it is now, the latest first."""
    require_document(number)
    found = served_library().corrections.of_document(number)
    return {"corrections": list(map(_told, found))}


@changing(router, "POST", "/papers/{number}/corrections", CorrectionList, EDIT)
def correct_paper(request: HttpRequest, number: Number, given: Corrected) -> dict[str, Any]:
    """Put fields right. The answer has those that said something else before."""
    require_document(number)
    wanted = given.model_dump(include=given.model_fields_set)
    done = served_library().corrections.correct(number, wanted)
    if done:
        follow()
    return {"corrections": list(map(_told, done))}


@changing(router, "POST", "/corrections/{number}/undo", CorrectionAnswer, EDIT)
def undo_correction(request: HttpRequest, number: CorrectionNumber) -> dict[str, Any]:
    """Take one back: what was there before it holds again."""
    done = served_library().corrections.undo_one(number)
    follow()
    return _told(done)


def _told(one: CorrectionInfo) -> dict[str, Any]:
    return {**asdict(one), "right": one.right}


# -- states of ingestion ---------------------------------------------------------------------------


@guarded(router, "/papers/{number}/state", StateAnswer, EDIT)
def state(request: HttpRequest, number: Number) -> dict[str, Any]:
    """Whether a document was ingested, and who says so."""
    found = served_library().states.get(number)
    if found is None:
        raise Http404(f"There is no document {number}.")
    return {**asdict(found), "state": found.state.name.lower()}


@changing(router, "PUT", "/papers/{number}/state", StateAnswer, EDIT)
def set_state(request: HttpRequest, number: Number, given: GivenState) -> dict[str, Any]:
    """Set it by hand: it holds until other bytes come."""
    require_document(number)
    served_library().states.set([number], given.state)
    return state(request, number)


@changing(router, "POST", "/states", ChangedStates, EDIT)
def set_states(request: HttpRequest, given: GivenStates) -> dict[str, Any]:
    """The same for many documents: so a search engine behind the library tells what it took."""
    return {"changed": served_library().states.set(given.documents, given.state)}


# -- reports ---------------------------------------------------------------------------------------


@guarded(router, "/reports", ListAnswer[ReportAnswer], EDIT)
def reports(
    request: HttpRequest,
    state: ReportStateName = "",
    document: Annotated[int | None, Query(ge=1, le=LARGEST_NUMBER)] = None,
    limit: Limit = 50,
    cursor: ReportCursor = "",
) -> dict[str, Any]:
    """Mistakes that readers have reported, the latest first."""
    if state not in REPORT_STATES:
        raise UsageError(f"state: there is none called {state!r}.")
    before = read_place(cursor) or None
    found = served_library().reports.list(
        state=state, document=document, before=before, limit=limit + 1
    )
    part = part_of_list(found, limit, "m", lambda one: one.number)
    return {**part, "items": list(map(_report_told, part["items"]))}


@guarded(router, "/reports/{number}", ReportAnswer, EDIT)
def report(request: HttpRequest, number: ReportNumber) -> dict[str, Any]:
    """One report."""
    return _report_told(_find_report(number))


@changing(router, "POST", "/papers/{number}/reports", ReportAnswer, EDIT, status=201)
def report_mistake(
    request: HttpRequest, number: Number, given: GivenReport
) -> Status[dict[str, Any]]:
    """Report a mistake: title, authors, year, venue, kind, is_paper, abstract, references, text or
    other. Readers have a form for it on the page of a paper."""
    require_document(number)
    made = served_library().reports.add(
        number, given.field, given.words, right=given.right, email=given.email
    )
    return Status(201, _report_told(made))


@changing(router, "POST", "/reports/{number}/settle", ReportAnswer, EDIT)
def settle_report(request: HttpRequest, number: ReportNumber, given: Settled) -> dict[str, Any]:
    """It has been seen to. The e-mail address in it is forgotten."""
    _find_report(number)
    return _report_told(served_library().reports.settle(number, given.note))


def _find_report(number: int) -> ReportInfo:
    found = served_library().reports.get(number)
    if found is None:
        raise Http404(f"There is no report {number}.")
    return found


def _report_told(one: ReportInfo) -> dict[str, Any]:
    return {**asdict(one), "state": one.state.value}
