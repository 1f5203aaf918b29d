"""The job that takes documents of no use out of the catalogue."""

from __future__ import annotations

from pydantic import Field

from sheaf.deposit.cleaning.cleaning import documents_as_csv
from sheaf.files import write_lines
from sheaf.terminal import plural
from sheaf.workers.jobs.contract import JobContext, JobKind, JobResult, Parameters

LIST = "documents.csv"


class CleanDocumentsParameters(Parameters):
    dry_run: bool = Field(
        True, title="Only count", description="Say what would go, and change nothing."
    )


def run(context: JobContext, parameters: CleanDocumentsParameters) -> JobResult:
    cleaning = context.library.cleaning
    files: tuple[str, ...] = ()
    if parameters.dry_run:
        write_lines(context.folder / LIST, documents_as_csv(cleaning.useless_documents()))
        files = (LIST,)
    done = cleaning.documents(
        dry_run=parameters.dry_run,
        report=lambda count: context.report(count, note="Looking through failed documents."),
    )
    counted = plural(done.removed, "document")
    words = f"{counted} would go." if parameters.dry_run else f"{counted} taken out."
    counters = {"removed": done.removed, "bytes": done.bytes}
    return JobResult(counters, run=done.run, files=files, words=words)


KIND = JobKind(
    name="clean-documents",
    title="Clean documents",
    help="Takes out documents that failed to be ingested and are blacklisted; it can be undone.",
    parameters=CleanDocumentsParameters,
    run=run,
    admits=True,
)
