"""Feeds: RSS, Atom and RDF. The title of an entry is the text of its links."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice, pairwise

from sheaf.acquire.crawl.links.contract import LONGEST_REFERENCE, MOST_LINKS, LinkKind, RawLink
from sheaf.acquire.crawl.links.markup import INSIDE, read_attributes, unescape_text
from sheaf.acquire.crawl.links.text import CONTEXT_REACH, words

ROOTS = frozenset({"rss", "feed", "rdf"})
LONGEST_ENTRY = 1024**2
ENTRY = re.compile(r"<(?:[\w.-]{1,40}+:)?+(?:item|entry)[\s>]")
TAG = re.compile(rf"<((?:[\w.-]{{1,40}}+:)?+[a-zA-Z][\w.-]*+)({INSIDE})>")
CDATA = "<![CDATA["
# Where an element keeps its address, if not in its text.
ADDRESS_IN = {
    "link": "href", "atom:link": "href", "enclosure": "url", "content": "src",
    "media:content": "url", "item": "rdf:about",
}  # fmt: skip
ADDRESS_AS_TEXT = frozenset({"link", "guid", "prism:url", "feedburner:origlink"})
# The feed itself, its editor's door, its pages of answers.
NOT_FOLLOWED = frozenset({"self", "edit", "edit-media", "replies", "hub", "search", "license"})


def references(text: str) -> Iterator[RawLink]:
    starts = [found.start() for found in islice(ENTRY.finditer(text), MOST_LINKS)]
    for start, end in pairwise([0, *starts, len(text)]):
        yield from _of_entry(text[start : min(end, start + LONGEST_ENTRY)])


def _of_entry(entry: str) -> Iterator[RawLink]:
    addresses: list[str] = []
    title = summary = None
    # As in a page: after the last bracket no tag can end.
    for found in TAG.finditer(entry, 0, entry.rfind(">") + 1):
        name = found[1].lower()
        if name in {"title", "dc:title"}:
            title = words(_content(entry, found.end())) if title is None else title
        elif name in {"description", "summary"}:
            if summary is None:
                summary = words(words(_content(entry, found.end())))[:CONTEXT_REACH]
        elif address := _address(name, found, entry):
            addresses.append(address)
    for address in addresses:
        yield RawLink(address, LinkKind.FEED, title or "", summary or "")


def _address(name: str, found: re.Match[str], entry: str) -> str:
    attributes = read_attributes(found[2]) if found[2] else {}
    if attributes.get("rel", "").lower() in NOT_FOLLOWED:
        return ""
    address = attributes.get(ADDRESS_IN[name], "") if name in ADDRESS_IN else ""
    if not address and name in ADDRESS_AS_TEXT and not found[2].endswith("/"):
        address = _content(entry, found.end())
        if name == "guid" and not address.startswith(("http://", "https://")):
            return ""
    return address.strip()


def _content(entry: str, start: int) -> str:
    """The text that follows a start tag, up to the next tag or the end of its quotation."""
    start += len(entry[start : start + 100]) - len(entry[start : start + 100].lstrip())
    reach = start + LONGEST_REFERENCE
    if entry.startswith(CDATA, start):
        end = entry.find("]]>", start, reach)
        return entry[start + len(CDATA) : end if end >= 0 else reach]
    end = entry.find("<", start, reach)
    return unescape_text(entry[start : end if end >= 0 else reach])
