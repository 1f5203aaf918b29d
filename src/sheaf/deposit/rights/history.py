"""The history of a library: who changed what, when and by what way. What is written is never
changed; taking a run back is one more entry.

Who acts is known from where the work was begun: `acting_as` says so for all that is done within.
Where nobody said, it is the system's user who runs the command.
"""

from __future__ import annotations

import getpass
import json
import math
import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q
from django.utils import timezone

from sheaf.csv_tables import write_table
from sheaf.deposit import models
from sheaf.deposit.database import catalogue_errors
from sheaf.deposit.rights.contract import ABOUT_PEOPLE, HistoryEntry, Way

LONGEST_VALUE = 4000  # characters of JSON
LONGEST_WHO, LONGEST_KEY, LONGEST_ACTION, LONGEST_TARGET = 150, 80, 64, 255
AT_ONCE = 500
COLUMNS = ("number", "time", "who", "way", "key", "action", "target", "before", "after")
HIDDEN = "(not kept)"
SECRET_NAMES = re.compile(
    r"passw|secret|token|credential|authorization|cookie|signature|api.?key|^key$|^sig$",
    re.IGNORECASE,
)
# USER:PASSWORD@ in an address, what an address asks for, one of our own API keys.
USER_INFO = re.compile(r"://[^/\s@]+@")
ASKED = re.compile(r"([?&;])([\w-]+)=([^&;\s#]+)")
API_KEY = re.compile(r"\bsheaf_[0-9A-Za-z_-]{20,}")


# -- who acts --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Actor:
    """Asked for the name when it is needed: whoever opens a page changes nothing as a rule."""

    name: str | Callable[[], str]
    way: Way
    key: str = ""


_acting: ContextVar[Actor | None] = ContextVar("acting", default=None)


@contextmanager
def acting_as(name: str | Callable[[], str], way: Way = Way.JOB, key: str = "") -> Iterator[None]:
    """What is changed within is noted as the work of this user."""
    token = _acting.set(Actor(name, way, key))
    try:
        yield
    finally:
        _acting.reset(token)


def present_actor() -> Actor:
    return _acting.get() or Actor(_system_user, Way.COMMAND)


def _system_user() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError, ImportError):  # a container may have no name for its user
        return f"uid {os.geteuid()}"


# -- what was done ---------------------------------------------------------------------------------


class History:
    """The history of one open library."""

    def __init__(self, alias: str) -> None:
        self._rows = models.HistoryRow.objects.using(alias)

    def note(self, action: str, target: str, *, before: Any = None, after: Any = None) -> None:
        """Write down a change: `action` is like `run.undo`, `target` says of what, `before` and
        `after` are what JSON can hold. What is long is cut, and secrets are left out."""
        actor = present_actor()
        name = actor.name if isinstance(actor.name, str) else actor.name()
        with catalogue_errors("the noting of a change"):
            self._rows.create(
                time=timezone.now(),
                who=_text(name)[:LONGEST_WHO],
                way=actor.way,
                key=_text(actor.key)[:LONGEST_KEY],
                action=_text(action)[:LONGEST_ACTION],
                target=without_secrets(target)[:LONGEST_TARGET],
                before=_bounded(before),
                after=_bounded(after),
            )

    # People write this call by hand, so it has keywords.
    def list(
        self,
        *,
        who: str = "",
        action: str = "",
        target: str = "",
        since: datetime | None = None,
        until: datetime | None = None,
        before: int | None = None,
        limit: int = 50,
        with_people: bool = True,
    ) -> list[HistoryEntry]:
        """The latest first: of a user, of an action or all that begin so (`run.`), of a target or
        all that begin so, between two times, before the one with this number. Without
        `with_people` changes of users and keys are left out."""
        wanted = Q()
        for name, value in (("action__startswith", action), ("target__startswith", target)):
            wanted &= Q(**{name: value}) if value else Q()
        for name, given in (("who", who or None), ("id__lt", before), ("time__gte", since)):
            wanted &= Q() if given is None else Q(**{name: given})
        wanted &= Q() if until is None else Q(time__lt=until)
        for start in () if with_people else ABOUT_PEOPLE:
            wanted &= ~Q(action__startswith=start)
        with catalogue_errors("the reading of the history"):
            return [_entry(row) for row in self._rows.filter(wanted).order_by("-id")[:limit]]

    def all(self, **wanted: Any) -> Iterator[HistoryEntry]:
        """What `list` has, to its end."""
        before: int | None = None
        while found := self.list(**wanted, before=before, limit=AT_ONCE):
            yield from found
            before = found[-1].number

    def write_table(self, **wanted: Any) -> Iterator[str]:
        """The same as CSV, line by line."""
        rows = (
            (
                *(entry.number, entry.time.isoformat(), entry.who, entry.way, entry.key),
                *(entry.action, entry.target, _as_cell(entry.before), _as_cell(entry.after)),
            )
            for entry in self.all(**wanted)
        )
        return write_table(COLUMNS, rows)


def _entry(row: models.HistoryRow) -> HistoryEntry:
    return HistoryEntry(
        number=row.pk,
        time=row.time,
        who=row.who,
        way=row.way,
        key=row.key,
        action=row.action,
        target=row.target,
        before=row.before,
        after=row.after,
    )


def _as_cell(value: Any) -> str:
    return "" if value is None else json.dumps(value, ensure_ascii=False)


def without_secrets(value: Any) -> Any:
    """The same, as JSON and every database hold it, with secrets left out by their names and by
    what they look like."""
    if isinstance(value, dict):
        return {
            _text(str(name)): HIDDEN if SECRET_NAMES.search(str(name)) else without_secrets(one)
            for name, one in value.items()
        }
    if isinstance(value, list | tuple | set | frozenset):
        return [without_secrets(one) for one in value]
    if value is None or isinstance(value, bool | int):
        return value
    if isinstance(value, float) and math.isfinite(value):
        return value
    text = USER_INFO.sub("://…@", _text(value if isinstance(value, str) else str(value)))
    return API_KEY.sub("sheaf_…", ASKED.sub(_hide_asked, text))


def _hide_asked(found: re.Match[str]) -> str:
    start, name, _ = found.groups()
    return f"{start}{name}=…" if SECRET_NAMES.search(name) else found[0]


def _bounded(value: Any) -> Any:
    clean = without_secrets(value)
    written = json.dumps(clean, ensure_ascii=False)
    return clean if len(written) <= LONGEST_VALUE else {"cut": written[:LONGEST_VALUE]}


def _text(text: str) -> str:
    """Without what a database refuses."""
    return text.replace("\0", "").encode("utf-8", "replace").decode("utf-8")
