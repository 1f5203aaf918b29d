"""The pages of hosts, parents and hubs: lists of them, and what each has led to."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from sheaf.deposit.links.contract import LINK_STATE_MEANINGS, LinkTable
from sheaf.deposit.places.contract import Yield
from sheaf.web.console import bars
from sheaf.web.library import served_library
from sheaf.web.paging import LARGEST_KEY, Pages, whole_number
from sheaf.web.people.rights import Role, needs

PER_PAGE = 50
LARGEST_HOSTS = 10_000
LONGEST_HOST = 255
LISTS = ("", "dead", "without-documents")
SHOWN_MONTHS = 24


@never_cache
@needs(Role.LIBRARIAN)
@require_safe
def hosts(request: HttpRequest) -> HttpResponse:
    """By documents, or by name; a name that was typed leads to its page."""
    places = served_library().places
    if typed := request.GET.get("host", "")[:LONGEST_HOST].strip().lower():
        return redirect("host", typed)
    after = request.GET.get("after", "")[:LONGEST_HOST]
    if request.GET.get("sort") == "name":
        found = places.hosts_by_name(after=after, limit=PER_PAGE + 1)
        shown = found[:PER_PAGE]
        following = shown[-1].name if len(found) > PER_PAGE else ""
        context: dict[str, Any] = {"hosts": shown, "by_name": True, "after": following}
    else:
        page = whole_number(request.GET.get("page"), default=1, most=LARGEST_HOSTS) or 1
        start = (page - 1) * PER_PAGE
        largest = places.hosts(limit=PER_PAGE + 1, offset=start)
        last = page + (largest is not None and len(largest) > PER_PAGE)
        context = {
            "hosts": (largest or [])[:PER_PAGE],
            "is_counting": largest is None,
            "pages": Pages(page, last),
        }
    return render(request, "sheaf/places/hosts.html", context)


@never_cache
@needs(Role.LIBRARIAN)
@require_safe
def host(request: HttpRequest, name: str) -> HttpResponse:
    library = served_library()
    found = library.places.host(name[:LONGEST_HOST])
    if found is None:
        raise Http404("Nothing of this host is in the library.")
    part = library.places.parents(host=found.name, limit=PER_PAGE)
    exact = f"={found.name}"
    context = {
        "host": found,
        "parents": part.parents,
        "hubs": library.places.hub_numbers([one.url for one in part.parents]),
        "has_more": part.before is not None,
        "entry": exact,
        "is_own": library.blacklist.find_own(exact) is not None,
        "blacklisted": library.blacklist.load(is_bounded=True).find(f"http://{found.name}/"),
        **_yield_context(library.places.yield_of_host(found.name)),
    }
    return render(request, "sheaf/places/host.html", context)


@never_cache
@needs(Role.LIBRARIAN)
@require_safe
def parents(request: HttpRequest) -> HttpResponse:
    only = request.GET.get("only", "")
    only = only if only in LISTS else ""
    chosen = request.GET.get("host", "")[:LONGEST_HOST].strip().lower()
    before = whole_number(request.GET.get("before"), default=0, most=LARGEST_KEY) or None
    places = served_library().places
    part = places.parents(host=chosen, only=only, before=before, limit=PER_PAGE)
    context = {
        "parents": part.parents,
        "before": part.before,
        "is_first": before is None,
        "only": only,
        "host": chosen,
    }
    return render(request, "sheaf/places/parents.html", context)


@never_cache
@needs(Role.LIBRARIAN)
@require_safe
def parent(request: HttpRequest, number: int) -> HttpResponse:
    library = served_library()
    found = library.places.parent(number)
    if found is None:
        raise Http404("There is no such parent.")
    numbers = library.places.documents_of_parent(number)
    summaries = library.summaries(numbers)
    context = {
        "parent": found,
        "hub": library.places.hub_number(found.url),
        "meaning": LINK_STATE_MEANINGS[found.link.state] if found.link else "",
        "documents": [summaries[one] for one in numbers if one in summaries],
        "links": library.links.of(LinkTable.DOCUMENTS, numbers),
        **_yield_context(library.places.yield_of_parent(number)),
    }
    return render(request, "sheaf/places/parent.html", context)


@require_safe
def hub(request: HttpRequest, number: int) -> HttpResponse:
    places = served_library().places
    found = places.hub(number)
    if found is None:
        raise Http404("There is no such hub.")
    led_to = places.yield_of_parent(found.parent) if found.parent else Yield()
    context = {"found": found, "hub": found.hub, **_yield_context(led_to)}
    return render(request, "sheaf/places/hub.html", context)


def _yield_context(led_to: Yield | None) -> dict[str, Any]:
    """None is still being counted: the page says so, and that it is there in a moment."""
    if led_to is None:
        return {"is_counting": True}
    months = dict(list(led_to.months.items())[-SHOWN_MONTHS:])
    return {"led_to": led_to, "months": bars(months)}
