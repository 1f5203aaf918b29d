"""What is shown when a page cannot be."""

from __future__ import annotations

import sys

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from sheaf.errors import SheafError
from sheaf.web.hidden_paths import without_places
from sheaf.web.outages import as_our_error
from sheaf.web.people.problems import problem_answer

API = "/api/"


def show_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    # Our own 404s say what is missing; the router's would list our addresses.
    message = exception.args[0] if isinstance(exception, Http404) and exception.args else ""
    words = message if isinstance(message, str) else ""
    if request.path.startswith(API):
        return problem_answer(404, words or "There is nothing at this address.")
    return render(request, "sheaf/404.html", {"words": words}, status=404)


def show_error(request: HttpRequest) -> HttpResponse:
    """An error of ours says what happened and what to do; of another only the log knows more."""
    problem = as_our_error(sys.exc_info()[1])
    if problem is not None:
        problem = SheafError(without_places(str(problem)), without_places(problem.what_to_do))
    status = 500 if problem is None else 503
    if request.path.startswith(API):
        words = "This is a fault of ours." if problem is None else str(problem)
        return problem_answer(status, words)
    # Without the request: whatever fails here must not fail again for the same reason.
    return render(None, "sheaf/500.html", {"problem": problem}, status=status)
