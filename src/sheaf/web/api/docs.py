"""A page of what can be asked, made from the schema; it needs no script and no other host."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from sheaf.web.api.interface import api


@require_safe
def docs(request: HttpRequest) -> HttpResponse:
    schema = api.get_openapi_schema()
    context = {
        "about": schema["info"]["description"],
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
            "about": operation.get("description", operation["summary"]),
            "parameters": list(_parameters(operation)),
        }
        groups.setdefault(operation["tags"][0], []).append(shown)
    return groups


def _parameters(operation: Any) -> Iterator[dict[str, Any]]:
    for one in operation["parameters"]:
        schema = one["schema"]
        yield {
            "name": one["name"],
            "about": schema.get("description", one.get("description", "")),
            "is_required": one.get("required", False),
            "default": schema.get("default"),
            "limits": _limits(schema),
        }


def _limits(schema: Any) -> str:
    least, most = schema.get("minimum"), schema.get("maximum")
    if least is not None and most is not None:
        return f"{least:,} to {most:,}"
    return " or ".join(f'"{value}"' for value in schema.get("enum", ()))
