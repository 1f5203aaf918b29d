"""The segments that a compressed file consists of: gzip members, zstd and lz4 frames.

Crawlers compress each record by itself, so that a segment that is broken costs one record and the
next segment can be found. A plain file is one segment.

WARC-zstd puts the dictionary of the whole file into a skippable frame at its start, plain or
itself compressed (iipc.github.io/warc-specifications, WARC-zstd 1.0).
"""

from __future__ import annotations

import io
import zlib
from typing import BinaryIO, Protocol

from fastwarc.stream_io import Lz4Reader, ZstdReader

from sheaf.acquire.importers.archives.archive import Window

ZSTD = b"\x28\xb5\x2f\xfd"
LZ4 = b"\x04\x22\x4d\x18"
DICTIONARY = b"\x5d\x2a\x4d\x18"
MOST_DICTIONARY = 128 * 1024**2


class FrameReader(Protocol):
    def read(self, size: int, /) -> bytes: ...


class FrameFormat(Protocol):
    name: str
    magic: bytes

    def frame_size(self, stream: BinaryIO, start: int) -> int:
        """How long the frame that starts here is by its own lengths; past the end of the file
        if it is cut short."""
        ...

    def read_dictionary(self, stream: BinaryIO) -> bytes | None: ...

    def open_reader(self, segment: BinaryIO, dictionary: bytes | None) -> FrameReader: ...


class Zstd:
    name, magic = "zstd", ZSTD

    def frame_size(self, stream: BinaryIO, start: int) -> int:
        flags = read_integer(stream, start + 4, 1)
        single = bool(flags & 0x20)
        at = start + 5 + (not single) + (0, 1, 2, 4)[flags & 3]
        at += (int(single), 2, 4, 8)[flags >> 6]
        last = False
        while not last:
            header = read_integer(stream, at, 3)
            last = bool(header & 1) or header < 0
            # A run-length block holds one byte, however long it unpacks.
            at += 3 + (1 if header >> 1 & 3 == 1 else max(0, header) >> 3)
        return at + (4 if flags & 4 else 0) - start

    def read_dictionary(self, stream: BinaryIO) -> bytes | None:
        stream.seek(0)
        if stream.read(4) != DICTIONARY:
            return None
        size = read_integer(stream, 4, 4)
        stream.seek(8)
        data = stream.read(min(size, MOST_DICTIONARY))
        if data.startswith(ZSTD):
            data = _unpack_dictionary(data)
        return data or None

    def open_reader(self, segment: BinaryIO, dictionary: bytes | None) -> FrameReader:
        reader: FrameReader = ZstdReader(segment, dictionary=dictionary)
        return reader


class Lz4:
    name, magic = "lz4", LZ4

    def frame_size(self, stream: BinaryIO, start: int) -> int:
        flags = read_integer(stream, start + 4, 1)
        at = start + 7 + (8 if flags & 8 else 0) + (4 if flags & 1 else 0)
        while (length := read_integer(stream, at, 4)) > 0:
            at += 4 + (length & 0x7FFFFFFF) + (4 if flags & 0x10 else 0)
        return at + 4 + (4 if flags & 4 else 0) - start

    def read_dictionary(self, stream: BinaryIO) -> bytes | None:
        return None

    def open_reader(self, segment: BinaryIO, dictionary: bytes | None) -> FrameReader:
        reader: FrameReader = Lz4Reader(segment)
        return reader


FRAME_FORMATS: dict[bytes, FrameFormat] = {ZSTD: Zstd(), DICTIONARY: Zstd(), LZ4: Lz4()}


def frame_format(head: bytes) -> FrameFormat | None:
    return FRAME_FORMATS.get(head[:4])


def skippable_frame_size(stream: BinaryIO, start: int) -> int | None:
    """The length of a frame that is to be skipped, if one stands here."""
    magic = read_integer(stream, start, 4)
    if magic & ~0xF != 0x184D2A50:
        return None
    return 8 + max(0, read_integer(stream, start + 4, 4))


def read_integer(stream: BinaryIO, at: int, size: int) -> int:
    """A little-endian number, -1 past the end of the file."""
    stream.seek(at)
    data = stream.read(size)
    return int.from_bytes(data, "little") if len(data) == size else -1


def _unpack_dictionary(data: bytes) -> bytes:
    try:
        unpacked: bytes = ZstdReader(io.BytesIO(data)).read(MOST_DICTIONARY)
    except (OSError, ValueError):
        return b""
    return unpacked


CHUNK = 64 * 1024
GZIP = b"\x1f\x8b\x08"


class Damage(Exception):  # noqa: N818 - a finding about the file, not an error
    """From this offset on a segment cannot be unpacked."""

    def __init__(self, offset: int, reason: str) -> None:
        super().__init__(reason)
        self.offset = offset
        self.reason = reason


class Segments(Protocol):
    """The segments of a file one after the other; both methods may raise Damage."""

    magic: bytes

    def begin(self) -> int | None:
        """The offset of the next segment, or None at the end of the file."""
        ...

    def read_chunk(self) -> bytes:
        """The next unpacked bytes of this segment, empty at its end."""
        ...


class PlainSegment:
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

    def read_chunk(self) -> bytes:
        return self.stream.read(CHUNK)


class GzipMembers:
    magic = GZIP

    def __init__(self, stream: BinaryIO, offset: int) -> None:
        self.stream = stream
        self.start = offset
        self.raw = b""
        self.raw_end = offset
        self.member = zlib.decompressobj(wbits=31)
        stream.seek(offset)

    def begin(self) -> int | None:
        self.raw = self.raw or self._read_more()
        if not self.raw:
            return None
        self.start = self.raw_end - len(self.raw)
        if self.raw[:2] != GZIP[:2][: len(self.raw)]:
            raise Damage(self.start, "no gzip member starts here")
        self.member = zlib.decompressobj(wbits=31)
        return self.start

    def read_chunk(self) -> bytes:
        """A member without content is no end, so empty answers are asked again."""
        while not self.member.eof:
            self.raw = self.raw or self._read_more()
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

    def _read_more(self) -> bytes:
        data = self.stream.read(CHUNK)
        self.raw_end += len(data)
        return data


class Frames:
    """zstd or lz4 frames, unpacked by FastWARC's readers; where a frame ends is told by its
    own lengths, since those readers run on into the next."""

    def __init__(self, stream: BinaryIO, offset: int, kind: FrameFormat) -> None:
        self.stream = stream
        self.kind = kind
        self.magic = kind.magic
        self.start = self.end = offset
        self.dictionary = kind.read_dictionary(stream)
        self.reader: FrameReader | None = None

    def begin(self) -> int | None:
        self.start = self.end
        while (size := skippable_frame_size(self.stream, self.start)) is not None:
            if self.start + size > self.stream.seek(0, io.SEEK_END):
                raise Damage(self.start, "a frame to be skipped is cut short")
            self.start += size
        self.stream.seek(self.start)
        found = self.stream.read(4)
        if not found:
            return None
        if found != self.magic:
            raise Damage(self.start, f"no {self.kind.name} frame starts here")
        self.end = self.start + self.kind.frame_size(self.stream, self.start)
        segment = io.BufferedReader(Window(self.stream, self.start, self.end - self.start))
        self.reader = self.kind.open_reader(segment, self.dictionary)
        return self.start

    def read_chunk(self) -> bytes:
        assert self.reader is not None
        try:
            return self.reader.read(CHUNK)
        except (OSError, ValueError, EOFError) as problem:
            reason = f"the {self.kind.name} frame is broken ({problem})"
            raise Damage(self.start, reason) from None
