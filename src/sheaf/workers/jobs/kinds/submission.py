"""The job that fetches URLs that somebody sent in, with what they link to, and imports it."""

from __future__ import annotations

from pydantic import Field

from sheaf.acquire.crawl.options import CrawlOptions
from sheaf.acquire.crawl.places import parse_addresses
from sheaf.acquire.crawl.profiles import load_profile
from sheaf.app import Library
from sheaf.workers.jobs.contract import (
    Finding,
    JobContext,
    JobKind,
    JobResult,
    MachineFlag,
    Parameters,
)
from sheaf.workers.jobs.crawling import Addresses, crawl
from sheaf.workers.jobs.kinds.crawl import SeedList

DEEPEST = 2
MOST_PAGES = 2000


class SubmissionParameters(Parameters):
    urls: SeedList = Field(title="URLs", min_length=1, description="Pages or documents.")
    depth: int = Field(
        1, ge=0, le=DEEPEST, description="0 for these URLs alone, 1 for what they link to, or 2."
    )
    pages: int = Field(500, ge=1, le=MOST_PAGES, description="Fetch this many URLs at the most.")
    index: bool = Field(True, description="Bring the index up to date afterwards.")
    allow_private: MachineFlag = Field(
        False, description="Fetch from private and loopback addresses."
    )
    resolve: Addresses = Field((), description="HOST=ADDRESS:PORT: where a host really is.")


def make_options(parameters: SubmissionParameters, number: int = 0) -> CrawlOptions:
    return CrawlOptions(
        name=f"submission-{number}",
        profile=load_profile("submission"),
        settings={"limits.pages": parameters.pages, "limits.depth": parameters.depth},
        resolve=parse_addresses(parameters.resolve),
        allow_private=parameters.allow_private or None,
    )


def run(context: JobContext, parameters: SubmissionParameters) -> JobResult:
    options = make_options(parameters, context.number)
    return crawl(context, parameters.urls, options, index=parameters.index)


def check(library: Library, parameters: SubmissionParameters) -> list[Finding]:
    return library.check_crawl(parameters.urls, make_options(parameters))


KIND = JobKind(
    name="submission",
    title="Take in URLs",
    help="Fetches pages or documents that somebody sent in, what they link to, and imports it.",
    parameters=SubmissionParameters,
    run=run,
    admits=True,
    positional="urls",
    check=check,
)
