"""The job that tries an import on the first captures of its sources, and keeps nothing."""

from __future__ import annotations

import json
from collections import Counter

from pydantic import Field

from sheaf.files import write_whole
from sheaf.pipeline import Progress
from sheaf.workers.jobs.contract import JobContext, JobKind, JobResult
from sheaf.workers.jobs.import_parameters import (
    ImportParameters,
    check,
    find_sources,
    make_options,
)
from sheaf.workers.trying import FIRST

RESULT = "captures.json"


class TryParameters(ImportParameters):
    first: int = Field(FIRST, ge=1, le=1000, description="Try so many captures.")


def run(context: JobContext, parameters: TryParameters) -> JobResult:
    sources = find_sources(context.library, parameters)
    options = make_options(context.library, parameters, context.folder)

    def report(progress: Progress) -> None:
        context.report(progress.captures, parameters.first, Counter(progress.outcomes))

    tried = context.library.try_import(sources, options, first=parameters.first, report=report)
    write_whole(context.folder / RESULT, json.dumps(tried.as_json(), indent=1) + "\n")
    for one in tried.captures:
        context.log(f"{one.outcome}: {one.url}: {one.reason} ({one.mime_type}, {one.size:,} bytes)")
    for note in tried.notes:
        context.log(note)
    return JobResult(tried.outcomes, files=(RESULT,), words=tried.words)


KIND = JobKind(
    name="try-import",
    title="Try an import",
    help="Shows how the first captures of the sources would end. Nothing is kept.",
    parameters=TryParameters,
    run=run,
    positional="sources",
    check=check,
)
