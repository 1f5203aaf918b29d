"""What ties a run to files that were fetched for it: which run it is, and what may go again."""

from __future__ import annotations

from sheaf.acquire.importers.sources import Sources
from sheaf.deposit.runs import RUNNING, RunLog
from sheaf.pipeline import Progress
from sheaf.workers.importing import Job, Report


def letting_go(sources: Sources, report: Report) -> Report:
    """A report that first tells the sources what is on record."""

    def told(progress: Progress) -> None:
        sources.mark_recorded(one.examined.capture.location for one in progress.latest)
        report(progress)

    return told


def number_of(job: Job, run_log: RunLog) -> int | None:
    """The run that a job has begun, or goes on with."""
    asked = (RUNNING, job.kind, tuple(job.sources), job.options)
    for run in run_log.runs():
        if (run.state, run.kind, run.sources, run.options) == asked:
            return run.id
    return None
