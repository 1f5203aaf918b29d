"""Sheaf: crawl the scholarly web, tell papers from the rest, keep them, read them, find them.

import sheaf
library = sheaf.open("mylib")
library.import_(["crawl.warc.gz"])
library.search("sparse graphs")
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sheaf.acquire.crawl.options import CrawlOptions
    from sheaf.acquire.crawl.profiles import Profile
    from sheaf.app import ImportOptions, Library
    from sheaf.records import Reference

__version__ = "0.1.0"
# None of these may be called like a folder of the package: once that is loaded, it takes the name.
__all__ = [
    "CrawlOptions",
    "ImportOptions",
    "__version__",
    "extract_files",
    "init",
    "judge",
    "load_profile",
    "open",
    "parse_references",
]


def __getattr__(name: str) -> Any:
    """sheaf.CrawlOptions says how a crawl is run, sheaf.ImportOptions how sources are imported.
    Loaded when asked for: a crawl brings a web client."""
    if name == "CrawlOptions":
        from sheaf.acquire.crawl.options import CrawlOptions

        return CrawlOptions
    if name == "ImportOptions":
        from sheaf.app import ImportOptions

        return ImportOptions
    raise AttributeError(f"module 'sheaf' has no attribute {name!r}")


def load_profile(name: str | Path) -> Profile:
    """The crawl profile of that name ("focused"), or in a file of your own."""
    from sheaf.acquire.crawl import profiles

    return profiles.load_profile(name)


def open(path: str | Path) -> Library:  # noqa: A001 - sheaf.open reads as it should
    """The library in a folder."""
    from sheaf.app import Library

    return Library.open(Path(path))


def init(path: str | Path, database: str | None = None) -> Library:
    """A new library in a folder that is empty or does not exist yet. `database` is a URL for a
    catalogue on a server: postgresql://... or mysql://..."""
    from sheaf.app import Library

    return Library.init(Path(path), database)


def judge(*files: str | Path, library: str | Path | None = None) -> Iterator[dict[str, Any]]:
    """What every stage says about files: outcome, kind, reasons. Nothing is kept. The settings
    are those of `library`, or the defaults; SHEAF_* variables hold in both cases."""
    from sheaf import app

    return app.judge([Path(file) for file in files], _folder(library))


def extract_files(
    *files: str | Path, library: str | Path | None = None, reuse: bool | None = None
) -> Iterator[dict[str, Any]]:
    """Papers read out of files, as JSON. Nothing is kept. The settings are those of `library`, or
    the defaults; SHEAF_* variables hold in both cases. What `library` has read of a near-copy is
    taken over, unless `reuse` or its settings say no."""
    from sheaf import app

    return app.extract_files([Path(file) for file in files], _folder(library), reuse=reuse)


def parse_references(*strings: str | Iterable[str]) -> Iterator[Reference]:
    """What reference strings say: authors, title, venue, year. One Reference for each, in their
    order; strings can also come from an iterable, of any length."""
    from sheaf import app

    given = chain.from_iterable([one] if isinstance(one, str) else one for one in strings)
    return app.parse_references(given)


def _folder(library: str | Path | None) -> Path | None:
    return None if library is None else Path(library)
