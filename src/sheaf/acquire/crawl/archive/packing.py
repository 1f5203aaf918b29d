"""How WARC records are packed: each by itself, so that a reader can start at any of them."""

from __future__ import annotations

from collections.abc import Callable

from isal import isal_zlib  # three to four times as fast as zlib, and no larger

from sheaf.errors import MissingPartError

Pack = Callable[[bytes], bytes]
GZIP = 31
LEVEL = 1
SMALL = 2048
ZSTD_LEVEL = 3


def packer(compression: str) -> tuple[str, Pack]:
    """The ending of file names, and what packs a record."""
    if compression == "zstd":
        return ".warc.zst", _zstd()
    return ".warc.gz", _gzip


def _gzip(record: bytes) -> bytes:
    # Where there is little to gain, making the better codes would take most of the time.
    level = LEVEL if len(record) > SMALL else 0
    packed: bytes = isal_zlib.compress(record, level, GZIP)
    return packed


def _zstd() -> Pack:
    try:
        import zstandard
    except ImportError:
        raise MissingPartError(
            "WARC files in zstd need the package zstandard.",
            "pip install 'sheaf[zstd]', or leave warc_compression at gzip.",
        ) from None
    compress: Pack = zstandard.ZstdCompressor(ZSTD_LEVEL, write_checksum=True).compress
    return compress
