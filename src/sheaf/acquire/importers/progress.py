"""How far the reading of sources has come, in bytes: what a time left is reckoned from."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from sheaf.acquire.importers.files.folder import files_below
from sheaf.acquire.importers.remote_source import RemoteSource
from sheaf.acquire.remote.address import is_remote
from sheaf.records import Aside, Capture

OFFSET = re.compile(r"\d+")


class ReadingProgress:
    """Wraps a stream of captures. An archive is as far as the offset of its latest record; a
    folder as far as the files it has given. What knows no bytes (a log, an index page) leaves it
    unknown."""

    def __init__(
        self, incoming: Iterable[Capture | Aside], sources: Sequence[Path | RemoteSource]
    ) -> None:
        self.incoming = incoming
        self.remote = [source for source in sources if isinstance(source, RemoteSource)]
        sizes = [size_of(source) for source in sources]
        self.total = None if None in sizes else sum(size or 0 for size in sizes)
        self.finished = 0
        self.archive = ""
        self.within = 0

    def __iter__(self) -> Iterator[Capture | Aside]:
        for item in self.incoming:
            if isinstance(item, Capture):
                self._count(item)
            yield item

    @property
    def share(self) -> float | None:
        """0 to 1, or None where nothing is known yet."""
        elsewhere = sum(source.read + source.within for source in self.remote)
        done = self.finished + self.within + elsewhere
        return min(done / self.total, 1.0) if self.total and done else None

    def _count(self, capture: Capture) -> None:
        source = capture.location.source
        if is_remote(source):  # its source keeps count itself
            return
        offset = OFFSET.match(capture.location.position)
        if capture.payload.path and capture.payload.path.startswith(source + os.sep):
            self.finished += capture.payload.length or 0
        elif offset:
            if source != self.archive:
                self.finished += size_on_disk(Path(self.archive)) if self.archive else 0
                self.archive = source
            self.within = int(offset[0])


def size_of(source: Path | RemoteSource) -> int | None:
    """None where not even the store can tell yet."""
    return source.bytes if isinstance(source, RemoteSource) else size_on_disk(source)


def size_on_disk(source: Path) -> int:
    """Bytes of a file, or of all files in a folder; 0 where they cannot be told."""
    try:
        if source.is_dir():
            return sum(path.stat().st_size for path in files_below(source))
        return source.stat().st_size
    except OSError:
        return 0
