"""Whether a file is an archive, and of which kind: by what it starts with, else by its name."""

from __future__ import annotations

import zlib
from pathlib import Path

from sheaf.acquire.importers.archives import frames
from sheaf.acquire.importers.archives.compression import FRAMED
from sheaf.acquire.importers.archives.grammar import VERSION_LINE, ArcGrammar
from sheaf.acquire.importers.archives.segments import GZIP, Damage

PACKED = ("", ".gz", ".zst", ".lz4")
START = 16 * 1024


def archive_kind(source: Path, head: bytes) -> str | None:
    """`warc`, `arc` or None. The name counts only where the start of a file is broken."""
    start = plain_start(source, head)
    if VERSION_LINE.match(start):
        return "warc"
    if ArcGrammar().head(bytearray(start), 0):
        return "arc"
    if not head:
        return None
    return named_kind(source.name)


def named_kind(name: str) -> str | None:
    """By the name alone. Heritrix adds `.open` while it writes."""
    name = name.lower().removesuffix(".open")
    return next((kind for kind in ("warc", "arc") if _is_named(name, kind)), None)


def _is_named(name: str, kind: str) -> bool:
    return any(name.endswith(f".{kind}{packed}") for packed in PACKED)


def plain_start(source: Path, head: bytes) -> bytes:
    """The first bytes unpacked."""
    if head.startswith(GZIP):
        try:
            return zlib.decompressobj(wbits=31).decompress(head, START)
        except zlib.error:
            return b""
    kind = frames.kind_of(head)
    return _frame_start(source, kind) if kind else head


def _frame_start(source: Path, kind: frames.FrameKind) -> bytes:
    """From the file itself: before the first frame a dictionary of any size may stand."""
    try:
        with source.open("rb") as stream:
            pieces = FRAMED[kind.magic].open(stream, 0)
            return pieces.chunk()[:START] if pieces.begin() is not None else b""
    except (OSError, Damage):
        return b""
