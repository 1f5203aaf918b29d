"""Which office format a file is: what stands in a compound file (OLE2) or in a zip tells.

The old formats of Word, PowerPoint and Excel are all compound files: a small file system with
sectors, a table of them (the FAT) and a directory. Each program calls its main stream by a name of
its own. The formats after them are zips: those of OpenDocument and EPUB have a member `mimetype`,
those of Microsoft a list of the types of their parts. [MS-CFB], ODF 1.3 part 2, ECMA-376 part 2.

Nothing of this is trusted: each number is checked, each sector is visited once.
"""

from __future__ import annotations

import io
import re
import struct
import zipfile
from collections.abc import Iterator
from itertools import islice

from sheaf.acquire.importers.unpack import FAULTS

OLE_START = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
OLE = "application/x-ole-storage"
ZIP = "application/zip"
# Streams at the top of a compound file, in small letters: a slide may hold a table of Excel, but
# further down.
MAIN_STREAMS = {
    "worddocument": "application/msword",
    "powerpoint document": "application/vnd.ms-powerpoint",
    "pp40": "application/vnd.ms-powerpoint",  # PowerPoint 4 and 95
    "workbook": "application/vnd.ms-excel",
    "book": "application/vnd.ms-excel",  # Excel 5 and 95
}
# The size of a sector (as a power of two), sectors of the FAT, the first sector of the directory,
# and the first one with more places of the FAT than those that the header has room for.
HEADER = struct.Struct("<30xH12xII16xI4x")
ENTRY = struct.Struct("<64sHBBIII")
ENTRY_BYTES = 128
LAST_SECTOR = 0xFFFF_FFFA  # larger numbers mean the end of a chain, or nothing
NO_ENTRY = 0xFFFF_FFFF
# A file of 100 MB has some dozen entries; with this many the rest is not looked at.
MOST_ENTRIES = 4096

OPENXML = "application/vnd.openxmlformats-officedocument."
# The type of the main part, and that of the file.
MAIN_PARTS = {
    "wordprocessingml.document": f"{OPENXML}wordprocessingml.document",
    "presentationml.presentation": f"{OPENXML}presentationml.presentation",
    "presentationml.slideshow": f"{OPENXML}presentationml.slideshow",
    "spreadsheetml.sheet": f"{OPENXML}spreadsheetml.sheet",
    "ms-word.document.macroenabled": "application/vnd.ms-word.document.macroenabled.12",
    "ms-powerpoint.presentation.macroenabled": (
        "application/vnd.ms-powerpoint.presentation.macroenabled.12"
    ),
    "ms-excel.sheet.macroenabled": "application/vnd.ms-excel.sheet.macroenabled.12",
}
MAIN_PART = re.compile(
    rb'"application/vnd\.(?:openxmlformats-officedocument\.)?([a-z.-]{1,60})\.main\+xml"'
)
DECLARED = re.compile(rb"application/(?:vnd\.oasis\.opendocument\.[a-z-]{1,40}|epub\+zip)")
LONGEST_DECLARED = 100
LONGEST_PART_LIST = 1024 * 1024


def compound_kind(data: bytes) -> str:
    """The format of a compound file, by its main stream."""
    try:
        names = set(islice(CompoundFile(data).top_names(), MOST_ENTRIES))
    except (struct.error, ValueError, IndexError):
        return OLE
    return next((kind for name, kind in MAIN_STREAMS.items() if name in names), OLE)


class CompoundFile:
    """As much of a compound file as leads to the names at its top."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        shift, fat_count, self.first_directory_sector, first_more = HEADER.unpack_from(data)
        if shift not in (9, 12):
            raise ValueError("no size of sectors that there is")
        self.sector_bytes = 1 << shift
        self.fat_sectors = list(self._fat_sectors(first_more, fat_count))

    def top_names(self) -> Iterator[str]:
        """The names of the streams and folders at the top: a tree of entries."""
        entries = self._entries()
        if not entries:
            return
        waiting, seen = [entries[0][6]], {0}
        while waiting:
            number = waiting.pop()
            if number == NO_ENTRY or number in seen or number >= len(entries):
                continue
            seen.add(number)
            name, size, _, _, left, right, _ = entries[number]
            yield name[: max(0, min(size, 64) - 2)].decode("utf-16-le", "replace").lower()
            waiting += (left, right)

    def _entries(self) -> list[tuple[bytes, int, int, int, int, int, int]]:
        whole = b"".join(self._directory_sectors())
        starts = range(0, len(whole) - ENTRY_BYTES + 1, ENTRY_BYTES)
        return [ENTRY.unpack_from(whole, start) for start in starts]

    def _directory_sectors(self) -> Iterator[bytes]:
        most = MOST_ENTRIES * ENTRY_BYTES // self.sector_bytes
        sector, seen = self.first_directory_sector, set[int]()
        while sector < LAST_SECTOR and sector not in seen and len(seen) < most:
            seen.add(sector)
            yield self._sector(sector)
            sector = self._next_sector(sector)

    def _next_sector(self, sector: int) -> int:
        table, place = divmod(sector, self.sector_bytes // 4)
        if table >= len(self.fat_sectors):
            return LAST_SECTOR
        found: int = struct.unpack_from("<I", self._sector(self.fat_sectors[table]), place * 4)[0]
        return found

    def _fat_sectors(self, first_more: int, count: int) -> Iterator[int]:
        """Where the table of sectors is: 109 places stand in the header, others in a chain."""
        most = min(count, len(self.data) // self.sector_bytes + 1)
        yield from struct.unpack_from("<109I", self.data, HEADER.size)[:most]
        given, seen, at = 109, set[int](), first_more
        while given < most and at < LAST_SECTOR and at not in seen:
            seen.add(at)
            *places, at = struct.unpack(f"<{self.sector_bytes // 4}I", self._sector(at))
            yield from places[: most - given]
            given += len(places)

    def _sector(self, number: int) -> bytes:
        start = (number + 1) * self.sector_bytes
        found = self.data[start : start + self.sector_bytes]
        if len(found) < self.sector_bytes:
            raise ValueError("a sector behind the end of the file")
        return found


def zip_kind(data: bytes) -> str:
    """The format that a zip says it is, in one of the two ways; else it is a zip."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            names = set(archive.namelist())
            if "mimetype" in names:
                return _declared_kind(_read_start(archive, "mimetype", LONGEST_DECLARED))
            if "[Content_Types].xml" in names:
                return _main_part_kind(
                    _read_start(archive, "[Content_Types].xml", LONGEST_PART_LIST)
                )
    except FAULTS:
        pass
    return ZIP


def _declared_kind(text: bytes) -> str:
    found = DECLARED.fullmatch(text.strip())
    return found[0].decode() if found else ZIP


def _main_part_kind(types: bytes) -> str:
    for found in MAIN_PART.finditer(types.lower()):
        if kind := MAIN_PARTS.get(found[1].decode()):
            return kind
    return ZIP


def _read_start(archive: zipfile.ZipFile, name: str, most: int) -> bytes:
    with archive.open(name) as stream:
        return stream.read(most)
