"""A page of what can be asked, made from the schema; it needs no script and no other host."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.http import require_safe

from sheaf.web.api.interface import api


@require_safe
def docs(request: HttpRequest) -> HttpResponse:
    schema = api.get_openapi_schema()
    context = {
        "about": _with_code(schema["info"]["description"]),
        "groups": _groups(schema),
        "base": request.build_absolute_uri("/").rstrip("/"),
    }
    return render(request, "sheaf/api_docs.html", context)


def _groups(schema: Any) -> dict[str, list[dict[str, Any]]]:
    groups: dict[str, list[dict[str, Any]]] = {}
    for path, methods in schema["paths"].items():
        operation = methods["get"]
        shown = {
            "path": path,
            "about": _with_code(operation.get("description", operation["summary"])),
            "parameters": list(_parameters(operation)),
        }
        groups.setdefault(operation["tags"][0], []).append(shown)
    return groups


def _parameters(operation: Any) -> Iterator[dict[str, Any]]:
    # What is searched stands before what narrows it.
    for one in sorted(operation["parameters"], key=lambda one: one["name"] != "q"):
        schema = one["schema"]
        yield {
            "name": one["name"],
            "about": _with_code(schema.get("description", one.get("description", ""))),
            "is_required": one.get("required", False),
            "default": _default(schema.get("default")),
            "limits": _limits(schema),
        }


def _with_code(text: str) -> SafeString:
    """Words between backticks, as the schema has them, as code."""
    return mark_safe(re.sub(r"`([^`]*)`", r"<code>\1</code>", escape(text)))  # noqa: S308 - escaped


def _default(value: Any) -> str:
    """As it is written in an address; nothing where that is to leave it out."""
    if value is None or value == []:
        return ""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _limits(schema: Any) -> str:
    least, most = schema.get("minimum"), schema.get("maximum")
    if least is not None and most is not None:
        return f"{least:,} to {most:,}"
    return " or ".join(f'"{value}"' for value in schema.get("enum", ()))
