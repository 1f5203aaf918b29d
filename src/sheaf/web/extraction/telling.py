"""What was read, in the format that was asked for: by parameter, else by what is accepted."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils.cache import get_conditional_response

from sheaf.extract.formats import FORMATS, find_format
from sheaf.web.extraction.problems import problem
from sheaf.workers.service.contract import PaperReading

JSON = "application/json"
WHOLE = "json"
# Of several formats with one media type the first; JSON where anything will do.
BY_MEDIA_TYPE = {form.media_type: name for name, form in reversed(FORMATS.items())}
NOT_ACCEPTABLE = 406


def chosen_format(request: HttpRequest, given: str) -> str:
    """Its name, or nothing where none is accepted. UsageError for one that nobody knows."""
    if given:
        return find_format(given).name
    accepted = request.accepted_types
    if not accepted or any(one.match(JSON) for one in accepted):
        return WHOLE
    for one in accepted:
        for media_type, name in BY_MEDIA_TYPE.items():
            if one.match(media_type):
                return name
    return ""


def tell_reading(
    request: HttpRequest, read: PaperReading, *, given: str = "", places: Any = None
) -> HttpResponse:
    name = chosen_format(request, given)
    if not name:
        types = ", ".join(sorted(BY_MEDIA_TYPE))
        return problem(NOT_ACCEPTABLE, f"None of what is accepted can be written: {types}.")
    if name == WHOLE:
        content, kind = json.dumps(as_told(read, places)), JSON
    else:
        content, kind = FORMATS[name].write(read.paper), FORMATS[name].media_type
    charset = "" if kind.endswith("json") else "; charset=utf-8"
    return with_etag(
        request,
        HttpResponse(content, content_type=f"{kind}{charset}", headers=_headers(read)),
    )


def as_told(read: PaperReading, places: Any = None) -> dict[str, Any]:
    paper = read.paper
    provenance = paper.get("provenance", {})
    told = {
        "sha1": read.sha1,
        "mime_type": read.mime_type,
        "pages": read.pages,
        "words": read.words,
        "source": read.source,
        "distance": read.distance,
        "is_reused": read.is_reused,
        "extractor": provenance.get("extractor", ""),
        "extractor_version": provenance.get("extractor_version", ""),
        "confidence": paper.get("confidence", {}),
        "paper": paper,
    }
    return told if places is None else {**told, "places": [asdict(one) for one in places]}


def with_etag(request: HttpRequest, answer: HttpResponse) -> HttpResponse:
    """304 where it is what the program has already."""
    mark = f'"{hashlib.sha256(answer.content).hexdigest()[:32]}"'
    answer.headers["ETag"] = mark
    answer.headers["Vary"] = "Accept"
    answer.headers["Cache-Control"] = "private, no-cache"
    if request.method not in ("GET", "HEAD"):
        return answer
    found = get_conditional_response(request, mark, None, answer)
    if isinstance(found, HttpResponseNotModified):
        found.headers["ETag"] = mark
        return found
    return answer


def _headers(read: PaperReading) -> Mapping[str, str]:
    """What each format has no place for."""
    provenance = read.paper.get("provenance", {})
    return {
        "Sheaf-Source": read.source,
        "Sheaf-Distance": str(read.distance),
        "Sheaf-Extractor": str(provenance.get("extractor_version", "")),
    }
