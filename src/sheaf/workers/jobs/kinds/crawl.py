"""The job that starts a crawl, or goes on with one, and imports what it brings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from sheaf.acquire.crawl.options import CrawlOptions
from sheaf.acquire.crawl.places import is_crawl_name, parse_addresses
from sheaf.acquire.crawl.profiles import load_profile, profile_names
from sheaf.acquire.crawl.seeds import check_seed
from sheaf.acquire.crawl.whitelists import newest_whitelist
from sheaf.app import Library
from sheaf.errors import BadParametersError, SheafError
from sheaf.setting_checks import did_you_mean
from sheaf.workers.jobs.contract import (
    Finding,
    JobContext,
    JobKind,
    JobResult,
    MachineFlag,
    Parameters,
    rarely_used,
    setting_of,
)
from sheaf.workers.jobs.crawling import Addresses, crawl


def _check_seeds(given: tuple[str, ...]) -> tuple[str, ...]:
    try:
        return tuple(check_seed(url.strip()) for url in given)
    except SheafError as problem:
        raise ValueError(str(problem).rstrip(".")) from None


def _check_name(name: str) -> str:
    if name and not is_crawl_name(name):
        raise ValueError("use letters, digits, - _ and dots, with no dot at the beginning")
    return name


def _check_profile(name: str) -> str:
    known = profile_names()
    if name and name not in known:
        words = f"there is no profile {name}{did_you_mean(name, known)}"
        raise ValueError(f"{words}; known are {', '.join(known)}")
    return name


SeedList = Annotated[tuple[str, ...], AfterValidator(_check_seeds)]


class CrawlParameters(Parameters):
    seeds: SeedList = Field(
        (),
        description="URLs to start from; none to go on with a crawl by its name.",
    )
    whitelist: bool = Field(
        False,
        title="From the whitelist",
        description="Start from the library's newest whitelist, too.",
    )
    name: Annotated[str, AfterValidator(_check_name)] = Field(
        "", description="A name for the crawl; the name of one that is there goes on with it."
    )
    profile: Annotated[str, AfterValidator(_check_profile)] = Field(
        "",
        description="scholarly, wiki, submission or focused; or that of the crawl's last run.",
    )
    depth: int | None = Field(
        None,
        ge=0,
        description="Follow links this far from a seed.",
        json_schema_extra=setting_of("crawl.limits.depth"),
    )
    pages: int | None = Field(
        None,
        ge=1,
        description="Fetch this many URLs at the most.",
        json_schema_extra=setting_of("crawl.limits.pages"),
    )
    hosts: tuple[str, ...] = Field(
        (), description="Hosts to keep to, such as *.example.edu; without any, those of the seeds."
    )
    importing: Literal["while", "after", "never"] = Field(
        "while", title="Import", description="While the crawl goes on, after it, or never."
    )
    revisit: bool = Field(False, description="Visit again what was visited, if it has changed.")
    min_delay: float | None = Field(
        None,
        ge=0,
        description="Seconds between two requests to one host.",
        json_schema_extra=setting_of("crawl.politeness.min_delay"),
    )
    connections: int | None = Field(
        None,
        ge=1,
        description="Fetches at once, in all.",
        json_schema_extra=setting_of("crawl.politeness.connections"),
    )
    contact: str = Field(
        "",
        description="Web page or e-mail address of who crawls.",
        json_schema_extra=setting_of("crawl.agent.contact"),
    )
    ignore_nofollow: bool | None = Field(
        None, description="Follow links marked nofollow.", json_schema_extra=rarely_used()
    )
    index: bool = Field(True, description="Bring the index up to date afterwards.")
    allow_private: MachineFlag = Field(
        False, description="Fetch from private and loopback addresses."
    )
    resolve: Addresses = Field((), description="HOST=ADDRESS:PORT: where a host really is.")


def make_options(library: Library, parameters: CrawlParameters) -> CrawlOptions:
    """One that starts from a whitelist is called after it, as by the command."""
    name = parameters.name or None
    if parameters.whitelist and name is None:
        name = newest_whitelist(library.folder).stem
    return CrawlOptions(
        name=name,
        profile=load_profile(parameters.profile) if parameters.profile else None,
        settings={
            "limits.pages": parameters.pages,
            "limits.depth": parameters.depth,
            "politeness.min_delay": parameters.min_delay,
            "politeness.connections": parameters.connections,
            "agent.contact": parameters.contact or None,
        },
        hosts=parameters.hosts,
        resolve=parse_addresses(parameters.resolve),
        allow_private=parameters.allow_private or None,
        ignore_nofollow=parameters.ignore_nofollow,
        revisit=parameters.revisit,
        importing=parameters.importing,
    )


def find_seeds(library: Library, parameters: CrawlParameters) -> Sequence[str]:
    if not parameters.whitelist:
        return parameters.seeds
    try:
        return (*parameters.seeds, *library.whitelists.seeds())
    except SheafError as problem:
        raise BadParametersError({"whitelist": str(problem).rstrip(".")}) from None


def run(context: JobContext, parameters: CrawlParameters) -> JobResult:
    seeds = find_seeds(context.library, parameters)
    options = make_options(context.library, parameters)
    return crawl(context, seeds, options, index=parameters.index)


def check(library: Library, parameters: CrawlParameters) -> list[Finding]:
    seeds = find_seeds(library, parameters)
    return library.check_crawl(seeds, make_options(library, parameters))


KIND = JobKind(
    name="crawl",
    title="Crawl",
    help="Starts a crawl from seeds, or goes on with one, and imports what it brings.",
    parameters=CrawlParameters,
    run=run,
    admits=True,
    positional="seeds",
    check=check,
)
