"""Searching by programs."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any, Literal

from django.http import HttpRequest
from ninja import Query, Router, Schema
from pydantic import BaseModel, Field

from sheaf.search.contract import FacetValue, Hit, PastedText, Suggestion
from sheaf.web.api.answers import (
    CURSOR,
    CURSOR_WORDS,
    Limit,
    read_place,
    reading,
    shown_url,
    write_place,
)
from sheaf.web.finding.asked import LONGEST_QUESTION
from sheaf.web.library import served_library

router = Router()
LAST_OFFSET = 10_000

Words = Annotated[
    str, Query(max_length=LONGEST_QUESTION, description="As people type or paste it.")
]
Offset = Annotated[
    int, Query(ge=0, le=LAST_OFFSET, description="Begin after this many; `cursor` goes before.")
]
SearchCursor = Annotated[str, Query(pattern=CURSOR.format("q"), description=CURSOR_WORDS)]
Value = Annotated[str, Field(max_length=300)]
Values = Annotated[list[Value], Field(max_length=20)]


class SearchChoices(Schema):
    """In which order, of what, and narrowed by which facets: of one any of its values, of different
    ones all."""

    sort: Literal["relevance", "newest", "oldest", "cited"] = "relevance"
    scope: Literal["papers", "pages", "all"] = Field("papers", description="What is searched.")
    facets: bool = Field(False, description="Count years, authors, venues, ... of all results.")
    year: Values = Field([], description="2014, or 2014-2016; may be repeated.")
    author: Values = Field([], description="As facets write it; may be repeated.")
    venue: Values = Field([], description="As facets write it; may be repeated.")
    kind: Values = Field([], description="A kind of document; may be repeated.")
    language: Values = Field([], description="Two letters; may be repeated.")
    host: Values = Field([], description="Where it came from; may be repeated.")
    category: Values = Field([], description="A category of pages; may be repeated.")

    def filters(self) -> dict[str, list[str]]:
        names = ("year", "author", "venue", "kind", "language", "host", "category")
        return {name: values for name in names if (values := getattr(self, name))}


class SearchAnswer(BaseModel):
    total: int
    hits: list[Hit]
    not_understood: list[str] = Field(description="What of the question could not be searched.")
    notes: list[str] = Field([], description="What else was done with the question.")
    pages_found: int = Field(0, description="Pages that are found, where no paper is.")
    facets: dict[str, list[FacetValue]] = {}
    suggestion: Suggestion | None = Field(None, description="What was perhaps meant.")
    pasted: PastedText | None = Field(None, description="What a pasted text was taken for.")
    next: str | None = None


@reading(router, "/search", SearchAnswer)
def search(
    request: HttpRequest,
    chosen: Query[SearchChoices],
    q: Words = "",
    limit: Limit = 10,
    cursor: SearchCursor = "",
    offset: Offset = 0,
) -> dict[str, Any]:
    """Documents found by words, phrases and fields, or by a pasted title, DOI or reference, the
    best first."""
    offset = min(read_place(cursor, offset), LAST_OFFSET)
    found = served_library().search(
        q,
        limit=limit,
        offset=offset,
        filters=chosen.filters(),
        sort=chosen.sort,
        scope=chosen.scope,
        with_facets=chosen.facets,
    )
    end = offset + len(found.hits)
    has_more = bool(found.hits) and end < min(found.total, LAST_OFFSET)
    hits = [{**asdict(hit), "url": shown_url(request, hit.url)} for hit in found.hits]
    return {**found.as_json(), "hits": hits, "next": write_place("q", end) if has_more else None}
