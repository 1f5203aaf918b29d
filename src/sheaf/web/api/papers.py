"""Papers, whole and in parts."""

from __future__ import annotations

from typing import Annotated, Any

from django.http import Http404, HttpRequest
from ninja import Query, Router, Schema
from ninja.params import Path
from pydantic import Field

from sheaf.records import PaperSummary
from sheaf.web.api.answers import (
    CURSOR,
    CURSOR_WORDS,
    MOST_AT_ONCE,
    Limit,
    ListAnswer,
    Number,
    OpenAnswer,
    find_paper,
    part_of_list,
    read_place,
    reading,
    require_document,
    summaries_of,
    with_shown_url,
)
from sheaf.web.hidden_paths import paper_shown_to, shown_to
from sheaf.web.library import served_library

router = Router()
PaperCursor = Annotated[str, Query(pattern=CURSOR.format("d"), description=CURSOR_WORDS)]
SectionCursor = Annotated[str, Query(pattern=CURSOR.format("s"), description=CURSOR_WORDS)]


class PaperAnswer(OpenAnswer):
    """All that was read out of a document; a field that was not found is null or empty."""

    id: int
    sha1: str
    url: str
    title: str | None = None


class SectionAnswer(Schema):
    number: int = Field(description="Counted from 1.")
    heading: str | None = None
    level: int = 1
    kind: str = "body"
    text: str = ""


class SectionList(ListAnswer[SectionAnswer]):
    id: int
    sha1: str


class NearCopyAnswer(OpenAnswer):
    """A document in a line, with how near it is, what it is to the other one, and what differs."""

    id: int
    sha1: str
    words: str
    bits: int
    relation: str | None
    differences: list[str]


@reading(router, "/papers", ListAnswer[PaperSummary])
def list_papers(
    request: HttpRequest, limit: Limit = 100, cursor: PaperCursor = ""
) -> dict[str, Any]:
    """Every document of the library in a line, by number."""
    found = served_library().list_summaries(after=read_place(cursor), limit=limit + 1)
    part = part_of_list(found, limit, "d", lambda one: one.id)
    return {**part, "items": [with_shown_url(request, one) for one in part["items"]]}


@reading(router, "/papers/{number}", PaperAnswer)
def paper(request: HttpRequest, number: Number) -> dict[str, Any]:
    """All that was read out of a document, as `sheaf show NUMBER --json` has it."""
    return paper_shown_to(request, find_paper(number))


@reading(router, "/papers/{number}/provenance", OpenAnswer)
def provenance(request: HttpRequest, number: Number) -> dict[str, Any]:
    """Where a document came from, and who read it, as `sheaf show NUMBER --provenance --json`."""
    found = served_library().provenance(number)
    if found is None:
        raise Http404(f"There is no document {number}.")
    return shown_to(request, found)


@reading(router, "/papers/{number}/sections", SectionList)
def list_sections(
    request: HttpRequest, number: Number, limit: Limit = MOST_AT_ONCE, cursor: SectionCursor = ""
) -> dict[str, Any]:
    """The full text of a paper by section."""
    read = find_paper(number)
    after = read_place(cursor)
    found = numbered_sections(read)[after : after + limit + 1]
    part = part_of_list(found, limit, "s", lambda one: int(one["number"]))
    return {"id": read["id"], "sha1": read["sha1"], **part}


@reading(router, "/papers/{number}/sections/{section}", SectionAnswer)
def section(
    request: HttpRequest, number: Number, section: Annotated[int, Path(ge=1, le=100_000)]
) -> dict[str, Any]:
    """One section of a paper, by its place among them."""
    found = numbered_sections(find_paper(number))
    if section > len(found):
        raise Http404(f"The paper {number} has {len(found)} sections.")
    return found[section - 1]


@reading(router, "/papers/{number}/near-copies", ListAnswer[NearCopyAnswer])
def near_copies(
    request: HttpRequest,
    number: Number,
    bits: Annotated[int | None, Query(ge=0, le=64, description="So many may differ.")] = None,
) -> dict[str, Any]:
    """Documents that say nearly the same, and how near they are."""
    require_document(number)
    copies = [one for _, one in served_library().near_copies(number, bits=bits)][:MOST_AT_ONCE]
    shown = summaries_of(request, [one.document_id for one in copies])
    items = [
        {
            **shown[one.document_id],
            "words": one.words,
            "bits": one.distance,
            "relation": one.relation,
            "differences": list(one.differences),
        }
        for one in copies
        if one.document_id in shown
    ]
    return {"items": items}


def numbered_sections(paper: dict[str, Any]) -> list[dict[str, Any]]:
    return [{"number": place, **one} for place, one in enumerate(paper.get("sections") or [], 1)]
