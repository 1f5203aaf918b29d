"""The operations of the extraction service as an API of their own, beside that of a library."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import URLPattern
from ninja import NinjaAPI
from ninja.errors import ValidationError

import sheaf
from sheaf.errors import SheafError, UsageError
from sheaf.web.extraction import operations
from sheaf.web.extraction.doors import open_by_scope
from sheaf.web.extraction.problems import problem
from sheaf.web.people.rights import Role

ABOUT = (
    "Papers are read for other programs: files, texts, URLs and reference strings in, papers in "
    "any format out. Errors are problems of RFC 9457; `reason` of one says why a file is refused."
)
# What of an API is no operation.
BESIDE = frozenset({"openapi-json", "openapi-view", "api-root"})


class ExtractionApi(NinjaAPI):
    def get_openapi_schema(self, **options: Any) -> Any:
        """Without HEAD: it is GET again, and would stand there twice."""
        schema = super().get_openapi_schema(**options)
        for path in schema["paths"].values():
            path.pop("head", None)
        return schema


def make_urls(namespace: str, schema_name: str) -> Any:
    made = ExtractionApi(
        title="Sheaf: extraction",
        version=f"1 (Sheaf {sheaf.__version__})",
        description=ABOUT,
        urls_namespace=namespace,
        openapi_url=schema_name,
        docs_url=None,
    )
    made.add_router("", operations.make_router())
    operations.add_handlers(made)
    made.add_exception_handler(Http404, _show_missing)
    made.add_exception_handler(ValidationError, _show_invalid)
    made.add_exception_handler(SheafError, _show_error)
    urls = made.urls
    for one in urls[0]:
        if isinstance(one, URLPattern) and one.name not in BESIDE:
            one.callback.needed_role = Role.VIEWER  # type: ignore[attr-defined]
            open_by_scope(one.callback)
    return urls


def _show_missing(request: HttpRequest, found: Any) -> HttpResponse:
    return problem(404, "There is nothing at this address.")


def _show_invalid(request: HttpRequest, found: Any) -> HttpResponse:
    """Each mistake with the name of its parameter."""
    words = (f"{one['loc'][-1]}: {one['msg']}." for one in found.errors)
    return problem(422, " ".join(words))


def _show_error(request: HttpRequest, found: Any) -> HttpResponse:
    """A full disk, say: where it lies is nobody's business."""
    if isinstance(found, UsageError):
        return problem(422, f"{found} {found.what_to_do}".strip())
    return problem(503, "Nothing can be read or kept just now.")
