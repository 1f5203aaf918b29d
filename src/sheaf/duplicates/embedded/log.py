"""The log of a store: what was written since the last run, in frames that are whole or nothing."""

from __future__ import annotations

import os
import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from sheaf.duplicates.embedded.pieces import Array
from sheaf.errors import disk_errors

HEAD = struct.Struct("<4sIqI")
MAGIC = b"shf1"
NO_REVISION = -1
ENTRY = 4 + 1 + 8


@dataclass(frozen=True, slots=True)
class Frame:
    documents: Array
    is_in: Array
    fingerprints: Array
    revision: int | None

    def packed(self) -> bytes:
        body: bytes = (
            self.documents.astype("<u4").tobytes()
            + self.is_in.astype(np.uint8).tobytes()
            + self.fingerprints.astype("<u8").tobytes()
        )
        revision = NO_REVISION if self.revision is None else self.revision
        return HEAD.pack(MAGIC, len(self.documents), revision, _check(revision, body)) + body


def _check(revision: int, body: bytes) -> int:
    return zlib.crc32(body, zlib.crc32(struct.pack("<q", revision)))


def read_frames(path: Path, start: int = 0) -> Iterator[tuple[Frame, int]]:
    """Each whole frame with where it ends. One that is still being written, or was when its writer
    was killed, ends the reading."""
    with path.open("rb") as file:
        file.seek(start)
        data = file.read()
    at = 0
    while len(data) - at >= HEAD.size:
        magic, count, revision, check = HEAD.unpack_from(data, at)
        body = data[at + HEAD.size : at + HEAD.size + count * ENTRY]
        if magic != MAGIC or len(body) < count * ENTRY or _check(revision, body) != check:
            return
        at += HEAD.size + len(body)
        yield _unpack(body, count, revision), start + at


def _unpack(body: bytes, count: int, revision: int) -> Frame:
    return Frame(
        np.frombuffer(body, "<u4", count),
        np.frombuffer(body, np.uint8, count, count * 4).astype(bool),
        np.frombuffer(body, "<u8", count, count * 5),
        None if revision == NO_REVISION else revision,
    )


def append_frame(path: Path, frame: Frame, end: int) -> int:
    """Behind the last whole frame; on the disk when this returns. Where the file ends then."""
    packed = frame.packed()
    with disk_errors(path):
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT, 0o600)
        try:
            os.ftruncate(descriptor, end)
            rest, at = memoryview(packed), end
            while rest:
                written = os.pwrite(descriptor, rest, at)
                rest, at = rest[written:], at + written
            os.fdatasync(descriptor)
        finally:
            os.close(descriptor)
    return at
