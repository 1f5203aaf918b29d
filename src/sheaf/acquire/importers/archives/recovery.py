"""Reads records where nothing may be taken for granted: a broken one costs itself only.

A record is believed when another one, or the end of the file, stands where it says it ends. If
not, its length is wrong (a record starts inside of it) or garbage follows (skipped up to the
next thing that looks like a record). Compressed segments that do not unpack are skipped likewise.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import BinaryIO

from sheaf.acquire.importers.archives.blocks import Block, collect_block
from sheaf.acquire.importers.archives.compression import (
    GZIPPED,
    PLAIN,
    detect_compression,
    find_next_segment,
)
from sheaf.acquire.importers.archives.grammar import Grammar, Loss, Record, RecordHeader
from sheaf.acquire.importers.archives.segments import Damage
from sheaf.acquire.importers.archives.unpacked_stream import UnpackedStream
from sheaf.acquire.importers.contract import ImportContext

HEADER_REACHES = (4 * 1024, 64 * 1024)
# The start of a record may lie across two windows of a search.
OVERLAP = 16 * 1024
# After so many wrong lengths in a row no length is believed, or each would be read in vain.
WRONG_LENGTHS_ALLOWED = 8
PADDING = b"\0\r\n\t "


class RecoveringReader:
    def __init__(self, file: BinaryIO, grammar: Grammar, context: ImportContext) -> None:
        self.file = file
        self.grammar = grammar
        self.context = context
        self.compression = detect_compression(file, self._find_record)
        self.unpacked = UnpackedStream(self.compression.open(file, 0))
        self.wrong_lengths = 0

    def records(self, offset: int = 0, inner: int = 0) -> Iterator[Record | Loss]:
        """Everything from a place on."""
        start: int | None = offset
        while start is not None:
            self._open(start, inner)
            yield from self._read_until_damage()
            start, inner = self._find_next_start(), 0

    @property
    def can_be_left(self) -> bool:
        """Whether another reader can go on from a place without what came before it."""
        return self.compression in (PLAIN, GZIPPED)

    def _open(self, offset: int, inner: int) -> None:
        self.unpacked = UnpackedStream(self.compression.open(self.file, offset))
        self.unpacked.advance(inner)

    def _read_until_damage(self) -> Iterator[Record | Loss]:
        """Up to the end of the file, or to a segment that cannot be unpacked."""
        reported = -1
        while self.unpacked.skip_separators():
            self.unpacked.forget_behind()
            header = self._read_header()
            found = self._skip_gap() if header is None else self._read_record(header)
            if found is not None:
                if isinstance(found, Loss) or found.damage:
                    reported = self.unpacked.segment_before(self.unpacked.position)
                yield found
        damage = self.unpacked.damage
        if damage is not None and reported != damage.offset and not self._is_only_padding(damage):
            yield Loss(str(damage.offset), damage.reason)

    def _find_next_start(self) -> int | None:
        damage = self.unpacked.damage
        if damage is None:
            return None
        return find_next_segment(self.file, self.compression, damage.offset + 1, self._find_record)

    def _find_record(self, data: bytes) -> int:
        return self.grammar.find_header(data, 0)

    def _is_only_padding(self, damage: Damage) -> bool:
        """Tapes and file systems round files up with zeros."""
        self.file.seek(damage.offset)
        while data := self.file.read(1024 * 1024):
            if data.strip(PADDING):
                return False
        return True

    def _read_header(self) -> RecordHeader | None:
        for reach in HEADER_REACHES:
            self.unpacked.look_ahead(reach)
            header = self.grammar.read_header(self.unpacked.window, self.unpacked.cursor)
            if header is not None or self.unpacked.bytes_ahead < reach:
                return header
        return None

    # -- one record ------------------------------------------------------------------------------

    def _read_record(self, header: RecordHeader) -> Record:
        place = self.unpacked.place
        self.unpacked.advance(header.size)
        start = self.unpacked.position
        size = sys.maxsize if header.length is None else header.length
        believed = header.length is not None and self.wrong_lengths < WRONG_LENGTHS_ALLOWED
        stops = self._find_record_at_segment_start if believed else self._find_record_anywhere
        block = collect_block(self.unpacked.take(size, stops), self.context)
        broken = self._damage_of_segment()
        damage = broken or self._check_length(block, header.length)
        if damage is not None and (broken is None or block.length < size):
            block = self._cut_before_record(block, start)
        return Record(place, header.kind, header.fields, block, damage, unpacked=broken is None)

    def _damage_of_segment(self) -> str | None:
        """Why the segment in which a record ends cannot be unpacked, if that is so."""
        end = self.unpacked.position
        if self.unpacked.skip_separators():
            self.unpacked.move_back_to(end)
            return None
        damage = self.unpacked.damage
        here = damage is not None and self.unpacked.segment_before(end) == damage.offset
        return damage.reason if damage is not None and here else None

    def _check_length(self, block: Block, length: int | None) -> str | None:
        """Why a record is not as long as it says."""
        if length is None:
            return "it does not say how long it is" if block.start.strip(PADDING) else None
        self.wrong_lengths += 1
        if block.length < length:
            return f"only {block.length} of its {length} bytes are there"
        if not self._garbage_follows() or self._find_inside(block) < 0:
            self.wrong_lengths = 0
            return None
        return f"its length of {length} bytes reaches into the next record"

    def _garbage_follows(self) -> bool:
        """Whether there is something behind a record that is no record."""
        end = self.unpacked.position
        if not self.unpacked.skip_separators():
            return False
        strange = self._read_header() is None
        self.unpacked.move_back_to(end)
        return strange

    def _find_record_at_segment_start(self, size: int) -> int | None:
        """No record goes on into a segment that starts with another."""
        window = self.unpacked.window
        starts = self.unpacked.segment_starts(size)
        return next((at for at in starts if self.grammar.find_header(window, at) == at), None)

    def _find_record_anywhere(self, size: int) -> int | None:
        at = self.grammar.find_header(self.unpacked.window, self.unpacked.cursor)
        return at if 0 <= at < self.unpacked.cursor + size else None

    def _cut_before_record(self, block: Block, start: int) -> Block:
        """A block that reached too far, cut; what is cut off lies ahead again."""
        inside = self._find_inside(block)
        if inside < 0:
            return block
        if block.path is None:
            self.unpacked.push_back(block.start[inside:])
        else:
            self._open(*self.unpacked.place_of(start + inside))
        return block.cut(inside)

    def _find_inside(self, block: Block) -> int:
        """Where a record starts in a block, -1 if none does. It may reach over the end."""
        self.unpacked.look_ahead(OVERLAP)
        behind = self.unpacked.window[self.unpacked.cursor : self.unpacked.cursor + OVERLAP]
        if block.path is None:
            at = self._find_record(block.start + behind)
        else:
            with open(block.path, "rb") as file:
                at = self._find_in_file(file, bytes(behind))
        return at if at < block.length else -1

    def _find_in_file(self, file: BinaryIO, behind: bytes) -> int:
        done, data = 0, b""
        while more := file.read(1024 * 1024):
            data += more
            if (at := self._find_record(data)) >= 0:
                return done + at
            done += max(0, len(data) - OVERLAP)
            data = data[-OVERLAP:]
        at = self._find_record(data + behind)
        return done + at if at >= 0 else -1

    # -- between records -------------------------------------------------------------------------

    def _skip_gap(self) -> Loss | None:
        """Past what is no record, up to the next one; zeros at the end of a file are no loss."""
        unpacked = self.unpacked
        place, start = unpacked.place, unpacked.position
        blank = unpacked.window[unpacked.cursor] in PADDING
        unpacked.cursor += 1
        while unpacked.look_ahead(1):
            unpacked.look_ahead(4 * OVERLAP)
            at = self.grammar.find_header(unpacked.window, unpacked.cursor)
            overlap = 0 if unpacked.ended else OVERLAP
            end = at if at >= 0 else max(unpacked.cursor, len(unpacked.window) - overlap)
            blank = blank and not unpacked.window[unpacked.cursor : end].strip(PADDING)
            unpacked.cursor = end
            if at >= 0:
                break
            unpacked.forget_behind()
        if blank and not unpacked.bytes_ahead:
            return None
        return Loss(place, f"{unpacked.position - start} bytes that belong to no record")
