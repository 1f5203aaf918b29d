"""Reads records where nothing may be taken for granted: a broken one costs itself only.

A record is believed when another one, or the end of the file, stands where it says it ends. If
not, its length is wrong (a record starts inside of it) or garbage follows (skipped up to the
next thing that looks like a record). Compressed pieces that do not unpack are skipped likewise.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import BinaryIO

from sheaf.acquire.importers.archives.blocks import Block, collect
from sheaf.acquire.importers.archives.compression import GZIPPED, PLAIN, next_piece, packing_of
from sheaf.acquire.importers.archives.grammar import Grammar, Head, Loss, Record
from sheaf.acquire.importers.archives.segments import Damage
from sheaf.acquire.importers.archives.unpacked_stream import Tape
from sheaf.acquire.importers.contract import ImportContext

HEAD_REACHES = (4 * 1024, 64 * 1024)
# The start of a record may lie across two windows of a search.
OVERLAP = 16 * 1024
# After so many wrong lengths in a row no length is believed, or each would be read in vain.
PATIENCE = 8
PADDING = b"\0\r\n\t "


class RecoveringReader:
    def __init__(self, stream: BinaryIO, grammar: Grammar, context: ImportContext) -> None:
        self.stream = stream
        self.grammar = grammar
        self.context = context
        self.packing = packing_of(stream, self._first)
        self.tape = Tape(self.packing.open(stream, 0))
        self.wrong_lengths = 0

    def records(self, offset: int = 0, inner: int = 0) -> Iterator[Record | Loss]:
        """Everything from a place on."""
        start: int | None = offset
        while start is not None:
            self._open(start, inner)
            yield from self._stretch()
            start, inner = self._next_start(), 0

    @property
    def may_be_left(self) -> bool:
        """Whether another reader can go on from a place without what came before it."""
        return self.packing in (PLAIN, GZIPPED)

    def _open(self, offset: int, inner: int) -> None:
        self.tape = Tape(self.packing.open(self.stream, offset))
        self.tape.advance(inner)

    def _stretch(self) -> Iterator[Record | Loss]:
        """Up to the end of the file, or to a piece that cannot be unpacked."""
        told = -1
        while self.tape.skip_separators():
            self.tape.forget()
            head = self._head()
            found = self._gap() if head is None else self._record(head)
            if found is not None:
                if isinstance(found, Loss) or found.damage:
                    told = self.tape.piece_before(self.tape.position)
                yield found
        damage = self.tape.damage
        if damage is not None and told != damage.offset and not self._only_padding(damage):
            yield Loss(str(damage.offset), damage.reason)

    def _next_start(self) -> int | None:
        damage = self.tape.damage
        if damage is None:
            return None
        return next_piece(self.stream, self.packing, damage.offset + 1, self._first)

    def _first(self, data: bytes) -> int:
        return self.grammar.find(data, 0)

    def _only_padding(self, damage: Damage) -> bool:
        """Tapes and file systems round files up with zeros."""
        self.stream.seek(damage.offset)
        while data := self.stream.read(1024 * 1024):
            if data.strip(PADDING):
                return False
        return True

    def _head(self) -> Head | None:
        for reach in HEAD_REACHES:
            self.tape.ensure(reach)
            head = self.grammar.head(self.tape.window, self.tape.cursor)
            if head is not None or self.tape.left < reach:
                return head
        return None

    # -- one record ------------------------------------------------------------------------------

    def _record(self, head: Head) -> Record:
        place = self.tape.place
        self.tape.advance(head.size)
        start = self.tape.position
        size = sys.maxsize if head.length is None else head.length
        believed = head.length is not None and self.wrong_lengths < PATIENCE
        stops = self._record_at_piece_start if believed else self._record_anywhere
        block = collect(self.tape.take(size, stops), self.context)
        broken = self._broken_piece()
        damage = broken or self._misfit(block, head.length)
        if damage is not None and (broken is None or block.length < size):
            block = self._without_record_inside(block, start)
        return Record(place, head.kind, head.fields, block, damage, unpacked=broken is None)

    def _broken_piece(self) -> str | None:
        """Why the piece in which a record ends cannot be unpacked, if that is so."""
        end = self.tape.position
        if self.tape.skip_separators():
            self.tape.back_to(end)
            return None
        damage = self.tape.damage
        here = damage is not None and self.tape.piece_before(end) == damage.offset
        return damage.reason if damage is not None and here else None

    def _misfit(self, block: Block, length: int | None) -> str | None:
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
        end = self.tape.position
        if not self.tape.skip_separators():
            return False
        strange = self._head() is None
        self.tape.back_to(end)
        return strange

    def _record_at_piece_start(self, size: int) -> int | None:
        """No record goes on into a piece that starts with another."""
        window = self.tape.window
        starts = self.tape.piece_starts(size)
        return next((at for at in starts if self.grammar.find(window, at) == at), None)

    def _record_anywhere(self, size: int) -> int | None:
        at = self.grammar.find(self.tape.window, self.tape.cursor)
        return at if 0 <= at < self.tape.cursor + size else None

    def _without_record_inside(self, block: Block, start: int) -> Block:
        """A block that reached too far, cut; what is cut off lies ahead again."""
        inside = self._find_inside(block)
        if inside < 0:
            return block
        if block.path is None:
            self.tape.push_back(block.start[inside:])
        else:
            self._open(*self.tape.place_of(start + inside))
        return block.cut(inside)

    def _find_inside(self, block: Block) -> int:
        """Where a record starts in a block, -1 if none does. It may reach over the end."""
        self.tape.ensure(OVERLAP)
        behind = self.tape.window[self.tape.cursor : self.tape.cursor + OVERLAP]
        if block.path is None:
            at = self._first(block.start + behind)
        else:
            with open(block.path, "rb") as file:
                at = self._find_in_file(file, bytes(behind))
        return at if at < block.length else -1

    def _find_in_file(self, file: BinaryIO, behind: bytes) -> int:
        done, data = 0, b""
        while more := file.read(1024 * 1024):
            data += more
            if (at := self._first(data)) >= 0:
                return done + at
            done += max(0, len(data) - OVERLAP)
            data = data[-OVERLAP:]
        at = self._first(data + behind)
        return done + at if at >= 0 else -1

    # -- between records -------------------------------------------------------------------------

    def _gap(self) -> Loss | None:
        """Past what is no record, up to the next one; zeros at the end of a file are no loss."""
        tape = self.tape
        place, start = tape.place, tape.position
        blank = tape.window[tape.cursor] in PADDING
        tape.cursor += 1
        while tape.ensure(1):
            tape.ensure(4 * OVERLAP)
            at = self.grammar.find(tape.window, tape.cursor)
            end = at if at >= 0 else max(tape.cursor, len(tape.window) - self._kept())
            blank = blank and not tape.window[tape.cursor : end].strip(PADDING)
            tape.cursor = end
            if at >= 0:
                break
            tape.forget()
        if blank and not tape.left:
            return None
        return Loss(place, f"{tape.position - start} bytes that belong to no record")

    def _kept(self) -> int:
        return 0 if self.tape.ended else OVERLAP
