"""What is called a page and is none: pictures, sound and films, documents, packed files.

Servers call many things HTML. Their bytes hold no links, only what looks like some.
"""

from __future__ import annotations

import re

# The endings that Heritrix does not expect a page behind.
NOT_OF_PAGES = re.compile(
    r"\.(?:gif|jpe?g|png|tiff?|bmp|webp|ico|avi|mov|mpe?g|mp[34]|swf|wav|au|aiff|midi?)(?:\?|$)",
    re.IGNORECASE,
)
# How files of other kinds begin.
BEGINNINGS = (
    b"%PDF-", b"%!PS", b"\xf7\x02", b"AT&TFORM", b"GIF8", b"\x89PNG", b"\xff\xd8\xff", b"RIFF",
    b"PK\x03\x04", b"\x1f\x8b", b"BZh", b"\xfd7zXZ", b"\xd0\xcf\x11\xe0", b"{\\rtf", b"ID3",
)  # fmt: skip


def is_no_page(url: str, body: bytes) -> bool:
    return body.startswith(BEGINNINGS) or NOT_OF_PAGES.search(url) is not None
