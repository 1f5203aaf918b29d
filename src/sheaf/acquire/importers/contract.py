"""What an importer is: it says whether a source is of its kind, and streams what stands in it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from sheaf.records import Aside, Capture

HEAD_BYTES = 4096


@dataclass(frozen=True, slots=True)
class ImportContext:
    """What every importer is given: where it may spool, what may travel in memory, and what the
    user said about the sources: the crawler's log, the URL that a tree of files came from."""

    spool: Path
    hand_over_bytes: int = 4 * 1024**2
    log: Path | None = None
    base_url: str | None = None


class Importer(Protocol):
    """Constructed with an ImportContext; registered under the entry point `sheaf.importers`."""

    def recognises(self, source: Path, head: bytes) -> bool:
        """Whether a file (its first bytes given) or a folder (head empty) is of this kind."""
        ...

    def captures(self, source: Path) -> Iterator[Capture | Aside]:
        """All that stands in a source, in its order, never more than one thing in memory.

        What is broken becomes a Capture with `lost` set; only a source that cannot be opened
        at all raises SourceError.
        """
        ...
