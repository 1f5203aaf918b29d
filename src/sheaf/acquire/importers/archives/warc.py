"""WARC files, compressed or not, as a stream of captures.

Responses, resources, conversions and revisits are captures; all other records stand aside.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from sheaf.acquire.importers.archives.archive import Archive
from sheaf.acquire.importers.archives.blocks import drop_file
from sheaf.acquire.importers.archives.captures import lost_bytes, warc_item
from sheaf.acquire.importers.archives.formats import archive_kind
from sheaf.acquire.importers.archives.grammar import Loss
from sheaf.acquire.importers.archives.revisits import Revisits
from sheaf.acquire.importers.archives.warc_neighbours import Held, Neighbour, with_neighbours
from sheaf.acquire.importers.archives.warc_reader import WarcReader
from sheaf.acquire.importers.contract import ImportContext, Reads
from sheaf.acquire.importers.logs.join import named_log
from sheaf.records import Aside, Capture


class WarcCaptures:
    """Reads WARC files as captures. One reads all files of a run, so that revisits find their
    originals. `older` archives are not read as captures; they are searched for the originals
    that are nowhere else."""

    def __init__(self, context: ImportContext, older: Sequence[Archive] = ()) -> None:
        self.context = context
        self._revisits = Revisits(context)
        self._older = older
        self._older_revisits: Revisits | None = None

    def read(self, archive: Archive, reader: WarcReader | None = None) -> Iterator[Capture | Aside]:
        """All that stands in an archive, or what a reader of a part of it finds."""
        reader = reader or WarcReader(archive, self.context)
        for item in with_neighbours(self._items(archive, reader)):
            yield item if isinstance(item, Aside) else self._with_original(archive, item)

    def _items(self, archive: Archive, reader: WarcReader) -> Iterator[Held | Neighbour]:
        for record in reader.records():
            if isinstance(record, Loss):
                yield lost_bytes(archive, record)
            else:
                yield warc_item(record, archive, self.context)

    def _with_original(self, archive: Archive, held: Held) -> Capture:
        if held.revisits is None:
            if held.place:
                self._revisits.note(archive, held)
            return held.capture
        capture = self._revisits.resolved(held).capture
        if capture.lost is not None and self._older:
            capture = self._search_older().resolved(held).capture
        return capture

    def _search_older(self) -> Revisits:
        if self._older_revisits is None:
            self._older_revisits = Revisits(self.context)
            for archive in self._older:
                for item in self._items(archive, WarcReader(archive, self.context)):
                    if isinstance(item, Held):
                        if item.revisits is None and item.place:
                            self._older_revisits.note(archive, item)
                        drop_file(item.capture.payload.path)
        return self._older_revisits


class WarcImporter:
    reads = Reads(is_archive=True)

    def __init__(self, context: ImportContext) -> None:
        self.context = context
        self.records = WarcCaptures(context)
        self.log = named_log(context)

    def recognises(self, source: Path, head: bytes) -> bool:
        return archive_kind(source, head) == "warc"

    def captures(self, source: Path) -> Iterator[Capture | Aside]:
        yield from self.archive_captures(Archive.of(source))

    def archive_captures(self, archive: Archive) -> Iterator[Capture | Aside]:
        """All that stands in an archive, be it a file or a part of one."""
        if self.log is not None:
            yield from self.log.told()
        nothing = True
        for item in self.records.read(archive):
            nothing = False
            if self.log is None or isinstance(item, Aside):
                yield item
            else:
                yield self.log.completed(item)
        if nothing:
            yield lost_bytes(archive, Loss("0", "no WARC record in it")).capture
