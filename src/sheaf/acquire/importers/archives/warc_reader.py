"""The fast way through a WARC file.

FastWARC reads; but it is believed about a record only when the next one stands in its place. From
the last record it was right about, the recovering reader goes on, and hands back once the file
has been sound for a while. The end of a file is read in that way too, for FastWARC does not tell
a file that ends from one that is cut short.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from types import TracebackType
from typing import Any, Self

from fastwarc.warc import ArchiveIterator, WarcRecordType

from sheaf.acquire.importers.archives.archive import Archive
from sheaf.acquire.importers.archives.blocks import HEAD_ROOM, Block, collect_block
from sheaf.acquire.importers.archives.compression import detect_compression
from sheaf.acquire.importers.archives.grammar import Loss, Record, WarcGrammar, record_type
from sheaf.acquire.importers.archives.recovery import RecoveringReader
from sheaf.acquire.importers.archives.segments import CHUNK
from sheaf.acquire.importers.archives.unpacked_stream import parse_place
from sheaf.acquire.importers.contract import ImportContext

# So many sound records in a row, and FastWARC may try again; twice as many after each time.
SOUND_RECORDS = 64


class WarcReader:
    """All records of an archive. Whoever takes one drops its block, or hands it on."""

    def __init__(self, archive: Archive, context: ImportContext, last: str = "") -> None:
        self.archive = archive
        self.context = context
        self.last = last  # the place of the record that was given out last
        self.sound_needed = SOUND_RECORDS
        self.finished = False

    def records(self) -> Iterator[Record | Loss]:
        while not self.finished:
            yield from self._read_fast()
            yield from self._read_carefully()

    def _read_fast(self) -> Iterator[Record]:
        """Each record once the next one is found; the last one is left to the careful way."""
        pending: Record | None = None
        with FastWarcRecords(self.archive, self.context, int(self.last or 0)) as records:
            while (record := records.next()) is not None:
                if pending is not None and pending.place != self.last:
                    self.last = pending.place
                    yield pending
                elif pending is not None:
                    pending.block.drop()
                pending = record
        if pending is not None:
            pending.block.drop()

    def _read_carefully(self) -> Iterator[Record | Loss]:
        good = 0
        with self.archive.open() as stream:
            reader = RecoveringReader(stream, WarcGrammar(), self.context)
            records = reader.records(*parse_place(self.last or "0"))
            if self.last:
                _drop_record(next(records, None))
            for found in records:
                if isinstance(found, Loss):
                    good = 0
                    yield found
                    continue
                self.last = found.place
                good = 0 if found.damage else good + 1
                yield found
                if good >= self.sound_needed and reader.can_be_left and found.place.isdecimal():
                    self.sound_needed *= 2
                    return
        self.finished = True


class FastWarcRecords:
    """FastWARC's records as ours, as long as each stands where a record can stand."""

    def __init__(self, archive: Archive, context: ImportContext, offset: int) -> None:
        self.archive = archive
        self.context = context
        self.stream = archive.open()
        grammar = WarcGrammar()
        compression = detect_compression(self.stream, lambda data: grammar.find_header(data, 0))
        self.magic = compression.magic or b"WARC"
        self.place = offset - 1
        self.stream.seek(offset)
        self.source = os.open(archive.path, os.O_RDONLY)
        self.records: Iterator[Any] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        os.close(self.source)
        self.stream.close()

    def next(self) -> Record | None:
        """None at the end and in all trouble: which of the two it was is for others to see."""
        try:
            return self._next()
        except (OSError, ValueError, EOFError, RuntimeError):
            return None
        except BaseException as problem:
            # A panic in FastWARC's Rust comes as an exception of no public type.
            if type(problem).__name__ != "PanicException":
                raise
            return None

    def _next(self) -> Record | None:
        if self.records is None:
            self.records = iter(
                ArchiveIterator(self.stream, parse_http=False, record_types=WarcRecordType.any_type)
            )
        record = next(self.records, None)
        if record is None or not self._is_at_record_start(record.stream_pos):
            return None
        self.place = record.stream_pos
        headers = record.headers
        block = self._block(record.reader)
        if block.length < record.content_length:
            block.drop()
            return None
        return Record(str(self.place), record_type(headers), headers, block)

    def _is_at_record_start(self, place: int) -> bool:
        """In a segment with several records FastWARC's offsets lead nowhere."""
        if place <= self.place:
            return False
        found = os.pread(self.source, len(self.magic), self.archive.start + place)
        return found == self.magic

    def _block(self, reader: Any) -> Block:
        enough = self.context.hand_over_bytes + HEAD_ROOM
        start = reader.read(enough)
        if len(start) < enough:
            return Block(start, len(start))
        return collect_block(_chunks(start, reader), self.context)


def _chunks(start: bytes, reader: Any) -> Iterator[bytes]:
    yield start
    while chunk := reader.read(CHUNK * 16):
        yield chunk


def _drop_record(record: Record | Loss | None) -> None:
    if isinstance(record, Record):
        record.block.drop()
