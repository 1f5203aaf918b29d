"""The routes of GROBID that its clients use, with TEI as the answer.

Statuses are those of its code: 400 for what is no paper, 409 for what takes too long, 503 when all
are busy. What it can and we do not (consolidation asks other servers) is ignored, and a header says
so.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

import sheaf
from sheaf.errors import SheafError
from sheaf.extract.formats import FORMATS
from sheaf.extract.formats.tei import write_citation, write_citations
from sheaf.extract.formats.tei_marks import TeiWishes
from sheaf.web.extraction.doors import extracts, open_by_scope
from sheaf.web.extraction.incoming import BadUploadError, files_of_form, form_values
from sheaf.web.extraction.problems import retry_after
from sheaf.web.extraction.served import NotServedError, extraction_or_none, served_extraction
from sheaf.workers.service.contract import (
    ALL_PARTS,
    BusyError,
    PaperReading,
    Part,
    ReadingWish,
    RefusalReason,
    RefusedFileError,
)

FIELD = "input"
XML = "application/xml; charset=utf-8"
BIBTEX = "application/x-bibtex"
IGNORED_HEADER = "Sheaf-Ignored"
# What others can be asked for, and makes no difference here.
NOT_DONE = (
    *("consolidateHeader", "consolidateCitations", "consolidateFunders", "generateIDs"),
    *("includeRawAffiliations", "includeRawCopyrights", "includeDiscardedText", "flavor"),
    *("start", "end"),
)
OFF = frozenset({"", "0", "-1", "false"})
MOST_CITATIONS = 10_000
BAD_INPUT, NO_BLOCKS, TIMEOUT, GENERAL = "BAD_INPUT_DATA", "NO_BLOCKS", "TIMEOUT", "GENERAL"
STATUS_OF = {BAD_INPUT: 400, NO_BLOCKS: 400, TIMEOUT: 409, GENERAL: 500}
KIND_OF = {
    RefusalReason.UNREADABLE: NO_BLOCKS,
    RefusalReason.TOO_COSTLY: TIMEOUT,
    RefusalReason.FAULT: GENERAL,
}
View = Callable[[HttpRequest], HttpResponseBase]


def _as_grobid(view: View) -> View:
    """What goes wrong, as its clients expect it."""

    @wraps(view)
    def answer(request: HttpRequest) -> HttpResponseBase:
        try:
            found = view(request)
        except BusyError as busy:
            return HttpResponse(
                f"{busy} Come again.", 503, content_type="text/plain", headers=retry_after(busy)
            )
        except RefusedFileError as refused:
            return _fail(request, KIND_OF.get(refused.refusal, BAD_INPUT), str(refused))
        except BadUploadError as bad:
            return _fail(request, BAD_INPUT, str(bad))
        except NotServedError:
            return HttpResponse("There is no service here.", status=503, content_type="text/plain")
        except SheafError:
            return _fail(request, GENERAL, "The service cannot read anything just now.")
        if ignored := _ignored(request):
            found.headers[IGNORED_HEADER] = ignored
        return found

    return answer


def _document(
    parts: frozenset[Part], write: Callable[[HttpRequest, PaperReading], HttpResponse]
) -> View:
    @extracts
    @never_cache
    @require_http_methods(["POST", "PUT"])
    @_as_grobid
    def view(request: HttpRequest) -> HttpResponseBase:
        if request.method == "PUT":  # the same form; Django reads only those that are posted
            request.method = "POST"
        files = files_of_form(request, FIELD)
        if not files:
            raise BadUploadError(f"No file came in the field {FIELD!r} of a form.")
        wish = ReadingWish(parts, is_filtered=False, takes_short=True)
        read = served_extraction().read_once(files[0].pieces, files[0].name, wish)
        return write(request, read)

    return view


def _write_tei(request: HttpRequest, read: PaperReading) -> HttpResponse:
    if BIBTEX in request.headers.get("Accept", ""):
        return HttpResponse(FORMATS["bibtex"].write(read.paper), content_type=BIBTEX)
    written = served_extraction().write_tei(read, _wanted(request))
    return HttpResponse(written, content_type=XML)


def _write_references(request: HttpRequest, read: PaperReading) -> HttpResponse:
    if BIBTEX in request.headers.get("Accept", ""):
        return _citations(request, read.paper["references"])
    written = served_extraction().write_references(read, _wanted(request))
    return HttpResponse(written, content_type=XML)


def _wanted(request: HttpRequest) -> TeiWishes:
    return TeiWishes(
        _coordinates(request),
        sentences=_is_on(request, "segmentSentences"),
        raw_references=_is_on(request, "includeRawCitations"),
    )


def _coordinates(request: HttpRequest) -> frozenset[str]:
    """Names of elements: one in each field, or several with commas between."""
    given = [*form_values(request, "teiCoordinates"), *request.GET.getlist("teiCoordinates")]
    return frozenset(name.strip() for one in given for name in one.split(","))


def _citations(request: HttpRequest, found: list[dict[str, Any]]) -> HttpResponse:
    if BIBTEX in request.headers.get("Accept", ""):
        entries = {"references": found}
        return HttpResponse(FORMATS["bibtex"].write(entries, references=True), content_type=BIBTEX)
    return HttpResponse(write_citations(list(_as_asked(request, found))), content_type=XML)


process_header = _document(frozenset({Part.HEADER}), _write_tei)
process_fulltext = _document(ALL_PARTS, _write_tei)
process_references = _document(frozenset({Part.HEADER, Part.REFERENCES}), _write_references)


@extracts
@never_cache
@require_http_methods(["POST"])
@_as_grobid
def process_citation(request: HttpRequest) -> HttpResponseBase:
    strings = _strings(request)
    found = served_extraction().parse_references(strings[:1])
    if BIBTEX in request.headers.get("Accept", ""):
        return _citations(request, found)
    return HttpResponse(write_citation(next(_as_asked(request, found))), content_type=XML)


@extracts
@never_cache
@require_http_methods(["POST"])
@_as_grobid
def process_citation_list(request: HttpRequest) -> HttpResponseBase:
    return _citations(request, served_extraction().parse_references(_strings(request)))


def _strings(request: HttpRequest) -> list[str]:
    strings = [one.strip() for one in form_values(request, "citations") if one.strip()]
    if not strings:
        raise BadUploadError("No reference came in the field 'citations'.")
    if len(strings) > MOST_CITATIONS:
        raise BadUploadError(f"More than {MOST_CITATIONS} references came at once.")
    return strings


def _as_asked(request: HttpRequest, found: list[dict[str, Any]]) -> Iterator[Mapping[str, Any]]:
    with_raw = _is_on(request, "includeRawCitations")
    for one in found:
        yield one if with_raw else {**one, "raw": ""}


@open_by_scope
@require_safe
def is_alive(request: HttpRequest) -> HttpResponse:
    return HttpResponse("true", content_type="text/plain")


@open_by_scope
@require_safe
def version(request: HttpRequest) -> HttpResponse:
    """Ours, and not one of GROBID: who looks at it should know whom they talk to."""
    told = {"version": f"Sheaf {sheaf.__version__}", "revision": _extractor_version()}
    return HttpResponse(json.dumps(told), content_type="application/json")


@open_by_scope
@require_safe
def health(request: HttpRequest) -> HttpResponse:
    """How many are read at once, which its client asks before it begins."""
    service = extraction_or_none()
    pool = {} if service is None else {"pool": {"maxActive": service.queue.workers}}
    told = {"ready": service is not None, **pool}
    return HttpResponse(json.dumps(told), content_type="application/json")


def _extractor_version() -> str:
    service = extraction_or_none()
    return "" if service is None else service.version


def _ignored(request: HttpRequest) -> str:
    return ", ".join(name for name in NOT_DONE if _is_on(request, name))


def _is_on(request: HttpRequest, name: str) -> bool:
    given = [*form_values(request, name), *request.GET.getlist(name)]
    return any(one.strip().lower() not in OFF for one in given)


def _fail(request: HttpRequest, kind: str, words: str) -> HttpResponse:
    status = STATUS_OF[kind]
    told = {"type": kind, "description": words, "code": status, "requestUri": request.path}
    return HttpResponse(json.dumps(told), status=status, content_type="application/json")
