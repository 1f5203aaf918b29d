"""How an archive is compressed, and where in it the next segment with a record starts."""

from __future__ import annotations

import io
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import BinaryIO

from sheaf.acquire.importers.archives.archive import Window
from sheaf.acquire.importers.archives.segments import (
    CHUNK,
    FRAME_FORMATS,
    GZIP,
    Damage,
    Frames,
    GzipMembers,
    PlainSegment,
    Segments,
    frame_format,
)

# How much of a segment is unpacked to see whether a record starts in it.
START_SIZE = 1024
# From how many packed bytes: of a gzip member, and of a frame, which comes in blocks.
PACKED_START = 4 * 1024
PACKED_START_OF_FRAME = 256 * 1024
STEP = 64
# How much of a file with a broken start is looked through for what it is.
SEARCHED_START = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Compression:
    """How a file is compressed: what its segments start with, and who unpacks them."""

    magic: bytes
    open: Callable[[BinaryIO, int], Segments]


PLAIN = Compression(b"", PlainSegment)
GZIPPED = Compression(GZIP, GzipMembers)
FRAMED = {
    kind.magic: Compression(kind.magic, partial(Frames, kind=kind))
    for kind in FRAME_FORMATS.values()
}


def detect_compression(stream: BinaryIO, find_record: Callable[[bytes], int]) -> Compression:
    """By the start of a file; if that is broken, by what comes first in it: a record (`find_record`
    tells where one starts in some bytes) or a segment that starts with one."""
    stream.seek(0)
    by_magic = _compression_by_magic(stream.read(4))
    if find_record(_read_start(stream, by_magic, 0)) == 0:
        return by_magic
    stream.seek(0)
    start = stream.read(SEARCHED_START)
    found = {PLAIN: find_record(start)}
    for compression in (GZIPPED, *FRAMED.values()):
        at = find_next_segment(io.BytesIO(start), compression, 0, find_record)
        found[compression] = -1 if at is None else at
    there = [compression for compression, at in found.items() if at >= 0]
    return min(there, key=found.__getitem__, default=by_magic)


def _compression_by_magic(head: bytes) -> Compression:
    kind = frame_format(head)
    if kind is not None:
        return FRAMED[kind.magic]
    return GZIPPED if head.startswith(GZIP) else PLAIN


def find_next_segment(
    stream: BinaryIO, compression: Compression, offset: int, find_record: Callable[[bytes], int]
) -> int | None:
    """The next segment at or after an offset in which a record starts."""
    while compression.magic:
        found = find_bytes(stream, compression.magic, offset)
        if found is None or find_record(_read_start_quickly(stream, compression, found)) == 0:
            return found
        offset = found + 1
    return None


def find_bytes(stream: BinaryIO, wanted: bytes, offset: int) -> int | None:
    """Where some bytes stand next in a file."""
    stream.seek(offset)
    data = b""
    # Little at first: in a broken file the next place may be only a few bytes on.
    size = PACKED_START
    while more := stream.read(size):
        size = min(4 * size, CHUNK * 16)
        data += more
        if (at := data.find(wanted)) >= 0:
            return offset + at
        offset += max(0, len(data) - len(wanted) + 1)
        data = data[-len(wanted) + 1 :]
    return None


def _read_start(stream: BinaryIO, compression: Compression, offset: int) -> bytes:
    """The first unpacked bytes of a segment, as far as it can be unpacked."""
    start = b""
    try:
        segments = compression.open(stream, offset)
        segments.begin()
        while len(start) < START_SIZE and (chunk := segments.read_chunk()):
            start += chunk
    except Damage:
        pass
    return start


def _read_start_quickly(stream: BinaryIO, compression: Compression, offset: int) -> bytes:
    """The same from the first bytes only: a broken file may hold millions of places that look
    like the start of a segment, and each may claim to go on to the end of the file."""
    kind = frame_format(compression.magic)
    start = b""
    try:
        if kind is None:
            stream.seek(offset)
            return zlib.decompressobj(wbits=31).decompress(stream.read(PACKED_START), START_SIZE)
        segment = io.BufferedReader(Window(stream, offset, PACKED_START_OF_FRAME), PACKED_START)
        reader = kind.open_reader(segment, kind.read_dictionary(stream))
        # In small steps: the reader runs on into the next frame, which may be broken.
        while len(start) < START_SIZE and (chunk := reader.read(STEP)):
            start += chunk
    except (zlib.error, OSError, ValueError, EOFError):
        pass
    return start
