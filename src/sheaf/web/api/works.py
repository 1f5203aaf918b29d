"""The citation graph: references, who cites, what is wanted, authors, venues, and numbers for
charts."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Annotated, Any, TypeVar

from django.http import Http404, HttpRequest
from ninja import Query, Router, Schema
from ninja.params import Path
from pydantic import Field

from sheaf.graph.contract import AuthorInfo, CitingPaper, RelatedPaper, VenueInfo, WorkInfo
from sheaf.graph.telling import tell_citing, tell_references, tell_works
from sheaf.graph.versions.telling import tell_as_json
from sheaf.records import PaperSummary
from sheaf.search.contract import tell_similar
from sheaf.web.api.answers import (
    CURSOR,
    CURSOR_WORDS,
    LARGEST_NUMBER,
    DocumentName,
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
)
from sheaf.web.library import served_library

router = Router()
Item = TypeVar("Item")
MOST_IN_CHARTS = 20
OffsetCursor = Annotated[str, Query(pattern=CURSOR.format("n"), description=CURSOR_WORDS)]
GraphNumber = Annotated[int, Path(ge=1, le=LARGEST_NUMBER * 1000)]
Least = Annotated[int, Query(ge=1, le=1_000_000, description="Cited by so many at least.")]
Starting = Annotated[
    str,
    # A database takes no NUL.
    Query(max_length=100, pattern=r"^[^\x00]*$", description="Family names that begin so."),
]


class WorkAnswer(Schema):
    """A paper in whatever versions, or what only references tell of: then it `is_wanted`."""

    id: int
    title: str
    authors: list[str]
    year: int | None
    venue: str
    doi: str
    arxiv_id: str
    citations: int = Field(description="How many works of the library cite it.")
    is_wanted: bool
    documents: list[DocumentName]


class ReferenceAnswer(OpenAnswer):
    """An entry as it was read, and the work that it leads to, where it leads to one."""

    position: int
    raw: str | None = ""
    work: WorkAnswer | None = None
    match: float | None = Field(None, description="How likely the two are the same work.")


class CitingAnswer(OpenAnswer):
    id: int
    sha1: str
    title: str | None = None
    positions: list[int] = Field(description="Places in its list of references, from 0.")
    sentences: list[str]


class RelatedAnswer(OpenAnswer):
    id: int
    sha1: str
    in_common: int


class SimilarAnswer(OpenAnswer):
    id: int
    sha1: str
    score: float
    reasons: list[str] = Field(description="Why it is like the other, in words.")


class VersionAnswer(OpenAnswer):
    id: int
    sha1: str
    is_best: bool
    why: str = Field(description="What makes it the best, or what the best has before it.")
    relation: str = Field(description="What it is, as seen from the document asked about.")
    differs: list[str]


class VoteAnswer(OpenAnswer):
    value: str | int | list[str]
    weight: float = Field(description="How sure the readings of these documents were, added up.")
    documents: list[int]
    by_hand: bool
    holds: bool


class VersionsAnswer(Schema):
    id: int
    work: int | None
    items: list[VersionAnswer]
    votes: dict[str, list[VoteAnswer]]


class PlaceInGraph(Schema):
    """Where a document stands among others."""

    id: int
    sha1: str
    work: WorkAnswer | None
    authors: list[AuthorInfo]
    venue: VenueInfo | None


class AuthorAnswer(Schema):
    author: AuthorInfo
    possibly_the_same: list[AuthorInfo] = Field(
        description="Others whose names may stand for this one's, where nothing else says so."
    )


class ChartsAnswer(Schema):
    works_by_year: dict[str, int]
    documents_by_kind: dict[str, int]
    most_cited: list[WorkAnswer]
    most_wanted: list[WorkAnswer]
    top_authors: list[AuthorInfo]
    top_venues: list[VenueInfo]


def _part(found: Sequence[Item], limit: int, offset: int) -> dict[str, Any]:
    """Of a list whose places are counted."""
    return part_of_list(found, limit, "n", lambda _: offset + limit)


# -- of a paper ------------------------------------------------------------------------------------


@reading(router, "/papers/{number}/references", ListAnswer[ReferenceAnswer])
def references(
    request: HttpRequest, number: Number, limit: Limit = 100, cursor: OffsetCursor = ""
) -> dict[str, Any]:
    """What a paper cites, in its order, with the works that the entries lead to."""
    after = read_place(cursor)
    entries = find_paper(number).get("references") or []
    found = list(enumerate(entries))[after : after + limit + 1]
    part = part_of_list(found, limit, "n", lambda one: one[0] + 1)
    matched = served_library().graph.references(number)
    return {**part, "items": tell_references(part["items"], matched, _sha1s)}


@reading(router, "/papers/{number}/cited-by", ListAnswer[CitingAnswer])
def cited_by(
    request: HttpRequest, number: Number, limit: Limit = 50, cursor: OffsetCursor = ""
) -> dict[str, Any]:
    """Who cites a paper, in whatever version, the latest first; and the sentences that do."""
    require_document(number)
    offset = read_place(cursor)
    found = served_library().graph.cited_by(number, limit=limit + 1, offset=offset)
    return _citing_part(request, found, limit, offset)


@reading(router, "/papers/{number}/similar", ListAnswer[SimilarAnswer])
def similar(request: HttpRequest, number: Number, limit: Limit = 10) -> dict[str, Any]:
    """Papers like this one, by their words, by what they cite and by who cites both; and why."""
    require_document(number)
    found = served_library().similar(number, limit=limit)
    return {"items": tell_similar(found, summaries_of(request, [one.document_id for one in found]))}


@reading(router, "/papers/{number}/co-cited", ListAnswer[RelatedAnswer])
def co_cited(request: HttpRequest, number: Number, limit: Limit = 10) -> dict[str, Any]:
    """Papers that are cited together with this one, and by how many."""
    require_document(number)
    return _related(request, served_library().graph.co_cited(number, limit))


@reading(router, "/papers/{number}/coupled", ListAnswer[RelatedAnswer])
def coupled(request: HttpRequest, number: Number, limit: Limit = 10) -> dict[str, Any]:
    """Papers that cite what this one cites, and how many works they have in common."""
    require_document(number)
    return _related(request, served_library().graph.coupled(number, limit))


@reading(router, "/papers/{number}/work", PlaceInGraph)
def work_of_paper(request: HttpRequest, number: Number) -> dict[str, Any]:
    """The work of a paper with all its versions, its authors, and where it was published."""
    document, graph = require_document(number), served_library().graph
    work = graph.work_of(number)
    return {
        "id": number,
        "sha1": document.sha1,
        "work": works_told([work])[0] if work else None,
        "authors": graph.authors_of(number),
        "venue": graph.venue_of(number),
    }


@reading(router, "/papers/{number}/versions", VersionsAnswer)
def versions(request: HttpRequest, number: Number) -> dict[str, Any]:
    """The documents that are one work with this one, the best first, what tells them apart, and
    which of them say what of the work."""
    require_document(number)
    library = served_library()
    graph, found = library.graph, library.graph.versions(number)
    shown = _sha1s([one.document_id for one in found])
    told = tell_as_json(graph.work_ids([number]).get(number), found, graph.votes(number), ())
    items = [
        {"id": one["document_id"], **shown[one["document_id"]], **one}
        for one in told["versions"]
        if one["document_id"] in shown
    ]
    return {"id": number, "work": told["work"], "votes": told["votes"], "items": items}


def _related(request: HttpRequest, found: Sequence[RelatedPaper]) -> dict[str, Any]:
    shown = summaries_of(request, [one.document_id for one in found])
    items = [
        {**shown[one.document_id], "in_common": one.in_common}
        for one in found
        if one.document_id in shown
    ]
    return {"items": items}


def _citing_part(
    request: HttpRequest, found: Sequence[CitingPaper], limit: int, offset: int
) -> dict[str, Any]:
    part = _part(found, limit, offset)
    told = tell_citing(part["items"], lambda numbers: summaries_of(request, list(numbers)))
    return {**part, "items": told}


# -- works -----------------------------------------------------------------------------------------


@reading(router, "/works/{work}", WorkAnswer)
def work(request: HttpRequest, work: GraphNumber) -> dict[str, Any]:
    """A work, held or wanted, by its number."""
    return works_told([_find_work(work)])[0]


@reading(router, "/works/{work}/cited-by", ListAnswer[CitingAnswer])
def citing(
    request: HttpRequest, work: GraphNumber, limit: Limit = 50, cursor: OffsetCursor = ""
) -> dict[str, Any]:
    """Who cites a work, held or wanted."""
    _find_work(work)
    offset = read_place(cursor)
    found = served_library().graph.citing(work, limit=limit + 1, offset=offset)
    return _citing_part(request, found, limit, offset)


@reading(router, "/wanted", ListAnswer[WorkAnswer])
def wanted(
    request: HttpRequest, least: Least = 1, limit: Limit = 50, cursor: OffsetCursor = ""
) -> dict[str, Any]:
    """Works that are cited and not in the library, the most cited first."""
    offset = read_place(cursor)
    found = list(served_library().graph.wanted(least=least, limit=limit + 1, offset=offset))
    part = _part(found, limit, offset)
    return {**part, "items": works_told(part["items"])}


def _find_work(number: int) -> WorkInfo:
    found = served_library().graph.work(number)
    if found is None:
        raise Http404(f"There is no work {number}.")
    return found


def works_told(works: Sequence[WorkInfo]) -> list[dict[str, Any]]:
    """With number and SHA-1 of the documents of each."""
    return tell_works(works, _sha1s)


def _sha1s(numbers: Collection[int]) -> dict[int, dict[str, str]]:
    return {
        number: {"sha1": one.sha1} for number, one in served_library().summaries(numbers).items()
    }


# -- authors and venues ----------------------------------------------------------------------------


@reading(router, "/authors", ListAnswer[AuthorInfo])
def authors(
    request: HttpRequest, starting: Starting = "", limit: Limit = 50, cursor: OffsetCursor = ""
) -> dict[str, Any]:
    """Who wrote what the library holds, by family name."""
    offset = read_place(cursor)
    graph = served_library().graph
    found = graph.authors(limit=limit + 1, offset=offset, starting=starting)
    return _part(found, limit, offset)


@reading(router, "/authors/{author}", AuthorAnswer)
def author(request: HttpRequest, author: GraphNumber) -> dict[str, Any]:
    """A person, as far as names tell, and the variants that were taken for one."""
    graph = served_library().graph
    found = _found(graph.author(author), f"There is no author {author}.")
    return {"author": found, "possibly_the_same": graph.possible_same(author)}


@reading(router, "/authors/{author}/papers", ListAnswer[PaperSummary])
def papers_of_author(
    request: HttpRequest, author: GraphNumber, limit: Limit = 50, cursor: OffsetCursor = ""
) -> dict[str, Any]:
    """What a person wrote, the latest first."""
    graph, offset = served_library().graph, read_place(cursor)
    _found(graph.author(author), f"There is no author {author}.")
    found = graph.documents_of_author(author, limit=limit + 1, offset=offset)
    return _summaries_part(request, found, limit, offset)


@reading(router, "/venues", ListAnswer[VenueInfo])
def venues(request: HttpRequest, limit: Limit = 50, cursor: OffsetCursor = "") -> dict[str, Any]:
    """Journals and meetings, those with most documents first."""
    offset = read_place(cursor)
    found = served_library().graph.venues(limit=limit + 1, offset=offset)
    return _part(found, limit, offset)


@reading(router, "/venues/{venue}", VenueInfo)
def venue(request: HttpRequest, venue: GraphNumber) -> VenueInfo:
    """A journal or a meeting, with the names under which it is printed."""
    return _found(served_library().graph.venue(venue), f"There is no venue {venue}.")


@reading(router, "/venues/{venue}/papers", ListAnswer[PaperSummary])
def papers_of_venue(
    request: HttpRequest, venue: GraphNumber, limit: Limit = 50, cursor: OffsetCursor = ""
) -> dict[str, Any]:
    """What was published there, the latest first."""
    graph, offset = served_library().graph, read_place(cursor)
    _found(graph.venue(venue), f"There is no venue {venue}.")
    found = graph.documents_of_venue(venue, limit=limit + 1, offset=offset)
    return _summaries_part(request, found, limit, offset)


def _summaries_part(
    request: HttpRequest, numbers: Sequence[int], limit: int, offset: int
) -> dict[str, Any]:
    part = _part(numbers, limit, offset)
    shown = summaries_of(request, part["items"])
    return {**part, "items": [shown[number] for number in part["items"] if number in shown]}


def _found(found: Item | None, words: str) -> Item:
    if found is None:
        raise Http404(words)
    return found


# -- charts ----------------------------------------------------------------------------------------


@reading(router, "/charts", ChartsAnswer)
def charts(request: HttpRequest) -> dict[str, Any]:
    """The collection in numbers: by year, language and kind, and who and what stands out."""
    library = served_library()
    graph = library.graph
    return {
        "works_by_year": {str(year): count for year, count in graph.counts_by_year().items()},
        "documents_by_kind": library.status()["kinds"],
        "most_cited": works_told(graph.most_cited(MOST_IN_CHARTS)),
        "most_wanted": works_told(list(graph.wanted(limit=MOST_IN_CHARTS))),
        "top_authors": graph.top_authors(MOST_IN_CHARTS),
        "top_venues": graph.top_venues(MOST_IN_CHARTS),
    }
