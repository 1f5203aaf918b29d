"""The job that takes pages of no use for the next crawl out of the catalogue."""

from __future__ import annotations

from pydantic import Field

from sheaf.deposit.cleaning.cleaning import parents_as_csv
from sheaf.deposit.cleaning.contract import ParentReason
from sheaf.deposit.cleaning.parents import REVISED
from sheaf.files import write_lines
from sheaf.terminal import plural
from sheaf.workers.jobs.contract import JobContext, JobKind, JobResult, Parameters

LIST = "parents.csv"


class CleanParentsParameters(Parameters):
    blacklisted: bool = Field(True, description="Those whose host or URL is on a blacklist.")
    no_documents: bool = Field(True, description="Those from which no document came.")
    dead: bool = Field(True, description="Those whose link was found dead.")
    dry_run: bool = Field(
        True, title="Only count", description="Say what would go, and change nothing."
    )

    @property
    def reasons(self) -> list[ParentReason]:
        return [one for one in ParentReason if getattr(self, one.name.lower())]


def run(context: JobContext, parameters: CleanParentsParameters) -> JobResult:
    cleaning, reasons = context.library.cleaning, parameters.reasons
    if not reasons:
        return JobResult({"removed": 0}, words="No reason was chosen, so nothing is taken out.")
    name = LIST if parameters.dry_run else REVISED
    if parameters.dry_run:
        write_lines(context.folder / LIST, parents_as_csv(cleaning.useless_parents(reasons)))
    done = cleaning.parents(
        reasons,
        output=context.folder / REVISED,
        dry_run=parameters.dry_run,
        report=lambda count: context.report(count, note="Looking through parents."),
    )
    counted = plural(done.removed, "parent")
    words = f"{counted} would go." if parameters.dry_run else f"{counted} taken out."
    counters = {"removed": done.removed, "kept": done.kept or 0, **done.groups}
    return JobResult(counters, run=done.run, files=(name,), words=words)


KIND = JobKind(
    name="clean-parents",
    title="Clean parents",
    help="Takes out pages that led to documents and are of no use any more; it can be undone.",
    parameters=CleanParentsParameters,
    run=run,
    admits=True,
)
