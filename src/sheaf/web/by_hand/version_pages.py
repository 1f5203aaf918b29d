"""What a librarian says of versions, on the page of a paper: one work, another work, or undone."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from sheaf.errors import SheafError
from sheaf.web.by_hand.following import follow
from sheaf.web.library import served_library
from sheaf.web.paging import whole_number
from sheaf.web.papers.views import document_or_404
from sheaf.web.people.rights import Role, needs

LARGEST_NUMBER = 10**9


@needs(Role.LIBRARIAN)
@require_POST
def say(request: HttpRequest, number: int) -> HttpResponse:
    """`say` is join, part or undo; of the document `other`, or the number of a `statement`."""
    document_or_404(number)
    try:
        words = _say(request, number)
    except SheafError as problem:
        messages.error(request, f"{problem} {problem.what_to_do}".strip())
    else:
        messages.success(request, f"{words} {follow()}")
    return redirect(reverse("paper", args=[number]) + "#versions")


def _say(request: HttpRequest, number: int) -> str:
    versions, chosen = served_library().versions, request.POST.get("say")
    if chosen == "undo":
        done = versions.undo(_number(request, "statement"))
        return f"It is no longer said that {done.words}."
    say = versions.part if chosen == "part" else versions.join
    words = say(number, _number(request, "other")).words
    return f"{words.capitalize()}."


def _number(request: HttpRequest, name: str) -> int:
    return whole_number(request.POST.get(name), default=0, most=LARGEST_NUMBER) or 0
