"""A crawl from its seeds to imported documents. This page tells the story.

options.py          how it is to be run: what is said now, and what the crawl remembers
profiles/           scope, order and manners, overridden by the library's settings
crawler.py          fetches, and writes WARC files, frontier and log
background.py       the same in a thread, while we import what has come
importing_crawls.py reads those WARC files, and hands what is in them to the pipeline
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from sheaf.acquire.crawl.background import BackgroundCrawl
from sheaf.acquire.crawl.control.interrupts import Interrupts
from sheaf.acquire.crawl.control.progress import CrawlProgress
from sheaf.acquire.crawl.crawler import Crawler, CrawlReport
from sheaf.acquire.crawl.options import CrawlOptions
from sheaf.acquire.crawl.places import (
    Importing,
    check_addresses,
    check_frontier,
    crawl_name,
    frontier_file,
)
from sheaf.acquire.crawl.profiles import Profile
from sheaf.acquire.crawl.seeds import check_seed
from sheaf.acquire.crawl.visits import Visit
from sheaf.curate.blacklist import Blacklist
from sheaf.curate.blacklist_files import make_absolute
from sheaf.curate.own_blacklist import blacklist_files
from sheaf.records import Seed
from sheaf.settings import Settings
from sheaf.workers.importing import ImportSummary
from sheaf.workers.importing_crawls import ImportTarget, import_archived, import_rounds
from sheaf.workers.pdf_links import PdfLinkWorker

NOTHING = ImportSummary(
    run=0, resumed=False, captures=0, outcomes={}, records=0, seconds=0.0, counters={}
)


@dataclass(frozen=True, slots=True)
class CrawlJob:
    """`on_page` and `on_progress` are called in the thread that fetches; `on_begin`, with name and
    seeds, before anything is fetched."""

    seeds: Sequence[str]
    options: CrawlOptions
    on_page: Callable[[Visit], None] | None = None
    on_progress: Callable[[CrawlProgress], None] | None = None
    on_begin: Callable[[str, Sequence[str]], None] = lambda name, seeds: None


def run_crawl(job: CrawlJob, target: ImportTarget) -> tuple[CrawlReport, ImportSummary]:
    crawler, seeds = make_crawler(job, target)
    name = crawler.frontier.stem
    job.on_begin(name, job.seeds)
    importing = Importing(job.options.importing)
    if importing is Importing.WHILE:
        return _fetch_and_import(BackgroundCrawl(crawler, seeds), name, target)
    fetched = crawler.run(seeds)
    if importing is Importing.NEVER:
        return fetched, NOTHING
    return fetched, import_archived(name, target)


def make_crawler(job: CrawlJob, target: ImportTarget) -> tuple[Crawler, list[Seed]]:
    """Whatever cannot be ends it here, before anything is made."""
    given = job.seeds or job.options.default_seeds(target.library, target.settings)
    name = crawl_name(given) if job.options.name is None else job.options.name
    seeds = [Seed(check_seed(url)) for url in given]
    frontier = check_frontier(frontier_file(target.library, name))

    resolve = check_addresses(job.options.resolve)
    blacklist = [make_absolute(str(file)) for file in job.options.blacklist]
    options = replace(job.options, name=name, resolve=resolve, blacklist=blacklist)
    options = options.with_remembered(frontier)
    profile = options.choose_profile(target.settings)
    crawler = Crawler(
        target.library,
        profile,
        options,
        on_page=job.on_page,
        on_progress=job.on_progress,
        # What a killed crawl leaves there is swept away with the rest.
        pdf_reader=partial(PdfLinkWorker, scratch=target.depositor.folders.tmp),
        find_on_blacklist=load_blacklist(target.library, target.settings, profile, options).find,
    )
    return crawler, seeds


def load_blacklist(
    library: Path, settings: Settings, profile: Profile, options: CrawlOptions
) -> Blacklist:
    """What a crawl never asks for: as the library, the profile and the crawl itself say."""
    files = blacklist_files(library, settings.curate.blacklist)
    files = (*files, *options.blacklist_files(profile))
    return Blacklist.load(*files, folder=library, is_bounded=True)


def _fetch_and_import(
    fetching: BackgroundCrawl, name: str, target: ImportTarget
) -> tuple[CrawlReport, ImportSummary]:
    """The crawl has a thread; the import stays in ours, where the catalogue was opened and where
    Ctrl-C arrives. The first Ctrl-C ends the fetching, and what came is imported; the second ends
    that too. Trouble in the import ends the fetching in good order."""
    interrupts = Interrupts()
    with interrupts.defer(fetching.stop), fetching:
        summary = import_rounds(name, fetching.ranges(), target)
    interrupts.check()
    return fetching.report(), summary
