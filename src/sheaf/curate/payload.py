"""The bytes of a capture as the document's own: HTTP encodings undone, within limits."""

from __future__ import annotations

import hashlib
import io
import re
import zlib
from collections.abc import Iterator

import brotli
from fastwarc.stream_io import StreamError, ZstdReader

from sheaf.acquire.importers.unpack import Bomb, Broken, UnpackLimits, inflate
from sheaf.curate.mime_type import sniff
from sheaf.records import Dropped, Outcome, Payload

# Types that say little: bytes of these may well be encoded.
VAGUE_TYPES = frozenset({"application/octet-stream", "application/gzip", "text/plain"})
PACKED = frozenset({"gzip", "x-gzip", "deflate", "br", "zstd"})  # encodings; others are no work
AT_ONCE = 1024**2
CHUNK_SIZE_LINE = re.compile(rb"[0-9A-Fa-f]{1,16}[ \t]*(?:;[^\r\n]*)?\r?\n")


def load(payload: Payload, limits: UnpackLimits) -> bytes | Dropped:
    """The payload decoded, or why there is none."""
    try:
        data = _read_raw(payload, limits)
        for encoding in payload.encodings:
            data = undo_encoding(encoding, data, limits)
    except Bomb as finding:
        return Dropped(Outcome.BOMB, str(finding))
    except Broken as finding:
        return Dropped(Outcome.DAMAGED, str(finding))
    except OSError as problem:
        return Dropped(Outcome.MISSING_BYTES, f"cannot be read: {problem.strerror}")
    if not data:
        return Dropped(Outcome.EMPTY, "no bytes")
    return data


def _read_raw(payload: Payload, limits: UnpackLimits) -> bytes:
    if payload.data is not None:
        return payload.data
    if payload.path is None:
        return b""
    if payload.length is not None and payload.length > limits.bytes:
        raise Bomb(f"larger than {limits.bytes} bytes")
    with open(payload.path, "rb") as stream:
        stream.seek(payload.offset)
        return stream.read(-1 if payload.length is None else payload.length)


def compute_sha1(payload: Payload, limits: UnpackLimits) -> tuple[str, bytes] | None:
    """The SHA-1 of what `load` answers, and the first bytes of that; None where it is not told
    without unpacking anything, or where there is nothing to load. Little memory is needed."""
    sha1 = hashlib.sha1(usedforsecurity=False)
    size, start = 0, b""
    try:
        for piece in _read_plain(payload):
            start = start or piece
            size += len(piece)
            if size > limits.bytes:
                return None
            sha1.update(piece)
    except OSError:
        return None
    return (sha1.hexdigest(), start) if size else None


def _read_plain(payload: Payload) -> Iterator[bytes]:
    if payload.data is not None:
        data = payload.data
        for encoding in payload.encodings:
            # Many archives hold what was decoded under a header that still names the encoding.
            if encoding in PACKED and not (encoding.endswith("gzip") and data[:2] != b"\x1f\x8b"):
                return
            data = unchunk(data) if encoding == "chunked" else data
        yield data
    elif payload.path is not None and not payload.encodings:
        left = payload.length
        with open(payload.path, "rb") as stream:
            stream.seek(payload.offset)
            while left is None or left > 0:
                piece = stream.read(AT_ONCE if left is None else min(AT_ONCE, left))
                if not piece:
                    return
                left = None if left is None else left - len(piece)
                yield piece


def undo_encoding(encoding: str, data: bytes, limits: UnpackLimits) -> bytes:
    """One encoding undone. Archives often hold bodies that were decoded when they were stored
    while the header still names the encoding: those come back as they are, and so does what is
    labelled with a word that is no encoding at all."""
    try:
        return _decode(encoding, data, limits)
    except Broken:
        if sniff(data) in VAGUE_TYPES:
            raise
        return data


def _decode(encoding: str, data: bytes, limits: UnpackLimits) -> bytes:
    if encoding == "chunked":
        return unchunk(data)
    if encoding in {"gzip", "x-gzip"}:
        return _inflate(data, limits, 31) if data.startswith(b"\x1f\x8b") else data
    if encoding == "deflate":
        # The name means zlib, but many servers sent the raw stream.
        return _inflate(data, limits, 15 if data[:1] == b"\x78" else -15)
    if encoding == "br":
        return _unbrotli(data, limits)
    if encoding == "zstd":
        return _unzstd(data, limits)
    return data


def _inflate(data: bytes, limits: UnpackLimits, wbits: int) -> bytes:
    try:
        return inflate(data, limits, wbits)
    except zlib.error as problem:
        raise Broken(f"the compressed body is broken: {problem}") from None


def _unbrotli(data: bytes, limits: UnpackLimits) -> bytes:
    stream = brotli.Decompressor()
    out = bytearray()
    try:
        for start in range(0, len(data), 4096):
            piece = data[start : start + 4096]
            # A few bytes may unpack to gigabytes: never more than a chunk at a time.
            while more := stream.process(piece, output_buffer_limit=64 * 1024):
                out += more
                limits.allow(len(out), len(data))
                piece = b""
    except brotli.error as problem:
        raise Broken(f"the compressed body is broken: {problem}") from None
    return bytes(out)


def _unzstd(data: bytes, limits: UnpackLimits) -> bytes:
    out = bytearray()
    try:
        stream = ZstdReader(io.BytesIO(data))
        while piece := stream.read(64 * 1024):
            out += piece
            limits.allow(len(out), len(data))
    except (StreamError, OSError, ValueError) as problem:
        raise Broken(f"the compressed body is broken: {problem}") from None
    return bytes(out)


def unchunk(data: bytes) -> bytes:
    """A chunked body put together. One that is not chunked after all is returned as it is,
    one that is cut short as far as it goes: the document's own reader judges the rest."""
    out = bytearray()
    position = 0
    while line := CHUNK_SIZE_LINE.match(data, position):
        size = int(line[0].split(b";")[0].strip(), 16)
        if size == 0:
            return bytes(out)
        out += data[line.end() : line.end() + size]
        position = line.end() + size
        position += 2 if data[position : position + 2] == b"\r\n" else 1
    return bytes(out) if out else data
