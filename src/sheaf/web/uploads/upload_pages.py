"""Uploads: the page with what is there, a form that works without scripts, and the pieces in which
scripts send large files."""

from __future__ import annotations

import json
from typing import Any

from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from sheaf.deposit.uploads import Upload
from sheaf.errors import SheafError, StorageError, UsageError
from sheaf.web.library import served_library
from sheaf.web.paging import whole_number
from sheaf.web.people.rights import Role, needs

PIECE_BYTES = 4 * 1024**2
ROOM_FOR_HEADERS = 4096  # of a request, beside the piece in it
LONGEST_ORDER = 10_000
LARGEST_OFFSET = 10**15
NO_ROOM = 507


@never_cache
@needs(Role.LIBRARIAN)
@require_http_methods(["GET", "HEAD", "POST"])
def uploads(request: HttpRequest) -> HttpResponse:
    context: dict[str, Any] = {"problems": []}
    if request.method == "POST":
        kept, context["problems"] = take_files(request)
        for one in kept:
            messages.success(request, f"{one.name} is there.")
        if not context["problems"]:
            return redirect("uploads")
    library = served_library()
    library.uploads.remove_expired()
    context |= {
        "uploads": library.uploads.list(),
        "limits": library.settings.uploads,
        "at_once": library.settings.web.upload_bytes,
        "used": library.uploads.used_bytes(),
    }
    return render(
        request, "sheaf/uploads.html", context, status=400 if context["problems"] else 200
    )


def take_files(request: HttpRequest) -> tuple[list[Upload], list[str]]:
    """The files of a form that were kept, and what is wrong with the others, in words."""
    given = [one for one in request.FILES.getlist("files") if isinstance(one, UploadedFile)]
    problems = [] if given else ["Choose at least one file."]
    kept = []
    for file in given:
        name, size = file.name or "", file.size or 0
        try:
            kept.append(served_library().uploads.add_whole(_who(request), name, size, file))
        except SheafError as problem:
            problems.append(_in_words(problem))
    return kept, problems


@needs(Role.LIBRARIAN)
@require_POST
def begin(request: HttpRequest) -> HttpResponse:
    """JSON: name, size, identity. The answer says where to go on."""
    try:
        asked = json.loads(request.read(LONGEST_ORDER))
        name, size = str(asked["name"]), int(asked["size"])
        identity = str(asked.get("identity", ""))
    except (ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError):
        return JsonResponse({"error": "An upload needs a name and a size."}, status=400)
    try:
        upload = served_library().uploads.begin(_who(request), name, size, identity)
    except SheafError as problem:
        return _refuse(problem)
    return _answer(upload)


@needs(Role.LIBRARIAN)
@require_POST
def piece(request: HttpRequest, key: str) -> HttpResponse:
    """The body is the piece; ?offset= says where it belongs. 409 where that is not where the upload
    goes on."""
    offset = whole_number(request.GET.get("offset"), default=0, most=LARGEST_OFFSET)
    library = served_library()
    try:
        before = library.uploads.find(key)
        if before.who != _who(request):
            raise UsageError("This upload is another's.", "Begin one of your own.")
        after = library.uploads.add_piece(key, -1 if offset is None else offset, request)
    except SheafError as problem:
        return _refuse(problem)
    is_taken = after.is_whole or after.received > before.received
    return _answer(after, 200 if is_taken else 409)


@needs(Role.LIBRARIAN)
@require_POST
def remove(request: HttpRequest, key: str) -> HttpResponse:
    try:
        gone = served_library().uploads.remove(key)
    except SheafError as problem:
        messages.error(request, _in_words(problem))
    else:
        messages.success(request, f"{gone.name} was removed.")
    return redirect("uploads")


def _who(request: HttpRequest) -> str:
    return request.user.get_username()


def _answer(upload: Upload, status: int = 200) -> JsonResponse:
    largest = served_library().settings.web.upload_bytes - ROOM_FOR_HEADERS
    told = {"key": upload.key, "name": upload.name, "size": upload.size, "path": upload.path}
    progress = {"received": upload.received, "piece_bytes": min(PIECE_BYTES, largest)}
    return JsonResponse({**told, **progress}, status=status)


def _refuse(problem: SheafError) -> JsonResponse:
    status = NO_ROOM if isinstance(problem, StorageError) else 422
    return JsonResponse({"error": _in_words(problem)}, status=status)


def _in_words(problem: SheafError) -> str:
    return f"{problem} {problem.what_to_do}".strip()
