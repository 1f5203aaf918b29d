"""Orders to crawls: pause, resume, stop, more seeds. A new crawl is a job of the kind crawl."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from django.http import Http404, HttpRequest
from ninja import Router
from pydantic import Field

from sheaf.errors import UsageError
from sheaf.web.api.answers import Body, OpenAnswer
from sheaf.web.api.doors import changing
from sheaf.web.crawls import ShownCrawl, find_crawl
from sheaf.web.library import served_library

router = Router()
SUBMIT = "submit"
MOST_SEEDS = 1000
Url = Annotated[str, Field(min_length=1, max_length=2000)]


class OrderAnswer(OpenAnswer):
    name: str
    is_running: bool = Field(description="Otherwise it obeys when it is run again.")


class GivenSeeds(Body):
    seeds: list[Url] = Field(min_length=1, max_length=MOST_SEEDS)


class SeedsAnswer(OpenAnswer):
    name: str
    added: int


@changing(router, "POST", "/crawls/{name}/orders/{order}", OrderAnswer, SUBMIT)
def order_crawl(
    request: HttpRequest, name: str, order: Literal["pause", "resume", "stop"]
) -> dict[str, Any]:
    """Pause, resume or stop a crawl; one that runs obeys within a second or two."""
    found, crawls = _find(name), served_library().crawls
    {"pause": crawls.pause, "resume": crawls.resume, "stop": crawls.stop}[order](found.stem)
    return {"name": found.name, "is_running": found.is_running}


@changing(router, "POST", "/crawls/{name}/seeds", SeedsAnswer, SUBMIT)
def add_seeds(request: HttpRequest, name: str, given: GivenSeeds) -> dict[str, Any]:
    """More seeds for a crawl."""
    found = _find(name)
    return {"name": found.name, "added": served_library().crawls.add_seeds(found.stem, given.seeds)}


def _find(name: str) -> ShownCrawl:
    found = find_crawl(served_library(), name)
    if found is None:
        raise Http404("There is no crawl of this name.")
    if found.status is None:
        raise UsageError(f"The crawl {found.name} takes no orders. {found.problem}")
    return found
