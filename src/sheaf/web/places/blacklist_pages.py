"""The blacklist in the browser: what is on it, what an entry would hit, and the buttons."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from sheaf.curate.own_blacklist import added_note, read_entry
from sheaf.errors import SheafError
from sheaf.web.library import served_library
from sheaf.web.people.rights import Role, needs

LONGEST_ENTRY = 500
# Looking through all URLs of a large library takes longer: then the page says "at least".
COUNTING_SECONDS = 0.1
MOST_SHOWN = 500


@never_cache
@needs(Role.LIBRARIAN)
@require_http_methods(["GET", "HEAD", "POST"])
def blacklist(request: HttpRequest) -> HttpResponse:
    """An entry is looked at first, and added by a button below what it is about."""
    if request.method == "POST":
        return _change(request)
    library = served_library()
    own, others = library.blacklist.entries(), library.blacklist.other_entries()
    entry = request.GET.get("entry", "")[:LONGEST_ENTRY].strip()
    context: dict[str, Any] = {
        "own": own[:MOST_SHOWN],
        "more_own": max(0, len(own) - MOST_SHOWN),
        "others": others[:MOST_SHOWN],
        "more_others": max(0, len(others) - MOST_SHOWN),
        "entry": entry,
    }
    if entry:
        try:
            context["written"] = read_entry(entry)[2]
            context["is_known"] = library.blacklist.find_own(entry) is not None
            context["hits"] = library.cleaning.count_hits(entry, seconds=COUNTING_SECONDS)
        except SheafError as problem:
            context["problem"] = problem
            return render(request, "sheaf/places/blacklist.html", context, status=400)
    return render(request, "sheaf/places/blacklist.html", context)


def _change(request: HttpRequest) -> HttpResponse:
    entry = request.POST.get("entry", "")[:LONGEST_ENTRY].strip()
    ours = served_library().blacklist
    try:
        if request.POST.get("do") == "remove":
            removed = ours.remove(entry)
            messages.success(request, f"{removed.words} is on the blacklist no longer.")
        elif ours.add(entry, added_note(request.user.get_username())):
            words = "is neither crawled nor imported from now on."
            messages.success(request, f"{entry} is on the blacklist: it {words}")
        else:
            messages.info(request, f"{entry} was on the blacklist already.")
    except SheafError as problem:
        messages.error(request, f"{problem} {problem.what_to_do}".strip())
    return redirect("blacklist")
