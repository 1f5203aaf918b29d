"""Undo Content-Encoding and charset for reading a page's links, never past a bound."""

from __future__ import annotations

import codecs
import re
import zlib
from collections.abc import Iterator
from typing import Protocol

import brotli

from sheaf.charsets import codec_of

SLICE = 64 * 1024
MOST_MEMBERS = 1000
CHARSET_REACH = 2048
UTF_8 = "utf-8"
BROWSERS_DEFAULT = "windows-1252"
MARKS = (
    (codecs.BOM_UTF8, UTF_8),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
META_CHARSET = re.compile(
    rb"""<(?:meta[^>]{0,200}charset|\?xml[^>]{0,100}encoding)\s*+=\s*+["']?\s*+([\w.:-]+)""",
    re.IGNORECASE,
)


class Decompressor(Protocol):
    def decompress(self, data: bytes, max_length: int, /) -> bytes: ...


class Gzip:
    """Members one after the other, as some servers send what they packed in pieces. What follows
    the last is nobody's; so is what follows many, for small ones cost more than they bring."""

    def __init__(self) -> None:
        self._inner = zlib.decompressobj(wbits=31)
        self._members = 1

    def decompress(self, data: bytes, max_length: int, /) -> bytes:
        out = b""
        while data and len(out) < max_length and self._members <= MOST_MEMBERS:
            try:
                out += self._inner.decompress(data, max_length - len(out))
            except zlib.error:
                if self._members == 1:
                    raise
                self._members = MOST_MEMBERS + 1
                break
            if not self._inner.eof:
                break
            data = self._inner.unused_data
            self._inner = zlib.decompressobj(wbits=31)
            self._members += 1
        return out


class Brotli:
    """Brotli's decompressor behind the two arguments that zlib's takes."""

    def __init__(self) -> None:
        self._inner = brotli.Decompressor()

    def decompress(self, data: bytes, max_length: int, /) -> bytes:
        return bytes(self._inner.process(data, output_buffer_limit=max_length))


def decode_body(body: bytes, encodings: str, *, limit: int) -> bytes:
    """The body without its content encodings, as far as it can be read, cut at the limit."""
    names = [name.strip().lower() for name in encodings.split(",")]
    for name in reversed([name for name in names if name not in {"", "identity"}]):
        body = b"".join(_pieces(body, _decompressor(name, body), limit))
    return body[:limit]


def _decompressor(name: str, body: bytes) -> Decompressor | None:
    if name in {"gzip", "x-gzip"}:
        return Gzip()
    if name == "deflate":
        # Some servers send it bare, without the zlib header (CMF 8) that the standard asks for.
        return zlib.decompressobj(wbits=15 if body[:1] and body[0] & 15 == 8 else -15)
    return Brotli() if name == "br" else None


def _pieces(body: bytes, inner: Decompressor | None, limit: int) -> Iterator[bytes]:
    if inner is None:
        return
    for start in range(0, len(body), SLICE):
        try:
            piece = inner.decompress(body[start : start + SLICE], limit)
        except (zlib.error, brotli.error):
            return
        yield piece
        limit -= len(piece)
        # What a bounded call held back is dropped, so nothing after it would fit.
        if limit <= 0:
            return


def decode_text(html: bytes, content_type: str, default: str = BROWSERS_DEFAULT) -> str:
    """The page as text: by its byte order mark, by what the server says, by what it says itself.

    A page of no known charset is in UTF-8, or else in the default one.
    """
    for mark, codec in MARKS:
        if html.startswith(mark):
            return html[len(mark) :].decode(codec, "replace")
    _, _, declared = content_type.lower().partition("charset=")
    codec = codec_of(declared.partition(";")[0].strip(" \"'")) if declared else ""
    if not codec:
        own = META_CHARSET.search(html, 0, CHARSET_REACH)
        codec = codec_of(own[1].decode().lower()) if own else ""
        # A page that can be searched for its charset is in none of these.
        if codec.startswith("utf-16"):
            codec = UTF_8
    return html.decode(codec, "replace") if codec else _decode_undeclared(html, default)


def _decode_undeclared(html: bytes, default: str) -> str:
    try:
        return html.decode(UTF_8)
    except UnicodeDecodeError as problem:
        is_cut = problem.reason == "unexpected end of data"
        codec = UTF_8 if is_cut else codec_of(default) or codec_of(BROWSERS_DEFAULT)
        return html.decode(codec, "replace")
