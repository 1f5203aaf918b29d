"""Collections: the list, the papers of one, and making, changing and removing them."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from sheaf.deposit.by_hand.contract import (
    LONGEST_COLLECTION_NAME,
    LONGEST_DESCRIPTION,
    CollectionInfo,
)
from sheaf.errors import SheafError
from sheaf.web.finding.export import EXPORTS
from sheaf.web.library import served_library
from sheaf.web.paging import list_page
from sheaf.web.people.rights import Role, needs

PER_PAGE = 50
SHOWN_TAGS = 100


class CollectionForm(forms.Form):
    name = forms.CharField(max_length=LONGEST_COLLECTION_NAME)
    description = forms.CharField(
        required=False, max_length=LONGEST_DESCRIPTION, widget=forms.Textarea({"rows": 4})
    )
    is_public = forms.BooleanField(required=False, label="Visitors see it")


@require_safe
def collections(request: HttpRequest) -> HttpResponse:
    return _list(request, CollectionForm())


def _list(request: HttpRequest, form: CollectionForm) -> HttpResponse:
    library = served_library()
    context = {
        "collections": library.collections.list(),
        "tags": library.tags.list(SHOWN_TAGS),
        "form": form,
    }
    return render(request, "sheaf/collections.html", context, status=400 if form.errors else 200)


@needs(Role.LIBRARIAN)
@require_POST
def make(request: HttpRequest) -> HttpResponse:
    form = CollectionForm(request.POST)
    if form.is_valid():
        try:
            made = served_library().collections.make(**form.cleaned_data)
        except SheafError as problem:
            form.add_error("name", f"{problem} {problem.what_to_do}".strip())
        else:
            messages.success(request, f"{made.name} is there. Papers are put in from a search.")
            return redirect("papers-of-collection", made.number)
    return _list(request, form)


@require_safe
def papers(request: HttpRequest, number: int) -> HttpResponse:
    library, found = served_library(), _find_or_404(number)

    def fetch(after: int, limit: int) -> list[int]:
        return library.collections.documents(number, after=after, limit=limit)

    page = list_page(request, fetch, lambda one: one, PER_PAGE)
    summaries = library.summaries(page.items)
    context = {
        "collection": found,
        "papers": [summaries[one] for one in page.items if one in summaries],
        "counts": library.graph.citation_counts(page.items),
        "page": page,
        "asked": "?" + urlencode({"q": f"collection:{found.short}"}),
        "exports": EXPORTS,
    }
    return render(request, "sheaf/papers_of_collection.html", context)


@needs(Role.LIBRARIAN)
@require_http_methods(["GET", "HEAD", "POST"])
def change(request: HttpRequest, number: int) -> HttpResponse:
    found = _find_or_404(number)
    before: dict[str, Any] = {
        name: getattr(found, name) for name in ("name", "description", "is_public")
    }
    form = CollectionForm(request.POST or None, initial=before)
    if request.method == "POST" and form.is_valid():
        try:
            served_library().collections.change(number, **form.cleaned_data)
        except SheafError as problem:
            form.add_error("name", f"{problem} {problem.what_to_do}".strip())
        else:
            return redirect("papers-of-collection", number)
    context = {"collection": found, "form": form}
    status = 400 if form.errors else 200
    return render(request, "sheaf/change_collection.html", context, status=status)


@needs(Role.LIBRARIAN)
@require_POST
def remove(request: HttpRequest, number: int) -> HttpResponse:
    gone = _find_or_404(number)
    served_library().collections.remove(number)
    messages.success(request, f"{gone.name} is gone; its documents stay in the library.")
    return redirect("collections")


def _find_or_404(number: int) -> CollectionInfo:
    found = served_library().collections.get(number)
    if found is None:
        raise Http404(f"There is no collection {number}.")
    return found
