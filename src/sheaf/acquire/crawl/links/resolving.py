"""From the references of an answer to its links: resolved, each URL once, with its words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sheaf.acquire.crawl.links.contract import (
    LONGEST_REFERENCE,
    SCHEMES,
    FoundLink,
    LinkKind,
    Reference,
)
from sheaf.acquire.crawl.links.html import HtmlPage, called
from sheaf.acquire.crawl.links.text import LONGEST_ANCHOR, Place, anchor_end, anchor_text
from sheaf.urls import resolver


def html_links(html: HtmlPage, url: str, *, nofollow: bool) -> Iterator[FoundLink]:
    base = (resolver(url)(html.base) if html.base else None) or url
    forbids, page = nofollow or html.nofollow, html.page
    for to, reference in _resolved(html.references, base, url):
        _, kind, text, note, is_marked, start, end, block = reference
        if kind is LinkKind.A:
            stop = end if text else anchor_end(page, end)
            text = anchor_text(text or page[end:stop]) or called(page[start:end])
            place = Place(page, start, stop, block)
            yield FoundLink(to, text, kind, forbids or is_marked, "", place)
        else:
            text = text or (html.title if kind is LinkKind.CITATION else "")
            yield FoundLink(to, text[:LONGEST_ANCHOR], kind, forbids or is_marked, note)


def plain_links(
    references: Iterable[Reference], url: str, *, nofollow: bool = False
) -> Iterator[FoundLink]:
    """Links that bring their words along."""
    for to, reference in _resolved(references, url, url):
        text = reference.text[:LONGEST_ANCHOR]
        yield FoundLink(to, text, reference.kind, nofollow or reference.nofollow, reference.note)


def _resolved(
    references: Iterable[Reference], base: str, url: str
) -> Iterator[tuple[str, Reference]]:
    """Each URL once: the first link to it, but one to be followed before one that is not."""
    resolve, known = resolver(base), {url}
    held_back: dict[str, Reference] = {}
    for reference in references:
        to = reference.to
        if len(to) > LONGEST_REFERENCE:
            continue
        absolute = resolve(to)
        if not absolute or absolute in known or not absolute.startswith(SCHEMES):
            continue
        if reference.nofollow:
            held_back.setdefault(absolute, reference)
            continue
        known.add(absolute)
        yield absolute, reference
    for absolute, reference in held_back.items():
        if absolute not in known:
            yield absolute, reference
