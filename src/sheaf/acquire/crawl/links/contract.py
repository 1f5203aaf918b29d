"""The nouns of this folder: a link as it was found, its kind, and which links are read."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from sheaf.acquire.crawl.links.text import LinkPosition

# Beyond these a page is a trap or a dump; what stands in its first part is followed all the same.
LONGEST_PAGE = 4 * 1024**2
MOST_LINKS = 10_000
LONGEST_REFERENCE = 4096
SCHEMES = ("http://", "https://", "ftp://")


class LinkKind(StrEnum):
    """What a link was written as."""

    A = "a"
    AREA = "area"
    FRAME = "frame"
    IFRAME = "iframe"
    EMBED = "embed"
    FORM = "form"
    REFRESH = "refresh"
    CANONICAL = "canonical"
    ALTERNATE = "alternate"
    NEXT = "next"
    PREVIOUS = "previous"
    RELATED = "related"
    CITATION = "citation"
    JSON_LD = "json-ld"
    HEADER = "header"
    SITEMAP = "sitemap"
    FEED = "feed"
    PDF = "pdf"
    SCRIPT = "script"

    @property
    def hop(self) -> str:
        """The letter of such a step in Heritrix's path: a link, an embed, or a guess."""
        return HOPS.get(self, "L")


FRAMES = frozenset({LinkKind.FRAME, LinkKind.IFRAME})
HOPS = {
    LinkKind.EMBED: "E",
    LinkKind.REFRESH: "R",
    LinkKind.SCRIPT: "X",
}


class RawLink(NamedTuple):
    """A link before it is resolved; `start` and `end` are where its tag stands in the page."""

    to: str
    kind: LinkKind
    text: str = ""
    note: str = ""
    nofollow: bool = False
    start: int = 0
    end: int = 0
    block: int = 0


class OutLink(NamedTuple):
    """A link of an answer. A tuple, because a page has hundreds and each costs its making.

    `note` is what is said about a link that does not stand in a text: the name of its meta tag,
    the summary of its entry in a feed.
    """

    url: str
    text: str = ""
    kind: LinkKind = LinkKind.A
    nofollow: bool = False
    note: str = ""
    position: LinkPosition | None = None

    @property
    def context(self) -> str:
        """The words around the link, with its own; read from the page when they are asked for."""
        return self.position.context(self.text) if self.position else self.note


@dataclass(frozen=True, slots=True)
class LinkOptions:
    """Which files are read, which links beyond those a visitor could follow, which are left out.

    `encoding` is that of pages which name none and are not in UTF-8.
    """

    headers: bool = True
    html: bool = True
    feeds: bool = True
    embeds: bool = False
    forms: bool = False
    scripts: bool = False
    styles: bool = False
    eager: bool = False
    only_html: bool = True
    frames_are_embeds: bool = False
    encoding: str = "windows-1252"
    without: frozenset[LinkKind] = frozenset()

    def hop_of(self, kind: LinkKind) -> str:
        """The letter of a step along such a link, in Heritrix's path."""
        return "E" if self.frames_are_embeds and kind in FRAMES else kind.hop


STANDARD = LinkOptions()
