"""The extraction service in /api/v1: files, texts, URLs and references in; papers out."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from functools import partial
from typing import Annotated, Any

from django.http import FileResponse, HttpRequest, HttpResponse, HttpResponseBase
from ninja import Query, Router, Schema
from ninja.params import Path
from pydantic import BaseModel, Field, ValidationError

from sheaf.web.extraction.doors import refusal_at_door
from sheaf.web.extraction.incoming import (
    PIECE,
    BadUploadError,
    Incoming,
    body_of,
    files_of_form,
    is_form,
)
from sheaf.web.extraction.problems import problem, problem_of
from sheaf.web.extraction.schema import (
    DELETED,
    FILES_IN,
    READING_OUT,
    REFERENCES_IN,
    SOURCES_IN,
    answers,
)
from sheaf.web.extraction.served import SCOPE, NotServedError, file_of_document, served_extraction
from sheaf.web.extraction.telling import tell_reading, with_etag
from sheaf.web.security import SANDBOX
from sheaf.workers.service.contract import (
    BusyError,
    PaperReading,
    Part,
    ReadingWish,
    RefusalReason,
    RefusedFileError,
    SentFile,
    UnknownTokenError,
)
from sheaf.workers.service.fetching import fetched

JSON = "application/json"
LARGEST_ORDER = 2 * 1024**2
LONGEST_URL = 8_000
MOST_FILES = 100
MOST_REFERENCES = 1_000
NOT_SERVED = "This server has no extraction service."
Token = Annotated[str, Path(description="What a file was given when it was sent.")]


class SourceOrder(BaseModel, extra="forbid"):
    """One of the three."""

    url: str = Field("", max_length=LONGEST_URL)
    document: int | None = Field(None, ge=1, le=999_999_999)
    text: str = ""


class ReferencesOrder(BaseModel, extra="forbid"):
    references: list[str] = Field(min_length=1, max_length=MOST_REFERENCES)


class ExtractionOptions(Schema):
    """How a file is read."""

    parts: str = Field(
        "header,references,body",
        pattern="^(header|references|body)(,(header|references|body)){0,2}$",
        description="Which parts are wanted, with commas between; the header comes with each.",
    )
    format: str = Field("", max_length=40, description="The name of a format; else by `Accept`.")
    coordinates: bool = Field(False, description="With `places`: boxes on the pages, in points.")
    reextract: bool = Field(False, description="Read it again, whatever is known of it.")
    max_distance: int | None = Field(
        None, ge=0, le=8, description="A near-copy may differ in so many of 64 bits."
    )
    filter: bool = Field(True, description="Refuse what is not taken for a paper.")

    def wish(self) -> ReadingWish:
        parts = frozenset(Part(one) for one in self.parts.split(",")) | {Part.HEADER}
        return ReadingWish(
            parts,
            is_filtered=self.filter,
            reextract=self.reextract,
            max_distance=self.max_distance,
        )


class Door:
    """For operations: the same door as that of our other addresses."""

    scope = SCOPE

    def __call__(self, request: HttpRequest) -> bool:
        refused = refusal_at_door(request)
        if refused is not None:
            raise DoorClosedError(refused)
        return True


class DoorClosedError(Exception):
    def __init__(self, answer: HttpResponse) -> None:
        super().__init__()
        self.answer = answer


# -- what is sent and kept for a while -------------------------------------------------------------


def send(
    request: HttpRequest,
    filter: Annotated[bool, Query(description="Refuse what is no paper.")] = True,  # noqa: A002
) -> HttpResponseBase:
    """Files to be read: those of a form, or the body. Each gets a token, under which it is there
    until nobody has asked for it for a while. One that is refused says why, and the others stay."""
    incoming = _files(request)
    results = [_keep(request, one, is_filtered=filter) for one in incoming]
    kept = [told for told, _ in results if "token" in told]
    if len(results) == 1 and not kept:
        refused = results[0][1]
        assert refused is not None, "what was not kept was refused"
        return refused
    items = {"items": [told for told, _ in results]}
    status = 201 if kept else 422
    headers = {"Location": kept[0]["links"]["self"]} if len(kept) == 1 else {}
    return HttpResponse(json.dumps(items), status=status, content_type=JSON, headers=headers)


def describe(request: HttpRequest, token: Token) -> HttpResponseBase:
    """What is known of a file, and where its parts are."""
    resource = served_extraction().find(token)
    told = _tell_resource(request, resource)
    return with_etag(request, HttpResponse(json.dumps(told), content_type=JSON))


def remove(request: HttpRequest, token: Token) -> HttpResponseBase:
    """The file goes now."""
    served_extraction().remove(token)
    return HttpResponse(status=204)


def read_kept(
    request: HttpRequest, token: Token, options: Query[ExtractionOptions]
) -> HttpResponseBase:
    """What a file says: all of it, or the parts that are wanted."""
    service = served_extraction()
    read = service.read(service.find(token), options.wish())
    return _tell(request, read, options)


def text(request: HttpRequest, token: Token) -> HttpResponseBase:
    """The text of a file."""
    service = served_extraction()
    return _file(service.open_text(service.find(token)), "text/plain; charset=utf-8")


def file(request: HttpRequest, token: Token) -> HttpResponseBase:
    """The file as it was sent."""
    service = served_extraction()
    resource = service.find(token)
    kind = service.describe(resource).mime_type
    return _file(service.open_file(resource), kind)


# -- in one go -------------------------------------------------------------------------------------


def read_once(request: HttpRequest, options: Query[ExtractionOptions]) -> HttpResponseBase:
    """What a file, a text, a file on the web or a document of the library says. No file is kept."""
    service = served_extraction()
    with _source(request) as incoming:
        read = service.read_once(incoming.pieces, incoming.name, options.wish())
        return _tell(request, read, options)


def parse_references(request: HttpRequest) -> HttpResponseBase:
    """Reference strings in their fields, in the order in which they came."""
    order = _read_order(request, ReferencesOrder)
    found = served_extraction().parse_references(order.references)
    return HttpResponse(json.dumps({"items": found}), content_type=JSON)


@contextmanager
def _source(request: HttpRequest) -> Iterator[Incoming]:
    if request.content_type != JSON:
        files = _files(request)
        if len(files) > 1:
            raise BadUploadError("One file at a time is read here.")
        yield files[0]
        return
    order = _read_order(request, SourceOrder)
    given = [one for one in (order.url, order.document, order.text) if one]
    if len(given) != 1:
        raise BadUploadError("One of url, document and text is needed, and no more.")
    if order.url:
        service = served_extraction()
        with ExitStack() as held:
            with service.counting():
                found = fetched(order.url, allow_private=service.allows_private)
                name, pieces = held.enter_context(found)
            yield Incoming(name, pieces)
    elif order.document is not None:
        path = file_of_document(order.document)
        if path is None:
            raise BadUploadError(f"There is no document {order.document} here.")
        with path.open("rb") as stream:
            yield Incoming(path.name, iter(partial(stream.read, PIECE), b""))
    else:
        yield Incoming("text", iter([order.text.encode()]))


# -- what they share -------------------------------------------------------------------------------


def _files(request: HttpRequest) -> list[Incoming]:
    files = files_of_form(request) if is_form(request) else [body_of(request)]
    if not 0 < len(files) <= MOST_FILES:
        raise BadUploadError(f"A form with 1 to {MOST_FILES} files is needed.")
    return files


def _read_order(request: HttpRequest, kind: type[BaseModel]) -> Any:
    try:
        return kind.model_validate_json(_read_json(request))
    except ValidationError as found:
        first = found.errors()[0]
        name = ".".join(map(str, first["loc"]))
        raise BadUploadError(f"{name + ': ' if name else ''}{first['msg']}.") from None


def _read_json(request: HttpRequest) -> bytes:
    body = request.read(LARGEST_ORDER + 1)
    if len(body) > LARGEST_ORDER:
        raise RefusedFileError(
            RefusalReason.TOO_LARGE,
            f"JSON may have {LARGEST_ORDER} bytes; send longer texts as files",
        )
    return body


def _keep(
    request: HttpRequest, incoming: Incoming, *, is_filtered: bool
) -> tuple[dict[str, Any], HttpResponse | None]:
    service = served_extraction()
    try:
        resource = service.upload(incoming.pieces, incoming.name, is_filtered=is_filtered)
    except (RefusedFileError, BusyError) as found:
        answer = problem_of(found)
        assert answer is not None, "each of the two has one"
        return {"name": incoming.name, "problem": json.loads(answer.content)}, answer
    return _tell_resource(request, resource), None


def _tell_resource(request: HttpRequest, resource: SentFile) -> dict[str, Any]:
    service = served_extraction()
    known = service.describe(resource)
    base = request.build_absolute_uri(f"/api/v1/extractions/{resource.token}")
    expires = datetime.fromtimestamp(service.resources.expires_at(resource), UTC)
    return {
        "token": resource.token,
        "name": resource.name,
        "sha1": resource.sha1,
        "size": resource.size,
        "mime_type": known.mime_type,
        "pages": known.pages,
        "words": known.words,
        "expires": expires.isoformat(timespec="minutes"),
        "links": {"self": base, **{name: f"{base}/{name}" for name in ("paper", "text", "file")}},
    }


def _tell(request: HttpRequest, read: PaperReading, options: ExtractionOptions) -> HttpResponse:
    places = None
    if options.coordinates:
        places = served_extraction().places(read.sha1, read.paper).places
    return tell_reading(request, read, given=options.format, places=places)


def _file(stream: Any, kind: str) -> FileResponse:
    """What somebody sent may be anything: nothing of it runs under our address."""
    headers = {"Content-Security-Policy": SANDBOX, "Cache-Control": "private, no-cache"}
    return FileResponse(stream, content_type=kind, headers=headers, as_attachment=True)


# -- as the schema has them ------------------------------------------------------------------------

_BASE = "/extractions"
_OPERATIONS: tuple[tuple[list[str], str, Any, dict[str, Any]], ...] = (
    (["POST"], _BASE, send, {**FILES_IN, **answers(201, JSON)}),
    (["GET", "HEAD"], f"{_BASE}/{{token}}", describe, answers(200, JSON)),
    (["DELETE"], f"{_BASE}/{{token}}", remove, DELETED),
    (["GET", "HEAD"], f"{_BASE}/{{token}}/paper", read_kept, READING_OUT),
    (["GET", "HEAD"], f"{_BASE}/{{token}}/text", text, answers(200, "text/plain")),
    (["GET", "HEAD"], f"{_BASE}/{{token}}/file", file, answers(200, "*/*")),
    (["POST"], "/extract", read_once, {**SOURCES_IN, **READING_OUT}),
    (["POST"], "/references/parse", parse_references, {**REFERENCES_IN, **answers(200, JSON)}),
)


def make_router() -> Router:
    """A router belongs to one API; with a library and without it there are two."""
    router = Router(auth=Door(), tags=["extraction"])
    for methods, path, function, schema in _OPERATIONS:
        router.add_api_operation(
            path,
            methods,
            function,
            url_name=function.__name__,
            openapi_extra=schema,
            operation_id=f"extraction_{function.__name__}",
        )
    return router


def add_handlers(api: Any) -> None:
    """What goes wrong in these operations, told as a problem."""

    def told(request: HttpRequest, found: Exception) -> HttpResponse:
        answer = problem_of(found)
        assert answer is not None, "these have one"
        return answer

    for kind in (RefusedFileError, BusyError, UnknownTokenError):
        api.add_exception_handler(kind, told)
    api.add_exception_handler(DoorClosedError, lambda request, found: found.answer)
    api.add_exception_handler(BadUploadError, lambda request, found: problem(400, str(found)))
    api.add_exception_handler(NotServedError, lambda request, found: problem(503, NOT_SERVED))
