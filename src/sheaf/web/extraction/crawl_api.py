"""The crawl API that legacy extractors call: which documents are to be ingested, and what became of
them. Everything is a GET with the key in the address, every answer is 200, as it was.

A key is one of ours with the scope `ingest` and no other, for addresses end up in logs.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from sheaf.deposit.rights.contract import KeyUse, Way
from sheaf.deposit.rights.history import acting_as
from sheaf.extract.formats.markup import element, escape
from sheaf.web.library import served_library
from sheaf.web.people.programs import LONGEST_KEY

SCOPE = "ingest"
XML = "text/xml; charset=utf-8"
MOST = 10_000
WHOLE = re.compile(r"[0-9]{1,9}")
STATES = {"0": "not_ingested", "1": "ingested", "-1": "failed"}
MISSING_KEY, INVALID_KEY = "missing api key", "invalid api key"
WRONG, WRONG_STATE = "wrong parameters", "invalid state (must be 0, 1, or -1)"
NO_NUMBER = "Missing a number"


@never_cache
@require_http_methods(["GET"])
def getdocs(request: HttpRequest) -> HttpResponse:
    """Hands out documents that are not ingested, the newest first: none is handed out twice."""
    return _with_key(request, _hand_out)


@never_cache
@require_http_methods(["GET"])
def setdocs(request: HttpRequest) -> HttpResponse:
    """What became of documents that were handed out."""
    return _with_key(request, _set_states)


def _with_key(request: HttpRequest, act: Callable[[HttpRequest], HttpResponse]) -> HttpResponse:
    use: KeyUse | None = getattr(request, "key_use", None)
    given = request.GET.get("key", "")
    if use is None:
        if not given:
            return _fail(MISSING_KEY)
        use = served_library().keys.check(given[:LONGEST_KEY])
    if use is None or not use.allows(SCOPE):
        return _fail(INVALID_KEY)
    with acting_as(use.key.owner, Way.KEY, use.key.name):
        return act(request)


def _hand_out(request: HttpRequest) -> HttpResponse:
    number = request.GET.get("n", "")
    if not number:
        return HttpResponse(NO_NUMBER, content_type=XML)
    if WHOLE.fullmatch(number) is None:
        return _fail(WRONG)
    library = served_library()
    handed = library.hand_out(min(int(number), MOST))
    docs = "".join(
        element("doc", path, attributes={"id": str(document)}) for document, path in handed
    )
    place = escape(f"{library.folder / 'repository'}/")
    return HttpResponse(f'<response location="{place}">{docs}</response>', content_type=XML)


def _set_states(request: HttpRequest) -> HttpResponse:
    given, state = request.GET.get("ids", ""), request.GET.get("state", "")
    numbers = [one.strip() for one in given.split(",")] if given else []
    if not numbers or len(numbers) > MOST or not all(map(WHOLE.fullmatch, numbers)) or not state:
        return _fail(WRONG)
    if state not in STATES:
        return _fail(WRONG_STATE)
    wanted = list(dict.fromkeys(map(int, numbers)))
    known = served_library().states.set_known(wanted, STATES[state])
    told = {
        "SubmittedDocNumber": len(numbers),
        "SuccessNumber": known,
        "FailNumber": len(numbers) - known,
    }
    inside = "".join(f"<{name}>{count}</{name}>" for name, count in told.items())
    return HttpResponse(f"<response>{inside}</response>", content_type=XML)


def _fail(words: str) -> HttpResponse:
    return HttpResponse(f"<response><error>{words}</error></response>", content_type=XML)
