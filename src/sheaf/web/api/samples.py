"""Samples for programs: how many documents meet conditions, samples that were kept, archives."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from django.http import HttpRequest, HttpResponseBase
from django.views.decorators.cache import never_cache
from ninja import Query, Router
from ninja.decorators import decorate_view
from ninja.params import Path
from pydantic import BaseModel

from sheaf.deposit.retrieval.conditions import Conditions, read_conditions
from sheaf.deposit.retrieval.options import LISTS, MEANINGS
from sheaf.web.api.answers import ERRORS, LARGEST_NUMBER, ErrorAnswer, OpenAnswer
from sheaf.web.library import served_library
from sheaf.web.people.rights import Role, needs
from sheaf.web.samples.sample_pages import COUNT_SECONDS, send_sample

router = Router()
SampleNumber = Annotated[int, Path(ge=1, le=LARGEST_NUMBER, description="The number of a sample.")]
Parts = Annotated[
    list[Literal["met", "txt", "json"]],
    Query(alias="with", description="What is sent beside each document; may be repeated."),
]
PROPERTIES = Conditions.model_json_schema()["properties"]
AS_PARAMETERS = {
    "parameters": [
        {
            "in": "query",
            "name": name,
            "required": False,
            "description": words,
            "schema": PROPERTIES[name],
        }
        for name, (words, _) in MEANINGS.items()
        if name not in ("random", "seed")
    ]
}
ERRORS_OF_USERS = {401: ErrorAnswer, 403: ErrorAnswer, **ERRORS}


class CountAnswer(BaseModel):
    documents: int
    is_exact: bool
    words: str


class SampleAnswer(OpenAnswer):
    number: int
    name: str
    documents: int


class SampleList(BaseModel):
    samples: list[SampleAnswer]


@router.api_operation(
    ["GET", "HEAD"],
    "/samples/count",
    response={200: CountAnswer, **ERRORS},
    openapi_extra=AS_PARAMETERS,
)
def count(request: HttpRequest) -> dict[str, Any]:
    """How many documents meet conditions. Counting ends after a moment: then there are at least
    so many."""
    given = {
        name: values if name in LISTS else values[-1]
        for name in request.GET
        if (values := [one for one in request.GET.getlist(name) if one])
    }
    counted = served_library().retrieval.count(read_conditions(given), seconds=COUNT_SECONDS)
    told = {"documents": counted.documents, "is_exact": counted.is_exact}
    return {**told, "words": counted.words}


@router.api_operation(["GET", "HEAD"], "/samples", response={200: SampleList, **ERRORS_OF_USERS})
@decorate_view(never_cache, needs(Role.LIBRARIAN))
def samples(request: HttpRequest) -> dict[str, Any]:
    """Samples that were kept, the latest first; for librarians."""
    kept = served_library().retrieval.samples()
    return {"samples": [{"number": one.number, **one.as_json()} for one in kept]}


@router.api_operation(
    ["GET", "HEAD"], "/samples/{number}/download", response={200: None, **ERRORS_OF_USERS}
)
@decorate_view(needs(Role.LIBRARIAN))
def download(
    request: HttpRequest,
    number: SampleNumber,
    parts: Parts = (),  # type: ignore[assignment]  # no list that all calls would share
    form: Literal["zip", "tar", "tar.gz"] = "zip",
    names: bool = False,
) -> HttpResponseBase:
    """A sample that was kept, as one archive with a manifest; for librarians."""
    return send_sample(request, number, form, parts, readable=names)
