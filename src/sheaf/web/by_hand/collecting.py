"""Papers of a search, put into a collection or tagged: those that were chosen, a page, or all."""

from __future__ import annotations

from collections.abc import Iterable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from sheaf.deposit.by_hand.contract import MOST_PAPERS
from sheaf.errors import SheafError, UsageError
from sheaf.web.finding.asked import SearchAddress, read_asked
from sheaf.web.library import served_library
from sheaf.web.people.rights import Role, needs

MOST_CHOSEN = 1000
DIGITS = 9


@needs(Role.LIBRARIAN)
@require_POST
def collect(request: HttpRequest) -> HttpResponse:
    """`whole` is all that the search in the address finds; otherwise `document` has the numbers."""
    asked = read_asked(request)
    try:
        done = _collect(request, asked)
    except SheafError as problem:
        messages.error(request, f"{problem} {problem.what_to_do}".strip())
    else:
        messages.success(request, done)
    return redirect(reverse("search") + asked.on_page(asked.page))


def _collect(request: HttpRequest, asked: SearchAddress) -> str:
    library = served_library()
    numbers = list(_numbers(request, asked))
    if not numbers:
        raise UsageError("Nothing was chosen.", "Choose papers, or all of them.")
    given = request.POST
    words = given.get("tags", "").replace(",", " ").split()
    name, new = given.get("collection", ""), given.get("new", "").strip()
    if not (words or name or new):
        raise UsageError("Where to?", "Choose a collection, or write tags.")
    said = []
    if name or new:
        collections = library.collections
        found = collections.make(new) if new else collections.find(name)
        added = collections.add(found.number, numbers)
        said.append(f"{added:,} of {len(numbers):,} put into {found.name}")
    if words:
        library.tags.add(numbers, words)
        said.append(f"{len(numbers):,} tagged")
    return f"{', '.join(said)}."


def _numbers(request: HttpRequest, asked: SearchAddress) -> Iterable[int]:
    if request.POST.get("which") == "whole":
        library = served_library()
        found = list(library.find_all(asked.words, filters=asked.filters, most=MOST_PAPERS + 1))
        if len(found) > MOST_PAPERS:
            words = f"This search finds more than {MOST_PAPERS:,} papers."
            raise UsageError(words, "Narrow it first.")
        return found
    given = request.POST.getlist("document")[:MOST_CHOSEN]
    return [int(one) for one in given if one.isascii() and one.isdigit() and len(one) <= DIGITS]
