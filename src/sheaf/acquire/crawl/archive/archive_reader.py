"""The WARC files of a crawl of ours, read as captures while it runs or after."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from sheaf.acquire.crawl.archive.warc_writer import WarcRange
from sheaf.acquire.crawl.frontier.import_marks import ImportMark
from sheaf.acquire.crawl.frontier.remembered import read_last_warc
from sheaf.acquire.importers.archives.archive import Archive
from sheaf.acquire.importers.archives.warc import WarcCaptures
from sheaf.acquire.importers.archives.warc_reader import WarcReader
from sheaf.acquire.importers.contract import ImportContext
from sheaf.records import Aside, Capture

NOT_READ = ImportMark()
WARC_NAMES = ("*.warc.gz", "*.warc.zst")


def list_warc_files(folder: Path) -> list[Path]:
    """In the order they were written, for their names begin with the time."""
    return sorted(path for ending in WARC_NAMES for path in folder.glob(ending))


def committed_ranges(archive: Path, frontier: Path) -> Iterator[WarcRange]:
    """The WARC files of a crawl as far as they are committed, while it runs or after. Behind that
    the last file may hold more, which the next run of a killed crawl cuts off."""
    # In this order: a file is on record before it exists, and is written no more once the next
    # one is on record.
    paths = list_warc_files(archive)
    name, size = read_last_warc(frontier)
    for path in paths:
        with suppress(FileNotFoundError):  # nothing of it counted
            there = path.stat().st_size
            end = min(there, size) if path.name == name else there
            if end:
                yield WarcRange(path, 0, end)


class CrawlArchiveReader:
    """Reads WARC files that may still be growing, each record once. A record has the same place,
    in whatever pieces its file is read. One reader for all files of a crawl, so that revisits find
    their originals. `marks` say how far files need not be read."""

    def __init__(
        self, library: Path, context: ImportContext, marks: Mapping[Path, ImportMark] | None = None
    ) -> None:
        self._library = library
        self._context = context
        self._passed_over = dict(marks or {})
        older = [
            replace(Archive.of(path), length=mark.size)
            for path, mark in sorted(self._passed_over.items())
        ]
        self._captures = WarcCaptures(context, older)
        self._files: dict[Path, Archive] = {}
        # Up to where each file is done with.
        self.read: dict[Path, ImportMark] = {}

    def captures(self, warc_range: WarcRange) -> Iterator[Capture | Aside]:
        """What was not read yet of a file, up to the end of a range: that of a whole record."""
        path = warc_range.path
        mark = self.read.setdefault(path, self._passed_over.get(path, NOT_READ))
        if warc_range.end <= mark.size:
            return
        # Known by its place in the library, which may be moved.
        place = path.relative_to(self._library).as_posix()
        whole = self._files.setdefault(path, Archive.of(path))
        part = replace(whole, length=warc_range.end)
        reader = WarcReader(part, self._context, mark.last_record)
        last, kinds = mark.last_capture, Counter(mark.kinds)
        for item in self._captures.read(whole, reader):
            if isinstance(item, Aside):
                kinds[item.kind] += 1
                yield item
            else:
                last = item.location.position
                yield replace(item, location=replace(item.location, source=place))
        self.read[path] = ImportMark(warc_range.end, reader.last, last, kinds)
