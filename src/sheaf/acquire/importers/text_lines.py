"""Lines of text files, compressed or not, of which some are cut off and some have no end."""

from __future__ import annotations

import gzip
import io
import zlib
from collections.abc import Iterator
from functools import partial
from typing import BinaryIO

BUFFER = 1024 * 1024
GZIP = b"\x1f\x8b"
# What reading a compressed file raises where it was cut off.
BROKEN_GZIP = (EOFError, gzip.BadGzipFile, zlib.error)


def is_zipped(file: BinaryIO) -> bool:
    start = file.read(2)
    file.seek(0)
    return start == GZIP


def open_gzip(file: BinaryIO) -> io.BufferedReader:
    # GzipFile reads lines in Python; a BufferedReader around it does so in C.
    return io.BufferedReader(_GzipReader(file), BUFFER)


class _GzipReader(io.RawIOBase):
    """A compressed file that gives what it has: GzipFile would, at the end of one that was cut
    off, throw away what it had unpacked to fill a larger buffer."""

    def __init__(self, file: BinaryIO) -> None:
        self.file = gzip.GzipFile(fileobj=file)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        data = self.file.read1(len(buffer))
        buffer[: len(data)] = data
        return len(data)


def read_lines(stream: BinaryIO, longest: int) -> Iterator[bytes]:
    """Lines, of which none is longer than the limit: the rest of such a one is passed over."""
    for line in iter(partial(stream.readline, longest), b""):
        yield line
        if len(line) == longest:
            while line[-1:] not in {b"\n", b""}:
                line = stream.readline(longest)
