"""Searching by programs."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any

from django.http import HttpRequest
from ninja import Query, Router, Schema
from pydantic import Field

from sheaf.search.contract import Hit
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


class SearchAnswer(Schema):
    total: int
    hits: list[Hit]
    not_understood: list[str] = Field(description="What of the question could not be searched.")
    next: str | None = None


@reading(router, "/search", SearchAnswer)
def search(
    request: HttpRequest,
    q: Words = "",
    limit: Limit = 10,
    cursor: SearchCursor = "",
    offset: Offset = 0,
) -> dict[str, Any]:
    """Documents found by words, phrases and fields, the best first."""
    offset = min(read_place(cursor, offset), LAST_OFFSET)
    found = served_library().search(q, limit=limit, offset=offset)
    end = offset + len(found.hits)
    has_more = bool(found.hits) and end < min(found.total, LAST_OFFSET)
    hits = [{**asdict(hit), "url": shown_url(request, hit.url)} for hit in found.hits]
    return {
        **found.as_json(),
        "hits": hits,
        "next": write_place("q", end) if has_more else None,
    }
