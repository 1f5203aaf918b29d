"""Whether a file is an archive, and of which kind: by what it starts with, else by its name."""

from __future__ import annotations

import zlib
from pathlib import Path

from sheaf.acquire.importers.archives.compression import FRAMED
from sheaf.acquire.importers.archives.grammar import VERSION_LINE, ArcGrammar
from sheaf.acquire.importers.archives.segments import GZIP, Damage, FrameFormat, frame_format

PACKED = ("", ".gz", ".zst", ".lz4")
START = 16 * 1024


def archive_kind(source: Path, head: bytes) -> str | None:
    """`warc`, `arc` or None. The name counts only where the start of a file is broken."""
    start = unpack_start(source, head)
    if VERSION_LINE.match(start):
        return "warc"
    if ArcGrammar().read_header(bytearray(start), 0):
        return "arc"
    if not head:
        return None
    return kind_by_name(source.name)


def kind_by_name(name: str) -> str | None:
    """By the name alone. Heritrix adds `.open` while it writes."""
    name = name.lower().removesuffix(".open")
    return next((kind for kind in ("warc", "arc") if _has_ending(name, kind)), None)


def _has_ending(name: str, kind: str) -> bool:
    return any(name.endswith(f".{kind}{packed}") for packed in PACKED)


def unpack_start(source: Path, head: bytes) -> bytes:
    """The first bytes unpacked."""
    if head.startswith(GZIP):
        try:
            return zlib.decompressobj(wbits=31).decompress(head, START)
        except zlib.error:
            return b""
    kind = frame_format(head)
    return _unpack_first_frame(source, kind) if kind else head


def _unpack_first_frame(source: Path, kind: FrameFormat) -> bytes:
    """From the file itself: before the first frame a dictionary of any size may stand."""
    try:
        with source.open("rb") as stream:
            segments = FRAMED[kind.magic].open(stream, 0)
            return segments.read_chunk()[:START] if segments.begin() is not None else b""
    except (OSError, Damage):
        return b""
