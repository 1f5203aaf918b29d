"""The links of an HTML page.

The page is scanned tag by tag, as a browser's tokeniser does it, and no tree is built: links need
none, and building one takes time that grows with the square of a hostile page. A page is read once,
from front to back, however broken it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from sheaf.acquire.crawl.links.contract import MOST_LINKS, LinkKind, LinkOptions, RawLink
from sheaf.acquire.crawl.links.markup import INSIDE, read_attributes
from sheaf.acquire.crawl.links.metadata import (
    TITLE_NAMES,
    forbids_following,
    holds_address,
    refresh_reference,
    relation_kind,
)
from sheaf.acquire.crawl.links.scripts import (
    is_address,
    json_ld_references,
    script_references,
    style_references,
)
from sheaf.acquire.crawl.links.text import LONGEST_ANCHOR, words

# Most anchors are of this form, and are read by a look at it; the others take the long way.
_OTHERS = r'(?:\s++(?!href|rel="[^"]*[fF][oO])[a-z-]++="[^"]*+")*+'
_PLAIN_ANCHOR = rf'a{_OTHERS}\s++href="(?![jJ]ava)([^"&]++)"{_OTHERS}\s*+>'
_PLAIN_WORDS = r"(?:([^<]{1,500}+)</a>)?+"
TAG = re.compile(rf"<(?:{_PLAIN_ANCHOR}{_PLAIN_WORDS}|([a-zA-Z][^\s/>]*+)({INSIDE})>|!--)")
# What stands in these is no markup, up to their end tag.
RAW_END = {
    name: re.compile(rf"</{name}[\s/>]", re.IGNORECASE)
    for name in ("script", "style", "textarea", "title", "xmp")
}
# Here one entry of a list, or one paragraph, begins.
BLOCKS = frozenset(
    {"li", "tr", "p", "dl", "dt", "ul", "ol", "table", "hr", "body", "form", "section", "article",
     "blockquote", "pre", "h1", "h2", "h3", "h4", "h5", "h6"}
)  # fmt: skip
FRAMES = {"frame": LinkKind.FRAME, "iframe": LinkKind.IFRAME, "embed": LinkKind.EMBED}
PICTURES = frozenset({"img", "source", "video", "audio", "track", "input"})
# What stands in these is read by the name of its tag, where it is to be read at all.
READ_BY_TAG = frozenset({"href", "xlink:href", "src", "data", "action", "style"})


class HtmlPage:
    """One page: `references` in its order, what it resolves them against, and its wish."""

    def __init__(
        self, page: str, agent: str, options: LinkOptions, *, is_xml: bool = False
    ) -> None:
        self.page = page
        self.base = ""
        self.title = ""
        self.nofollow = False
        self.references: list[RawLink] = []
        self._names = {"robots", agent}
        self._options = options
        self._looks_closely = options.eager or options.styles
        self._is_xml = is_xml
        self._block = 0
        self._scan()

    def _scan(self) -> None:
        # After the last bracket no tag can end, so that from any start in here one does.
        page, end, position = self.page, self.page.rfind(">") + 1, 0
        while 0 <= position < end and len(self.references) < MOST_LINKS:
            position = self._scan_markup(page, position, end)

    def _scan_markup(self, page: str, position: int, end: int) -> int:
        """Read up to the next piece that is no markup; the position behind it, or -1 at the end."""
        readers, references, closely = READERS, self.references, self._looks_closely
        for found in TAG.finditer(page, position, end):
            to, text, name, _ = found.groups()
            if to:
                span = (*found.span(), self._block)
                references.append(RawLink(to, LinkKind.A, text or "", "", False, *span))
                if closely:
                    words_start = found.start(2) if text else found.end()
                    self._look_closely(found, page[found.start() + 2 : words_start - 1])
                continue
            if len(references) >= MOST_LINKS:
                return -1
            if name is None:
                return self._after_comment(found.start())
            read = readers.get(name) or (None if name.islower() else readers.get(name.lower()))
            if read:
                read(self, found)
            elif name.lower() in RAW_END:
                return self._after_raw(name.lower(), found)
            if closely:
                self._look_closely(found, found[4])
        return -1

    def _look_closely(self, found: re.Match[str], inside: str) -> None:
        """What other attributes hold: styles, and whatever looks like an address."""
        attributes = read_attributes(inside)
        if self._options.styles and "url(" in attributes.get("style", "").lower():
            self._add_embeds(style_references(attributes["style"]))
        if self._options.eager:
            nofollow = "nofollow" in attributes.get("rel", "").lower().split()
            for name, value in attributes.items():
                if name not in READ_BY_TAG and is_address(value.strip()):
                    self._add(value.strip(), LinkKind.SCRIPT, found, nofollow=nofollow)

    def _after_comment(self, start: int) -> int:
        stop = self.page.find("-->", start + 2)
        self._block = stop + 3
        return self._block if stop >= 0 else -1

    def _after_raw(self, name: str, found: re.Match[str]) -> int:
        """Past the end tag of what is no markup; scripts may hold links on the way."""
        start = found.end()
        if self._is_xml and found[4].endswith("/"):
            return start
        stop = RAW_END[name].search(self.page, start)
        content = self.page[start : stop.start() if stop else len(self.page)]
        if name == "script":
            self._script(found, content)
        elif name == "style" and self._options.styles:
            self._add_embeds(style_references(content))
        self._block = stop.start() if stop else len(self.page)
        return stop.start() if stop else -1

    def _add(
        self,
        to: str | None,
        kind: LinkKind,
        found: re.Match[str],
        text: str = "",
        note: str = "",
        nofollow: bool = False,
    ) -> None:
        if to:
            position = (*found.span(), self._block)
            self.references.append(RawLink(to, kind, text, note, nofollow, *position))

    def _begin_block(self, found: re.Match[str]) -> None:
        self._block = found.end()

    def _anchor(self, found: re.Match[str]) -> None:
        if "href" not in found[4].lower():
            return
        attributes = read_attributes(found[4])
        to = attributes.get("href") or attributes.get("xlink:href")
        if to:
            kind = LinkKind.A if found[3] in {"a", "A"} else LinkKind.AREA
            text = attributes.get("alt", "")
            nofollow = "nofollow" in attributes.get("rel", "").lower().split()
            self._add(to, kind, found, text, "", nofollow)
            if self._options.scripts and to[:11].lower() == "javascript:":
                self._add_guesses(script_references(to))

    def _frame(self, found: re.Match[str]) -> None:
        attributes = read_attributes(found[4])
        text = attributes.get("title") or attributes.get("name") or ""
        self._add(attributes.get("src"), FRAMES[found[3].lower()], found, text)

    def _object(self, found: re.Match[str]) -> None:
        self._add(read_attributes(found[4]).get("data"), LinkKind.EMBED, found)

    def _picture(self, found: re.Match[str]) -> None:
        if not self._options.embeds:
            return
        attributes = read_attributes(found[4])
        self._add(attributes.get("src"), LinkKind.EMBED, found, attributes.get("alt", ""))

    def _form(self, found: re.Match[str]) -> None:
        self._block = found.end()
        if self._options.forms:
            attributes = read_attributes(found[4])
            if attributes.get("method", "get").lower() == "get":
                self._add(attributes.get("action"), LinkKind.FORM, found)

    def _base(self, found: re.Match[str]) -> None:
        self.base = self.base or read_attributes(found[4]).get("href", "").strip()

    def _link(self, found: re.Match[str]) -> None:
        attributes = read_attributes(found[4])
        relations = attributes.get("rel", "")
        kind = relation_kind(relations, attributes.get("type", ""))
        if kind:
            self._add(attributes.get("href"), kind, found, attributes.get("title", ""), relations)
        elif self._options.embeds and "stylesheet" in relations.lower():
            self._add(attributes.get("href"), LinkKind.EMBED, found)

    def _meta(self, found: re.Match[str]) -> None:
        attributes = read_attributes(found[4])
        content = attributes.get("content")
        if not content:
            return
        name = (attributes.get("name") or attributes.get("property") or "").lower()
        if name in self._names:
            self.nofollow = self.nofollow or forbids_following(content)
        elif name in TITLE_NAMES:
            self.title = self.title or words(content)
        elif holds_address(name, content):
            self._add(content, LinkKind.CITATION, found, "", name)
        elif attributes.get("http-equiv", "").lower() == "refresh":
            self._add(refresh_reference(content), LinkKind.REFRESH, found)

    def _script(self, found: re.Match[str], content: str) -> None:
        attributes = read_attributes(found[4])
        if "ld+json" in attributes.get("type", "").lower():
            for to, name in json_ld_references(content):
                self._add(to, LinkKind.JSON_LD, found, words(name))
        elif self._options.scripts:
            self._add_guesses(script_references(content))
        if self._options.embeds:
            self._add(attributes.get("src"), LinkKind.EMBED, found)

    def _add_embeds(self, references: Iterator[str]) -> None:
        self.references.extend(RawLink(address, LinkKind.EMBED) for address in references)

    def _add_guesses(self, references: Iterator[str]) -> None:
        self.references.extend(RawLink(address, LinkKind.SCRIPT) for address in references)


def anchor_title(tag: str) -> str:
    """The title of an anchor that has neither words nor a picture."""
    if "title" not in tag and "aria-label" not in tag:
        return ""
    attributes = read_attributes(tag[2:])
    return words(attributes.get("title") or attributes.get("aria-label") or "")[:LONGEST_ANCHOR]


READERS: dict[str, Callable[[HtmlPage, re.Match[str]], None]] = {
    **dict.fromkeys(BLOCKS, HtmlPage._begin_block),
    **dict.fromkeys(PICTURES, HtmlPage._picture),
    "a": HtmlPage._anchor,
    "area": HtmlPage._anchor,
    "base": HtmlPage._base,
    "embed": HtmlPage._frame,
    "form": HtmlPage._form,
    "frame": HtmlPage._frame,
    "iframe": HtmlPage._frame,
    "link": HtmlPage._link,
    "meta": HtmlPage._meta,
    "object": HtmlPage._object,
}
