"""Containers, bounded: what is in a gzip, zip or tar, as long as it stays within the limits.

Only names and bytes come out; nothing is ever written under a name found in a container.
"""

from __future__ import annotations

import io
import lzma
import struct
import tarfile
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

CHUNK = 256 * 1024  # unpacked at a time
INPUT_CHUNK = 16 * 1024  # fed at a time
GZIP_TYPE = "application/gzip"
CONTAINER_TYPES = frozenset({GZIP_TYPE, "application/zip", "application/x-tar"})
# What the standard library raises over a broken container: beside its own errors those that slip
# through it, for a method it does not know, a password, a name that is no text or none at all, a
# size that fits no integer, a header that ends too early.
FAULTS = (
    zipfile.BadZipFile,
    tarfile.TarError,
    zlib.error,
    lzma.LZMAError,
    struct.error,
    EOFError,
    IndexError,
    NotImplementedError,
    OSError,
    OverflowError,
    RuntimeError,
    ValueError,
)


class Bomb(Exception):  # noqa: N818 - a finding, not an error
    """Unpacking would exceed a limit; the message says which."""


class Broken(Exception):  # noqa: N818
    """The container cannot be read to its end."""


@dataclass(frozen=True, slots=True)
class UnpackLimits:
    bytes: int
    ratio: int
    members: int

    def allow(self, unpacked: int, packed: int) -> None:
        if unpacked > self.bytes:
            raise Bomb(f"unpacks to more than {self.bytes} bytes")
        # Small files may shrink by any ratio without harm.
        if unpacked > 1024 * 1024 and unpacked > packed * self.ratio:
            raise Bomb(f"unpacks to more than {self.ratio} times its size")


class Allowance:
    """What one capture may unpack to in all, however its containers are nested."""

    def __init__(self, limits: UnpackLimits) -> None:
        self.limits = limits
        self.members = 0
        self.bytes = 0

    def take(self, members_read: Sequence[tuple[str, bytes]]) -> None:
        self.members += len(members_read)
        self.bytes += sum(len(content) for _, content in members_read)
        if self.members > self.limits.members:
            raise Bomb(f"holds more than {self.limits.members} files")
        if self.bytes > self.limits.bytes:
            raise Bomb(f"unpacks to more than {self.limits.bytes} bytes")


def read_members(data: bytes, mime_type: str, limits: UnpackLimits) -> Iterator[tuple[str, bytes]]:
    """(name, bytes) of each regular file in a container of a type in CONTAINER_TYPES."""
    try:
        if mime_type == GZIP_TYPE:
            yield "", gunzip(data, limits)
        elif mime_type == "application/zip":
            yield from _zip_members(data, limits)
        else:
            yield from _tar_members(data, limits)
    except FAULTS as problem:
        raise Broken(str(problem)) from None


def gunzip(data: bytes, limits: UnpackLimits) -> bytes:
    """All members of a gzip stream one after the other; trailing garbage is left alone."""
    return inflate(data, limits, wbits=31)


def inflate(data: bytes, limits: UnpackLimits, wbits: int) -> bytes:
    out = io.BytesIO()
    # Offsets, not slices: a file of a million empty members must not be copied a million times.
    view = memoryview(data)
    at = _inflate_member(zlib.decompressobj(wbits=wbits), view, 0, out, limits)
    while data.startswith(b"\x1f\x8b", at):
        whole = out.tell()
        try:
            at = _inflate_member(zlib.decompressobj(wbits=31), view, at, out, limits)
        except zlib.error:  # what only looked like a further member
            out.truncate(whole)
            break
    return out.getvalue()


def _inflate_member(
    stream: zlib._Decompress, data: memoryview, start: int, out: io.BytesIO, limits: UnpackLimits
) -> int:
    """One member, fed chunk by chunk; where it ends."""
    at = start
    while at < len(data) and not stream.eof:
        chunk = bytes(data[at : at + INPUT_CHUNK])
        at += len(chunk)
        while chunk and not stream.eof:
            out.write(stream.decompress(chunk, CHUNK))
            limits.allow(out.tell(), len(data))
            chunk = stream.unconsumed_tail
    if not stream.eof:
        raise zlib.error("the compressed data ends too early")
    return at - len(stream.unused_data)


def _zip_members(data: bytes, limits: UnpackLimits) -> Iterator[tuple[str, bytes]]:
    total = 0
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        for number, info in enumerate(archive.infolist()):
            _allow_member(number, limits)
            if info.filename.endswith("/"):
                continue
            with archive.open(info) as stream:
                content = _read(stream, limits, len(data), total)
            total += len(content)
            yield info.filename, content


def _tar_members(data: bytes, limits: UnpackLimits) -> Iterator[tuple[str, bytes]]:
    total = 0
    with tarfile.open(fileobj=io.BytesIO(data), mode="r:") as archive:
        for number, info in enumerate(archive):
            _allow_member(number, limits)
            stream = archive.extractfile(info) if info.isreg() else None
            if stream is None:
                continue
            content = _read(stream, limits, len(data), total)
            total += len(content)
            yield info.name, content


def _allow_member(number: int, limits: UnpackLimits) -> None:
    if number >= limits.members:
        raise Bomb(f"holds more than {limits.members} files")


def _read(stream: object, limits: UnpackLimits, packed: int, before: int) -> bytes:
    out = io.BytesIO()
    while chunk := stream.read(CHUNK):  # type: ignore[attr-defined]
        out.write(chunk)
        limits.allow(before + out.tell(), packed)
    return out.getvalue()
