"""The job that imports sources."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from pathlib import Path

from pydantic import Field

from sheaf.app import ImportSummary
from sheaf.deposit.runs import DONE
from sheaf.files import write_whole
from sheaf.pipeline import Progress
from sheaf.records import GROUP_OF, OutcomeGroup, count_groups
from sheaf.workers.jobs.contract import JobContext, JobKind, JobResult
from sheaf.workers.jobs.import_parameters import (
    ImportParameters,
    check,
    find_sources,
    make_options,
)

RUN_FILE = "run"  # names the run of a job that was killed after its run was done
MOST_LOGGED = 500
LOGGED = {OutcomeGroup.TURNED_DOWN, OutcomeGroup.UNUSABLE, OutcomeGroup.FAILED}


class WholeImportParameters(ImportParameters):
    index: bool = Field(True, description="Bring the index up to date afterwards.")


def run(context: JobContext, parameters: WholeImportParameters) -> JobResult:
    """The same job again goes on with its run; where that was done, only the index may be due."""
    summary = _finished(context)
    if summary is None:
        sources = find_sources(context.library, parameters)
        options = make_options(context.library, parameters, context.folder)
        watcher = ImportWatcher(context)
        summary = context.library.import_with(
            sources, options, index=parameters.index, wait=True, report=watcher.report
        )
    elif parameters.index:
        context.library.index()
    for note in summary.notes:
        context.log(note)
    return JobResult(summary.outcomes, summary.run, words=describe(summary))


class ImportWatcher:
    """Tells a job what an import reports."""

    def __init__(self, context: JobContext) -> None:
        self._context = context
        self._run = 0
        self._logged = 0

    def report(self, progress: Progress) -> None:
        if progress.run and progress.run != self._run:
            self._run = progress.run
            write_whole(self._context.folder / RUN_FILE, f"{self._run}\n")
            self._context.made_run(self._run)
        done = progress.captures + progress.skipped
        # Nobody knows how many captures there are, but how much of the sources was read.
        total = round(done / progress.share) if done and progress.share else None
        latest = progress.latest[-1].examined.capture if progress.latest else None
        note = f"Reading {latest.location.source}." if latest else ""
        self._context.report(done, total, Counter(progress.outcomes), note)
        for decision in progress.latest:
            if GROUP_OF[decision.outcome] in LOGGED:
                self._log(f"{decision.outcome}: {decision.examined.capture.url}: {decision.reason}")

    def _log(self, line: str) -> None:
        self._logged += 1
        if self._logged <= MOST_LOGGED:
            self._context.log(line)
        elif self._logged == MOST_LOGGED + 1:
            self._context.log(f"Further ones are among the captures of run {self._run}.")


def describe(summary: ImportSummary) -> str:
    """How an import ended, in a sentence."""
    groups = count_groups(summary.outcomes)
    told = [f"{count:,} {OutcomeGroup(name).words}" for name, count in groups.items() if count]
    captures = "1 capture" if summary.captures == 1 else f"{summary.captures:,} captures"
    return f"{captures}: {', '.join(told)}." if told else "There was nothing in the sources."


def _finished(context: JobContext) -> ImportSummary | None:
    """What came of the run of this very job, where it is done and the job does not know."""
    with suppress(OSError, ValueError):
        number = int(Path(context.folder / RUN_FILE).read_text(encoding="ascii"))
        found = context.library.run(number)
        if found is not None and found.state == DONE:
            context.made_run(number)
            return ImportSummary.of(found, resumed=True)
    return None


KIND = JobKind(
    name="import",
    title="Import",
    help="Imports what crawlers left, or files that were uploaded: judges it, keeps it, reads it.",
    parameters=WholeImportParameters,
    run=run,
    admits=True,
    positional="sources",
    check=check,
)
