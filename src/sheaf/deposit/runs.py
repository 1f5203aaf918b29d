"""The log of runs: begun, resumed, finished, counted."""

from __future__ import annotations

import contextlib
import json
import os
import shlex
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import chain
from pathlib import Path
from typing import Any

from django.db import DatabaseError as DjangoDatabaseError
from django.db import transaction
from django.db.models import Count, F, QuerySet, Sum

from sheaf import __version__, urls
from sheaf.acquire.crawl.places import frontier_file, is_crawling
from sheaf.acquire.importers.source_versions import SourceVersion, file_version, local_file
from sheaf.deposit import models
from sheaf.deposit.bulk import make_storable
from sheaf.deposit.counting import CountMemory
from sheaf.deposit.lock import is_held
from sheaf.deposit.sequences import MANY, batches
from sheaf.errors import SheafError
from sheaf.records import FAILED, Capture, Location, Outcome

RUNNING, DONE, UNDOING, UNDONE = "running", "done", "undoing", "undone"
INTERRUPTED, STOPPED = "interrupted", "stopped"  # never written: see with_true_state
CRAWL, CLEAN, KEEP = "crawl", "clean", "keep"
# Among the options of a cleaning: since when what it took out cannot come back.
GONE = "gone_since"
LONGEST_VERSION = 64  # letters of its column
FIRST_RUNS = 20  # that are listed: most want no more, and each is counted
FEW_SOURCES = 100


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
    notes: tuple[str, ...] = ()
    # Of a crawl that was stopped: why, and how to go on.
    reason: str = ""

    @property
    def can_be_undone(self) -> bool:
        return self.state != UNDONE and GONE not in self.options

    @property
    def captures(self) -> int:
        return sum(self.outcomes.values())

    @property
    def took(self) -> float | None:
        """The seconds, where they are known: a run notes them when it ends or is stopped, and none
        when it is killed."""
        return None if self.state == RUNNING else self.seconds or None


class RunLog:
    def __init__(self, alias: str, memory: CountMemory) -> None:
        self.alias = alias
        self._memory = memory

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

    def finish(self, run: int, seconds: float, kinds: Mapping[str, int]) -> None:
        """`kinds` are the records that are no captures, by what they are."""
        row = models.Run.objects.using(self.alias).get(id=run)
        row.record_kinds = dict(sorted(kinds.items()))
        row.state, row.finished, row.records = DONE, datetime.now(UTC), sum(kinds.values())
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

    def find_unchanged(self, run: int, captures: Collection[Capture]) -> set[Location]:
        """Which of these captures the run has dealt with already. Where another file, or another
        URL, now stands at the place of one, that one gives way."""
        places = {(urls.md5(one.location.source), location_key(one.location)): one
                  for one in captures}  # fmt: skip
        found: set[Location] = set()
        changed: dict[int, list[Capture]] = {}
        for some in batches([key for _, key in places], MANY):
            rows = models.CaptureRow.objects.using(self.alias).filter(
                source__run_id=run, key__in=some
            )
            wanted = ("source__md5", "key", "source_id", "url_md5", "file_version")
            for md5, key, source, url, version in rows.values_list(*wanted):
                capture = places.get((md5, key))
                if capture is None:
                    continue
                now = version_key(capture)
                is_other_file = version and now and version != now
                if is_other_file or url != url_key(capture):
                    changed.setdefault(source, []).append(capture)
                else:
                    found.add(capture.location)
        for source, replaced in changed.items():
            self._give_way(source, [one.location.position for one in replaced])
            self._note(run, "replaced", replaced[0].location.source, len(replaced))
        return found

    def find_known_files(self, folder: Path, files: Sequence[Path]) -> set[Path]:
        """Files of a folder that a run has dealt with as they are now: documents, whatever became
        of them unless they failed, and archives that were read to their end."""
        source = str(folder.absolute())
        keys = {
            location_key(Location(source, os.fsdecode(path.relative_to(folder)))): path
            for path in files
        }
        known: set[Path] = set()
        for some in batches(list(keys), MANY):
            rows = models.CaptureRow.objects.using(self.alias).filter(
                source__md5=urls.md5(source), key__in=some
            )
            rows = rows.exclude(source__run__state=UNDONE).exclude(outcome__in=FAILED)
            for key, version in rows.values_list("key", "file_version"):
                if version and version == file_version(str(keys[key])):
                    known.add(keys[key])
        archives = {urls.md5(str(path.absolute())): path for path in files if path not in known}
        for some in batches(list(archives), MANY):
            done = models.Source.objects.using(self.alias).filter(md5__in=some, run__state=DONE)
            for md5, version in done.values_list("md5", "version"):
                if version and _is_of_version(archives[md5], version):
                    known.add(archives[md5])
        return known

    def _give_way(self, source: int, positions: Collection[str]) -> None:
        """What stood at these places, members included, stays on record under other keys."""
        for some in batches([make_storable(one) for one in positions], MANY):
            rows = models.CaptureRow.objects.using(self.alias).filter(
                source_id=source, position__in=some
            )
            with transaction.atomic(using=self.alias):
                for number, key in rows.values_list("id", "key"):
                    rows.filter(id=number).update(key=urls.md5(f"{key}\0{number}"))

    # -- the sources of a run ----------------------------------------------------------------------

    def begin_source(self, run: int, path: str, version: str) -> str:
        """What version of a source the run began with; empty where it begins now."""
        row, is_new = models.Source.objects.using(self.alias).get_or_create(
            run_id=run,
            md5=urls.md5(path),
            defaults={"path": make_storable(path), "version": make_storable(version)},
        )
        return "" if is_new else row.version

    def replace_source(self, run: int, path: str, version: str) -> None:
        """Another file stands there now. What came of the one before stays on record."""
        rows = models.Source.objects.using(self.alias)
        with transaction.atomic(using=self.alias):
            row = rows.get(run_id=run, md5=urls.md5(path))
            rows.filter(id=row.id).update(md5=urls.md5(f"{path}\0{row.id}"))
            self.begin_source(run, path, version)
            self._note(run, "replaced", path, 0)

    def extend_source(self, run: int, path: str, version: str) -> None:
        """The source has grown. Its last capture may have been cut off by the old end: unless a
        document came of it, it is read again."""
        sources = models.Source.objects.using(self.alias).filter(run_id=run, md5=urls.md5(path))
        captures = models.CaptureRow.objects.using(self.alias).filter(source__in=sources)
        with transaction.atomic(using=self.alias):
            last = captures.filter(member="").order_by("-id").first()
            if last is not None and last.document_id is None:
                captures.filter(source_id=last.source_id, position=last.position,
                                document__isnull=True).delete()  # fmt: skip
            sources.update(version=make_storable(version))
            self._note(run, "grown", path, 0)

    def _note(self, run: int, what: str, source: str, files: int) -> None:
        with transaction.atomic(using=self.alias):
            row = models.Run.objects.using(self.alias).select_for_update().get(id=run)
            for note in row.notes:
                if (note["what"], note["source"]) == (what, make_storable(source)):
                    note["files"] += files
                    break
            else:
                row.notes.append({"what": what, "source": make_storable(source), "files": files})
            row.save(using=self.alias, update_fields=["notes"])

    def runs(self, *, newest_first: bool = True) -> Iterator[RunInfo]:
        rows = models.Run.objects.using(self.alias).order_by("-id" if newest_first else "id")
        after, size = 0, FIRST_RUNS
        while some := list(rows[:size]):
            outcomes = self._outcomes_of(some)
            for row in some:
                yield self._info(row, outcomes[row.id])
            after, size = some[-1].id, MANY
            rows = rows.filter(id__lt=after) if newest_first else rows.filter(id__gt=after)

    def get(self, run: int) -> RunInfo | None:
        row = models.Run.objects.using(self.alias).filter(id=run).first()
        return None if row is None else self._info(row, self._outcomes_of([row])[run])

    def of_crawl(self, name: str) -> RunInfo | None:
        """The run that imports what a crawl brings; None where nothing was imported, or all of it
        was taken back. Only this run is counted, however many there are."""
        rows = models.Run.objects.using(self.alias).filter(kind=CRAWL, options__name=name)
        number = rows.exclude(state=UNDONE).order_by("-id").values_list("id", flat=True).first()
        return None if number is None else self.get(number)

    def _info(self, row: models.Run, outcomes: dict[str, int]) -> RunInfo:
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
            notes=tuple(map(note_in_words, row.notes)),
            outcomes=outcomes,
            record_kinds=row.record_kinds,
        )

    def outcomes(self, run: int) -> dict[str, int]:
        """How many captures of a run ended how, in the order of `Outcome`; a sum over rows, never
        a counter kept by hand."""
        return self._count_outcomes([run])[run]

    def all_outcomes(self) -> dict[str, int]:
        """How all captures ended, of all runs that were not taken back."""
        rows = models.Run.objects.using(self.alias).order_by()
        states = rows.values_list("state").annotate(n=Count("*"), total=Sum("batches"))
        mark, rows = frozenset(states), rows.exclude(state=UNDONE)
        if any(state == RUNNING for state, *_ in mark):
            return self._add_outcomes(rows)
        # There may be thousands of runs: they are added up when one of them changes.
        return dict(self._memory.get("all outcomes", mark, lambda: self._add_outcomes(rows)))

    def _add_outcomes(self, rows: QuerySet[models.Run]) -> dict[str, int]:
        total: Counter[str] = Counter()
        runs = rows.values_list("id", "state", "batches")
        for counted in self._outcomes_at(runs).values():
            total.update(counted)
        return in_order(total)

    def _outcomes_of(self, rows: Iterable[models.Run]) -> dict[int, dict[str, int]]:
        found = self._outcomes_at((row.id, row.state, row.batches) for row in rows)
        return {run: dict(counted) for run, counted in found.items()}

    def _outcomes_at(self, runs: Iterable[tuple[int, str, int]]) -> dict[int, dict[str, int]]:
        """By number, state and batches: those of a run that is under way may change any time; of
        others only with a batch. What is remembered is not to be changed."""
        marks = {
            ("outcomes", run): object() if state == RUNNING else number
            for run, state, number in runs
        }
        found = self._memory.get_many(marks, self._count_named)
        return {run: found["outcomes", run] for _, run in marks}

    def _count_named(
        self, names: Collection[tuple[str, int]]
    ) -> dict[tuple[str, int], dict[str, int]]:
        counted = self._count_outcomes([run for _, run in names])
        return {("outcomes", run): one for run, one in counted.items()}

    def _count_outcomes(self, runs: Collection[int]) -> dict[int, dict[str, int]]:
        """From one index alone, whose order it is."""
        found: dict[int, Counter[str]] = {run: Counter() for run in runs}
        for some in batches(runs, MANY):
            rows = models.CaptureRow.objects.using(self.alias).filter(source__run_id__in=some)
            counted = (
                rows.values_list("source__run_id", "outcome").annotate(n=Count("*")).order_by()
            )
            for run, outcome, count in counted:
                found[run][outcome] = count
        return {run: in_order(counted) for run, counted in found.items()}

    def captures(
        self,
        run: int,
        outcomes: Collection[Outcome] = (),
        limit: int | None = None,
        after: int = 0,
    ) -> Iterator[CaptureInfo]:
        rows = models.CaptureRow.objects.using(self.alias)
        if limit is None:
            rows = rows.filter(source__run_id=run, id__gt=after)
            rows = rows.filter(outcome__in=outcomes) if outcomes else rows
        else:
            found = self._page(rows.filter(id__gt=after), run, outcomes, limit)
            rows = rows.filter(id__in=found)
        wanted = (
            "url", "outcome", "reason", "source__path", "position", "member", "document_id", "id"
        )  # fmt: skip
        for url, outcome, *others in (
            rows.order_by("id").values_list(*wanted).iterator(chunk_size=1000)
        ):
            yield CaptureInfo(url, Outcome(outcome), *others)

    def _page(
        self, rows: QuerySet[models.CaptureRow], run: int, outcomes: Collection[str], limit: int
    ) -> list[int]:
        """The first of these rows, by id. Those of one outcome of a source stand in an index in
        this order on every database, and each is asked for by itself where there are few."""
        sources = models.Source.objects.using(self.alias).filter(run_id=run)
        numbers = list(sources.values_list("id", flat=True))
        if not outcomes and len(numbers) * len(Outcome) <= FEW_SOURCES:
            outcomes = list(Outcome)
        size = 1 if len(numbers) * max(1, len(outcomes)) <= FEW_SOURCES else MANY
        asked = [rows.filter(outcome=one) for one in outcomes] or [rows]
        found = (
            one.filter(source_id__in=some).order_by("id").values_list("id", flat=True)[:limit]
            for one in asked
            for some in batches(numbers, size)
        )
        return sorted(chain.from_iterable(found))[:limit]


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
    id: int


def with_true_state(run: RunInfo, folder: Path) -> RunInfo:
    """The run, `interrupted` where nobody works on it any more: whoever is killed cannot write that
    down."""
    is_cut_off = run.state == RUNNING and not is_held(folder)
    if is_cut_off and run.kind == CRAWL:  # between two rounds of its import
        is_cut_off = not is_crawling(folder, run.options["name"])
    if run.kind == CRAWL and run.state == DONE:
        return _with_end_of_crawl(run, folder)
    return replace(run, state=INTERRUPTED) if is_cut_off else run


def _is_of_version(path: Path, text: str) -> bool:
    """By size and time: nothing of it is read."""
    file, before = local_file(str(path)), SourceVersion.parse(text)
    try:
        return file is not None and (before.size, before.time) == (path.stat().st_size, file.time)
    except OSError:
        return False


def note_in_words(note: dict[str, Any]) -> str:
    source, files = note["source"], note["files"]
    if note["what"] == "grown":
        return f"{source} has grown since this run began: only what was added was read."
    if files:
        what = "1 capture" if files == 1 else f"{files:,} captures"
        return (
            f"{what} of {source} changed since this run began: read anew. The old stay on record."
        )
    return (
        f"{source} was replaced since this run began: read from its beginning. What came of the "
        "one before stays on record."
    )


def _with_end_of_crawl(run: RunInfo, folder: Path) -> RunInfo:
    """What came is imported, and the crawl may have more to fetch all the same. One whose frontier
    is gone, or cannot be read, has nothing to say about that."""
    # Here, not above: few runs are crawls, and it brings the crawler's tables along.
    from sheaf.acquire.crawl.frontier.status import read_status

    name = run.options["name"]
    try:
        status = read_status(frontier_file(folder, name), hosts=0)
    except SheafError:
        return run
    if not status.was_stopped:
        return run
    reason = f"{status.why_stopped}; `sheaf crawl --name {shlex.quote(name)}` goes on"
    return replace(run, state=STOPPED, reason=reason)


def in_order(counted: Mapping[str, int]) -> dict[str, int]:
    """In the order of `Outcome`."""
    return {one.value: counted[one.value] for one in Outcome if one.value in counted}


def run_key(kind: str, sources: list[str], options: dict[str, Any]) -> str:
    return urls.md5(json.dumps([kind, sources, options], sort_keys=True))


def url_key(capture: Capture) -> str:
    """By which a capture is found under its URL, even if that is none."""
    try:
        return urls.md5(urls.canonical(capture.url))
    except urls.BadUrl:
        return urls.md5(capture.url)


def version_key(capture: Capture) -> str:
    """What tells its file from a later one, as it is on record. Web servers may say much."""
    version = make_storable(capture.file_version)
    return version if len(version) <= LONGEST_VERSION else urls.md5(version)


def location_key(location: Location) -> str:
    return urls.md5(f"{location.position}\0{location.member}")
