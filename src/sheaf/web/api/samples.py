"""Samples for programs: how many documents meet conditions, samples that were kept, archives."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from django.http import Http404, HttpRequest, HttpResponseBase
from ninja import Query, Router, Status
from ninja.params import Path
from pydantic import BaseModel, Field

from sheaf.deposit.retrieval.conditions import Conditions, read_conditions
from sheaf.deposit.retrieval.options import LISTS, MEANINGS
from sheaf.deposit.rights.history import present_actor
from sheaf.web.api.answers import ERRORS, LARGEST_NUMBER, Body, OpenAnswer
from sheaf.web.api.doors import changing, guarded
from sheaf.web.library import served_library
from sheaf.web.samples.sample_pages import COUNT_SECONDS, send_sample

router = Router()
LONGEST_NAME = 100
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


class CountAnswer(BaseModel):
    documents: int
    is_exact: bool
    words: str


class SampleAnswer(OpenAnswer):
    number: int
    name: str
    documents: int


class NewSample(Body):
    name: str = Field(max_length=LONGEST_NAME)
    conditions: dict[str, Any] = Field(
        default_factory=dict, description="As the parameters of samples/count, random and seed."
    )


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
    asked = request.GET
    given = {name: asked.getlist(name) if name in LISTS else asked[name] for name in asked}
    counted = served_library().retrieval.count(read_conditions(given), seconds=COUNT_SECONDS)
    told = {"documents": counted.documents, "is_exact": counted.is_exact}
    return {**told, "words": counted.words}


@guarded(router, "/samples", SampleList)
def samples(request: HttpRequest) -> dict[str, Any]:
    """Samples that were kept, the latest first; for librarians."""
    kept = served_library().retrieval.samples()
    return {"samples": [_told(one) for one in kept]}


@guarded(router, "/samples/{number}/download", None)
def download(
    request: HttpRequest,
    number: SampleNumber,
    parts: Parts = (),  # type: ignore[assignment]  # no list that all calls would share
    form: Literal["zip", "tar", "tar.gz"] = "zip",
    names: bool = False,
) -> HttpResponseBase:
    """A sample that was kept, as one archive with a manifest; for librarians."""
    return send_sample(request, number, form, parts, readable=names)


@changing(router, "POST", "/samples", SampleAnswer, "submit", status=201)
def draw_sample(request: HttpRequest, given: NewSample) -> Status[dict[str, Any]]:
    """Draw documents that meet conditions, and keep the sample under a name: it can be drawn again
    exactly. A job of the kind retrieve does the same, and copies it out."""
    retrieval = served_library().retrieval
    conditions = read_conditions(given.conditions)
    retrieval.check_name(given.name)
    kept = retrieval.save(given.name, retrieval.draw(conditions), owner=_owner())
    return Status(201, _told(retrieval.sample(kept.name)))


@guarded(router, "/samples/{number}", SampleAnswer)
def sample(request: HttpRequest, number: SampleNumber) -> dict[str, Any]:
    """A sample that was kept: its conditions, its seed, and how many documents it has."""
    return _told(_find(number))


@changing(router, "DELETE", "/samples/{number}", None, "submit", status=204)
def remove_sample(request: HttpRequest, number: SampleNumber) -> Status[None]:
    """It is forgotten; its documents stay."""
    served_library().retrieval.remove_sample(_find(number).name)
    return Status(204, None)


def _find(number: int) -> Any:
    found = served_library().retrieval.sample_at(number)
    if found is None:
        raise Http404(f"There is no sample {number}.")
    return found


def _told(info: Any) -> dict[str, Any]:
    return {"number": info.number, **info.as_json()}


def _owner() -> str:
    name = present_actor().name
    return name if isinstance(name, str) else name()
