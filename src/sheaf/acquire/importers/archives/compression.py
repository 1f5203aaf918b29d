"""How an archive is compressed, and where in it the next piece with a record starts."""

from __future__ import annotations

import io
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import BinaryIO

from sheaf.acquire.importers.archives import frames
from sheaf.acquire.importers.archives.archive import Window
from sheaf.acquire.importers.archives.segments import (
    CHUNK,
    GZIP,
    Damage,
    FramePieces,
    GzipPieces,
    Pieces,
    PlainPieces,
)

# How much of a piece is unpacked to see whether a record starts in it.
TASTE = 1024
# From how many packed bytes: of a gzip member, and of a frame, which comes in blocks.
TASTED = 4 * 1024
TASTED_FRAME = 256 * 1024
SIP = 64
# How much of a file with a broken start is looked through for what it is.
LOOKED_THROUGH = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Packing:
    """How a file is compressed: what its pieces start with, and who unpacks them."""

    magic: bytes
    open: Callable[[BinaryIO, int], Pieces]


PLAIN = Packing(b"", PlainPieces)
GZIPPED = Packing(GZIP, GzipPieces)
FRAMED = {
    kind.magic: Packing(kind.magic, partial(FramePieces, kind=kind))
    for kind in frames.KINDS.values()
}


def packing_of(stream: BinaryIO, first: Callable[[bytes], int]) -> Packing:
    """By the start of a file; if that is broken, by what comes first in it: a record (`first`
    tells where one starts in some bytes) or a piece that starts with one."""
    stream.seek(0)
    named = _named(stream.read(4))
    if first(_taste(stream, named, 0)) == 0:
        return named
    stream.seek(0)
    start = stream.read(LOOKED_THROUGH)
    found = {PLAIN: first(start)}
    for packing in (GZIPPED, *FRAMED.values()):
        at = next_piece(io.BytesIO(start), packing, 0, first)
        found[packing] = -1 if at is None else at
    there = [packing for packing, at in found.items() if at >= 0]
    return min(there, key=found.__getitem__, default=named)


def _named(head: bytes) -> Packing:
    kind = frames.kind_of(head)
    if kind is not None:
        return FRAMED[kind.magic]
    return GZIPPED if head.startswith(GZIP) else PLAIN


def next_piece(
    stream: BinaryIO, packing: Packing, offset: int, first: Callable[[bytes], int]
) -> int | None:
    """The next piece at or after an offset in which a record starts."""
    while packing.magic:
        found = find(stream, packing.magic, offset)
        if found is None or first(_quick_taste(stream, packing, found)) == 0:
            return found
        offset = found + 1
    return None


def find(stream: BinaryIO, wanted: bytes, offset: int) -> int | None:
    """Where some bytes stand next in a file."""
    stream.seek(offset)
    data = b""
    # Little at first: in a broken file the next place may be only a few bytes on.
    size = TASTED
    while more := stream.read(size):
        size = min(4 * size, CHUNK * 16)
        data += more
        if (at := data.find(wanted)) >= 0:
            return offset + at
        offset += max(0, len(data) - len(wanted) + 1)
        data = data[-len(wanted) + 1 :]
    return None


def _taste(stream: BinaryIO, packing: Packing, offset: int) -> bytes:
    """The first unpacked bytes of a piece, as far as it can be unpacked."""
    taste = b""
    try:
        pieces = packing.open(stream, offset)
        pieces.begin()
        while len(taste) < TASTE and (chunk := pieces.chunk()):
            taste += chunk
    except Damage:
        pass
    return taste


def _quick_taste(stream: BinaryIO, packing: Packing, offset: int) -> bytes:
    """The same from the first bytes only: a broken file may hold millions of places that look
    like the start of a piece, and each may claim to go on to the end of the file."""
    kind = frames.kind_of(packing.magic)
    taste = b""
    try:
        if kind is None:
            stream.seek(offset)
            return zlib.decompressobj(wbits=31).decompress(stream.read(TASTED), TASTE)
        piece = io.BufferedReader(Window(stream, offset, TASTED_FRAME), TASTED)
        reader = kind.reader(piece, kind.dictionary(stream))
        # Sip by sip: the reader runs on into the next frame, which may be broken.
        while len(taste) < TASTE and (sip := reader.read(SIP)):
            taste += sip
    except (zlib.error, OSError, ValueError, EOFError):
        pass
    return taste
