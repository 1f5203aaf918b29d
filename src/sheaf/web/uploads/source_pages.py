"""The folders in which sources may be looked for, one at a time, in parts."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from sheaf.errors import SourceError
from sheaf.web.library import served_library
from sheaf.web.people.rights import Role, needs

LONGEST_PATH = 4096


@never_cache
@needs(Role.LIBRARIAN)
@require_safe
def sources(request: HttpRequest) -> HttpResponse:
    context = folder_context(request.GET.get("at", ""), request.GET.get("after", ""))
    return render(request, "sheaf/sources.html", context, status=context["status"])


def folder_context(at: str, after: str = "") -> dict[str, Any]:
    """What a page shows of a folder; without one, the folders to begin with."""
    folders = served_library().source_folders
    context: dict[str, Any] = {"roots": folders.roots(), "status": 200}
    if at:
        try:
            context["folder"] = folders.look(at[:LONGEST_PATH], after[:LONGEST_PATH])
            context["is_first"] = not after
        except SourceError as problem:
            context |= {"problem": problem, "status": 404}
    return context
