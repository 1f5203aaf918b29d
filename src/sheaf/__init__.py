"""Sheaf: crawl the scholarly web, tell papers from the rest, keep them, read them, find them.

import sheaf
library = sheaf.open("mylib")
library.import_(["crawl.warc.gz"])
library.search("sparse graphs")
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sheaf.app import Library

__version__ = "0.1.0"
__all__ = ["__version__", "extract", "init", "judge", "open"]


def open(path: str | Path) -> Library:  # noqa: A001 - sheaf.open reads as it should
    """The library in a folder."""
    from sheaf.app import Library

    return Library.open(Path(path))


def init(path: str | Path, database: str | None = None) -> Library:
    """A new library in a folder that is empty or does not exist yet. `database` is a URL for a
    catalogue on a server: postgresql://... or mysql://..."""
    from sheaf.app import Library

    return Library.init(Path(path), database)


def judge(*files: str | Path) -> Iterator[dict[str, Any]]:
    """What every stage says about files: outcome, kind, reasons. Nothing is kept."""
    from sheaf import app

    return app.judge([Path(one) for one in files])


def extract(*files: str | Path) -> Iterator[dict[str, Any]]:
    """Papers read out of files, as JSON. Nothing is kept."""
    from sheaf import app

    return app.extract([Path(one) for one in files])
