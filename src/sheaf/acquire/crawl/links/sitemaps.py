"""Sitemaps (sitemaps.org): a list of pages, or of further sitemaps, in XML or as plain lines."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sheaf.acquire.crawl.decode import decode_body
from sheaf.acquire.crawl.links.contract import LONGEST_REFERENCE, LinkKind, RawLink
from sheaf.acquire.crawl.links.markup import unescape_text

ROOTS = frozenset({"urlset", "sitemapindex"})
# The limits of the protocol itself.
LONGEST = 50 * 1024**2
MOST = 50_000
PACKED_TYPES = frozenset(
    {"application/gzip", "application/x-gzip", "application/octet-stream", "text/plain"}
)
NAME = re.compile(r"/[^/?]*sitemap[^/?]*\.(?:xml|txt|gz)(?:\?.*)?$", re.IGNORECASE)
# Pictures and films have a `loc` of their own.
LOCATION = re.compile(
    rb"<(?!image:|video:)(?:[\w.-]{1,40}+:)?+loc\b[^>]*+>\s*+(?:<!\[CDATA\[\s*+)?+([^<\]]++)"
)
LINE = re.compile(rb"[^\r\n]++")


def is_sitemap_name(url: str, mime_type: str) -> bool:
    """Whether a file that could be anything bears the name of a sitemap."""
    return mime_type in PACKED_TYPES and NAME.search(url) is not None


def references(data: bytes) -> Iterator[RawLink]:
    """The addresses in a sitemap of any form; none of what is no sitemap."""
    if data[:2] == b"\x1f\x8b":
        data = decode_body(data, "gzip", limit=LONGEST)
    head = data[:100].lstrip(b"\xef\xbb\xbf \t\r\n")
    for found in (LOCATION if head[:1] == b"<" else LINE).finditer(data):
        address = found[found.lastindex or 0].strip(b"\xef\xbb\xbf \t\r\n")
        if len(address) <= LONGEST_REFERENCE and address[:4].lower() == b"http":
            text = unescape_text(address.decode("utf-8", "replace"))
            yield RawLink(text, LinkKind.SITEMAP)
