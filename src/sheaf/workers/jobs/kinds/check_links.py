"""The job that looks whether links still lead somewhere."""

from __future__ import annotations

from pydantic import Field

from sheaf.deposit.links.contract import LinkReport, LinkTable
from sheaf.deposit.links.links import LIMIT, OLDER_THAN, DueLinks
from sheaf.terminal import plural
from sheaf.workers.jobs.contract import (
    HostName,
    JobContext,
    JobKind,
    JobResult,
    MachineFlag,
    Parameters,
)


class CheckLinksParameters(Parameters):
    parents: bool = Field(True, description="Pages that led to documents.")
    documents: bool = Field(False, description="Documents themselves.")
    host: HostName = Field("", description="Only of this host.")
    older_than: int = Field(
        OLDER_THAN, ge=0, description="Those last looked at so many days ago, or longer."
    )
    limit: int = Field(LIMIT, ge=1, description="So many of each kind, at the most.")
    # Who may ask any address may look round in a private network.
    allow_private: MachineFlag = Field(
        False, description="Ask private and loopback addresses of your own network, too."
    )


def run(context: JobContext, parameters: CheckLinksParameters) -> JobResult:
    given = parameters
    chosen = ((LinkTable.PARENTS, given.parents), (LinkTable.DOCUMENTS, given.documents))

    def report(seen: LinkReport) -> None:
        context.report(seen.checked, counters=dict(seen.states), note="Asking hosts, one by one.")

    options = DueLinks(
        tables=tuple(table for table, is_chosen in chosen if is_chosen),
        host=given.host,
        older_than=given.older_than,
        limit=given.limit,
        allow_private=given.allow_private,
    )
    done = context.library.links.check(options, report=report)
    words = f"{plural(done.checked, 'link')} checked, {done.died:,} found dead."
    return JobResult({**done.states, "died": done.died, "revived": done.revived}, words=words)


KIND = JobKind(
    name="check-links",
    title="Check links",
    help="Looks, as politely as a crawl, whether pages and documents are still where they were.",
    parameters=CheckLinksParameters,
    run=run,
)
