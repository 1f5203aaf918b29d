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

from sheaf.web.api.doors import SCOPES_HERE
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
        for method, operation in methods.items():
            shown = {
                "path": path,
                "method": method.upper(),
                "about": _with_code(operation.get("description", operation["summary"])),
                "scopes": operation.get(SCOPES_HERE, ()),
                "parameters": [*_parameters(operation), *_parts_of_body(schema, operation)],
            }
            groups.setdefault(operation["tags"][0], []).append(shown)
    return groups


def _parameters(operation: Any) -> Iterator[dict[str, Any]]:
    # What is searched stands before what narrows it.
    for one in sorted(operation["parameters"], key=lambda one: one["name"] != "q"):
        about = one["schema"].get("description", one.get("description", ""))
        yield _told(one["name"], one["schema"], about, is_required=one.get("required", False))


def _parts_of_body(schema: Any, operation: Any) -> Iterator[dict[str, Any]]:
    """The names in the object that is sent."""
    if (body := operation.get("requestBody")) is None:
        return
    sent = _resolve(schema, next(iter(body["content"].values()))["schema"])
    for name, part in sent.get("properties", {}).items():
        about = part.get("description", "")
        yield _told(f"{name} (sent)", part, about, is_required=name in sent.get("required", ()))


def _resolve(schema: Any, part: Any) -> Any:
    name = part.get("$ref", "").rpartition("/")[2]
    return schema["components"]["schemas"][name] if name else part


def _told(name: str, schema: Any, about: str, *, is_required: bool) -> dict[str, Any]:
    return {
        "name": name,
        "about": _with_code(about),
        "is_required": is_required,
        "default": _default(schema.get("default")),
        "limits": _limits(schema),
    }


def _with_code(text: str) -> SafeString:
    """Words between backticks, as the schema has them, as code."""
    return mark_safe(re.sub(r"`([^`]*)`", r"<code>\1</code>", escape(text)))  # noqa: S308 - escaped


def _default(value: Any) -> str:
    """As it is written in an address; nothing where that is to leave it out."""
    if value is None or value in ([], {}, ""):
        return ""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _limits(schema: Any) -> str:
    least, most = schema.get("minimum"), schema.get("maximum")
    if least is not None and most is not None:
        return f"{least:,} to {most:,}"
    return " or ".join(f'"{value}"' for value in schema.get("enum", ()))
