"""The job that reads files as papers, and keeps nothing of them but what it read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pydantic import Field

from sheaf.workers.jobs.contract import JobContext, JobKind, JobResult, MachineFlag, Parameters
from sheaf.workers.jobs.import_parameters import SourceList, find_places
from sheaf.workers.jobs.paper_files import FormatName, write_papers


class ReadParameters(Parameters):
    sources: SourceList = Field(description="Files, or folders of them: PDF, PostScript, ...")
    format: FormatName = Field(
        "json", description="json, tei, bibtex, jats, markdown, text or another."
    )
    any_place: MachineFlag = Field(
        False, description="Files may lie anywhere on the machine, not in certain folders only."
    )


def run(context: JobContext, parameters: ReadParameters) -> JobResult:
    places = find_places(context.library, parameters.sources, any_place=parameters.any_place)
    unread = 0

    def papers() -> Iterator[tuple[None, dict[str, Any]]]:
        nonlocal unread
        for paper in context.library.extract(places):
            if error := paper["provenance"].get("error"):
                unread += 1
                context.log(f"{paper['provenance'].get('source', '')}: {error}")
            yield None, paper

    def report(done: int) -> None:
        context.report(done, counters={"read": done - unread, "unread": unread})

    name, count = write_papers(context.folder, papers(), parameters.format, report)
    counters = {"read": count - unread, "unread": unread}
    trouble = f", of {unread:,} nothing could be read" if unread else ""
    words = f"{count:,} file{'s' * (count != 1)}{trouble}: see {name}."
    return JobResult(counters, files=(name,), words=words)


KIND = JobKind(
    name="read",
    title="Read files",
    help="Reads files as papers, and hands over what they say. The library keeps none of them.",
    parameters=ReadParameters,
    run=run,
    positional="sources",
)
