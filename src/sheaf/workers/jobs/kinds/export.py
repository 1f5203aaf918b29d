"""The job that writes the papers of a library, or those that a search finds, as one file."""

from __future__ import annotations

from pydantic import Field

from sheaf.errors import UsageError
from sheaf.workers.jobs.contract import JobContext, JobKind, JobResult, Parameters
from sheaf.workers.jobs.paper_files import FormatName, write_papers


class ExportParameters(Parameters):
    format: FormatName = Field(
        "json", description="json, bibtex, ris, csl, csv, tei, jats, markdown, text or another."
    )
    query: str = Field("", description="Only what this search finds, in its order.")
    references: bool = Field(
        False, description="In a bibliography, an entry for each work that a paper cites too."
    )


def run(context: JobContext, parameters: ExportParameters) -> JobResult:
    library = context.library
    if parameters.query and not library.is_indexed:
        raise UsageError("There is no index to search in.", "The job `index` makes it.")
    name, count = write_papers(
        context.folder,
        library.find_papers(parameters.query or None),
        parameters.format,
        lambda done: context.report(done, note="Writing."),
        references=parameters.references,
    )
    words = f"{count:,} paper{'s' * (count != 1)} in {name}."
    return JobResult({"papers": count}, files=(name,), words=words)


KIND = JobKind(
    name="export",
    title="Export papers",
    help="Writes what was read out of papers as one file: all, or what a search finds.",
    parameters=ExportParameters,
    run=run,
    positional="query",
)
