"""WACZ files: a zip with WARC files under `archive/`.

The WARCs are read where they stand in the zip when they are stored, as the format asks for; one
that was deflated is spooled first. No name from the zip ever becomes a path.
"""

from __future__ import annotations

import contextlib
import io
import struct
import tempfile
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from sheaf.acquire.importers.archives.archive import Archive
from sheaf.acquire.importers.archives.captures import lost_record
from sheaf.acquire.importers.archives.warc import WarcImporter
from sheaf.acquire.importers.contract import ImportContext, Reads
from sheaf.acquire.importers.unpack import FAULTS
from sheaf.errors import disk_errors
from sheaf.records import Aside, Capture

ZIP = b"PK\x03\x04"
CHUNK = 1024 * 1024
LOCAL_HEADER = struct.Struct("<4s22xHH")
# Of all that a zip holds. Some hundred bytes name a member, and a WACZ has a few dozen of them.
LARGEST_DIRECTORY = 8 * 1024**2
# WARCs shrink a few times when deflated, never so much.
MOST_RATIO = 200


class WaczImporter:
    reads = Reads(is_archive=True)

    def __init__(self, context: ImportContext) -> None:
        self.context = context
        self.warc = WarcImporter(context)

    def recognises(self, source: Path, head: bytes) -> bool:
        if not head.startswith(ZIP):
            return False
        if source.suffix.lower() == ".wacz":
            return True
        try:
            with open_zip(source) as file:
                return any(_is_archive(info) for info in file.infolist())
        except FAULTS:
            return False

    def captures(self, source: Path) -> Iterator[Capture | Aside]:
        whole = Archive.of(source)
        try:
            with open_zip(source) as file:
                members = [info for info in file.infolist() if _is_archive(info)]
        except FAULTS as problem:
            yield lost_record(whole, "0:broken", f"the zip cannot be read: {problem}")
            return
        if not members:
            yield lost_record(whole, "0:broken", "no WARC file in it")
        for name, info in _named(members):
            yield from self._read_member(whole, info, f"{name}@")

    def _read_member(
        self, whole: Archive, info: zipfile.ZipInfo, prefix: str
    ) -> Iterator[Capture | Aside]:
        with contextlib.ExitStack() as stack:
            try:
                if info.compress_type == zipfile.ZIP_STORED and not info.flag_bits & 1:
                    archive = _locate(whole, info, prefix)
                else:
                    archive = self._spool(whole, info, prefix, stack)
            except FAULTS as problem:
                reason = f"{info.filename} cannot be unpacked: {problem}"
                yield lost_record(whole, f"{prefix}0:broken", reason)
                return
            yield from self.warc.archive_captures(archive)

    def _spool(
        self, whole: Archive, info: zipfile.ZipInfo, prefix: str, stack: contextlib.ExitStack
    ) -> Archive:
        if info.file_size > CHUNK and info.file_size > info.compress_size * MOST_RATIO:
            raise zipfile.BadZipFile(f"unpacks to more than {MOST_RATIO} times its size")
        folder = self.context.spool
        with disk_errors(folder):
            spool = tempfile.NamedTemporaryFile(dir=folder, prefix="wacz-")  # noqa: SIM115
        stack.enter_context(spool)
        with open_zip(whole.path) as file, file.open(info) as stream:
            while chunk := stream.read(CHUNK):
                with disk_errors(folder):
                    spool.write(chunk)
        with disk_errors(folder):
            spool.flush()
        return Archive(whole.source, Path(spool.name), prefix)


class CarefulFile(io.FileIO):
    """A file for zipfile, which reads the directory of a zip as a whole, however many gigabytes
    the zip says it has."""

    def read(self, size: int | None = -1, /) -> bytes:
        if size is not None and size > LARGEST_DIRECTORY:
            raise zipfile.BadZipFile(f"its directory has {size:,} bytes")
        return super().read(size) or b""


@contextlib.contextmanager
def open_zip(path: Path) -> Iterator[zipfile.ZipFile]:
    with CarefulFile(path) as stream, zipfile.ZipFile(stream) as file:
        yield file


def find_stored_archive(path: Path, name: str) -> Archive:
    """An archive that stands in a zip as it is, by the name in the places of its records."""
    with open_zip(path) as file:
        members = [info for info in file.infolist() if _is_archive(info)]
    for one, info in _named(members):
        if one == name and info.compress_type == zipfile.ZIP_STORED and not info.flag_bits & 1:
            return _locate(Archive.of(path), info, f"{name}@")
    raise zipfile.BadZipFile(f"no archive {name} is stored in it as it is")


def _named(members: Sequence[zipfile.ZipInfo]) -> Iterator[tuple[str, zipfile.ZipInfo]]:
    """A name may stand in a zip twice, but a place means one record."""
    names: set[str] = set()
    for number, info in enumerate(members):
        name = info.filename if info.filename not in names else f"{info.filename}!{number}"
        names.add(name)
        yield name, info


def _is_archive(info: zipfile.ZipInfo) -> bool:
    name = info.filename.lower()
    return name.startswith("archive/") and name.endswith((".warc", ".warc.gz", ".warc.zst"))


def _locate(whole: Archive, info: zipfile.ZipInfo, prefix: str) -> Archive:
    """The stretch of the zip in which a member stands, behind its local header."""
    with whole.path.open("rb") as stream:
        stream.seek(info.header_offset)
        header = stream.read(LOCAL_HEADER.size)
    if len(header) < LOCAL_HEADER.size or not header.startswith(ZIP):
        raise zipfile.BadZipFile("no local header where it should be")
    _, name_size, extra_size = LOCAL_HEADER.unpack(header)
    start = info.header_offset + LOCAL_HEADER.size + name_size + extra_size
    return Archive(whole.source, whole.path, prefix, start, info.file_size)
