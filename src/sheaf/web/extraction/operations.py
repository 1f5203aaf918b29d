"""The extraction service in /api/v1: files, texts, URLs and references in; papers out."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from functools import partial
from typing import Annotated, Any

from django.http import FileResponse, HttpRequest, HttpResponse, HttpResponseBase
from ninja import Header, Query, Router
from ninja.params import Path
from pydantic import BaseModel, Field, ValidationError

from sheaf.web.extraction.doors import may_read_library, refusal_at_door
from sheaf.web.extraction.incoming import (
    PIECE,
    BadUploadError,
    Incoming,
    body_of,
    files_of_form,
    is_form,
)
from sheaf.web.extraction.job_operations import (
    ASYNC,
    JOBS,
    begin_job,
    describe_job,
    job_result,
    prefers_job,
    remove_job,
)
from sheaf.web.extraction.options import ExtractionOptions, tell
from sheaf.web.extraction.problems import problem, problem_of
from sheaf.web.extraction.schema import (
    DELETED,
    FILES_IN,
    JOB_RESULT_OUT,
    READING_OR_JOB_OUT,
    READING_OUT,
    REFERENCES_IN,
    SOURCES_IN,
    answers,
)
from sheaf.web.extraction.served import (
    SCOPE,
    NotServedError,
    file_of_document,
    has_library,
    served_extraction,
)
from sheaf.web.extraction.telling import with_etag
from sheaf.web.people.reading import CANNOT_READ
from sheaf.web.security import SANDBOX
from sheaf.workers.service.contract import (
    BusyError,
    NotReadYetError,
    RefusalReason,
    RefusedFileError,
    SentFile,
    UnknownTokenError,
)
from sheaf.workers.service.fetching import fetched
from sheaf.workers.service.jobs import JobSource

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
    return tell(request, read, options)


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


def read_once(
    request: HttpRequest,
    options: Query[ExtractionOptions],
    prefer: Annotated[
        str,
        Header(
            alias="Prefer",
            description="With `respond-async` the answer is a job to ask for results later.",
        ),
    ] = "",
) -> HttpResponseBase:
    """What a file, a text, a file on the web or a document of the library says. No file is kept.
    A job reads many files, and whatever takes long."""
    if prefers_job(prefer):
        with ExitStack() as held:
            sources = list(_job_sources(request, held))
            return begin_job(request, sources, options.wish())
    service = served_extraction()
    with _source(request) as incoming:
        read = service.read_once(incoming.pieces, incoming.name, options.wish())
        return tell(request, read, options)


def parse_references(request: HttpRequest) -> HttpResponseBase:
    """Reference strings in their fields, in the order in which they came."""
    order = _read_order(request, ReferencesOrder)
    found = served_extraction().parse_references(order.references)
    return HttpResponse(json.dumps({"items": found}), content_type=JSON)


@contextmanager
def _source(request: HttpRequest) -> Iterator[Incoming]:
    with ExitStack() as held:
        sources = list(_job_sources(request, held))
        if len(sources) > 1:
            raise BadUploadError(f"One file at a time is read here; with `Prefer: {ASYNC}`, many.")
        [source] = sources
        if source.url:
            service = served_extraction()
            with service.counting():
                found = fetched(source.url, allow_private=service.allows_private)
                name, pieces = held.enter_context(found)
            yield Incoming(name, iter(pieces))
        else:
            yield Incoming(source.name, iter(source.pieces))


def _job_sources(request: HttpRequest, held: ExitStack) -> Iterator[JobSource]:
    """What a request has to be read: files, or what it names in JSON."""
    if request.content_type != JSON:
        for file in _files(request):
            yield JobSource(file.name, file.pieces)
        return
    order = _read_order(request, SourceOrder)
    given = [one for one in (order.url, order.document, order.text) if one]
    if len(given) != 1:
        raise BadUploadError("One of url, document and text is needed, and no more.")
    if order.url:
        yield JobSource(order.url, url=order.url)
    elif order.document is not None:
        if has_library() and not may_read_library(request):
            raise DoorClosedError(problem(403, CANNOT_READ))
        path = file_of_document(order.document)
        if path is None:
            raise BadUploadError(f"There is no document {order.document} here.")
        stream = held.enter_context(path.open("rb"))
        yield JobSource(path.name, iter(partial(stream.read, PIECE), b""))
    else:
        yield JobSource("text", [order.text.encode()])


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
    expires = datetime.fromtimestamp(service.expires_at(resource), UTC)
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
    (["POST"], "/extract", read_once, {**SOURCES_IN, **READING_OR_JOB_OUT}),
    (["GET", "HEAD"], f"{JOBS}/{{job}}", describe_job, answers(200, JSON)),
    (["DELETE"], f"{JOBS}/{{job}}", remove_job, DELETED),
    (["GET", "HEAD"], f"{JOBS}/{{job}}/results/{{number}}", job_result, JOB_RESULT_OUT),
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

    for kind in (RefusedFileError, BusyError, UnknownTokenError, NotReadYetError):
        api.add_exception_handler(kind, told)
    api.add_exception_handler(DoorClosedError, lambda request, found: found.answer)
    api.add_exception_handler(BadUploadError, lambda request, found: problem(400, str(found)))
    api.add_exception_handler(NotServedError, lambda request, found: problem(503, NOT_SERVED))
