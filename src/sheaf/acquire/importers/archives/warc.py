"""WARC files, compressed or not, as a stream of captures.

Responses, resources, conversions and revisits are captures, unless their URL shows that they are no
downloads (dns:, metadata:); all other records stand aside.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from sheaf.acquire.importers.archives.archive import Archive
from sheaf.acquire.importers.archives.blocks import drop_file
from sheaf.acquire.importers.archives.captures import (
    capture_of_loss,
    convert_warc_record,
    set_apart,
)
from sheaf.acquire.importers.archives.formats import archive_kind
from sheaf.acquire.importers.archives.grammar import Loss
from sheaf.acquire.importers.archives.related_records import (
    PendingCapture,
    RelatedRecord,
    join_related_records,
)
from sheaf.acquire.importers.archives.revisits import Revisits
from sheaf.acquire.importers.archives.warc_reader import WarcReader
from sheaf.acquire.importers.contract import ImportContext, Reads
from sheaf.acquire.importers.logs.captures import shared_log
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
        for item in join_related_records(self._convert_records(archive, reader)):
            yield item if isinstance(item, Aside) else self._resolve_revisit(archive, item)

    def _convert_records(
        self, archive: Archive, reader: WarcReader
    ) -> Iterator[PendingCapture | RelatedRecord]:
        for record in reader.records():
            if isinstance(record, Loss):
                yield PendingCapture(capture_of_loss(archive, record))
            else:
                yield convert_warc_record(record, archive, self.context)

    def _resolve_revisit(self, archive: Archive, pending: PendingCapture) -> Capture:
        if pending.revisits is None:
            if pending.place:
                self._revisits.add_original(archive, pending)
            return pending.capture
        capture = self._revisits.resolve(pending)
        if capture.lost is not None and self._older:
            capture = self._index_older().resolve(pending)
        return capture

    def _index_older(self) -> Revisits:
        if self._older_revisits is None:
            self._older_revisits = Revisits(self.context)
            for archive in self._older:
                for item in self._convert_records(archive, WarcReader(archive, self.context)):
                    if isinstance(item, PendingCapture):
                        if item.revisits is None and item.place:
                            self._older_revisits.add_original(archive, item)
                        drop_file(item.capture.payload.path)
        return self._older_revisits


class WarcImporter:
    reads = Reads(is_archive=True)

    def __init__(self, context: ImportContext) -> None:
        self.context = context
        self.reader = WarcCaptures(context)
        self.log = shared_log(context)

    def recognises(self, source: Path, head: bytes) -> bool:
        return archive_kind(source, head) == "warc"

    def captures(self, source: Path) -> Iterator[Capture | Aside]:
        yield from self.archive_captures(Archive.of(source))

    def archive_captures(self, archive: Archive) -> Iterator[Capture | Aside]:
        """All that stands in an archive, be it a file or a part of one."""
        if self.log is not None:
            yield from self.log.report_lines()
        is_empty = True
        for item in self.reader.read(archive):
            is_empty = False
            if isinstance(item, Aside):
                yield item
            else:
                yield set_apart(item if self.log is None else self.log.complete(item))
        if is_empty:
            yield capture_of_loss(archive, Loss("0", "no WARC record in it"))
