"""Pages of the graph: a person, a venue, a work, and lists of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from itertools import islice
from typing import TypeVar

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from sheaf.graph.contract import AuthorInfo
from sheaf.records import PaperSummary
from sheaf.web.library import served_library
from sheaf.web.paging import Pages, show_counting, whole_number
from sheaf.web.paper_view import work_links

Item = TypeVar("Item")
PER_PAGE = 50
LAST_PAGE = 2_000
LONGEST_NAME = 100


@require_safe
def author(request: HttpRequest, number: int) -> HttpResponse:
    graph = served_library().graph
    found = graph.author(number)
    if found is None:
        raise Http404(f"There is no author {number} in this library.")
    context = {
        "author": found,
        "possible_same": graph.possible_same(number),
        "co_authors": graph.co_authors(number),
        **_papers(request, found.documents, partial(graph.documents_of_author, number)),
    }
    return render(request, "sheaf/author.html", context)


@require_safe
def authors(request: HttpRequest) -> HttpResponse:
    starting = request.GET.get("starting", "").replace("\0", "")[:LONGEST_NAME].strip()
    found, beside = _part(request, partial(served_library().graph.authors, starting=starting))
    told_apart = _papers_of_namesakes(found)
    context = {
        "authors": [(author, told_apart.get(author.id, "")) for author in found[:PER_PAGE]],
        "starting": starting,
        "is_empty": not found and _is_empty(),
        **beside,
    }
    return render(request, "sheaf/authors.html", context)


@require_safe
def venue(request: HttpRequest, number: int) -> HttpResponse:
    graph = served_library().graph
    found = graph.venue(number)
    if found is None:
        raise Http404(f"There is no venue {number} in this library.")
    papers = _papers(request, found.documents, partial(graph.documents_of_venue, number))
    context = {"venue": found, **papers}
    return render(request, "sheaf/venue.html", context)


@require_safe
def venues(request: HttpRequest) -> HttpResponse:
    found, beside = _part(request, served_library().graph.venues)
    context = {"venues": found[:PER_PAGE], "is_empty": not found and _is_empty(), **beside}
    return render(request, "sheaf/venues.html", context)


@require_safe
def work(request: HttpRequest, number: int) -> HttpResponse:
    """A work, held or wanted, and all that cite it."""
    graph = served_library().graph
    found = graph.work(number)
    if found is None:
        raise Http404(f"There is no work {number} in this library.")
    citing_count = graph.count_citing(number)
    pages = _pages(request, citing_count)
    context = {
        "work": found,
        "links": work_links(found.doi, found.arxiv_id),
        "documents": summaries_in_order(found.documents),
        "counts": {},  # of the work, and said above
        "citing": graph.citing(number, limit=PER_PAGE, offset=_offset(pages)),
        "citing_count": citing_count,
        "pages": pages,
    }
    return render(request, "sheaf/work.html", context)


@require_safe
def wanted(request: HttpRequest) -> HttpResponse:
    graph = served_library().graph
    if not served_library().is_counted("wanted", graph.count_wanted):
        return show_counting(request, "Wanted works")
    total = graph.count_wanted()
    pages = _pages(request, total)
    shown = list(islice(graph.wanted(limit=PER_PAGE, offset=_offset(pages)), PER_PAGE))
    is_empty = not total and _is_empty()
    context = {"works": shown, "total": total, "pages": pages, "is_empty": is_empty}
    return render(request, "sheaf/wanted.html", context)


def _is_empty() -> bool:
    """Whether the library has no documents: then an index of them is of no help."""
    return not served_library().counts()["documents"]


def _papers_of_namesakes(authors: Sequence[AuthorInfo]) -> dict[int, str]:
    """By author: the title of the latest paper, where another in the list is called the same."""
    counts = Counter(author.name for author in authors)
    library = served_library()
    latest = {
        author.id: number
        for author in authors
        if counts[author.name] > 1
        for number in library.graph.documents_of_author(author.id, limit=1)
    }
    papers = library.summaries(list(latest.values()))
    return {
        author: papers[number].title or f"Document {number}"
        for author, number in latest.items()
        if number in papers
    }


def summaries_in_order(numbers: Sequence[int]) -> list[PaperSummary]:
    found = served_library().summaries(numbers)
    return [found[one] for one in numbers if one in found]


def _papers(
    request: HttpRequest, total: int, find: Callable[..., Sequence[int]]
) -> dict[str, object]:
    """The papers of a page of a list, of which `find` has the numbers."""
    pages = _pages(request, total)
    numbers = find(limit=PER_PAGE, offset=_offset(pages))
    return {
        "papers": summaries_in_order(numbers),
        "counts": served_library().graph.citation_counts(numbers),
        "pages": pages,
    }


def _part(
    request: HttpRequest, find: Callable[..., Sequence[Item]]
) -> tuple[Sequence[Item], dict[str, int | None]]:
    """A page of a list that nobody has counted, with one more where it goes on, and the numbers of
    the pages beside it."""
    page = whole_number(request.GET.get("page"), default=1, most=LAST_PAGE) or 1
    found = find(limit=PER_PAGE + 1, offset=(page - 1) * PER_PAGE)
    before = page - 1 if page > 1 else None
    after = page + 1 if len(found) > PER_PAGE else None
    return found, {"before": before, "after": after}


def _pages(request: HttpRequest, total: int) -> Pages:
    last = min(LAST_PAGE, max(1, -(-total // PER_PAGE)))
    return Pages(whole_number(request.GET.get("page"), default=1, most=last) or 1, last)


def _offset(pages: Pages) -> int:
    return (pages.current - 1) * PER_PAGE
