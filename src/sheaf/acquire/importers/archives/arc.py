"""ARC files, the Internet Archive's format before WARC, compressed or not.

Each record is a capture; the `filedesc` record that opens a file stands aside.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from sheaf.acquire.importers.archives.archive import Archive
from sheaf.acquire.importers.archives.captures import arc_time, fetched, lost, lost_bytes, rescued
from sheaf.acquire.importers.archives.formats import archive_kind
from sheaf.acquire.importers.archives.grammar import ArcGrammar, Loss, Record
from sheaf.acquire.importers.archives.recovery import RecoveringReader
from sheaf.acquire.importers.contract import ImportContext, Reads
from sheaf.acquire.importers.logs.join import named_log
from sheaf.records import Aside, Capture, Location

NO_TYPE = frozenset({"", "-", "no-type", "unk", "unknown"})


class ArcImporter:
    reads = Reads(is_archive=True)

    def __init__(self, context: ImportContext) -> None:
        self.context = context
        self.log = named_log(context)

    def recognises(self, source: Path, head: bytes) -> bool:
        return archive_kind(source, head) == "arc"

    def captures(self, source: Path) -> Iterator[Capture | Aside]:
        archive = Archive.of(source)
        if self.log is not None:
            yield from self.log.told()
        nothing = True
        with archive.open() as stream:
            for found in RecoveringReader(stream, ArcGrammar(), self.context).records():
                nothing = False
                if isinstance(found, Loss):
                    yield lost_bytes(archive, found).capture
                else:
                    item = self._item(archive, found)
                    yield item if isinstance(item, Aside) else self._completed(item)
        if nothing:
            yield lost_bytes(archive, Loss("0", "no ARC record in it")).capture

    def _completed(self, capture: Capture) -> Capture:
        return capture if self.log is None else self.log.completed(capture)

    def _item(self, archive: Archive, record: Record) -> Capture | Aside:
        # What is wrong with the description of the file costs no capture.
        if record.kind == "filedesc":
            record.block.drop()
            return Aside("filedesc")
        record = rescued(record)
        fields = record.fields
        url, time = fields.get("url") or "", arc_time(fields.get("date") or "")
        if record.damage is not None:
            record.block.drop()
            return lost(archive, record.place, f"a broken record: {record.damage}", url, time)
        declared = fields.get("type") or ""
        mime_type = None if declared.lower() in NO_TYPE else declared
        location = Location(archive.source, archive.prefix + record.place)
        return fetched(url, time, location, record, mime_type, self.context)
