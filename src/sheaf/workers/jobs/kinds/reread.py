"""The job that reads documents of the library again."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from sheaf.workers.jobs.contract import (
    JobContext,
    JobKind,
    JobResult,
    Parameters,
    rarely_used,
)
from sheaf.workers.rereading import RereadReport


class RereadParameters(Parameters):
    which: Literal["unread", "outdated", "all"] = Field(
        "unread",
        description="What was not read, or failed; that and what older readers read; or all.",
    )
    reuse: bool = Field(
        True,
        description="Take over what was read of a near-copy before, where the settings allow it.",
        json_schema_extra=rarely_used(),
    )
    index: bool = Field(True, description="Bring the index up to date afterwards.")


def run(context: JobContext, parameters: RereadParameters) -> JobResult:
    logged: set[int] = set()

    def report(done: RereadReport) -> None:
        counters = {"read": done.read, "failed": len(done.failed)}
        context.report(done.read + len(done.failed), counters=counters)
        for number in done.failed.keys() - logged:
            context.log(f"Document {number}: {done.failed[number]}")
        logged.update(done.failed)

    reuse = None if parameters.reuse else False
    done = context.library.reread(parameters.which, reuse=reuse, wait=True, report=report)
    for name, failures in done.annotators_failed.items():
        documents = f"{failures['documents']:,} documents"
        context.log(f"The annotator {name} failed on {documents}; first: {failures['first']}")
    if parameters.index:
        context.library.index()
    counters = {"read": done.read, "failed": len(done.failed), "reused": done.reused}
    failed = f", {len(done.failed):,} failed and keep what was read before" if done.failed else ""
    return JobResult(counters, words=f"{done.read:,} read{failed}.")


KIND = JobKind(
    name="reread",
    title="Read documents again",
    help="Reads title, authors, references and the rest again out of documents of the library.",
    parameters=RereadParameters,
    run=run,
    admits=True,
    positional="which",
)
