"""What a crawl of ours has archived, as captures: from its WARC files into the library."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import closing, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path

from sheaf.acquire.crawl.archive.stretch import Stretch
from sheaf.acquire.crawl.frontier.file import FrontierFile
from sheaf.acquire.crawl.frontier.import_marks import Mark
from sheaf.acquire.importers.archives.archive import Archive
from sheaf.acquire.importers.archives.archived import lost_bytes, warc_item
from sheaf.acquire.importers.archives.blocks import drop_file
from sheaf.acquire.importers.archives.grammar import Loss
from sheaf.acquire.importers.archives.revisits import Revisits
from sheaf.acquire.importers.archives.warc_neighbours import Held, Neighbour, with_neighbours
from sheaf.acquire.importers.archives.warc_records import WarcReader
from sheaf.acquire.importers.contract import ImportContext
from sheaf.records import Aside, Capture

UNREAD = Mark()
ENDINGS = ("*.warc.gz", "*.warc.zst")
FILES = "SELECT warc_file, warc_size FROM state"


def archives_in(folder: Path) -> list[Path]:
    """In the order they were written, for their names begin with the time."""
    return sorted(path for ending in ENDINGS for path in folder.glob(ending))


def committed(archive: Path, frontier: Path) -> Iterator[Stretch]:
    """The WARC files of a crawl as far as they count, whether it is running, has ended or was
    killed: then there may be more in the last file, which the next run will cut off."""
    # In this order: a file is on record before it exists, and is written no more once the next
    # one is on record.
    paths = archives_in(archive)
    name, size = _last_file(frontier)
    for path in paths:
        with suppress(FileNotFoundError):  # nothing of it counted
            there = path.stat().st_size
            end = min(there, size) if path.name == name else there
            if end:
                yield Stretch(path, 0, end)


def _last_file(frontier: Path) -> tuple[str | None, int]:
    if not frontier.is_file():
        return None, 0
    with closing(FrontierFile(frontier, is_reader=True)) as file:
        row = file.row(FILES)
        assert row is not None
        file.sync()  # the crawl may have it in the memory of the machine only
        return row[0], row[1]


class Archives:
    """Reads WARC files that may still be growing, each record once. A record has the same place,
    in whatever pieces its file is read. One reader for all files of a crawl, so that revisits find
    their originals. `marks` say how far files need not be read."""

    def __init__(
        self, library: Path, context: ImportContext, marks: Mapping[Path, Mark] | None = None
    ) -> None:
        self._library = library
        self._context = context
        self._revisits = Revisits(context)
        self._passed_over = dict(marks or {})
        # Of what is passed over; read only where a revisit asks for it.
        self._older: Revisits | None = None
        self._files: dict[Path, Archive] = {}
        # Up to where each file is done with.
        self.read: dict[Path, Mark] = {}

    def captures(self, stretch: Stretch) -> Iterator[Capture | Aside]:
        """What was not read yet of a file, up to the end of a stretch: that of a whole record."""
        path = stretch.path
        mark = self.read.setdefault(path, self._passed_over.get(path, UNREAD))
        if stretch.end <= mark.size:
            return
        # Known by its place in the library, which may be moved.
        place = path.relative_to(self._library).as_posix()
        whole = self._files.setdefault(path, Archive.of(path))
        reader = self._reader(whole, stretch.end)
        reader.last = mark.last_record
        last, records = mark.last_capture, mark.records
        for item in with_neighbours(_items(reader)):
            if isinstance(item, Aside):
                records += 1
                yield item
            else:
                capture = self._settled(whole, item)
                last = capture.location.position
                yield replace(capture, location=replace(capture.location, source=place))
        self.read[path] = Mark(stretch.end, reader.last, last, records)

    def _reader(self, whole: Archive, end: int) -> WarcReader[Held | Neighbour]:
        part = replace(whole, length=end)
        convert = partial(warc_item, archive=part, context=self._context)
        return WarcReader(part, self._context, convert, _drop)

    def _settled(self, whole: Archive, held: Held) -> Capture:
        if held.revisits is None:
            if held.place:
                self._revisits.note(whole, held)
            return held.capture
        capture = self._revisits.resolved(held).capture
        if capture.lost is not None and self._passed_over:
            capture = self._originals().resolved(held).capture
        return capture

    def _originals(self) -> Revisits:
        if self._older is None:
            self._older = Revisits(self._context)
            for path, mark in sorted(self._passed_over.items()):
                whole = Archive.of(path)
                for item in _items(self._reader(whole, mark.size)):
                    if isinstance(item, Held) and item.revisits is None and item.place:
                        self._older.note(whole, item)
                    _drop(item)
        return self._older


def _items(reader: WarcReader[Held | Neighbour]) -> Iterator[Held | Neighbour]:
    for item in reader.items():
        yield lost_bytes(reader.archive, item) if isinstance(item, Loss) else item


def _drop(item: Held | Neighbour) -> None:
    if isinstance(item, Held):
        drop_file(item.capture.payload.path)
