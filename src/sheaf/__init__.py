"""Sheaf: crawl the scholarly web, tell papers from the rest, keep them, read them, find them.

import sheaf
library = sheaf.open("mylib")
library.import_(["crawl.warc.gz"])
library.search("sparse graphs")
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sheaf.app import Library

__version__ = "0.1.0"
__all__ = ["__version__", "init", "open"]


def open(path: str | Path) -> Library:  # noqa: A001 - sheaf.open reads as it should
    """The library in a folder."""
    from sheaf.app import Library

    return Library.open(Path(path))


def init(path: str | Path) -> Library:
    """A new library in a folder that is empty or does not exist yet."""
    from sheaf.app import Library

    return Library.init(Path(path))
