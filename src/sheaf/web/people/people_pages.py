"""Who may do what, for admins: users and their roles, and the history of changes."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from itertools import islice
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from sheaf.deposit.rights.contract import ROLE_MEANINGS
from sheaf.errors import SheafError, UsageError
from sheaf.web.library import served_library
from sheaf.web.paging import whole_number
from sheaf.web.people.links import make_link
from sheaf.web.people.rights import Role, may, needs

SHOWN_CHANGES = 100
# Lines of a table at once; `sheaf history --csv` has no such limit.
MOST_IN_TABLE = 50_000
LONGEST_WORD = 255
LARGEST_NUMBER = 10**15


@never_cache
@needs(Role.ADMIN)
@require_safe
def people(request: HttpRequest) -> HttpResponse:
    return _show_people(request)


def _show_people(request: HttpRequest, status: int = 200, **more: Any) -> HttpResponse:
    library = served_library()
    context = {
        "people": library.users(),
        "roles": [(role.value, ROLE_MEANINGS[role]) for role in Role],
        "keys": library.keys.list(),
    }
    return render(request, "sheaf/people.html", {**context, **more}, status=status)


@never_cache
@needs(Role.ADMIN)
@require_POST
def add(request: HttpRequest) -> HttpResponse:
    """With a password, or with a link by which the user chooses one: it is shown once."""
    name, password = request.POST.get("name", ""), request.POST.get("password", "")
    try:
        added = served_library().add_user(name, password or None, _role(request))
    except SheafError as problem:
        return _show_people(request, 400, problem=problem, written=name)
    if not password:
        return _show_link(request, added.name)
    messages.success(request, f"{added.name} can log in now.")
    return redirect("people")


@never_cache
@needs(Role.ADMIN)
@require_POST
def change(request: HttpRequest) -> HttpResponse:
    """The name stands in the form: names like .. would be lost in an address."""
    name, word = request.POST.get("name", ""), request.POST.get("do", "")
    try:
        if word == "link":
            library = served_library()
            library.end_sessions(name)
            library.history.note("user.link", name)
            return _show_link(request, name)
        messages.success(request, _change(request, word, name))
    except SheafError as problem:
        return _show_people(request, 400, problem=problem)
    return redirect("people")


def _change(request: HttpRequest, word: str, name: str) -> str:
    library = served_library()
    if word == "role":
        role = _role(request)
        library.set_role(name, role)
        return f"{name}: {role} from now on, after the next login."
    orders: dict[str, tuple[Callable[[str], None], str]] = {
        "remove": (library.remove_user, "is no user any more."),
        "log-out": (library.end_sessions, "is logged out everywhere."),
    }
    if word not in orders:
        raise UsageError("There is no such order.")
    order, said = orders[word]
    order(name)
    return f"{name} {said}"


def _role(request: HttpRequest) -> str:
    role = request.POST.get("role", "")
    if role not in list(Role):
        raise UsageError("There is no such role.", "Choose one of the list.")
    return role


def _show_link(request: HttpRequest, name: str) -> HttpResponse:
    return _show_people(request, link=make_link(request, name), link_for=name)


# -- the history -----------------------------------------------------------------------------------


@never_cache
@needs(Role.LIBRARIAN)
@require_safe
def history(request: HttpRequest) -> HttpResponse:
    """Librarians see all but changes of users and keys, admins all."""
    asked = {name: request.GET.get(name, "")[:LONGEST_WORD] for name in ("who", "action", "target")}
    times, problem = _times(request)
    wanted: dict[str, Any] = {**asked, **times, "with_people": may(request, Role.ADMIN)}
    changes = served_library().history
    if request.GET.get("format") == "csv" and not problem:
        # Made whole: a connection to the catalogue belongs to the thread of its request.
        table = "".join(islice(changes.write_table(**wanted), MOST_IN_TABLE))
        answer = HttpResponse(table, content_type="text/csv; charset=utf-8")
        answer.headers["Content-Disposition"] = 'attachment; filename="history.csv"'
        return answer
    before = whole_number(request.GET.get("before"), default=0, most=LARGEST_NUMBER)
    found = changes.list(**wanted, before=before or None, limit=SHOWN_CHANGES + 1)
    days = {name: request.GET.get(name, "") for name in ("since", "until")}
    context = {
        "changes": found[:SHOWN_CHANGES],
        "older": found[SHOWN_CHANGES - 1].number if len(found) > SHOWN_CHANGES else None,
        "asked": {**asked, **days},
        "problem": problem,
    }
    return render(request, "sheaf/history.html", context, status=400 if problem else 200)


def _in_utc(moment: datetime) -> datetime:
    return moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC)


def _times(request: HttpRequest) -> tuple[dict[str, datetime | None], str]:
    """Days or times (UTC), and what is wrong with them."""
    times: dict[str, datetime | None] = {}
    for name in ("since", "until"):
        written = request.GET.get(name, "").strip()
        try:
            times[name] = _in_utc(datetime.fromisoformat(written)) if written else None
        except (ValueError, OverflowError):
            return {}, "Write a day as 2024-05-31, or a time as 2024-05-31T18:00."
    return times, ""
