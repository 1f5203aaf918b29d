"""The log of runs: begun, resumed, finished, counted."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.db import DatabaseError as DjangoDatabaseError
from django.db.models import Count, F, QuerySet

from sheaf import __version__, urls
from sheaf.acquire.crawl.places import is_crawling
from sheaf.deposit import models
from sheaf.deposit.bulk import make_storable
from sheaf.deposit.catalogue import MANY, batches
from sheaf.deposit.lock import is_held
from sheaf.records import Location, Outcome

RUNNING, DONE, UNDOING, UNDONE = "running", "done", "undoing", "undone"
INTERRUPTED = "interrupted"  # never written: see with_true_state
CRAWL = "crawl"


@dataclass(frozen=True, slots=True)
class RunInfo:
    """A run as it is shown: what was asked, how it stands, how its captures ended."""

    id: int
    kind: str
    sources: tuple[str, ...]
    options: dict[str, Any]
    state: str
    started: datetime
    finished: datetime | None
    seconds: float
    records: int
    outcomes: dict[str, int]
    record_kinds: dict[str, int]

    @property
    def can_be_undone(self) -> bool:
        return self.state != UNDONE

    @property
    def captures(self) -> int:
        return sum(self.outcomes.values())


class RunLog:
    def __init__(self, alias: str) -> None:
        self.alias = alias

    def begin(
        self, kind: str, sources: list[str], options: dict[str, Any], *, index_due: bool = False
    ) -> tuple[int, bool]:
        """A new run, or the unfinished one of the same command; and whether it is resumed. The
        run of a crawl is taken up again even when finished: the crawl may have brought more."""
        rows = models.Run.objects.using(self.alias)
        key = run_key(kind, sources, options)
        open_states = [RUNNING, DONE] if kind == CRAWL else [RUNNING]
        earlier = rows.filter(key=key, state__in=open_states).order_by("-id").first()
        if earlier is not None:
            rows.filter(id=earlier.id).update(state=RUNNING, finished=None, index_due=index_due)
            return earlier.id, True
        row = rows.create(
            kind=kind,
            key=key,
            index_due=index_due,
            sources=[make_storable(source) for source in sources],
            options=options,
            started=datetime.now(UTC),
            version=__version__,
        )
        return row.id, False

    def finish(
        self, run: int, seconds: float, records: int, kinds: Mapping[str, int] | None = None
    ) -> None:
        """`records` are no captures; `kinds` says what they are, where that is known."""
        row = models.Run.objects.using(self.alias).get(id=run)
        row.record_kinds = dict(sorted((kinds or {}).items()))
        row.state, row.finished, row.records = DONE, datetime.now(UTC), records
        row.seconds += seconds
        row.save(using=self.alias)

    def find_unindexed(self, kind: str, sources: list[str], options: dict[str, Any]) -> int | None:
        """The run of the same command that was done, and cut off before its index was."""
        key = run_key(kind, sources, options)
        rows = models.Run.objects.using(self.alias).filter(key=key).exclude(state=UNDONE)
        latest = rows.order_by("-id").first()
        is_cut_off = latest is not None and latest.state == DONE and latest.index_due
        return latest.id if latest is not None and is_cut_off else None

    def unindexed(self) -> list[int]:
        """Runs that are done, and whose index is due."""
        rows = models.Run.objects.using(self.alias).filter(state=DONE, index_due=True)
        return list(rows.values_list("id", flat=True))

    def mark_indexed(self, runs: Collection[int]) -> None:
        if runs:
            models.Run.objects.using(self.alias).filter(id__in=runs).update(index_due=False)

    def pause(self, run: int, seconds: float) -> None:
        """Stopped half-way; the same command goes on with it. Whatever stopped it, a full disk
        say, may keep us from noting the time: that is no matter."""
        with contextlib.suppress(DjangoDatabaseError):
            models.Run.objects.using(self.alias).filter(id=run).update(
                seconds=F("seconds") + seconds
            )

    def find_recorded(self, run: int, locations: Collection[Location]) -> set[Location]:
        """Which of these captures the run has dealt with already."""
        by_key = {(urls.md5(one.source), location_key(one)): one for one in locations}
        found: set[Location] = set()
        for some in batches([key for _, key in by_key], MANY):
            rows = models.CaptureRow.objects.using(self.alias).filter(
                source__run_id=run, key__in=some
            )
            for pair in rows.values_list("source__md5", "key"):
                if pair in by_key:
                    found.add(by_key[pair])
        return found

    def runs(self, *, newest_first: bool = True) -> Iterator[RunInfo]:
        rows = models.Run.objects.using(self.alias).order_by("-id" if newest_first else "id")
        for row in rows.iterator():
            yield self._info(row)

    def get(self, run: int) -> RunInfo | None:
        row = models.Run.objects.using(self.alias).filter(id=run).first()
        return None if row is None else self._info(row)

    def of_crawl(self, name: str) -> RunInfo | None:
        """The run that imports what a crawl brings; None where nothing was imported, or all of it
        was taken back. Only this run is counted, however many there are."""
        rows = models.Run.objects.using(self.alias).filter(kind=CRAWL, options__name=name)
        number = rows.exclude(state=UNDONE).order_by("-id").values_list("id", flat=True).first()
        return None if number is None else self.get(number)

    def _info(self, row: models.Run) -> RunInfo:
        return RunInfo(
            id=row.id,
            kind=row.kind,
            sources=tuple(row.sources),
            options=row.options,
            state=row.state,
            started=row.started,
            finished=row.finished,
            seconds=row.seconds,
            records=row.records,
            outcomes=self.outcomes(row.id),
            record_kinds=row.record_kinds,
        )

    def outcomes(self, run: int) -> dict[str, int]:
        """How many captures of a run ended how, in the order of `Outcome`; a sum over rows, never
        a counter kept by hand."""
        return self._count_outcomes(
            models.CaptureRow.objects.using(self.alias).filter(source__run_id=run)
        )

    def all_outcomes(self) -> dict[str, int]:
        """How all captures ended, of all runs that were not taken back."""
        rows = models.CaptureRow.objects.using(self.alias)
        return self._count_outcomes(rows.exclude(source__run__state=UNDONE))

    @staticmethod
    def _count_outcomes(rows: QuerySet[models.CaptureRow]) -> dict[str, int]:
        counted = dict(rows.values_list("outcome").annotate(n=Count("id")).order_by())
        return {one.value: counted[one.value] for one in Outcome if one.value in counted}

    def captures(
        self, run: int, outcomes: Collection[Outcome] = (), limit: int | None = None
    ) -> Iterator[CaptureInfo]:
        rows = models.CaptureRow.objects.using(self.alias).filter(source__run_id=run)
        if outcomes:
            rows = rows.filter(outcome__in=[one.value for one in outcomes])
        ordered = rows.select_related("source").order_by("id")
        for row in (ordered[:limit] if limit else ordered).iterator(chunk_size=1000):
            yield CaptureInfo(
                row.url, Outcome(row.outcome), row.reason, row.source.path, row.position,
                row.member, row.document_id,
            )  # fmt: skip


@dataclass(frozen=True, slots=True)
class CaptureInfo:
    """How one capture ended, and where it stands."""

    url: str
    outcome: Outcome
    reason: str
    source: str
    position: str
    member: str
    document_id: int | None


def with_true_state(run: RunInfo, folder: Path) -> RunInfo:
    """The run, `interrupted` where nobody works on it any more: whoever is killed cannot write that
    down."""
    is_cut_off = run.state == RUNNING and not is_held(folder)
    if is_cut_off and run.kind == CRAWL:  # between two rounds of its import
        is_cut_off = not is_crawling(folder, run.options["name"])
    return replace(run, state=INTERRUPTED) if is_cut_off else run


def run_key(kind: str, sources: list[str], options: dict[str, Any]) -> str:
    return urls.md5(json.dumps([kind, sources, options], sort_keys=True))


def location_key(location: Location) -> str:
    return urls.md5(f"{location.position}\0{location.member}")
