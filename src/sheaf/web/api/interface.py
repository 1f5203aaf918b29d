"""The API as a whole: its routers, and how errors are told."""

from __future__ import annotations

from typing import Any

from django import db
from django.http import Http404, HttpRequest, HttpResponse
from ninja import NinjaAPI
from ninja.errors import ValidationError

import sheaf
from sheaf.errors import SheafError, UsageError
from sheaf.web.api import collection, papers, samples, search, works
from sheaf.web.hidden_paths import without_places
from sheaf.web.outages import as_our_error

ABOUT = (
    "What a library holds, for programs. Nothing is changed by it, and nobody need log in. A list "
    "comes in parts: `next` of an answer is the `cursor` of the part behind it. An error is an "
    "object with `error`, a sentence. Documents always carry their number and their SHA-1."
)


class LibraryApi(NinjaAPI):
    def get_openapi_schema(self, **options: Any) -> Any:
        """Without HEAD: it is GET again, and would stand there twice."""
        schema = super().get_openapi_schema(**options)
        for path in schema["paths"].values():
            path.pop("head", None)
        return schema


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
    ("samples", samples.router),
):
    api.add_router("", router, tags=[name])


def _answer(request: HttpRequest, words: str, status: int) -> HttpResponse:
    return api.create_response(request, {"error": words}, status=status)


@api.exception_handler(Http404)
def show_not_found(request: HttpRequest, problem: Http404) -> HttpResponse:
    words = problem.args[0] if problem.args else "There is nothing here."
    return _answer(request, str(words), 404)


@api.exception_handler(ValidationError)
def show_invalid(request: HttpRequest, problem: ValidationError) -> HttpResponse:
    """Each mistake with the name of its parameter."""
    return _answer(request, " ".join(map(_say_mistake, problem.errors)), 422)


def _say_mistake(mistake: dict[str, Any]) -> str:
    name = str(mistake["loc"][-1])
    if name == "cursor":
        return "cursor: this list has given out no such cursor; without one it begins anew."
    return f"{name}: {mistake['msg']}."


@api.exception_handler(UsageError)
def show_usage(request: HttpRequest, problem: UsageError) -> HttpResponse:
    return _answer(request, f"{problem} {problem.what_to_do}".strip(), 422)


@api.exception_handler(SheafError)
@api.exception_handler(db.Error)
def show_outage(request: HttpRequest, problem: Exception) -> HttpResponse:
    ours = as_our_error(problem)
    if ours is None:
        raise problem
    return _answer(request, without_places(str(ours)), 503)
