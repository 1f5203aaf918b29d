"""What a request sends: a file of a form, or the body as it is; in pieces, not whole in memory."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from email.message import Message
from typing import Any
from urllib.parse import parse_qs

from django.core.exceptions import (
    BadRequest,
    RequestDataTooBig,
    TooManyFieldsSent,
    TooManyFilesSent,
)
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, QueryDict
from django.http.multipartparser import MultiPartParserError
from django.utils.datastructures import MultiValueDict

PIECE = 256 * 1024
FORM = "multipart/form-data"
LINES = "application/x-www-form-urlencoded"
# Of a form without files: a list of references is longer than what our own pages send.
MOST_FIELDS = 10_100
LARGEST_LINES = 16 * 1024**2
UNREADABLE = "The form in this request cannot be read."
WRONG = (
    *(MultiPartParserError, RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent),
    *(BadRequest, ValueError, OSError),
)


class BadUploadError(Exception):
    """A request whose body is not what it says."""


@dataclass(frozen=True, slots=True)
class Incoming:
    name: str
    pieces: Iterator[bytes]


def is_form(request: HttpRequest) -> bool:
    return request.content_type == FORM


def files_of_form(request: HttpRequest, *fields: str) -> list[Incoming]:
    """The files under these names, in their order; all where none is named."""
    files = form_files(request)
    names = [name for name in fields if name in files] if fields else list(files)
    given = [one for name in names for one in files.getlist(name)]
    return [
        Incoming(one.name or "upload", one.chunks(PIECE))
        for one in given
        if isinstance(one, UploadedFile)
    ]


def form_files(request: HttpRequest) -> MultiValueDict[str, Any]:
    try:
        return request.FILES
    except WRONG as problem:
        raise BadUploadError(UNREADABLE) from problem


def form_values(request: HttpRequest, name: str) -> list[str]:
    try:
        return [one for one in _fields(request).getlist(name) if isinstance(one, str)]
    except WRONG as problem:
        raise BadUploadError(UNREADABLE) from problem


def _fields(request: HttpRequest) -> QueryDict:
    """Django's own reading ends at a thousand fields."""
    if request.content_type != LINES or hasattr(request, "_post"):
        return request.POST
    body = request.read(LARGEST_LINES + 1)
    if len(body) > LARGEST_LINES:
        raise BadUploadError(f"A form may have {LARGEST_LINES} bytes.")
    try:
        given = parse_qs(body.decode("utf-8", "replace"), True, max_num_fields=MOST_FIELDS)
    except ValueError:
        raise BadUploadError(f"A form may have {MOST_FIELDS} fields.") from None
    fields = QueryDict(mutable=True)
    for field, values in given.items():
        fields.setlist(field, values)
    request.POST = fields  # type: ignore[assignment]
    return fields


def body_of(request: HttpRequest, name: str = "") -> Incoming:
    return Incoming(name or _said_name(request) or "upload", _pieces(request))


def _pieces(request: HttpRequest) -> Iterator[bytes]:
    while piece := request.read(PIECE):
        yield piece


def _said_name(request: HttpRequest) -> str:
    """Content-Disposition: attachment; filename=..."""
    message = Message()
    message["Content-Disposition"] = request.headers.get("Content-Disposition", "")
    return message.get_filename("") or ""
