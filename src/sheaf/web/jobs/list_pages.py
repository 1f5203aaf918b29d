"""All jobs, the latest first: by state, kind and owner, and with words in their titles or
sources."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from sheaf.deposit.jobs.contract import JobInfo, JobState
from sheaf.web.jobs.kinds import list_kinds
from sheaf.web.jobs.watching import amount
from sheaf.web.library import served_library
from sheaf.web.paging import LARGEST_KEY, whole_number
from sheaf.web.people.rights import Role, needs

PER_PAGE = 50
LOOKED_AT = 5000  # words are looked for in the latest so many
STRETCH = 500
LONGEST = 200
REFRESH_SECONDS = 10


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the address asks for; what is no state is left out."""

    state: str
    kind: str
    owner: str
    words: str
    before: int | None

    @classmethod
    def of(cls, request: HttpRequest) -> Wanted:
        given = {
            name: request.GET.get(name, "").replace("\0", "")[:LONGEST].strip()
            for name in ("state", "kind", "owner", "q")
        }
        before = whole_number(request.GET.get("before"), default=0, most=LARGEST_KEY)
        state = given["state"] if given["state"] in {*JobState} else ""
        return cls(state, given["kind"], given["owner"], given["q"], before or None)

    @property
    def is_narrow(self) -> bool:
        return bool(self.state or self.kind or self.owner or self.words)


@dataclass(frozen=True, slots=True)
class ListedJob:
    job: JobInfo
    kind_title: str
    amount: str


@never_cache
@needs(Role.LIBRARIAN)
@require_safe
def jobs(request: HttpRequest) -> HttpResponse:
    wanted = Wanted.of(request)
    found = list(islice(_find(wanted), PER_PAGE + 1))
    kinds = list_kinds()
    titles = dict(kinds)
    shown = found[:PER_PAGE]
    counts = served_library().jobs.count_by_state()
    is_live = any(one.state is JobState.RUNNING for one in shown)
    is_still = "still" in request.GET
    context: dict[str, Any] = {
        "jobs": [ListedJob(one, titles.get(one.kind, one.kind), amount(one)) for one in shown],
        "wanted": wanted,
        "counts": counts,
        "total": sum(counts.values()),
        "kinds": kinds,
        "next_before": shown[-1].number if len(found) > PER_PAGE else None,
        "looked_at": LOOKED_AT,
        "refresh": REFRESH_SECONDS if is_live and not is_still and not wanted.is_narrow else None,
        "is_still": is_still and is_live,
        "here": request.path,
    }
    return render(request, "sheaf/jobs/jobs.html", context)


def _find(wanted: Wanted) -> Iterator[JobInfo]:
    """Words are looked for here: there are few jobs, and no index of their words."""
    words, before, looked_at = wanted.words.casefold().split(), wanted.before, 0
    limit = STRETCH if words else PER_PAGE + 1
    while looked_at < LOOKED_AT:
        stretch = served_library().jobs.list(
            state=wanted.state, kind=wanted.kind, owner=wanted.owner, before=before, limit=limit
        )
        yield from (one for one in stretch if _has(one, words))
        if len(stretch) < limit:
            return
        before, looked_at = stretch[-1].number, looked_at + len(stretch)


def _has(job: JobInfo, words: list[str]) -> bool:
    if not words:
        return True
    values = [job.title, job.note, job.words, job.problem, *map(str, job.parameters.values())]
    text = " ".join(values).casefold()
    return all(word in text for word in words)
