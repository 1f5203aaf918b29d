"""The API as a whole: its routers, and how errors are told."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from typing import Any

from django import db
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import URLPattern
from ninja import NinjaAPI
from ninja.errors import AuthenticationError, HttpError, ValidationError

import sheaf
from sheaf.errors import CannotUndoError, ChangedMeanwhileError, SheafError, SourceError, UsageError
from sheaf.web.api import (
    collection,
    collections,
    corrections,
    crawls,
    history,
    jobs,
    papers,
    places,
    samples,
    schedules,
    search,
    versions,
    works,
)
from sheaf.web.api.doors import RefusedError
from sheaf.web.hidden_paths import without_places
from sheaf.web.outages import as_our_error
from sheaf.web.people.problems import MEDIA_TYPE, problem_answer
from sheaf.web.people.reading import SCOPES_OF_METHODS
from sheaf.web.people.rights import LOG_IN

JSON = "application/json"
ABOUT = (
    "What a library holds, and what is done with it, for programs. Reading needs no login, unless "
    "the library says so; what changes something needs an API key with the scope that stands "
    "beside it. A list comes in parts: `next` of an answer is the `cursor` of the part behind it. "
    "An error is a problem of RFC 9457 with a sentence in `detail`. Documents always carry their "
    "number and their SHA-1."
)


class LibraryApi(NinjaAPI):
    _made: tuple[str, Any] | None = None

    def get_openapi_schema(
        self, *, path_prefix: str | None = None, path_params: dict[str, Any] | None = None
    ) -> Any:
        """Made once, which takes a second, for the place under which it is served."""
        prefix = self.get_root_path(path_params or {}) if path_prefix is None else path_prefix
        if self._made is None or self._made[0] != prefix:
            self._made = prefix, self._make_schema(prefix)
        return self._made[1]

    def _make_schema(self, prefix: str) -> Any:
        """Without HEAD: it is GET again, and would stand there twice."""
        schema = super().get_openapi_schema(path_prefix=prefix)
        for path in schema["paths"].values():
            path.pop("head", None)
            for operation in path.values():
                _name_problems(operation["responses"])
        return schema


def make_urls() -> Any:
    """Each view with the scopes that open its operations."""
    urls = api.urls
    for one in urls[0]:
        if isinstance(one, URLPattern):
            setattr(one.callback, SCOPES_OF_METHODS, dict(_scopes_by_method(one.callback)))
    return urls


def _scopes_by_method(view: Any) -> Iterator[tuple[str, frozenset[str]]]:
    """Ninja hands out a function around what has the operations."""
    around = inspect.getclosurevars(view).nonlocals if inspect.isfunction(view) else {}
    for operation in getattr(around.get("self"), "operations", ()):
        scopes = (
            scope for door in operation.auth_callbacks for scope in getattr(door, "scopes", ())
        )
        yield from dict.fromkeys(operation.methods, frozenset(scopes)).items()


def _name_problems(responses: dict[int, Any]) -> None:
    """Errors are of a type of their own."""
    for status, told in responses.items():
        if int(status) >= 400 and JSON in told.get("content", {}):
            told["content"] = {MEDIA_TYPE: told["content"].pop(JSON)}


api = LibraryApi(
    title="Sheaf",
    version=f"1 (Sheaf {sheaf.__version__})",
    description=ABOUT,
    urls_namespace="api",
    docs_url=None,
)
for name, router in (
    ("search", search.router),
    ("papers", papers.router),
    ("citations", works.router),
    ("collection", collection.router),
    ("crawls", crawls.router),
    ("samples", samples.router),
    ("jobs", jobs.router),
    ("schedules", schedules.router),
    ("corrections", corrections.router),
    ("versions", versions.router),
    ("collections", collections.router),
    ("places", places.router),
    ("history", history.router),
):
    api.add_router("", router, tags=[name])


def _answer(words: str, status: int) -> HttpResponse:
    return problem_answer(status, words)


@api.exception_handler(Http404)
def show_not_found(request: HttpRequest, problem: Http404) -> HttpResponse:
    words = problem.args[0] if problem.args else "There is nothing here."
    return _answer(str(words), 404)


@api.exception_handler(ValidationError)
def show_invalid(request: HttpRequest, problem: ValidationError) -> HttpResponse:
    """Each mistake with the name of its parameter."""
    return _answer(" ".join(map(_say_mistake, problem.errors)), 422)


def _say_mistake(mistake: dict[str, Any]) -> str:
    name = str(mistake["loc"][-1])
    if name == "cursor":
        return "cursor: this list has given out no such cursor; without one it begins anew."
    return f"{name}: {mistake['msg']}."


@api.exception_handler(HttpError)
def show_unreadable(request: HttpRequest, problem: HttpError) -> HttpResponse:
    """A body that is no JSON."""
    return _answer(f"{problem}. The body of a request is JSON.", problem.status_code)


@api.exception_handler(AuthenticationError)
def show_unknown(request: HttpRequest, problem: AuthenticationError) -> HttpResponse:
    return problem_answer(401, LOG_IN, {"WWW-Authenticate": "Bearer"})


@api.exception_handler(RefusedError)
def show_refused(request: HttpRequest, problem: RefusedError) -> HttpResponse:
    return _answer(str(problem), 403)


@api.exception_handler(ChangedMeanwhileError)
@api.exception_handler(CannotUndoError)
def show_conflict(request: HttpRequest, problem: SheafError) -> HttpResponse:
    return _answer(f"{problem} {problem.what_to_do}".strip(), 409)


@api.exception_handler(SourceError)
@api.exception_handler(UsageError)
def show_usage(request: HttpRequest, problem: SheafError) -> HttpResponse:
    return _answer(f"{problem} {problem.what_to_do}".strip(), 422)


@api.exception_handler(SheafError)
@api.exception_handler(db.Error)
def show_outage(request: HttpRequest, problem: Exception) -> HttpResponse:
    ours = as_our_error(problem)
    if ours is None:
        raise problem
    return _answer(without_places(str(ours)), 503)
