"""What OpenAPI says of the operations of the extraction service beyond what their types do."""

from __future__ import annotations

from typing import Any

from sheaf.extract.formats import FORMATS
from sheaf.web.extraction.problems import MEDIA_TYPE

JSON = "application/json"
_ANYTHING: dict[str, Any] = {"type": "string", "format": "binary"}
_PROBLEM = {
    "type": "object",
    "properties": {
        "type": {"type": "string"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string"},
        "reason": {"type": "string"},
    },
    "required": ["type", "title", "status", "detail"],
}
_WORDS = {
    400: "The request cannot be read.",
    401: "A login, or an API key, is needed.",
    403: "This key, or this form, may not.",
    404: "Nothing was sent under this token, or it has expired.",
    406: "None of what is accepted can be written.",
    413: "The file is too large.",
    415: "The file is of a type that is not read.",
    422: "The file is refused: too short, not academic, encrypted, unreadable, damaged, ...",
    429: "Too many requests.",
    500: "Reading it went wrong here.",
    503: "All are busy; `Retry-After` says when to come again.",
}
# Before an operation is reached, other parts of the server may answer in plain JSON.
_PROBLEMS = {
    status: {"description": words, "content": {MEDIA_TYPE: {"schema": _PROBLEM}, JSON: {}}}
    for status, words in _WORDS.items()
}


def answers(status: int, *media_types: str) -> dict[str, Any]:
    schema = {"type": "object"}
    content = {one: {"schema": schema if one == JSON else _ANYTHING} for one in media_types}
    return {"responses": {status: {"description": "OK", "content": content}, **_PROBLEMS}}


READING_OUT = answers(200, *dict.fromkeys(form.media_type for form in FORMATS.values()))
_JOB = {"type": "object", "required": ["job", "state", "items", "links"]}
READING_OR_JOB_OUT = {
    "responses": {
        **READING_OUT["responses"],
        202: {
            "description": "It is accepted, and read later: a job, which `Location` leads to.",
            "content": {JSON: {"schema": _JOB}},
        },
    }
}
JOB_RESULT_OUT = {
    "responses": {
        **READING_OUT["responses"],
        409: {
            "description": "This file of the job has not been read yet.",
            "content": {MEDIA_TYPE: {"schema": _PROBLEM}},
        },
    }
}
DELETED = {"responses": {204: {"description": "It is gone."}, **_PROBLEMS}}


def _body(content: dict[str, Any]) -> dict[str, Any]:
    return {"requestBody": {"required": True, "content": content}}


_FORM = {
    "schema": {
        "type": "object",
        "properties": {"file": {"type": "array", "items": _ANYTHING}},
        "required": ["file"],
    }
}
_RAW = {"application/pdf": {"schema": _ANYTHING}, "text/plain": {"schema": {"type": "string"}}}
FILES_IN = _body({"multipart/form-data": _FORM, **_RAW})
SOURCES_IN = _body(
    {
        "multipart/form-data": _FORM,
        **_RAW,
        JSON: {
            "schema": {
                "type": "object",
                "properties": {
                    "url": {"type": "string"},
                    "document": {"type": "integer"},
                    "text": {"type": "string"},
                },
            }
        },
    }
)
REFERENCES_IN = _body(
    {
        JSON: {
            "schema": {
                "type": "object",
                "properties": {
                    "references": {
                        "type": "array",
                        "items": {"type": "string"},
                        "minItems": 1,
                        "maxItems": 1000,
                    }
                },
                "required": ["references"],
            }
        }
    }
)
