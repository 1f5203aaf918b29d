"""What a crawl of ours has archived, as captures: from its WARC files into the library."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path

from sheaf.acquire.crawl.frontier_file import FrontierFile
from sheaf.acquire.crawl.stretch import Stretch
from sheaf.acquire.importers.archive import Archive
from sheaf.acquire.importers.archived import lost_bytes, warc_item
from sheaf.acquire.importers.blocks import drop_file
from sheaf.acquire.importers.contract import ImportContext
from sheaf.acquire.importers.grammar import Loss
from sheaf.acquire.importers.revisits import Revisits
from sheaf.acquire.importers.warc_neighbours import Held, Neighbour, with_neighbours
from sheaf.acquire.importers.warc_records import WarcReader
from sheaf.records import Aside, Capture

FILES = "SELECT warc_file, warc_size FROM state"


def committed(archive: Path, frontier: Path) -> Iterator[Stretch]:
    """The WARC files of a crawl as far as they count, whether it is running, has ended or was
    killed: then there may be more in the last file, which the next run will cut off."""
    # In this order: a file is on record before it exists, and is written no more once the next
    # one is on record.
    paths = sorted([*archive.glob("*.warc.gz"), *archive.glob("*.warc.zst")])
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
    their originals."""

    def __init__(self, library: Path, context: ImportContext) -> None:
        self._library = library
        self._context = context
        self._revisits = Revisits(context)
        # By path: the file, up to where it was read, and the place of the last record.
        self._read: dict[Path, tuple[Archive, int, str]] = {}

    def captures(self, stretch: Stretch) -> Iterator[Capture | Aside]:
        """What was not read yet of a file, up to the end of a stretch: that of a whole record."""
        path = stretch.path
        whole, end, _ = self._read.setdefault(path, (Archive.of(path), 0, ""))
        if stretch.end <= end:
            return
        # Known by its place in the library, which may be moved.
        place = path.relative_to(self._library).as_posix()
        part = replace(whole, length=stretch.end)
        for item in with_neighbours(self._items(part)):
            if isinstance(item, Aside):
                yield item
            else:
                capture = self._settled(whole, item)
                yield replace(capture, location=replace(capture.location, source=place))

    def _items(self, part: Archive) -> Iterator[Held | Neighbour]:
        whole, _, last = self._read[part.path]
        convert = partial(warc_item, archive=part, context=self._context)
        reader = WarcReader(part, self._context, convert, _drop)
        reader.last = last
        for item in reader.items():
            yield lost_bytes(part, item) if isinstance(item, Loss) else item
        self._read[part.path] = (whole, part.length or 0, reader.last)

    def _settled(self, whole: Archive, held: Held) -> Capture:
        if held.revisits is not None:
            return self._revisits.resolved(held).capture
        if held.place:
            self._revisits.note(whole, held)
        return held.capture


def _drop(item: Held | Neighbour) -> None:
    if isinstance(item, Held):
        drop_file(item.capture.payload.path)
