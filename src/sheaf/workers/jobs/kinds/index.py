"""The job that brings the index up to date."""

from __future__ import annotations

from pydantic import Field

from sheaf.workers.jobs.contract import JobContext, JobKind, JobResult, Parameters


class IndexParameters(Parameters):
    rebuild: bool = Field(False, description="Start from nothing, beside the index in use.")


def run(context: JobContext, parameters: IndexParameters) -> JobResult:
    done = context.library.index(
        rebuild=parameters.rebuild,
        report=lambda count: context.report(count, note="Indexing."),
    )
    counters = {"indexed": done.indexed, "removed": done.removed}
    return JobResult(counters, words=f"{done.indexed:,} indexed, {done.removed:,} removed.")


KIND = JobKind(
    name="index",
    title="Bring the index up to date",
    help="Takes what has changed into the full-text index, the citation graph and fingerprints.",
    parameters=IndexParameters,
    run=run,
)
