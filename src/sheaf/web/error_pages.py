"""What is shown when a page cannot be. A catalogue that cannot be reached or written
is no fault of a page: said in a sentence, logged in a line.

What the database says in full stands in the log only: it names servers and users.
"""

from __future__ import annotations

import logging
import sys

from django import db
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render

from sheaf.errors import DatabaseError, SheafError

# These mean that a question of ours was wrong; everything else that the database is not well.
OUR_FAULTS = (db.ProgrammingError, db.DataError, db.IntegrityError, db.NotSupportedError)
READ_ONLY = ("readonly", "read-only")


def as_our_error(error: BaseException | None) -> SheafError | None:
    """The error as one of ours; None where it is a fault to be looked into."""
    if isinstance(error, SheafError):
        return error
    if not isinstance(error, db.Error) or isinstance(error, OUR_FAULTS):
        return None
    if any(word in str(error) for word in READ_ONLY):
        return DatabaseError(
            f"The library cannot be written: {error}.", "It can be read and searched all the same."
        )
    return DatabaseError(
        "The catalogue cannot be asked just now.",
        "Try again in a while. The terminal in which sheaf serve runs says more.",
    )


class OneLine(logging.Filter):
    """Writes down what the database said, without the way through our code to it."""

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        if error is not None and as_our_error(error) is not None:
            message = " ".join(str(error).split())
            record.msg, record.args = "%s: %s", (record.getMessage(), message)
            record.exc_info = record.exc_text = None
        return True


def shorten_log() -> None:
    """From now on; calling it again changes nothing."""
    logger = logging.getLogger("django.request")
    if not any(isinstance(one, OneLine) for one in logger.filters):
        logger.addFilter(OneLine())


def show_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    # Our own 404s say what is missing; the router's would list our addresses.
    message = exception.args[0] if isinstance(exception, Http404) and exception.args else ""
    words = message if isinstance(message, str) else ""
    return render(request, "sheaf/404.html", {"words": words}, status=404)


def show_error(request: HttpRequest) -> HttpResponse:
    """An error of ours says what happened and what to do; of another only the log knows more."""
    problem = as_our_error(sys.exc_info()[1])
    status = 500 if problem is None else 503
    if request.path.startswith("/api/"):
        words = "This is a fault of ours." if problem is None else str(problem)
        return JsonResponse({"error": words}, status=status)
    # Without the request: whatever fails here must not fail again for the same reason.
    return render(None, "sheaf/500.html", {"problem": problem}, status=status)
