"""Titles and languages of pages that were captured, read in workers once their run has them."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from sheaf.deposit.catalogue import Catalogue
from sheaf.deposit.page_texts import read_stored_page
from sheaf.deposit.pages import PageRead
from sheaf.records import PageInfo, PageText
from sheaf.workers.messages import Accident
from sheaf.workers.pool import Done, Pool

AT_ONCE = 200  # rows that are written together
EARLIEST, LATEST = datetime(1900, 1, 1, tzinfo=UTC), datetime(9999, 1, 1, tzinfo=UTC)


def read_new_pages(catalogue: Catalogue, pool: Pool, library: Path) -> None:
    """Called with the library held for writing. Whoever is killed half-way leaves the rest to the
    next run; what cannot be read says why, and is not tried again."""

    def arguments(page: PageInfo) -> tuple[Path, str, str, str]:
        return library, page.place.source, page.place.position, page.url

    unread, ready = catalogue.unread_pages(), list[PageRead]()
    for some in pool.in_order(read_page_head, unread, arguments, accepts=is_possible):
        ready += map(_page_read, some)
        if len(ready) >= AT_ONCE:
            catalogue.pages_were_read(ready)
            ready = []
    catalogue.pages_were_read(ready)


def read_page_head(library: Path, source: str, position: str, url: str) -> PageText:
    """In a worker: all but text and links, which are read again when they are wanted."""
    found = read_stored_page(library, source, position, url, with_links=False)
    time = found.last_modified
    is_credible = time is not None and EARLIEST <= time <= LATEST
    return replace(found, content="", last_modified=time if is_credible else None)


def is_possible(page: PageInfo, answer: PageText) -> bool:
    """Whether a worker that does its work may answer so."""
    time = answer.last_modified
    return time is None or (time.tzinfo is UTC and EARLIEST <= time <= LATEST)


def _page_read(done: Done[PageInfo]) -> PageRead:
    if isinstance(done.answer, Accident):
        return PageRead(done.item.id, problem=done.answer.dropped.words)
    found: PageText = done.answer
    return PageRead(done.item.id, found.title, found.language, found.last_modified, found.problem)
