"""Undo Content-Encoding and charset for reading a page's links, never past a bound."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from typing import Protocol

import brotli

SLICE = 64 * 1024
META_CHARSET = re.compile(rb"""<meta[^>]{0,200}charset\s*=\s*["']?\s*([\w.:-]+)""", re.IGNORECASE)


class Decompressor(Protocol):
    def decompress(self, data: bytes, max_length: int, /) -> bytes: ...


class Brotli:
    """Brotli's decompressor behind the two arguments that zlib's takes."""

    def __init__(self) -> None:
        self._inner = brotli.Decompressor()

    def decompress(self, data: bytes, max_length: int, /) -> bytes:
        return bytes(self._inner.process(data, output_buffer_limit=max_length))


def decoded(body: bytes, encodings: str, *, limit: int) -> bytes:
    """The body without its content encodings, as far as it can be read, cut at the limit."""
    names = [name.strip().lower() for name in encodings.split(",")]
    for name in reversed([name for name in names if name not in {"", "identity"}]):
        body = b"".join(_pieces(body, _decompressor(name, body), limit))
    return body[:limit]


def _decompressor(name: str, body: bytes) -> Decompressor | None:
    if name in {"gzip", "x-gzip"}:
        return zlib.decompressobj(wbits=31)
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


def text_of(html: bytes, content_type: str) -> str:
    """The page as text: the charset the server names, then the page's own word, then UTF-8."""
    _, _, declared = content_type.lower().partition("charset=")
    own = META_CHARSET.search(html[:2048])
    for name in (declared.partition(";")[0].strip(" \"'"), own[1].decode() if own else ""):
        try:
            return html.decode(name or "no charset named", "replace")
        except (LookupError, ValueError):
            continue
    return html.decode("utf-8", "replace")
