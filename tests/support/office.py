"""Office files, made by hand: compound files with header, FAT and directory, and zips."""

from __future__ import annotations

import io
import struct
import zipfile

END, FREE, FAT_SECTOR, NO_ENTRY = 0xFFFFFFFE, 0xFFFFFFFF, 0xFFFFFFFD, 0xFFFFFFFF
STORAGE, STREAM, ROOT = 1, 2, 5


def directory_entry(
    name, kind, *, left=NO_ENTRY, right=NO_ENTRY, child=NO_ENTRY, start=END, size=0
):
    encoded = name.encode("utf-16-le")
    return (
        encoded.ljust(64, b"\0")
        + struct.pack("<HBBIII", len(encoded) + 2, kind, 1, left, right, child)
        + bytes(36)
        + struct.pack("<IQ", start, size)
    )


def compound_file(*streams, within=(), sector_bytes=512, ahead=0):
    """A compound file with streams at its top, and others in a folder. With `ahead`, so many
    sectors of content stand before the directory, as in a file of some size."""
    entries = [directory_entry("Root Entry", ROOT, child=1)]
    # A tree that leans to the right: each stream has the next as its right neighbour.
    for number, name in enumerate(streams, 1):
        last = number == len(streams) and not within
        entries.append(directory_entry(name, STREAM, right=NO_ENTRY if last else number + 1))
    if within:
        first = len(entries) + 1
        entries.append(directory_entry("ObjectPool", STORAGE, child=first))
        for number, name in enumerate(within, first):
            right = NO_ENTRY if number == first + len(within) - 1 else number + 1
            entries.append(directory_entry(name, STREAM, right=right))
    directory = b"".join(entries)
    directory = directory.ljust(-(-len(directory) // sector_bytes) * sector_bytes, b"\0")
    in_directory, in_fat = len(directory) // sector_bytes, sector_bytes // 4
    fat_count = 1
    while fat_count * in_fat < ahead + in_directory + fat_count:
        fat_count += 1
    more = max(0, fat_count - 109)
    difat_count = -(-more // (in_fat - 1))
    while fat_count * in_fat < ahead + in_directory + fat_count + difat_count:
        fat_count += 1
    first_fat = ahead + in_directory
    first_difat = first_fat + fat_count
    table = [*range(1, ahead), *([END] if ahead else [])]
    table += [*range(ahead + 1, first_fat), END]
    table += [FAT_SECTOR] * fat_count + [FAT_SECTOR - 1] * difat_count
    table += [FREE] * (fat_count * in_fat - len(table))
    places = list(range(first_fat, first_difat))
    chain = b""
    for number in range(difat_count):
        part = places[109 + number * (in_fat - 1) :][: in_fat - 1]
        part += [FREE] * (in_fat - 1 - len(part))
        following = END if number == difat_count - 1 else first_difat + number + 1
        chain += struct.pack(f"<{in_fat}I", *part, following)
    header = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(16)
    header += struct.pack("<HHHHH6x", 0x3E, 3, 0xFFFE, sector_bytes.bit_length() - 1, 6)
    header += struct.pack("<IIIIIII", 0, fat_count, ahead, 0, 4096, END, 0)
    header += struct.pack("<II", first_difat if difat_count else END, difat_count)
    header += struct.pack("<109I", *(places[:109] + [FREE] * (109 - len(places[:109]))))
    content = b"x" * (ahead * sector_bytes)
    return (
        header.ljust(sector_bytes, b"\0")
        + content
        + directory
        + struct.pack(f"<{len(table)}I", *table)
        + chain
    )


def zip_of(members):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return out.getvalue()


def openxml_file(main_type, part="word/document.xml"):
    types = (
        '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
        '<Default Extension="xlsx" ContentType="application/vnd.openxmlformats-officedocument'
        '.spreadsheetml.sheet"/>'
        f'<Override PartName="/{part}" ContentType="{main_type}.main+xml"/></Types>'
    )
    return zip_of({"[Content_Types].xml": types, part: "<x/>"})


def opendocument_file(mime_type):
    return zip_of({"mimetype": mime_type, "content.xml": "<x/>"})
