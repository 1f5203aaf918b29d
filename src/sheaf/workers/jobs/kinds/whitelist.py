"""The job that ranks pages for the next crawl."""

from __future__ import annotations

import shutil
from typing import Literal

from pydantic import Field

from sheaf.deposit.cleaning.whitelists import as_legacy
from sheaf.files import write_lines
from sheaf.terminal import plural
from sheaf.workers.jobs.contract import JobContext, JobKind, JobResult, Parameters

LEGACY = "legacy.csv"


class WhitelistParameters(Parameters):
    by: Literal["parent", "host"] = Field(
        "parent", title="Ranked", description="Pages that led to documents, or hosts."
    )
    count: Literal["ingested", "kept"] = Field(
        "ingested",
        title="Documents that count",
        description="Those that were ingested, or all that did not fail.",
    )
    limit: int | None = Field(None, ge=1, description="So many of the best; without it, all.")
    legacy: bool = Field(
        False, title="The CDI's form too", description="A second file, as the CDI wrote it."
    )


def run(context: JobContext, parameters: WhitelistParameters) -> JobResult:
    whitelists = context.library.whitelists
    by, count, limit = parameters.by, parameters.count, parameters.limit
    made = whitelists.make(
        by,
        counted=count,
        limit=limit,
        report=lambda seen: context.report(seen, note=f"Looking at {by}s."),
    )
    shutil.copyfile(made.file, context.folder / made.file.name)
    files = [made.file.name]
    if parameters.legacy:
        ranked = whitelists.rank(by, counted=count, limit=limit, by_documents=True)
        write_lines(context.folder / LEGACY, as_legacy(ranked))
        files.append(LEGACY)
    words = f"{plural(made.entries, 'URL')}, kept for the next crawl as {made.file.name}."
    return JobResult({"entries": made.entries}, files=tuple(files), words=words)


KIND = JobKind(
    name="whitelist",
    title="Make a whitelist",
    help="Ranks the pages that led to documents, the best first, as seeds of the next crawl.",
    parameters=WhitelistParameters,
    run=run,
)
