"""Whitelists of a library: pages worth crawling again, the best first, kept in files by date.

whitelists/whitelist.2026-11-19.csv     rank, url, host, documents, citations, score
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from sheaf.errors import SourceError, UsageError

FOLDER = "whitelists"
NAME = re.compile(r"whitelist\.\d{4}-\d\d-\d\d\.csv")
COLUMNS = ("rank", "url", "host", "documents", "citations", "score")


def whitelist_folder(library: Path) -> Path:
    return library / FOLDER


def list_whitelists(library: Path) -> list[Path]:
    """The latest first."""
    paths = whitelist_folder(library).glob("whitelist.*.csv")
    return sorted((path for path in paths if NAME.fullmatch(path.name)), reverse=True)


def newest_whitelist(library: Path) -> Path:
    for path in list_whitelists(library):
        return path
    raise UsageError("There is no whitelist yet.", "`sheaf whitelist` makes one.")


def check_seeds(path: Path) -> None:
    """A crawl cannot begin at an empty list."""
    if next(read_seeds(path, 1), None) is None:
        raise UsageError(
            f"{path.name} is empty: no page of it led to a document that counts.",
            "`sheaf whitelist --count kept` counts all documents that are kept, not only those "
            "that are marked as ingested.",
        )


def read_seeds(path: Path, limit: int | None = None) -> Iterator[str]:
    """The URLs of a whitelist, the best first."""
    try:
        with path.open(encoding="utf-8", newline="") as stream:
            for row in islice(csv.DictReader(stream), limit):
                yield row["url"]
    except (OSError, KeyError, ValueError, csv.Error) as problem:
        raise SourceError(
            f"The whitelist {path} cannot be read: {problem}.", "`sheaf whitelist` makes a new one."
        ) from None
