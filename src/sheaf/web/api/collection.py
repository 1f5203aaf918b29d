"""What the library holds and how it came there: status, hubs, runs, captures, crawls."""

from __future__ import annotations

from dataclasses import asdict
from itertools import islice
from typing import Annotated, Any

from django.http import Http404, HttpRequest
from django.views.decorators.cache import never_cache
from ninja import Query, Router
from ninja.decorators import decorate_view
from ninja.params import Path
from pydantic import WithJsonSchema

from sheaf.errors import StorageError, UsageError
from sheaf.records import Hub, Outcome, OutcomeGroup, PageInfo, PageKind, outcomes_named
from sheaf.web.api.answers import (
    CURSOR,
    CURSOR_WORDS,
    LARGEST_NUMBER,
    Limit,
    ListAnswer,
    OpenAnswer,
    part_of_list,
    read_place,
    reading,
    shown_url,
)
from sheaf.web.crawls import all_crawls, find_crawl
from sheaf.web.hidden_paths import shown_to
from sheaf.web.library import served_library

router = Router()
LONGEST_HOST = 255
HubCursor = Annotated[str, Query(pattern=CURSOR.format("h"), description=CURSOR_WORDS)]
RunCursor = Annotated[str, Query(pattern=CURSOR.format("r"), description=CURSOR_WORDS)]
CaptureCursor = Annotated[str, Query(pattern=CURSOR.format("c"), description=CURSOR_WORDS)]
RunNumber = Annotated[int, Path(ge=1, le=LARGEST_NUMBER, description="The number of a run.")]
PageCursor = Annotated[str, Query(pattern=CURSOR.format("p"), description=CURSOR_WORDS)]
PageNumber = Annotated[int, Path(ge=1, le=LARGEST_NUMBER, description="The number of a page.")]
PAGE_KINDS = ("", *(one.value for one in PageKind))
PageKindName = Annotated[
    str,
    WithJsonSchema({"type": "string", "enum": PAGE_KINDS}),
    Query("", description="Of this kind; empty means all."),
]
OUTCOMES = ("", *dict.fromkeys(one.value for one in (*OutcomeGroup, *Outcome)))
OutcomeName = Annotated[
    str,
    WithJsonSchema({"type": "string", "enum": OUTCOMES}),
    Query("", description="An outcome or a group of them; empty means all."),
]


class StatusAnswer(OpenAnswer):
    library: str
    documents: int
    papers: int


class PageAnswer(OpenAnswer):
    id: int
    url: str
    kind: str
    title: str


class PageContentAnswer(PageAnswer):
    content: str
    categories: list[str]
    out_links: list[str]


class CrawlAnswer(OpenAnswer):
    """As `sheaf crawl status --json` has it; one that cannot be read has `error` instead."""

    name: str


class CrawlList(OpenAnswer):
    crawls: list[CrawlAnswer]


class RunAnswer(OpenAnswer):
    id: int
    kind: str
    state: str


class CaptureAnswer(OpenAnswer):
    id: int
    url: str
    outcome: str
    document_id: int | None = None


@reading(router, "/status", StatusAnswer)
def status(request: HttpRequest) -> dict[str, Any]:
    """What the library holds, in numbers, as `sheaf status --json` has it."""
    return {**served_library().status(), "library": served_library().folder.name}


@reading(router, "/hubs", ListAnswer[Hub])
def hubs(
    request: HttpRequest,
    host: Annotated[str, Query(max_length=LONGEST_HOST, description="Of it and below.")] = "",
    limit: Limit = 100,
    cursor: HubCursor = "",
) -> dict[str, Any]:
    """Pages that lead to documents, those that led to most first."""
    offset = read_place(cursor)
    found = list(served_library().hubs(host=host or None, limit=limit + 1, offset=offset))
    part = part_of_list(found, limit, "h", lambda _: offset + limit)
    return shown_to(request, part)


@reading(router, "/pages", ListAnswer[PageAnswer])
def pages(
    request: HttpRequest,
    kind: PageKindName = "",
    host: Annotated[str, Query(max_length=LONGEST_HOST, description="Of it and below.")] = "",
    limit: Limit = 100,
    cursor: PageCursor = "",
) -> dict[str, Any]:
    """Pages worth finding that are no documents: hubs, home pages, articles of wikis."""
    if kind not in PAGE_KINDS:
        raise UsageError(f"kind: there is none called {kind!r}.")
    offset = read_place(cursor)
    page = served_library().pages(
        kind=kind or None, host=host or None, limit=limit + 1, offset=offset
    )
    shown = [_page(request, one) for one in page]
    return part_of_list(shown, limit, "p", lambda _: offset + limit)


@reading(router, "/pages/{number}", PageContentAnswer)
def page(request: HttpRequest, number: PageNumber) -> dict[str, Any]:
    """A page with what it says."""
    found = served_library().page(number)
    content = served_library().page_content(number)
    if found is None or content is None:
        raise Http404(f"There is no page {number}.")
    problem = shown_to(request, content.problem or found.problem)
    return {**_page(request, found), **asdict(content), "problem": problem}


def _page(request: HttpRequest, page: PageInfo) -> dict[str, Any]:
    """Without the place of its content, which is of this machine alone."""
    told = {name: one for name, one in asdict(page).items() if name != "place"}
    ours = {"url": shown_url(request, page.url), "problem": shown_to(request, page.problem)}
    return {**told, **ours}


@reading(router, "/runs", ListAnswer[RunAnswer])
def runs(request: HttpRequest, limit: Limit = 100, cursor: RunCursor = "") -> dict[str, Any]:
    """Imports, crawls and the like, the latest first."""
    before = read_place(cursor, LARGEST_NUMBER + 1)
    later = (run for run in served_library().runs() if run.id < before)
    found = [asdict(run) for run in islice(later, limit + 1)]
    part = part_of_list(found, limit, "r", lambda one: int(one["id"]))
    return shown_to(request, part)


@reading(router, "/runs/{number}", RunAnswer)
def run(request: HttpRequest, number: RunNumber) -> dict[str, Any]:
    """One run: what was asked, and how its captures ended."""
    found = served_library().run(number)
    if found is None:
        raise Http404(f"There is no run {number}.")
    return shown_to(request, asdict(found))


@reading(router, "/runs/{number}/captures", ListAnswer[CaptureAnswer])
def captures(
    request: HttpRequest,
    number: RunNumber,
    outcome: OutcomeName = "",
    limit: Limit = 100,
    cursor: CaptureCursor = "",
) -> dict[str, Any]:
    """How each capture of a run ended, and why."""
    if served_library().run(number) is None:
        raise Http404(f"There is no run {number}.")
    after = read_place(cursor)
    try:
        chosen = outcomes_named(outcome) if outcome else ()
    except ValueError:
        raise UsageError(f"outcome: there is none called {outcome!r}.") from None
    page = served_library().captures(number, chosen, limit=limit + 1, after=after)
    found = [asdict(one) for one in page]
    part = part_of_list(found, limit, "c", lambda one: int(one["id"]))
    return shown_to(request, part)


@reading(router, "/crawls", CrawlList)
@decorate_view(never_cache)
def crawls(request: HttpRequest) -> dict[str, Any]:
    """How every crawl stands."""
    return {"crawls": [one.as_json() for one in all_crawls(served_library())]}


@reading(router, "/crawls/{name}", CrawlAnswer)
@decorate_view(never_cache)
def crawl(request: HttpRequest, name: str) -> dict[str, Any]:
    """How a crawl stands, as `sheaf crawl status NAME --json` has it."""
    found = find_crawl(served_library(), name)
    if found is None:
        raise Http404("There is no crawl of this name.")
    if found.status is None:
        raise StorageError(found.problem)
    return found.as_json()
