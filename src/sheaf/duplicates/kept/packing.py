"""How results are packed: zstd where the package is there, zlib where it is not.

The first byte says which, so that either reads what the other wrote.
"""

from __future__ import annotations

import zlib
from typing import Any

zstandard: Any
try:
    import zstandard
except ImportError:
    zstandard = None

ZSTD, ZLIB = b"z", b"d"
ZSTD_LEVEL, ZLIB_LEVEL = 3, 3
# What is unpacked may come from a store that others write to.
MOST_UNPACKED = 64 * 1024**2


def pack(content: bytes) -> bytes:
    if zstandard is not None:
        packer = zstandard.ZstdCompressor(level=ZSTD_LEVEL, write_checksum=True)
        return ZSTD + bytes(packer.compress(content))
    return ZLIB + zlib.compress(content, ZLIB_LEVEL)


def unpack(packed: bytes) -> bytes | None:
    """None for what is damaged, of another kind or too large."""
    kind, rest = packed[:1], packed[1:]
    if kind == ZLIB:
        return unpack_zlib(rest)
    if kind != ZSTD or zstandard is None:
        return None
    try:
        if zstandard.frame_content_size(rest) > MOST_UNPACKED:
            return None
        content: bytes = zstandard.ZstdDecompressor().decompress(
            rest, max_output_size=MOST_UNPACKED
        )
        return content
    except zstandard.ZstdError:
        return None


def unpack_zlib(packed: bytes) -> bytes | None:
    unpacker = zlib.decompressobj()
    try:
        content = unpacker.decompress(packed, MOST_UNPACKED)
    except zlib.error:
        return None
    return content if unpacker.eof else None
