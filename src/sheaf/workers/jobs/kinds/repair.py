"""The job that mends what is wrong with files and rows."""

from __future__ import annotations

from pydantic import Field

from sheaf.workers.jobs.contract import JobContext, JobKind, JobResult, Parameters
from sheaf.workers.jobs.fault_files import FAULTS, write_faults


class RepairParameters(Parameters):
    dry_run: bool = Field(False, description="Only say what would be done.")
    index: bool = Field(True, description="Bring the index up to date afterwards.")


def run(context: JobContext, parameters: RepairParameters) -> JobResult:
    found = context.library.verify(
        lambda count: context.report(count, note="Comparing."),
        repair=True,
        dry_run=parameters.dry_run,
        wait=True,
    )
    mended = len(found.faults) - found.remaining
    counters = {"documents": found.documents, "mended": mended, "remaining": found.remaining}
    if not found.faults:
        return JobResult(counters, words=f"{found.documents:,} documents are whole.")
    write_faults(context.folder, context.library.folder, found)
    if parameters.index and not parameters.dry_run:
        context.library.index()
    deed = "could be" if parameters.dry_run else "were"
    words = f"{mended:,} {deed} mended, {found.remaining:,} remain: see {FAULTS}."
    return JobResult(counters, files=(FAULTS,), words=words)


KIND = JobKind(
    name="repair",
    title="Repair",
    help="Mends what is wrong with files and rows, and deletes nothing.",
    parameters=RepairParameters,
    run=run,
    admits=True,
)
