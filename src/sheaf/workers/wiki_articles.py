"""The articles that the crawl of a wiki writes to its store, noted in the catalogue."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from sheaf.acquire.crawl.options import CrawlOptions
from sheaf.acquire.crawl.places import frontier_file
from sheaf.acquire.crawl.wiki.reading import open_articles
from sheaf.acquire.crawl.wiki.store import store_path
from sheaf.deposit.catalogue import Catalogue
from sheaf.errors import SheafError
from sheaf.settings import Settings


def note_new_articles(
    catalogue: Catalogue, library: Path, name: str, run: int, settings: Settings
) -> str:
    """Called with the library held for writing. What is wrong with the store, in words: its crawl
    goes on all the same, and the next round tries again."""
    try:
        options = CrawlOptions(name=name).with_remembered(frontier_file(library, name))
        wiki = options.choose_profile(settings).wiki
        path = store_path(wiki.store, library)
        if wiki.read and path.exists():
            with closing(open_articles(path)) as reader:
                catalogue.note_articles(run, _as_source(path, library), reader)
    except SheafError as problem:
        return str(problem)
    return ""


def _as_source(path: Path, library: Path) -> str:
    """By its place in the library, which may be moved, where it is in there."""
    whole = path.absolute()
    return str(whole.relative_to(library) if whole.is_relative_to(library) else whole)
