"""Frames of zstd and lz4: where one ends, and the reader that unpacks it.

WARC-zstd puts the dictionary of the whole file into a skippable frame at its start, plain or
itself compressed (iipc.github.io/warc-specifications, WARC-zstd 1.0).
"""

from __future__ import annotations

import io
from typing import BinaryIO, Protocol

from fastwarc.stream_io import Lz4Reader, ZstdReader

ZSTD = b"\x28\xb5\x2f\xfd"
LZ4 = b"\x04\x22\x4d\x18"
DICTIONARY = b"\x5d\x2a\x4d\x18"
MOST_DICTIONARY = 128 * 1024**2


class Reader(Protocol):
    def read(self, size: int, /) -> bytes: ...


class FrameKind(Protocol):
    name: str
    magic: bytes

    def size(self, stream: BinaryIO, start: int) -> int:
        """How long the frame that starts here is by its own lengths; past the end of the file
        if it is cut short."""
        ...

    def dictionary(self, stream: BinaryIO) -> bytes | None: ...

    def reader(self, piece: BinaryIO, dictionary: bytes | None) -> Reader: ...


class Zstd:
    name, magic = "zstd", ZSTD

    def size(self, stream: BinaryIO, start: int) -> int:
        flags = number(stream, start + 4, 1)
        single = bool(flags & 0x20)
        at = start + 5 + (not single) + (0, 1, 2, 4)[flags & 3]
        at += (int(single), 2, 4, 8)[flags >> 6]
        last = False
        while not last:
            header = number(stream, at, 3)
            last = bool(header & 1) or header < 0
            # A run-length block holds one byte, however long it unpacks.
            at += 3 + (1 if header >> 1 & 3 == 1 else max(0, header) >> 3)
        return at + (4 if flags & 4 else 0) - start

    def dictionary(self, stream: BinaryIO) -> bytes | None:
        stream.seek(0)
        if stream.read(4) != DICTIONARY:
            return None
        size = number(stream, 4, 4)
        stream.seek(8)
        data = stream.read(min(size, MOST_DICTIONARY))
        if data.startswith(ZSTD):
            data = _unpacked_dictionary(data)
        return data or None

    def reader(self, piece: BinaryIO, dictionary: bytes | None) -> Reader:
        reader: Reader = ZstdReader(piece, dictionary=dictionary)
        return reader


class Lz4:
    name, magic = "lz4", LZ4

    def size(self, stream: BinaryIO, start: int) -> int:
        flags = number(stream, start + 4, 1)
        at = start + 7 + (8 if flags & 8 else 0) + (4 if flags & 1 else 0)
        while (length := number(stream, at, 4)) > 0:
            at += 4 + (length & 0x7FFFFFFF) + (4 if flags & 0x10 else 0)
        return at + 4 + (4 if flags & 4 else 0) - start

    def dictionary(self, stream: BinaryIO) -> bytes | None:
        return None

    def reader(self, piece: BinaryIO, dictionary: bytes | None) -> Reader:
        reader: Reader = Lz4Reader(piece)
        return reader


KINDS: dict[bytes, FrameKind] = {ZSTD: Zstd(), DICTIONARY: Zstd(), LZ4: Lz4()}


def kind_of(head: bytes) -> FrameKind | None:
    return KINDS.get(head[:4])


def skippable(stream: BinaryIO, start: int) -> int | None:
    """The length of a frame that is to be skipped, if one stands here."""
    magic = number(stream, start, 4)
    if magic & ~0xF != 0x184D2A50:
        return None
    return 8 + max(0, number(stream, start + 4, 4))


def number(stream: BinaryIO, at: int, size: int) -> int:
    """A little-endian number, -1 past the end of the file."""
    stream.seek(at)
    data = stream.read(size)
    return int.from_bytes(data, "little") if len(data) == size else -1


def _unpacked_dictionary(data: bytes) -> bytes:
    try:
        unpacked: bytes = ZstdReader(io.BytesIO(data)).read(MOST_DICTIONARY)
    except (OSError, ValueError):
        return b""
    return unpacked
