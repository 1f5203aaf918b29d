"""The block of a record: small ones in memory, large ones in a file of the spool folder."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from sheaf.acquire.importers.contract import ImportContext
from sheaf.errors import disk_errors
from sheaf.records import Payload

# No sane HTTP head is larger; so much is kept in memory besides a payload.
HEAD_ROOM = 64 * 1024


@dataclass(slots=True)
class Block:
    """All of it, or its start when the whole is in a file."""

    start: bytes
    length: int
    path: str | None = None

    def cut(self, length: int) -> Block:
        """The first bytes of it only."""
        if self.path is not None:
            os.truncate(self.path, length)
        return Block(self.start[:length], length, self.path)

    def drop(self) -> None:
        drop_file(self.path)


def collect_block(chunks: Iterable[bytes], context: ImportContext) -> Block:
    """The chunks put together, never more than the limit of them in memory."""
    in_memory: list[bytes] = []
    size = 0
    rest = iter(chunks)
    for chunk in rest:
        in_memory.append(chunk)
        size += len(chunk)
        if size > context.hand_over_bytes + HEAD_ROOM:
            return _spool(in_memory, rest, context)
    return Block(in_memory[0] if len(in_memory) == 1 else b"".join(in_memory), size)


def _spool(in_memory: list[bytes], rest: Iterable[bytes], context: ImportContext) -> Block:
    start = b"".join(in_memory)
    with disk_errors(context.spool):
        descriptor, path = tempfile.mkstemp(dir=context.spool, prefix="payload-")
        file = os.fdopen(descriptor, "wb")
    with file:
        length = _write(file, start, context)
        for chunk in rest:
            length += _write(file, chunk, context)
    return Block(start[:HEAD_ROOM], length, path)


def _write(file: BinaryIO, chunk: bytes, context: ImportContext) -> int:
    with disk_errors(context.spool):
        return file.write(chunk)


def make_payload(
    block: Block, offset: int, encodings: tuple[str, ...], context: ImportContext
) -> Payload:
    """The block from an offset on as a payload."""
    if block.path is None and block.length - offset > context.hand_over_bytes:
        block = _spool([block.start[offset:]], (), context)
        offset = 0
    if block.path is None:
        return Payload(data=block.start[offset:], encodings=encodings)
    length = block.length - offset
    return Payload(path=block.path, offset=offset, length=length, encodings=encodings)


def drop_file(path: str | None) -> None:
    if path is not None:
        with contextlib.suppress(OSError):
            Path(path).unlink()
