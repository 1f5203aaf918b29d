"""Drives one run over a library: puts its machinery together, logs it, sums it up."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from sheaf import pipeline
from sheaf.curate.examination import ExaminationContext
from sheaf.curate.seen_before import SeenBefore
from sheaf.curate.stages import arrival_stages
from sheaf.deposit.admission import Depositor, storage_errors
from sheaf.deposit.apart import ApartWriter, SavedApart
from sheaf.deposit.counters import legacy_counters
from sheaf.deposit.runs import RunLog
from sheaf.records import ACCIDENTS, Aside, Capture, Location, Outcome
from sheaf.settings import Settings
from sheaf.workers.pool import Limits, Pool

Report = Callable[[pipeline.Progress], None]


@dataclass(frozen=True, slots=True)
class ImportSummary:
    """How a run ended. The outcomes add up to the captures."""

    run: int
    resumed: bool
    captures: int
    outcomes: dict[str, int]
    records: int
    seconds: float
    counters: dict[str, int]

    @property
    def accidents(self) -> int:
        """Captures that failed, as against those judged and turned down."""
        return sum(self.outcomes.get(one.value, 0) for one in ACCIDENTS)

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Job:
    """What is asked of a run. Kind, sources and options name it: the same again goes on with it."""

    kind: str
    sources: list[str]
    options: dict[str, Any]
    incoming: Iterable[Capture | Aside]
    share: Callable[[], float | None] = lambda: None


def run_job(
    job: Job,
    library: Path,
    depositor: Depositor,
    run_log: RunLog,
    settings: Settings,
    report: Report,
) -> ImportSummary:
    """Called with the library held for writing."""
    started = time.monotonic()
    run, resumed = run_log.begin(job.kind, job.sources, job.options)

    def recorded(places: Sequence[Location]) -> set[Location]:
        return run_log.recorded(run, places)

    try:
        with pool_for(settings, depositor.folders.staging) as pool:
            machine = machinery(
                settings,
                pool,
                library,
                depositor.folders.staging,
                run=run,
                seen_before=SeenBefore(depositor.catalogue),
                depositor=depositor,
                recorded=recorded if resumed else None,
                share=job.share,
                report=report,
            )
            progress = pipeline.run(job.incoming, machine)
    except BaseException:
        run_log.pause(run, time.monotonic() - started)
        raise
    depositor.catalogue.give_back_ids()
    run_log.finish(run, time.monotonic() - started, sum(progress.asides.values()))
    return summary_of(run_log, run, resumed=resumed)


def machinery(
    settings: Settings, pool: Pool, folder: Path, staging: Path, **parts: Any
) -> pipeline.Machinery:
    """What every run shares, with the parts in which runs differ."""
    return pipeline.Machinery(
        pool=pool,
        arrival=arrival_stages(settings.curate, folder),
        examination=ExaminationContext(settings.curate, staging),
        extractor=settings.extract.extractor,
        batch=settings.deposit.batch,
        batch_seconds=settings.deposit.batch_seconds,
        **parts,
    )


def run_apart(job: Job, folder: Path, settings: Settings, report: Report) -> ImportSummary:
    """The same run without a library: what passes goes to a folder, nothing is looked up."""
    started = time.monotonic()
    with storage_errors(folder):
        staging = folder / ".staging"
        staging.mkdir(parents=True, exist_ok=True)
    try:
        with pool_for(settings, staging) as pool:
            machine = machinery(
                settings,
                pool,
                folder,
                staging,
                run=0,
                seen_before=SavedApart(folder),
                depositor=ApartWriter(folder),
                share=job.share,
                report=report,
            )
            progress = pipeline.run(job.incoming, machine)
    finally:
        shutil.rmtree(staging, ignore_errors=True)
    outcomes = {one.value: progress.outcomes[one.value] for one in Outcome
                if progress.outcomes[one.value]}  # fmt: skip
    return ImportSummary(
        run=0,
        resumed=False,
        captures=progress.captures,
        outcomes=outcomes,
        records=sum(progress.asides.values()),
        seconds=round(time.monotonic() - started, 3),
        counters=legacy_counters(outcomes),
    )


def summary_of(run_log: RunLog, run: int, *, resumed: bool) -> ImportSummary:
    info = run_log.get(run)
    assert info is not None
    return ImportSummary(
        run=run,
        resumed=resumed,
        captures=info.captures,
        outcomes=info.outcomes,
        records=info.records,
        seconds=round(info.seconds, 3),
        counters=legacy_counters(info.outcomes),
    )


def pool_for(settings: Settings, scratch: Path) -> Pool:
    limits = Limits(settings.workers.seconds, settings.workers.memory)
    return Pool(settings.workers.jobs, limits, scratch=scratch)
