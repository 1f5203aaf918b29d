"""Pages of the graph: a person, a venue, a work, and lists of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import islice

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from sheaf.graph.contract import AuthorInfo
from sheaf.records import PaperSummary
from sheaf.web.library import served_library
from sheaf.web.paging import Pages, whole_number
from sheaf.web.paper_view import work_links

PER_PAGE = 50
LAST_PAGE = 2_000
LONGEST_NAME = 100


@require_safe
def author(request: HttpRequest, number: int) -> HttpResponse:
    graph = served_library().graph
    found = graph.author(number)
    if found is None:
        raise Http404(f"There is no author {number} in this library.")
    pages = _pages(request, found.documents)
    numbers = graph.documents_of_author(number, limit=PER_PAGE, offset=_offset(pages))
    context = {
        "author": found,
        "possible_same": graph.possible_same(number),
        "co_authors": graph.co_authors(number),
        "papers": summaries_in_order(numbers),
        "counts": graph.citation_counts(numbers),
        "pages": pages,
    }
    return render(request, "sheaf/author.html", context)


@require_safe
def authors(request: HttpRequest) -> HttpResponse:
    starting = request.GET.get("starting", "").replace("\0", "")[:LONGEST_NAME].strip()
    page = _page_number(request)
    found = served_library().graph.authors(
        limit=PER_PAGE + 1, offset=(page - 1) * PER_PAGE, starting=starting
    )
    shown = found[:PER_PAGE]
    told_apart = _papers_of_namesakes(found)
    context = {
        "authors": [(one, told_apart.get(one.id, "")) for one in shown],
        "starting": starting,
        **_pages_beside(page, found),
    }
    return render(request, "sheaf/authors.html", context)


@require_safe
def venue(request: HttpRequest, number: int) -> HttpResponse:
    graph = served_library().graph
    found = graph.venue(number)
    if found is None:
        raise Http404(f"There is no venue {number} in this library.")
    pages = _pages(request, found.documents)
    numbers = graph.documents_of_venue(number, limit=PER_PAGE, offset=_offset(pages))
    context = {
        "venue": found,
        "papers": summaries_in_order(numbers),
        "counts": graph.citation_counts(numbers),
        "pages": pages,
    }
    return render(request, "sheaf/venue.html", context)


@require_safe
def venues(request: HttpRequest) -> HttpResponse:
    page = _page_number(request)
    found = served_library().graph.venues(limit=PER_PAGE + 1, offset=(page - 1) * PER_PAGE)
    context = {
        "venues": found[:PER_PAGE],
        **_pages_beside(page, found),
    }
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
    total = graph.count_wanted()
    pages = _pages(request, total)
    shown = list(islice(graph.wanted(limit=PER_PAGE, offset=_offset(pages)), PER_PAGE))
    context = {"works": shown, "total": total, "pages": pages}
    return render(request, "sheaf/wanted.html", context)


def _papers_of_namesakes(authors: Sequence[AuthorInfo]) -> dict[int, str]:
    """By author: the title of the latest paper, where another in the list is called the same."""
    counts = Counter(one.name for one in authors)
    library = served_library()
    latest = {
        one.id: number
        for one in authors
        if counts[one.name] > 1
        for number in library.graph.documents_of_author(one.id, limit=1)
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


def _page_number(request: HttpRequest) -> int:
    return whole_number(request.GET.get("page"), default=1, most=LAST_PAGE) or 1


def _pages_beside(page: int, found: Sequence[object]) -> dict[str, int | None]:
    """`found` is one longer than a page where the list goes on."""
    return {
        "before": page - 1 if page > 1 else None,
        "after": page + 1 if len(found) > PER_PAGE else None,
    }


def _pages(request: HttpRequest, total: int) -> Pages:
    last = min(LAST_PAGE, max(1, -(-total // PER_PAGE)))
    return Pages(min(_page_number(request), last), last)


def _offset(pages: Pages) -> int:
    return (pages.current - 1) * PER_PAGE
