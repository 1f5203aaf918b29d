"""What an entry of a blacklist would have hit: counted before it is added."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from sheaf.curate.blacklist_files import BlacklistEntry, BlacklistKind
from sheaf.deposit import models
from sheaf.records import IngestState

PIECE = 2000


@dataclass(frozen=True, slots=True)
class BlacklistHits:
    """Documents that an entry is about. Those that failed to be ingested would go with the next
    cleaning. Where the time was over before all were looked at, there may be more."""

    documents: int = 0
    failed: int = 0
    is_exact: bool = True


def count_hits(
    alias: str,
    entry: BlacklistEntry,
    find: Callable[[str], str | None],
    seconds: float | None = None,
) -> BlacklistHits:
    """`find` says whether a URL is hit. One host stands in an index; else all URLs are asked."""
    failed = int(IngestState.FAILED)
    if entry.kind is BlacklistKind.HOST:
        rows = models.Document.objects.using(alias).filter(host=entry.value)
        return BlacklistHits(rows.count(), rows.filter(state=failed).count())
    deadline = math.inf if seconds is None else time.monotonic() + seconds
    hit, hit_and_failed = 0, 0
    for some in _pieces(alias):
        states = [state for url, state in some if find(url) is not None]
        hit += len(states)
        hit_and_failed += states.count(failed)
        if time.monotonic() > deadline:
            return BlacklistHits(hit, hit_and_failed, is_exact=False)
    return BlacklistHits(hit, hit_and_failed)


def _pieces(alias: str) -> Iterator[list[tuple[str, int]]]:
    rows = models.Document.objects.using(alias).order_by("id")
    after = 0
    while some := list(rows.filter(id__gt=after).values_list("id", "url", "state")[:PIECE]):
        yield [(url, state) for _, url, state in some]
        after = some[-1][0]
