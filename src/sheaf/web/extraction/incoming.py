"""What a request sends: a file of a form, or the body as it is; in pieces, not whole in memory."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from email.message import Message
from typing import Any

from django.core.exceptions import BadRequest, RequestDataTooBig
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest
from django.http.multipartparser import MultiPartParserError
from django.utils.datastructures import MultiValueDict

PIECE = 256 * 1024
FORM = "multipart/form-data"


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
    except (MultiPartParserError, RequestDataTooBig, BadRequest, ValueError, OSError) as problem:
        raise BadUploadError("The form in this request cannot be read.") from problem


def form_values(request: HttpRequest, name: str) -> list[str]:
    try:
        return [one for one in request.POST.getlist(name) if isinstance(one, str)]
    except (MultiPartParserError, RequestDataTooBig, BadRequest, ValueError, OSError) as problem:
        raise BadUploadError("The form in this request cannot be read.") from problem


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
