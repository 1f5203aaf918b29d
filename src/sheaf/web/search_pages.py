"""The search page: a box, what was found, and how to find less or more of it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import TypeVar

from django import db
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from sheaf.app import Library
from sheaf.deposit.by_hand.contract import CollectionInfo
from sheaf.graph.contract import WorkInfo
from sheaf.search.contract import SCOPES, Hit, SearchResult, Sort
from sheaf.search.fields import FIELDS
from sheaf.search.marking import SnippetPiece, find_words, mark_words
from sheaf.web.finding.asked import LAST_PAGE, LONGEST_QUESTION, SearchAddress, read_asked
from sheaf.web.finding.export import EXPORTS
from sheaf.web.finding.facets import HEADINGS, histogram, show_facets, words_of_value
from sheaf.web.hidden_paths import shown_to
from sheaf.web.library import served_library
from sheaf.web.paging import Pages
from sheaf.web.people.rights import Role, may
from sheaf.web.templatetags.sheaf_words import with_dots

PER_PAGE = 10
SHOWN_AUTHORS = 8
SORTS = {
    Sort.RELEVANCE: "Best match",
    Sort.NEWEST: "Newest",
    Sort.OLDEST: "Oldest",
    Sort.CITED: "Most cited",
}
SCOPE_WORDS = {"papers": "Papers", "pages": "Pages", "all": "Both"}
PASTED_WORDS = {
    "doi": "a DOI",
    "arxiv": "an arXiv number",
    "url": "an address",
    "title": "the title of a paper",
    "reference": "a reference",
}
Counted = TypeVar("Counted")


@dataclass(frozen=True, slots=True)
class ShownHit:
    """A hit as it is shown."""

    hit: Hit
    title: list[SnippetPiece]
    authors: list[list[SnippetPiece]]
    more_authors: int
    snippet: list[SnippetPiece]


@dataclass(frozen=True, slots=True)
class Choice:
    """One way to go on from a search."""

    words: str
    address: str
    is_chosen: bool = False


@require_safe
def search(request: HttpRequest) -> HttpResponse:
    asked = read_asked(request)
    return _welcome_page(request) if asked.is_empty else _results_page(request, asked)


@require_safe
def search_help(request: HttpRequest) -> HttpResponse:
    """What a question may say: the fields, from the table by which questions are read."""
    return render(request, "sheaf/search_help.html", {"fields": FIELDS})


def _welcome_page(request: HttpRequest) -> HttpResponse:
    library = served_library()
    counts = library.counts()
    pages = 0 if counts["documents"] else library.count_pages()
    context = {
        "counts": counts,
        "pages": pages,
        "is_empty": not counts["documents"] and not pages,
        "is_indexed": library.is_indexed,
    }
    return render(request, "sheaf/welcome.html", context)


def _results_page(request: HttpRequest, asked: SearchAddress) -> HttpResponse:
    library = served_library()
    started = time.perf_counter()
    page = asked.page
    found = _ask(library, asked, page)
    last = min(LAST_PAGE, max(1, -(-found.total // PER_PAGE)))
    if page > last:  # an old link, or a number by hand
        page = last
        found = _ask(library, asked, page)
    documents = None if found.total else _ask_catalogue(_count_documents(library), None)
    pages = _ask_catalogue(library.count_pages, 0) if documents == 0 else 0
    context = {
        **_ways_on(asked, found),
        **_pages(asked, Pages(page, last)),
        "question": asked.question,
        "asked": asked,
        "found": found,
        "milliseconds": (time.perf_counter() - started) * 1000,
        "results": _show_hits(request, asked, found),
        "is_cut": page == LAST_PAGE and found.total > LAST_PAGE * PER_PAGE,
        "page": page,
        "first_place": (page - 1) * PER_PAGE + 1,
        "span_fields": asked.fields_without("year"),
        "is_damaged": library.index_is_damaged,
        "is_indexed": library.is_indexed,
        "documents": documents,
        "is_empty": documents == 0 and not pages,
        "behind": _ask_catalogue(library.index_is_behind, 0),
        **_collecting(request, library),
    }
    return render(request, "sheaf/results.html", context)


def _collecting(request: HttpRequest, library: Library) -> dict[str, object]:
    """What results can be put into, for who may."""
    if not may(request, Role.LIBRARIAN):
        return {}
    none: list[CollectionInfo] = []
    return {"may_collect": True, "collections": _ask_catalogue(library.collections.list, none)}


def _pages(asked: SearchAddress, pages: Pages) -> dict[str, object]:
    return {
        "pages": [
            Choice(str(page), asked.on_page(page), page == pages.current) for page in pages.numbers
        ],
        "before": asked.on_page(pages.before) if pages.before else "",
        "after": asked.on_page(pages.after) if pages.after else "",
    }


def _ask(library: Library, asked: SearchAddress, page: int) -> SearchResult:
    return library.search(
        asked.words,
        limit=PER_PAGE,
        offset=(page - 1) * PER_PAGE,
        filters=asked.filters,
        sort=asked.sort,
        scope=asked.scope,
        with_facets=True,
    )


def _ways_on(asked: SearchAddress, found: SearchResult) -> dict[str, object]:
    suggestion = found.suggestion
    return {
        "facets": show_facets(found.facets, asked),
        "years": histogram(found.facets.get("year", ()), asked),
        "chosen": [
            Choice(f"{HEADINGS[name]}: {words_of_value(name, value)}", asked.toggling(name, value))
            for name, value in asked.chosen
        ],
        "sorts": [
            Choice(words, asked.sorted_by(sort), sort is asked.sort)
            for sort, words in SORTS.items()
        ],
        "scopes": [
            Choice(SCOPE_WORDS[scope], asked.in_scope(scope), scope == asked.scope)
            for scope in SCOPES
            if found.has_pages or asked.scope != "papers"
        ],
        "pages_address": asked.in_scope("pages"),
        "did_you_mean": suggestion and Choice(suggestion.words, asked.asking(suggestion.words)),
        "exports": EXPORTS,
        "wanted": _wanted_work(found),
        "taken_for": PASTED_WORDS.get(found.pasted.kind) if found.pasted else None,
        "longest": LONGEST_QUESTION,
    }


def _wanted_work(found: SearchResult) -> WorkInfo | None:
    """What a pasted reference means, where papers cite it and the library does not have it."""
    pasted = found.pasted
    if pasted is None or pasted.kind != "reference":
        return None
    graph = served_library().graph
    work = _ask_catalogue(lambda: graph.work_meant(pasted.text), None)
    return None if work is None or work.documents else work


def _count_documents(library: Library) -> Callable[[], int]:
    return lambda: library.counts()["documents"]


def _ask_catalogue(count: Callable[[], Counted], otherwise: Counted) -> Counted:
    """Searching needs no catalogue: where it cannot be asked, there is nothing to say."""
    with suppress(db.OperationalError, db.InterfaceError):
        return count()
    return otherwise


def _show_hits(request: HttpRequest, asked: SearchAddress, found: SearchResult) -> list[ShownHit]:
    suggestion = found.suggestion
    words = find_words(suggestion.words if suggestion and suggestion.is_used else asked.question)
    return [_show_hit(hit, words) for hit in _as_seen(request, found.hits)]


def _as_seen(request: HttpRequest, hits: Iterable[Hit]) -> list[Hit]:
    """Papers are shown without their address; that of a page may be a place on this machine."""
    return [shown_to(request, hit) if hit.entry == "page" else hit for hit in hits]


def _show_hit(hit: Hit, words: frozenset[str]) -> ShownHit:
    return ShownHit(
        hit=hit,
        title=mark_words(hit.title or "", words),
        authors=[mark_words(name, words) for name in hit.authors[:SHOWN_AUTHORS]],
        more_authors=max(0, len(hit.authors) - SHOWN_AUTHORS),
        snippet=mark_words(with_dots(hit.snippet), words),
    )
