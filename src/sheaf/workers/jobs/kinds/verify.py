"""The job that compares files with rows, and lists what is wrong."""

from __future__ import annotations

from sheaf.workers.jobs.contract import JobContext, JobKind, JobResult, Parameters
from sheaf.workers.jobs.fault_files import FAULTS, write_faults


class VerifyParameters(Parameters):
    pass


def run(context: JobContext, parameters: VerifyParameters) -> JobResult:
    found = context.library.verify(lambda count: context.report(count, note="Comparing."))
    counters = {"documents": found.documents, "pages": found.pages, "faults": len(found.faults)}
    if not found.faults:
        return JobResult(counters, words=f"{found.documents:,} documents are whole.")
    write_faults(context.folder, context.library.folder, found)
    count = len(found.faults)
    words = f"{count:,} fault{'s' * (count != 1)}: see {FAULTS}. The job `repair` mends them."
    return JobResult(counters, files=(FAULTS,), words=words)


KIND = JobKind(
    name="verify",
    title="Verify",
    help="Compares files with rows, both ways, and lists what is wrong. Changes nothing.",
    parameters=VerifyParameters,
    run=run,
)
