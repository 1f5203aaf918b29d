"""Drives one run over a library: puts its machinery together, logs it, sums it up."""

from __future__ import annotations

import csv
import io
import shutil
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from sheaf import pipeline
from sheaf.acquire.importers.attributes import Attributes
from sheaf.acquire.importers.contract import AUTO, ImportContext
from sheaf.acquire.importers.source_versions import SourceFile, local_file
from sheaf.acquire.importers.sources import Sources
from sheaf.curate.basis import Basis, find_basis
from sheaf.curate.blacklist_files import make_absolute
from sheaf.curate.examination import ExaminationContext
from sheaf.curate.mime_type import complete_type
from sheaf.curate.remembered import Memory
from sheaf.curate.seen_before import SeenBefore
from sheaf.curate.stages import capture_stages, plugin_stage_names, plugin_stages
from sheaf.curate.text.readers import check_text_readers
from sheaf.deposit.admission import Depositor, storage_errors
from sheaf.deposit.catalogue import Catalogue
from sheaf.deposit.counters import MEANINGS as COUNTER_MEANINGS
from sheaf.deposit.counters import legacy_counters
from sheaf.deposit.output_folder import OutputFolderWriter, SaveAll
from sheaf.deposit.runs import RUNNING, RunInfo, RunLog
from sheaf.errors import UsageError
from sheaf.extract.reading import check_readers
from sheaf.records import (
    FAILED,
    GROUP_MEANINGS,
    OUTCOME_MEANINGS,
    Aside,
    Capture,
    Outcome,
    OutcomeGroup,
    count_groups,
)
from sheaf.settings import Settings
from sheaf.workers.near_copies import finding_near_copies
from sheaf.workers.page_reading import read_new_pages
from sheaf.workers.pool import Pool, TaskLimits
from sheaf.workers.source_watch import SourceWatch

Report = Callable[[pipeline.Progress], None]
FindKnown = Callable[[Path, Sequence[Path]], Set[Path]]
ONLY_THE_INDEX = (
    "This run was done, and cut off before its index: only that was left. "
    "The same command again looks for what is new."
)


class SummaryRow(NamedTuple):
    """A number of a summary; `kind` tells apart names that could occur twice."""

    kind: str
    name: str
    value: float
    meaning: str


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
    # The records by kind; empty where they were counted, but not by kind, as those of a crawl are.
    records_by_kind: dict[str, int] = field(default_factory=dict)
    # What is worth knowing about how it went, in sentences.
    notes: tuple[str, ...] = ()

    @property
    def failed(self) -> int:
        """Captures with which something went wrong, as against those judged and turned down."""
        return sum(self.outcomes.get(one.value, 0) for one in FAILED)

    @classmethod
    def of(cls, info: RunInfo, *, resumed: bool = False) -> ImportSummary:
        """What the catalogue says about a run, now or any time later."""
        return cls(
            run=info.id,
            resumed=resumed,
            captures=info.captures,
            outcomes=info.outcomes,
            records=info.records,
            seconds=round(info.seconds, 3),
            counters=legacy_counters(info.outcomes),
            records_by_kind=info.record_kinds,
            notes=info.notes,
        )

    def as_json(self) -> dict[str, Any]:
        return {**asdict(self), "groups": count_groups(self.outcomes)}

    def rows(self, *, counters: bool = False) -> Iterator[SummaryRow]:
        """The run, groups of outcomes, outcomes; and, if wanted, the counters of the CDI
        middleware."""
        yield SummaryRow("run", "run", self.run, "its number; 0 without the catalogue")
        yield SummaryRow("run", "captures", self.captures, "members of containers included")
        yield SummaryRow("run", "records", self.records, "what is no capture: requests, say")
        yield SummaryRow("run", "seconds", self.seconds, "run time")
        for name, count in count_groups(self.outcomes).items():
            yield SummaryRow("group", name, count, GROUP_MEANINGS[OutcomeGroup(name)])
        for name, count in self.outcomes.items():
            yield SummaryRow("outcome", name, count, OUTCOME_MEANINGS[Outcome(name)])
        for name, count in self.counters.items() if counters else ():
            yield SummaryRow("counter", name, count, COUNTER_MEANINGS[name])

    def as_csv(self, *, counters: bool = False) -> str:
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(SummaryRow._fields)
        writer.writerows(self.rows(counters=counters))
        return out.getvalue()

    def as_columns(self, *, counters: bool = False) -> str:
        """Two columns, both to the left, as the CDI middleware wrote its counters: the captures by
        group, or, if wanted, those counters."""
        groups = {**count_groups(self.outcomes), "captures": self.captures}
        numbers = self.counters if counters else groups
        rows = [("Counter" if counters else "Group", "Value"), *numbers.items()]
        width = max(len(name) for name, _ in rows) + 1
        return "".join(f"{name:<{width}}{value}\n" for name, value in rows)


@dataclass(frozen=True, slots=True)
class Job:
    """What is asked of a run. Kind, sources and options name it: the same again goes on with it."""

    kind: str
    sources: list[str]
    options: dict[str, Any]
    incoming: Iterable[Capture | Aside]
    # Where the file of a source can be read; None for a folder, and for what is no file.
    find_file: Callable[[str], SourceFile | None] = local_file
    index_due: bool = False  # its command brings the index up to date afterwards
    share: Callable[[], float | None] = lambda: None


@dataclass(frozen=True, slots=True)
class ImportOptions:
    """How sources are imported, where that differs from the settings of the library."""

    format: str = AUTO
    mime_types: Sequence[str] | None = None
    filter: bool | None = None
    text: bool | None = None
    keep_rejects: bool | None = None
    blacklist: Sequence[str | Path] = ()
    log: Path | None = None
    base_url: str | None = None
    attributes: Mapping[str, object] | None = None
    attribute_pattern: str | None = None
    jobs: int | None = None
    judge_again: bool | None = None
    # Leave out files of folders that an earlier run has dealt with.
    only_new: bool = False

    @property
    def blacklists(self) -> list[str]:
        return [make_absolute(str(path)) for path in self.blacklist]

    def apply_to(self, settings: Settings) -> Settings:
        return settings.with_values(
            "curate",
            mime_types=tuple(map(complete_type, self.mime_types)) if self.mime_types else None,
            filter=self.filter,
            text=self.text,
            keep_rejects=self.keep_rejects,
            judge_again=self.judge_again,
            blacklist=(*settings.curate.blacklist, *self.blacklists),
        ).with_values("workers", jobs=self.jobs)

    def make_context(
        self, spool: Path, chosen: Settings, find_known: FindKnown | None = None
    ) -> ImportContext:
        """What the importers are told, by these options and the settings that they chose.
        `find_known` tells known files from new ones."""
        return ImportContext(
            spool,
            chosen.acquire.hand_over_bytes,
            self.log,
            self.base_url,
            Attributes(self.attributes, self.attribute_pattern),
            largest_document=chosen.curate.unpack_bytes,
            find_known=find_known if self.only_new else None,
        )

    def run_options(self, settings: Settings) -> dict[str, Any]:
        """The options by which the run is known again. What is as usual is left out, so that a run
        that an older version began is known too."""
        curate = self.apply_to(settings).curate
        unusual = {
            "text": None if curate.text else False,
            "stages": plugin_stage_names(curate) or None,
            "log": str(self.log.absolute()) if self.log else None,
            "base_url": self.base_url,
            "attributes": {name: str(value) for name, value in (self.attributes or {}).items()}
            or None,
            "attribute_pattern": self.attribute_pattern,
            "blacklist": self.blacklists or None,
        }
        return {
            "format": self.format,
            "mime_types": list(curate.mime_types),
            "filter": curate.filter,
            **{name: value for name, value in unusual.items() if value is not None},
        }


def report_to_sources(sources: Sources, report: Report) -> Report:
    """A report that first tells the sources what is on record, so that files which were fetched for
    the run can go."""

    def report_both(progress: pipeline.Progress) -> None:
        sources.mark_recorded(decision.examined.capture.location for decision in progress.latest)
        report(progress)

    return report_both


def find_run(job: Job, run_log: RunLog) -> int | None:
    """The run that a job has begun, or goes on with."""
    wanted = (RUNNING, job.kind, tuple(job.sources), job.options)
    for run in run_log.runs():
        if (run.state, run.kind, run.sources, run.options) == wanted:
            return run.id
    return None


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
    done = run_log.find_unindexed(job.kind, job.sources, job.options) if job.index_due else None
    if done is not None:
        summary = summary_of(run_log, done, resumed=True)
        return replace(summary, notes=(*summary.notes, ONLY_THE_INDEX))
    seen_before = SeenBefore(depositor.catalogue)
    staging, catalogue = depositor.folders.staging, depositor.catalogue
    with (
        open_pool(settings, staging) as pool,
        finding_near_copies(library, catalogue, settings, staging) as near_copies,
    ):
        machine = make_machinery(
            settings,
            pool,
            library,
            staging,
            seen_before=seen_before,
            depositor=depositor,
            share=job.share,
            report=report,
        )
        basis = find_basis(settings.curate)
        machine = add_memory(machine, catalogue, seen_before, basis)
        machine = replace(machine, near_copies=near_copies)
        # Only now: what cannot be put together leaves no run behind.
        run, resumed = run_log.begin(job.kind, job.sources, job.options, index_due=job.index_due)
        recorded = partial(run_log.find_unchanged, run) if resumed else None
        report(pipeline.Progress(run))
        watch = SourceWatch(run_log, run, job.find_file)
        try:
            incoming = watch.watch(job.incoming)
            progress = pipeline.run(incoming, replace(machine, run=run, recorded=recorded))
            read_new_pages(catalogue, pool, library)
        except BaseException:
            run_log.pause(run, time.monotonic() - started)
            raise
    depositor.catalogue.give_back_ids()
    run_log.finish(run, time.monotonic() - started, progress.asides)
    return summary_of(run_log, run, resumed=resumed)


def check_run(settings: Settings) -> None:
    """Refuse, before a run begins, what no run could do."""
    plugin_stages(settings.curate)
    if settings.curate.text:
        check_text_readers(settings.curate.mime_types)
        check_readers(settings.extract)
    elif settings.curate.filter:
        raise UsageError("The academic filter needs the text.", "Add --no-filter.")


def make_machinery(
    settings: Settings,
    pool: Pool,
    folder: Path,
    staging: Path,
    *,
    seen_before: pipeline.Decider,
    depositor: pipeline.Writer,
    share: Callable[[], float | None] = lambda: None,
    report: Report = lambda progress: None,
) -> pipeline.Machinery:
    """What every run shares, with the parts in which runs differ. It is for run 0, which is in no
    catalogue: `replace` sets the number of another."""
    return pipeline.Machinery(
        pool=pool,
        capture_stages=capture_stages(settings.curate, folder),
        examination=ExaminationContext(settings.curate, staging, whole_layout=settings.curate.text),
        extract=settings.extract if settings.curate.text else None,
        batch=settings.deposit.batch,
        batch_seconds=settings.deposit.batch_seconds,
        run=0,
        seen_before=seen_before,
        depositor=depositor,
        share=share,
        report=report,
    )


def add_memory(
    machine: pipeline.Machinery, catalogue: Catalogue, seen_before: SeenBefore, basis: Basis
) -> pipeline.Machinery:
    """The same over a catalogue: it knows what was judged before, and learns what is judged now."""
    examination = replace(machine.examination, basis=basis)
    memory = Memory(catalogue, seen_before, examination, basis)
    return replace(
        machine,
        examination=examination,
        seen_before=seen_before,
        memory=None if examination.settings.judge_again else memory,
    )


def run_into_folder(
    job: Job, library: Path, folder: Path, settings: Settings, report: Report
) -> ImportSummary:
    """The same run without a library: what passes goes to a folder, nothing is looked up."""
    started = time.monotonic()
    with storage_errors(folder):
        staging = folder / ".staging"
        staging.mkdir(parents=True, exist_ok=True)
    try:
        with open_pool(settings, staging) as pool:
            machine = make_machinery(
                settings,
                pool,
                library,
                staging,
                seen_before=SaveAll(folder),
                depositor=OutputFolderWriter(folder, settings.deposit.crawl_data),
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
        records=progress.asides.total(),
        records_by_kind=dict(sorted(progress.asides.items())),
        seconds=round(time.monotonic() - started, 3),
        counters=legacy_counters(outcomes),
    )


def summary_of(run_log: RunLog, run: int, *, resumed: bool) -> ImportSummary:
    info = run_log.get(run)
    assert info is not None
    return ImportSummary.of(info, resumed=resumed)


def open_pool(settings: Settings, scratch: Path) -> Pool:
    chosen = settings.workers
    limits = TaskLimits(chosen.seconds, chosen.memory, chosen.disk, section="workers")
    return Pool(chosen.jobs, limits, scratch=scratch)
