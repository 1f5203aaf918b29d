"""WARC files, compressed or not, as a stream of captures.

Responses, resources, conversions and revisits are captures; all other records stand aside.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from sheaf.acquire.importers.archives.archive import Archive
from sheaf.acquire.importers.archives.archived import lost_bytes, warc_item
from sheaf.acquire.importers.archives.blocks import drop_file
from sheaf.acquire.importers.archives.formats import archive_kind
from sheaf.acquire.importers.archives.grammar import Loss
from sheaf.acquire.importers.archives.revisits import Revisits
from sheaf.acquire.importers.archives.warc_neighbours import Held, Neighbour, with_neighbours
from sheaf.acquire.importers.archives.warc_records import WarcReader
from sheaf.acquire.importers.contract import ImportContext
from sheaf.acquire.importers.logs.join import named_log
from sheaf.records import Aside, Capture


class WarcImporter:
    """One importer reads all WARC files of a run, so that revisits find their originals."""

    def __init__(self, context: ImportContext) -> None:
        self.context = context
        self.revisits = Revisits(context)
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
        for item in with_neighbours(self._items(archive)):
            nothing = False
            yield item if isinstance(item, Aside) else self._settled(archive, item)
        if nothing:
            yield lost_bytes(archive, Loss("0", "no WARC record in it")).capture

    def _items(self, archive: Archive) -> Iterator[Held | Neighbour]:
        convert = partial(warc_item, archive=archive, context=self.context)
        for item in WarcReader(archive, self.context, convert, _drop).items():
            yield lost_bytes(archive, item) if isinstance(item, Loss) else item

    def _settled(self, archive: Archive, held: Held) -> Capture:
        if held.revisits is not None:
            held = self.revisits.resolved(held)
        elif held.place:
            self.revisits.note(archive, held)
        return held.capture if self.log is None else self.log.completed(held.capture)


def _drop(item: Held | Neighbour) -> None:
    if isinstance(item, Held):
        drop_file(item.capture.payload.path)
