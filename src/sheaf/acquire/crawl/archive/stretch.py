"""The noun between the crawl and its import: how far a WARC file can be relied on."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Stretch:
    """A part of a WARC file that is on disk for good. It begins and ends between two records."""

    path: Path
    start: int
    end: int
