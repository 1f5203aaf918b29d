"""The search page: a box, and what was found."""

from __future__ import annotations

import time
from contextlib import suppress
from dataclasses import dataclass

from django import db
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from sheaf.app import Library
from sheaf.search.contract import Hit
from sheaf.search.marking import SnippetPiece, find_words, mark_words
from sheaf.web.library import served_library

PER_PAGE = 10
# Nobody reads further, and the index would have to rank everything before it.
LAST_PAGE = 100
LONGEST_QUESTION = 500
SHOWN_AUTHORS = 8


@dataclass(frozen=True, slots=True)
class ShownHit:
    """A hit as it is shown."""

    hit: Hit
    title: list[SnippetPiece]
    authors: list[list[SnippetPiece]]
    more_authors: int
    snippet: list[SnippetPiece]


@dataclass(frozen=True, slots=True)
class Pages:
    """The row of page numbers under the results."""

    current: int
    last: int

    @property
    def numbers(self) -> range:
        first = max(1, min(self.current - 3, self.last - 6))
        return range(first, min(self.last, first + 6) + 1)

    @property
    def before(self) -> int | None:
        return self.current - 1 if self.current > 1 else None

    @property
    def after(self) -> int | None:
        return self.current + 1 if self.current < self.last else None


@require_safe
def search(request: HttpRequest) -> HttpResponse:
    question = request.GET.get("q", "")[:LONGEST_QUESTION].strip()
    return _results_page(request, question) if question else _welcome_page(request)


def _welcome_page(request: HttpRequest) -> HttpResponse:
    library = served_library()
    return render(
        request,
        "sheaf/welcome.html",
        {"counts": library.counts(), "is_indexed": library.is_indexed},
    )


def _results_page(request: HttpRequest, question: str) -> HttpResponse:
    library = served_library()
    page = whole_number(request.GET.get("page"), default=1, most=LAST_PAGE) or 1
    started = time.perf_counter()
    found = library.search(question, limit=PER_PAGE, offset=(page - 1) * PER_PAGE)
    last = min(LAST_PAGE, max(1, -(-found.total // PER_PAGE)))
    if page > last:  # an old link, or a number by hand
        page = last
        found = library.search(question, limit=PER_PAGE, offset=(page - 1) * PER_PAGE)
    milliseconds = (time.perf_counter() - started) * 1000
    words = find_words(question)
    context = {
        "question": question,
        "total": found.total,
        "milliseconds": milliseconds,
        "results": [_show_hit(hit, words) for hit in found.hits],
        "complaints": found.complaints,
        "pages": Pages(page, last),
        "is_cut": page == LAST_PAGE and found.total > LAST_PAGE * PER_PAGE,
        "is_indexed": library.is_indexed,
        "documents": _count_documents(library),
        "behind": _count_behind(library),
    }
    return render(request, "sheaf/results.html", context)


def _count_documents(library: Library) -> int | None:
    with suppress(db.OperationalError, db.InterfaceError):
        return library.counts()["documents"]
    return None


def _count_behind(library: Library) -> int:
    """Searching needs no catalogue: where it cannot be asked, there is nothing to say."""
    with suppress(db.OperationalError, db.InterfaceError):
        return library.index_is_behind()
    return 0


def _show_hit(hit: Hit, words: frozenset[str]) -> ShownHit:
    return ShownHit(
        hit=hit,
        title=mark_words(hit.title or "", words),
        authors=[mark_words(name, words) for name in hit.authors[:SHOWN_AUTHORS]],
        more_authors=max(0, len(hit.authors) - SHOWN_AUTHORS),
        snippet=mark_words(_add_dots(hit.snippet), words),
    )


def _add_dots(snippet: str) -> str:
    """A stretch of text that plainly begins or ends within a sentence says so."""
    before = "… " if snippet[:1].islower() else ""
    after = " …" if snippet[-1:].isalnum() else ""
    return f"{before}{snippet}{after}"


def whole_number(given: str | None, *, default: int, most: int) -> int | None:
    """The number, at most `most`; the default where none is given; None for what is none."""
    if given is None or given == "":
        return default
    if not (given.isascii() and given.isdigit() and len(given) < 12):
        return None
    return min(int(given), most)
