"""Drives a crawl and its import: side by side, one after the other, or the first alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sheaf.acquire.crawl.control.interrupts import Interrupts
from sheaf.acquire.crawl.crawler import CrawlReport
from sheaf.acquire.crawl.following import Fetching
from sheaf.acquire.crawl.places import Importing
from sheaf.acquire.crawl.running import Crawling
from sheaf.acquire.crawl.seeds import checked_seed
from sheaf.workers.importing import ImportSummary
from sheaf.workers.importing_crawls import CrawlInto, import_archived, import_rounds
from sheaf.workers.pdf_links import PdfLinkWorker

NOTHING = ImportSummary(
    run=0, resumed=False, captures=0, outcomes={}, records=0, seconds=0.0, counters={}
)


def crawl(
    crawling: Crawling, seeds: Sequence[str], how: dict[str, Any], when: Importing, into: CrawlInto
) -> tuple[CrawlReport, ImportSummary]:
    """Seeds that are none end it before anything is made."""
    seeds = [checked_seed(url) for url in seeds]
    how = {**crawling.take_up(how), "pdf_reader": PdfLinkWorker}
    if when is Importing.WHILE:
        return _side_by_side(Fetching(crawling, seeds, how), crawling.name, into)
    fetched = crawling.run(seeds, **how)
    if when is Importing.NEVER:
        return fetched, NOTHING
    return fetched, import_archived(crawling.name, into)


def _side_by_side(
    fetching: Fetching, name: str, into: CrawlInto
) -> tuple[CrawlReport, ImportSummary]:
    """The crawl has a thread; the import stays in ours, where the catalogue was opened and where
    Ctrl-C arrives. The first Ctrl-C ends the fetching, and what came is imported; the second ends
    that too. Trouble in the import ends the fetching in good order."""
    interrupts = Interrupts()
    with interrupts.deferred(fetching.stop), fetching:
        summary = import_rounds(name, fetching.ranges(), into)
    interrupts.check()
    return fetching.report(), summary
