"""What people say of versions: which documents are one work, and which are not."""

from __future__ import annotations

from dataclasses import asdict
from datetime import datetime
from typing import Annotated, Any

from django.http import HttpRequest
from ninja import Query, Router
from ninja.params import Path
from pydantic import Field

from sheaf.deposit.by_hand.contract import VersionStatementInfo
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
from sheaf.web.api.corrections import EDIT
from sheaf.web.api.doors import changing, guarded
from sheaf.web.by_hand.following import follow
from sheaf.web.library import served_library

router = Router()
StatementNumber = Annotated[
    int, Path(ge=1, le=LARGEST_NUMBER, description="The number of what was said.")
]
StatementCursor = Annotated[str, Query(pattern=CURSOR.format("v"), description=CURSOR_WORDS)]


class StatementAnswer(OpenAnswer):
    """What somebody has said of two documents."""

    number: int
    documents: list[int]
    is_same: bool = Field(description="true: versions of one work; false: different works.")
    words: str
    who: str
    time: datetime
    undone: datetime | None
    undone_by: str


class StatementList(OpenAnswer):
    said: list[StatementAnswer]


class GivenStatement(Body):
    other: int = Field(ge=1, le=LARGEST_NUMBER, description="The number of the other document.")
    is_same: bool = Field(description="true: versions of one work; false: different works.")


@guarded(router, "/versions", ListAnswer[StatementAnswer], EDIT)
def statements(
    request: HttpRequest, undone: bool = False, limit: Limit = 50, cursor: StatementCursor = ""
) -> dict[str, Any]:
    """What was said of versions, the latest first; with `undone` also what was taken back."""
    before = read_place(cursor) or None
    found = served_library().versions.list(before=before, limit=limit + 1, undone=undone)
    part = part_of_list(found, limit, "v", lambda one: one.number)
    return {**part, "items": list(map(_told, part["items"]))}


@guarded(router, "/papers/{number}/versions/said", StatementList, EDIT)
def statements_of_paper(request: HttpRequest, number: Number) -> dict[str, Any]:
    """What holds of a document, the first first."""
    require_document(number)
    return {"said": list(map(_told, served_library().versions.of_documents([number])))}


@changing(router, "POST", "/papers/{number}/versions/said", StatementAnswer, EDIT)
def say_of_versions(request: HttpRequest, number: Number, given: GivenStatement) -> dict[str, Any]:
    """Join a document with another one, or part them. It holds whatever is read later."""
    require_document(number)
    versions = served_library().versions
    say = versions.join if given.is_same else versions.part
    done = say(number, given.other)
    follow()
    return _told(done)


@changing(router, "POST", "/versions/{number}/undo", StatementAnswer, EDIT)
def undo_statement(request: HttpRequest, number: StatementNumber) -> dict[str, Any]:
    """Take back what was said: the graph decides again."""
    done = served_library().versions.undo(number)
    follow()
    return _told(done)


def _told(one: VersionStatementInfo) -> dict[str, Any]:
    return {**asdict(one), "documents": [one.first, one.second], "words": one.words}
