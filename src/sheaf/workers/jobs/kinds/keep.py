"""The job that takes in what was turned down, because a person says so."""

from __future__ import annotations

from pydantic import Field

from sheaf.workers.jobs.contract import JobContext, JobKind, JobResult, Parameters


class KeepParameters(Parameters):
    captures: tuple[int, ...] = Field(
        min_length=1, description="The numbers of captures that were turned down."
    )
    index: bool = Field(True, description="Bring the index up to date afterwards.")


def run(context: JobContext, parameters: KeepParameters) -> JobResult:
    """Again, it finds what it has kept already, and keeps the rest."""
    done = context.library.keep_rejected(parameters.captures, index=parameters.index, wait=True)
    for one in done:
        context.log(one.words)
    number = next((one.run for one in done if one.run), None)
    if number is not None:
        context.made_run(number)
    kept = sum(one.is_kept for one in done)
    counters = {"kept": kept, "not_kept": len(done) - kept}
    words = done[0].words if len(done) == 1 else f"{kept:,} of {len(done):,} captures were kept."
    return JobResult(counters, number, words=words)


KIND = JobKind(
    name="keep",
    title="Keep what was turned down",
    help="Takes in captures that were turned down, whatever filter, type or blacklist say.",
    parameters=KeepParameters,
    run=run,
    admits=True,
    positional="captures",
)
