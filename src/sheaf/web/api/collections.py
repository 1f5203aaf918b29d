"""Tags and collections: words on papers, and papers that people have put together."""

from __future__ import annotations

from dataclasses import asdict
from datetime import datetime
from typing import Annotated, Any

from django.http import Http404, HttpRequest
from ninja import Query, Router, Status
from ninja.params import Path
from pydantic import Field

from sheaf.deposit.by_hand.contract import (
    LONGEST_COLLECTION_NAME,
    LONGEST_DESCRIPTION,
    LONGEST_TAG,
    CollectionInfo,
)
from sheaf.records import PaperSummary
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
    reading,
    require_document,
    summaries_of,
)
from sheaf.web.api.corrections import EDIT, DocumentNumbers
from sheaf.web.api.doors import changing
from sheaf.web.library import served_library

router = Router()
MOST_TAGS_SHOWN = 1000
CollectionNumber = Annotated[
    int, Path(ge=1, le=LARGEST_NUMBER, description="The number of a collection.")
]
PaperCursor = Annotated[str, Query(pattern=CURSOR.format("d"), description=CURSOR_WORDS)]
Words = Annotated[
    list[Annotated[str, Field(min_length=1, max_length=LONGEST_TAG)]], Field(max_length=20)
]
CollectionName = Annotated[str, Field(min_length=1, max_length=LONGEST_COLLECTION_NAME)]
Description = Annotated[str, Field(max_length=LONGEST_DESCRIPTION)]


class TagAnswer(OpenAnswer):
    word: str
    documents: int


class TagList(OpenAnswer):
    tags: list[TagAnswer]


class TagsOfPaper(OpenAnswer):
    id: int
    sha1: str
    tags: list[str]


class ChangedTags(Body):
    add: Words = Field(default_factory=list)
    remove: Words = Field(default_factory=list)


class ChangedTagsOfMany(ChangedTags):
    documents: DocumentNumbers


class ChangedCounts(OpenAnswer):
    added: int = Field(description="How often something came to a document.")
    removed: int = Field(description="How often something was taken off one.")


class CollectionAnswer(OpenAnswer):
    """`short` is the name as a question has it: collection:whale-songs."""

    number: int
    name: str
    short: str
    description: str
    is_public: bool
    documents: int
    owner: str
    made: datetime


class CollectionList(OpenAnswer):
    collections: list[CollectionAnswer]


class NewCollection(Body):
    name: CollectionName
    description: Description = ""
    is_public: bool = Field(False, description="Whether visitors see it.")


class ChangedCollection(Body):
    """What is not given stays."""

    name: CollectionName | None = None
    description: Description | None = None
    is_public: bool | None = None


class Documents(Body):
    documents: DocumentNumbers


# -- tags ------------------------------------------------------------------------------------------


@reading(router, "/tags", TagList)
def tags(request: HttpRequest) -> dict[str, Any]:
    """The words on papers, the most frequent first; a search for tag:WORD finds the papers."""
    found = served_library().tags.list(MOST_TAGS_SHOWN)
    return {"tags": [{"word": word, "documents": count} for word, count in found]}


@changing(router, "POST", "/tags", ChangedCounts, EDIT)
def change_tags(request: HttpRequest, given: ChangedTagsOfMany) -> dict[str, int]:
    """Put words on many papers at once, and take words off."""
    ours = served_library().tags
    removed = ours.remove(given.documents, given.remove) if given.remove else 0
    return {"added": ours.add(given.documents, given.add) if given.add else 0, "removed": removed}


@reading(router, "/papers/{number}/tags", TagsOfPaper)
def tags_of_paper(request: HttpRequest, number: Number) -> dict[str, Any]:
    """The words on a paper."""
    sha1 = require_document(number).sha1
    return {"id": number, "sha1": sha1, "tags": served_library().tags.of_document(number)}


@changing(router, "POST", "/papers/{number}/tags", TagsOfPaper, EDIT)
def change_tags_of_paper(
    request: HttpRequest, number: Number, given: ChangedTags
) -> dict[str, Any]:
    """Put words on a paper, and take words off."""
    require_document(number)
    ours = served_library().tags
    if given.remove:
        ours.remove([number], given.remove)
    if given.add:
        ours.add([number], given.add)
    return tags_of_paper(request, number)


# -- collections -----------------------------------------------------------------------------------


@reading(router, "/collections", CollectionList)
def collections(request: HttpRequest) -> dict[str, Any]:
    """Papers that people have put together; visitors see those that are public."""
    return {"collections": [asdict(one) for one in served_library().collections.list()]}


@changing(router, "POST", "/collections", CollectionAnswer, EDIT, status=201)
def make_collection(request: HttpRequest, given: NewCollection) -> Status[dict[str, Any]]:
    """A new one, without papers."""
    made = served_library().collections.make(**given.model_dump())
    return Status(201, asdict(made))


@reading(router, "/collections/{number}", CollectionAnswer)
def collection(request: HttpRequest, number: CollectionNumber) -> dict[str, Any]:
    """One collection."""
    return asdict(_find(number))


@changing(router, "PATCH", "/collections/{number}", CollectionAnswer, EDIT)
def change_collection(
    request: HttpRequest, number: CollectionNumber, given: ChangedCollection
) -> dict[str, Any]:
    """Another name, another description, for everybody or not."""
    _find(number)
    return asdict(served_library().collections.change(number, **given.model_dump()))


@changing(router, "DELETE", "/collections/{number}", None, EDIT, status=204)
def remove_collection(request: HttpRequest, number: CollectionNumber) -> Status[None]:
    """Its papers stay in the library."""
    _find(number)
    served_library().collections.remove(number)
    return Status(204, None)


@reading(router, "/collections/{number}/papers", ListAnswer[PaperSummary])
def papers_of_collection(
    request: HttpRequest, number: CollectionNumber, limit: Limit = 100, cursor: PaperCursor = ""
) -> dict[str, Any]:
    """The papers in it, by number."""
    _find(number)
    found = served_library().collections.documents(
        number, after=read_place(cursor), limit=limit + 1
    )
    part = part_of_list(found, limit, "d", lambda one: one)
    shown = summaries_of(request, part["items"])
    return {**part, "items": [shown[one] for one in part["items"] if one in shown]}


@changing(router, "POST", "/collections/{number}/papers", ChangedCounts, EDIT)
def collect(request: HttpRequest, number: CollectionNumber, given: Documents) -> dict[str, int]:
    """Put papers in."""
    _find(number)
    return {"added": served_library().collections.add(number, given.documents), "removed": 0}


@changing(router, "POST", "/collections/{number}/papers/remove", ChangedCounts, EDIT)
def take_out(request: HttpRequest, number: CollectionNumber, given: Documents) -> dict[str, int]:
    """Take papers out."""
    _find(number)
    return {"added": 0, "removed": served_library().collections.take_out(number, given.documents)}


def _find(number: int) -> CollectionInfo:
    found = served_library().collections.get(number)
    if found is None:
        raise Http404(f"There is no collection {number}.")
    return found
