"""The door: takes a question by GET or POST, and answers with a document of the protocol."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import chain

from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from sheaf.extract.formats.markup import Markup, block, document, element
from sheaf.web.oai.records import write_time
from sheaf.web.oai.request import OaiError, check_arguments
from sheaf.web.oai.verbs import ANSWERS, Question, base_address

NAMESPACE = "http://www.openarchives.org/OAI/2.0/"
ATTRIBUTES = {
    "xmlns": NAMESPACE,
    "xmlns:xsi": "http://www.w3.org/2001/XMLSchema-instance",
    "xsi:schemaLocation": f"{NAMESPACE} {NAMESPACE}OAI-PMH.xsd",
}
# After these nobody knows what was asked, and the answer does not repeat it.
UNCLEAR = frozenset({"badVerb", "badArgument"})


@csrf_exempt  # it changes nothing, and harvesters have no cookies
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def oai(request: HttpRequest) -> HttpResponse:
    given: dict[str, str] = {}
    try:
        given = check_arguments(_asked(request))
        answer = ANSWERS[given["verb"]](Question(request, given))
    except OaiError as problem:
        answer = element("error", str(problem), attributes={"code": problem.code})
        given = {} if problem.code in UNCLEAR else given
    told = _envelope(request, given, answer)
    return HttpResponse(told.encode("utf-8"), content_type="text/xml; charset=utf-8")


def _asked(request: HttpRequest) -> dict[str, list[str]]:
    """Of a form, what stands in its address as well."""
    asked: dict[str, list[str]] = {}
    for name, values in chain(request.GET.lists(), request.POST.lists()):
        asked.setdefault(name, []).extend(str(value) for value in values)
    return asked


def _envelope(request: HttpRequest, given: dict[str, str], answer: Markup) -> str:
    return document(
        block(
            "OAI-PMH",
            element("responseDate", write_time(datetime.now(UTC))),
            element("request", base_address(request), attributes=given),
            answer,
            attributes=ATTRIBUTES,
        )
    )
