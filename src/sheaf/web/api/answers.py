"""The shapes of answers that several operations share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, Any, Generic, TypeVar

from django.http import Http404, HttpRequest
from ninja import Query, Router, Schema
from ninja.params import Path
from pydantic import BaseModel, ConfigDict, Field

from sheaf.records import Document, PaperSummary
from sheaf.web.hidden_paths import public_url
from sheaf.web.library import served_library
from sheaf.web.people.rights import Role, may

Item = TypeVar("Item")
View = TypeVar("View", bound=Callable[..., Any])
MOST_AT_ONCE = 100
LARGEST_NUMBER = 999_999_999

Number = Annotated[int, Path(ge=1, le=LARGEST_NUMBER, description="The number of a document.")]
Limit = Annotated[int, Query(ge=1, le=MOST_AT_ONCE, description="So many at the most.")]
# What the cursor of a list looks like: its letter, and the place in hexadecimal digits. All that
# looks so is a place, be it behind the end.
CURSOR = "^({}[0-9a-f]{{1,12}})?$"
CURSOR_WORDS = "`next` of the answer before, for what follows it."


class Problem(Schema):
    """What went wrong, as RFC 9457 has it."""

    type: str = "about:blank"
    title: str = Field(description="The status in words.")
    status: int
    detail: str = Field(description="What went wrong, and what can be done, in a sentence.")


class ListAnswer(Schema, Generic[Item]):
    """Part of a list. `next` is the cursor of the part behind it; null where there is none."""

    items: list[Item]
    next: str | None = None


class Body(BaseModel):
    """What is sent: a name that nobody knows is told, and text is no number."""

    model_config = ConfigDict(extra="forbid", strict=True)


class OpenAnswer(BaseModel):  # ninja's own would drop what it does not name
    """What has more in it than is said here."""

    model_config = ConfigDict(extra="allow")


class DocumentName(Schema):
    """A document by its number in this library and the SHA-1 of its bytes."""

    id: int
    sha1: str


ERRORS = {404: Problem, 422: Problem, 503: Problem}


def reading(router: Router, path: str, answer: Any) -> Callable[[View], View]:
    """An operation that reads: GET, and HEAD as everywhere."""
    return router.api_operation(["GET", "HEAD"], path, response={200: answer, **ERRORS})


def read_place(cursor: str, start: int = 0) -> int:
    return int(cursor[1:], 16) if cursor else start


def write_place(letter: str, place: int) -> str:
    return f"{letter}{place:x}"


def part_of_list(
    found: Sequence[Item], limit: int, letter: str, place: Callable[[Item], int]
) -> dict[str, Any]:
    """`found` is one longer than `limit` where the list goes on."""
    items = list(found[:limit])
    has_more = len(found) > limit
    return {"items": items, "next": write_place(letter, place(items[-1])) if has_more else None}


def with_shown_url(request: HttpRequest, summary: PaperSummary) -> dict[str, Any]:
    """What we know of it as who asks may see it; what it says itself is for everybody."""
    values = {name: getattr(summary, name) for name in summary.__dataclass_fields__}
    return {**values, "url": shown_url(request, summary.url)}


def shown_url(request: HttpRequest, url: str) -> str:
    return url if may(request, Role.LIBRARIAN) else public_url(url)


def summaries_of(request: HttpRequest, numbers: Sequence[int]) -> dict[int, dict[str, Any]]:
    found = served_library().summaries(numbers)
    return {number: with_shown_url(request, one) for number, one in found.items()}


def require_document(number: int) -> Document:
    found = served_library().document(number)
    if found is None:
        raise Http404(f"There is no document {number}.")
    return found


def find_paper(number: int) -> dict[str, Any]:
    found = served_library().paper(number)
    if found is None:
        raise Http404(f"No paper was read out of a document {number}.")
    return found
