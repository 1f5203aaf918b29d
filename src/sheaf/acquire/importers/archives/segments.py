"""The pieces a compressed file consists of: gzip members, zstd and lz4 frames.

Crawlers compress each record by itself, so that a piece that is broken costs one record and the
next piece can be found. A plain file is one piece.
"""

from __future__ import annotations

import io
import zlib
from typing import BinaryIO, Protocol

from sheaf.acquire.importers.archives import frames
from sheaf.acquire.importers.archives.archive import Window

CHUNK = 64 * 1024
GZIP = b"\x1f\x8b\x08"


class Damage(Exception):  # noqa: N818 - a finding about the file, not an error
    """From this offset on a piece cannot be unpacked."""

    def __init__(self, offset: int, reason: str) -> None:
        super().__init__(reason)
        self.offset = offset
        self.reason = reason


class Pieces(Protocol):
    """The pieces of a file one after the other; both methods may raise Damage."""

    magic: bytes

    def begin(self) -> int | None:
        """The offset of the next piece, or None at the end of the file."""
        ...

    def chunk(self) -> bytes:
        """The next unpacked bytes of this piece, empty at its end."""
        ...


class PlainPieces:
    magic = b""

    def __init__(self, stream: BinaryIO, offset: int) -> None:
        self.stream = stream
        self.offset = offset
        self.begun = False
        stream.seek(offset)

    def begin(self) -> int | None:
        if self.begun:
            return None
        self.begun = True
        return self.offset

    def chunk(self) -> bytes:
        return self.stream.read(CHUNK)


class GzipPieces:
    magic = GZIP

    def __init__(self, stream: BinaryIO, offset: int) -> None:
        self.stream = stream
        self.start = offset
        self.raw = b""
        self.raw_end = offset
        self.member = zlib.decompressobj(wbits=31)
        stream.seek(offset)

    def begin(self) -> int | None:
        self.raw = self.raw or self._more()
        if not self.raw:
            return None
        self.start = self.raw_end - len(self.raw)
        if self.raw[:2] != GZIP[:2][: len(self.raw)]:
            raise Damage(self.start, "no gzip member starts here")
        self.member = zlib.decompressobj(wbits=31)
        return self.start

    def chunk(self) -> bytes:
        """A member without content is no end, so empty answers are asked again."""
        while not self.member.eof:
            self.raw = self.raw or self._more()
            if not self.raw:
                raise Damage(self.start, "the gzip member is cut short")
            out = self._inflate()
            if out:
                return out
        return b""

    def _inflate(self) -> bytes:
        try:
            out = self.member.decompress(self.raw, CHUNK * 4)
        except zlib.error as problem:
            raise Damage(self.start, f"the gzip member is broken ({problem})") from None
        self.raw = self.member.unused_data if self.member.eof else self.member.unconsumed_tail
        return out

    def _more(self) -> bytes:
        data = self.stream.read(CHUNK)
        self.raw_end += len(data)
        return data


class FramePieces:
    """zstd or lz4 frames, unpacked by FastWARC's readers; where a frame ends is told by its
    own lengths, since those readers run on into the next."""

    def __init__(self, stream: BinaryIO, offset: int, kind: frames.FrameKind) -> None:
        self.stream = stream
        self.kind = kind
        self.magic = kind.magic
        self.start = self.end = offset
        self.dictionary = kind.dictionary(stream)
        self.reader: frames.Reader | None = None

    def begin(self) -> int | None:
        self.start = self.end
        while (size := frames.skippable(self.stream, self.start)) is not None:
            if self.start + size > self.stream.seek(0, io.SEEK_END):
                raise Damage(self.start, "a frame to be skipped is cut short")
            self.start += size
        self.stream.seek(self.start)
        found = self.stream.read(4)
        if not found:
            return None
        if found != self.magic:
            raise Damage(self.start, f"no {self.kind.name} frame starts here")
        self.end = self.start + self.kind.size(self.stream, self.start)
        piece = io.BufferedReader(Window(self.stream, self.start, self.end - self.start))
        self.reader = self.kind.reader(piece, self.dictionary)
        return self.start

    def chunk(self) -> bytes:
        assert self.reader is not None
        try:
            return self.reader.read(CHUNK)
        except (OSError, ValueError, EOFError) as problem:
            reason = f"the {self.kind.name} frame is broken ({problem})"
            raise Damage(self.start, reason) from None
