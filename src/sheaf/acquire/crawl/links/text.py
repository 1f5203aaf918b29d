"""The words of a link and the words around it, cut out of the page as it stands."""

from __future__ import annotations

import re
from typing import NamedTuple

from sheaf.acquire.crawl.links.markup import read_attributes, unescape_text

LONGEST_ANCHOR = 500
# In characters of the page, tags included.
ANCHOR_REACH = 2000
CONTEXT_REACH = 300
# In characters of text, on each side of the link.
CONTEXT_SIDE = 100

ANCHOR_END = re.compile(r"</?[aA](?![a-zA-Z0-9:-])")
# Where one entry of a list, or one paragraph, ends and another begins.
BOUNDARY = re.compile(
    r"<(?:/?(?:li|tr|p|dl|dt|ul|ol|table|h[1-6]|hr|body|form|section|article|blockquote|pre)\b"
    r"|script|style|!--)",
    re.IGNORECASE,
)
SPACING = re.compile(r"<(?:/?(?:br|p|div|li|t[dhr]|h[1-6]|d[dlt]|[uo]l)\b|img\b)[^>]*+>?", re.I)
TAG = re.compile(r"</?[a-zA-Z!][^>]*+>?")
PICTURE = re.compile(r"<img\s([^>]*+)", re.IGNORECASE)


def words(html: str) -> str:
    """The text of a piece of a page, in one line."""
    if "<" in html:
        html = TAG.sub("", SPACING.sub(" ", html))
    if "&" in html:
        html = unescape_text(html)
    return " ".join(html.split())


def anchor_end(page: str, start: int) -> int:
    """Where the words of an anchor end: at its end tag, or where the next anchor begins."""
    reach = min(start + ANCHOR_REACH, len(page))
    found = ANCHOR_END.search(page, start, reach)
    return found.start() if found else reach


def anchor_text(piece: str) -> str:
    """The words of an anchor, or what its picture is called."""
    text = words(piece)
    if not text and "<" in piece:
        picture = PICTURE.search(piece)
        text = words(read_attributes(picture[1]).get("alt", "")) if picture else ""
    return text[:LONGEST_ANCHOR]


class LinkPosition(NamedTuple):
    """Where a link stands in its page: from its start tag to the end of its words, in a block."""

    page: str
    start: int
    end: int
    block: int

    def __repr__(self) -> str:
        return f"LinkPosition({self.start}, {self.end})"

    def context(self, text: str) -> str:
        """The words around the link in its paragraph or entry, with its own text between."""
        return " ".join(filter(None, (self._before(), text, self._after())))

    def _before(self) -> str:
        reach = self.start - CONTEXT_REACH
        piece = self.page[max(reach, self.block, 0) : self.start]
        if reach > self.block:
            # The cut may have gone through a tag.
            first, _, rest = piece.partition(">")
            piece = rest if rest and "<" not in first else piece
        text = words(piece)
        return text[-CONTEXT_SIDE:].partition(" ")[2] if len(text) > CONTEXT_SIDE else text

    def _after(self) -> str:
        reach = min(self.end + CONTEXT_REACH, len(self.page))
        found = BOUNDARY.search(self.page, self.end, reach)
        text = words(self.page[self.end : found.start() if found else reach])
        return text[:CONTEXT_SIDE].rpartition(" ")[0] if len(text) > CONTEXT_SIDE else text
