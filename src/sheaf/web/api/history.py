"""The history of a library, and taking runs back."""

from __future__ import annotations

from dataclasses import asdict
from datetime import UTC, datetime
from typing import Annotated, Any

from django.http import Http404, HttpRequest
from ninja import Query, Router
from ninja.params import Path
from pydantic import Field

from sheaf.errors import UsageError
from sheaf.web.api.answers import (
    CURSOR,
    CURSOR_WORDS,
    LARGEST_NUMBER,
    Body,
    Limit,
    ListAnswer,
    OpenAnswer,
    Problem,
    part_of_list,
    read_place,
)
from sheaf.web.api.doors import changing, guarded
from sheaf.web.library import served_library
from sheaf.web.people.rights import Role, may

router = Router()
ChangeCursor = Annotated[str, Query(pattern=CURSOR.format("e"), description=CURSOR_WORDS)]
LONGEST_WORD = 255
NO_NUL = r"^[^\x00]*$"  # which no database takes
Who = Annotated[str, Query(max_length=LONGEST_WORD, pattern=NO_NUL, description="By this user.")]
Action = Annotated[
    str,
    Query(max_length=LONGEST_WORD, pattern=NO_NUL, description="That begin so: job., report."),
]
Target = Annotated[
    str,
    Query(max_length=LONGEST_WORD, pattern=NO_NUL, description="Of what begins so: document 12."),
]
DAY_OR_TIME = r"^(\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2})?(Z|[+-]\d{2}:\d{2})?)?)?$"
Moment = Annotated[
    str, Query(pattern=DAY_OR_TIME, description="A day, 2024-05-31, or a time, 2024-05-31T18:00Z.")
]
RunNumber = Annotated[int, Path(ge=1, le=LARGEST_NUMBER, description="The number of a run.")]


class ChangeAnswer(OpenAnswer):
    """Who changed what, when, by what way, and what was so before and after."""

    number: int
    time: datetime
    who: str
    way: str
    key: str
    action: str
    target: str
    before: Any
    after: Any


def _read(moment: str) -> datetime | None:
    """Without a zone it is UTC."""
    if not moment:
        return None
    try:
        read = datetime.fromisoformat(moment)
        return read.astimezone(UTC) if read.tzinfo else read.replace(tzinfo=UTC)
    except (ValueError, OverflowError):
        raise UsageError(f"{moment} is no time.", "Write it as 2024-05-31T18:00.") from None


class UndoOrder(Body):
    dry_run: bool = Field(False, description="Only say what would go.")


class UndoAnswer(OpenAnswer):
    removed: int
    restored: int


@guarded(router, "/history", ListAnswer[ChangeAnswer], "edit", "submit", "admin")
def history(
    request: HttpRequest,
    who: Who = "",
    action: Action = "",
    target: Target = "",
    since: Moment = "",
    until: Moment = "",
    limit: Limit = 50,
    cursor: ChangeCursor = "",
) -> dict[str, Any]:
    """Changes, the latest first. Those of users and keys are for admins (scope admin)."""
    found = served_library().history.list(
        who=who,
        action=action,
        target=target,
        since=_read(since),
        until=_read(until),
        before=read_place(cursor) or None,
        limit=limit + 1,
        with_people=may(request, Role.ADMIN),
    )
    part = part_of_list(found, limit, "e", lambda one: one.number)
    return {**part, "items": [asdict(one) for one in part["items"]]}


@changing(router, "POST", "/runs/{number}/undo", UndoAnswer, "submit", also={409: Problem})
def undo_run(
    request: HttpRequest, number: RunNumber, given: UndoOrder | None = None
) -> dict[str, Any]:
    """Take a run back: what it brought goes, what it renewed is as it was. No body is needed."""
    if served_library().run(number) is None:
        raise Http404(f"There is no run {number}.")
    done = served_library().undo(number, dry_run=given is not None and given.dry_run)
    return {"removed": done.removed, "restored": done.restored}
