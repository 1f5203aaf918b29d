"""Picks sources for a form: folders are looked through and what was uploaded is listed in a part of
the page. Its buttons send the whole form, so that nothing typed is lost; scripts put the answer's
part in the place of the one before."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, QueryDict

from sheaf.web.jobs.forms import JobForm, source_names
from sheaf.web.library import served_library
from sheaf.web.uploads.source_pages import folder_context
from sheaf.web.uploads.upload_pages import take_files

MOST_ADDED = 1000


def pick(request: HttpRequest, form: JobForm) -> bool:
    """Do what a button of a picker asks for; whether it was one of those. The form then has the
    sources that were added."""
    post = request.POST
    for name in source_names(form.kind):
        if f"at:{name}" in post or f"after:{name}" in post or f"close:{name}" in post:
            return True
        if f"add:{name}" in post:
            _add(form, name, post.getlist(f"picked:{name}")[:MOST_ADDED])
            return True
        if f"upload:{name}" in post:
            _upload(request, form, name)
            return True
    return False


def pickers(form: JobForm, post: QueryDict) -> dict[str, dict[str, Any]]:
    """What each picker shows, by its parameter."""
    return {name: _picker(form, name, post) for name in source_names(form.kind)}


def _picker(form: JobForm, name: str, post: QueryDict) -> dict[str, Any]:
    before = post.get(f"place:{name}", "")
    place = post.get(f"at:{name}", before)
    uploads = served_library().uploads
    uploads.remove_expired()
    chosen = set(form.values[name].splitlines())
    found = folder_context(place, post.get(f"after:{name}", ""))
    return {
        **found,
        "place": place if "problem" not in found else "",
        "is_open": f"close:{name}" not in post
        and any(f"{word}:{name}" in post for word in ("at", "after", "add", "upload", "open")),
        "uploads": [one for one in uploads.list() if one.is_whole],
        "limits": uploads.limits,
        "at_once": served_library().settings.web.upload_bytes,
        "chosen": chosen,
    }


def _add(form: JobForm, name: str, picked: list[str]) -> None:
    lines = [line.strip() for line in form.values[name].splitlines() if line.strip()]
    if not picked:
        form.faults[name] = "Nothing was ticked: tick what is to be added, then add it."
    form.values[name] = "\n".join(dict.fromkeys([*lines, *picked]))


def _upload(request: HttpRequest, form: JobForm, name: str) -> None:
    kept, problems = take_files(request)
    if kept:
        _add(form, name, [one.path for one in kept])
    if problems:
        form.faults[name] = " ".join(problems)
