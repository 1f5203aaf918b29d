"""ARC files, the Internet Archive's format before WARC, compressed or not.

Each record is a capture; the `filedesc` record that opens a file stands aside, and so does what is
no download: the answer of a name server, say.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from sheaf.acquire.importers.archives.archive import Archive
from sheaf.acquire.importers.archives.captures import (
    capture_of_loss,
    lost_record,
    make_capture,
    parse_arc_time,
    repair_length,
    set_apart,
)
from sheaf.acquire.importers.archives.formats import archive_kind
from sheaf.acquire.importers.archives.grammar import ArcGrammar, Loss, Record
from sheaf.acquire.importers.archives.recovery import RecoveringReader
from sheaf.acquire.importers.contract import ImportContext, Reads
from sheaf.acquire.importers.logs.captures import shared_log
from sheaf.records import Aside, Capture, Location

NO_TYPE = frozenset({"", "-", "no-type", "unk", "unknown"})


class ArcImporter:
    reads = Reads(is_archive=True)

    def __init__(self, context: ImportContext) -> None:
        self.context = context
        self.log = shared_log(context)

    def recognises(self, source: Path, head: bytes) -> bool:
        return archive_kind(source, head) == "arc"

    def captures(self, source: Path) -> Iterator[Capture | Aside]:
        archive = Archive.of(source)
        if self.log is not None:
            yield from self.log.report_lines()
        loss: Loss | None = Loss("0", "no ARC record in it")
        with archive.open() as stream:
            for found in RecoveringReader(stream, ArcGrammar(), self.context).records():
                loss = loss_of_description(found)
                if isinstance(found, Loss):
                    yield capture_of_loss(archive, found)
                else:
                    yield self._convert(archive, found)
        if loss is not None:
            yield capture_of_loss(archive, loss)

    def _convert(self, archive: Archive, record: Record) -> Capture | Aside:
        # What is wrong with the description of the file costs no capture, if others follow.
        if record.kind == "filedesc":
            record.block.drop()
            return Aside("filedesc")
        capture = convert_arc_record(record, archive, self.context)
        return set_apart(capture if self.log is None else self.log.complete(capture))


def convert_arc_record(record: Record, archive: Archive, context: ImportContext) -> Capture:
    """A record that is no description of its file."""
    record = repair_length(record)
    fields = record.fields
    url, time = fields.get("url") or "", parse_arc_time(fields.get("date") or "")
    if record.damage is not None:
        record.block.drop()
        return lost_record(archive, record.place, f"a broken record: {record.damage}", url, time)
    declared = fields.get("type") or ""
    mime_type = None if declared.lower() in NO_TYPE else declared
    location = Location(archive.source, archive.prefix + record.place)
    return make_capture(url, time, location, record, mime_type, context)


def loss_of_description(found: Record | Loss) -> Loss | None:
    """What is lost if this is the last record of a file: where the file is cut off in its own
    description, all captures that it had."""
    if isinstance(found, Loss) or found.kind != "filedesc" or found.damage is None:
        return None
    return Loss(found.place, f"the file is cut off in its first record: {found.damage}")
