"""The job that finds which works references mean."""

from __future__ import annotations

from pydantic import Field

from sheaf.workers.jobs.contract import JobContext, JobKind, JobResult, Parameters


class CitationsParameters(Parameters):
    rebuild: bool = Field(False, description="Make all of the graph anew out of the papers.")


def run(context: JobContext, parameters: CitationsParameters) -> JobResult:
    done = context.library.graph.update(
        rebuild=parameters.rebuild,
        report=lambda what, count: context.report(count, note=f"{what}: {count:,}."),
    )
    counters = {"documents": done.documents, "references": done.references, "works": done.works}
    words = (
        f"{done.documents:,} documents and their {done.references:,} references taken in; "
        f"{done.matched:,} references lead to documents of the library."
    )
    return JobResult({**counters, "matched": done.matched, "wanted": done.wanted}, words=words)


KIND = JobKind(
    name="citations",
    title="Match citations",
    help="Finds which works references mean, and who cites whom, where documents have changed.",
    parameters=CitationsParameters,
    run=run,
)
