"""From an answer to its links: read by its type, resolved, each URL once."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, islice

from sheaf.acquire.crawl.decode import decode_body, decode_text
from sheaf.acquire.crawl.links import feeds, sitemaps
from sheaf.acquire.crawl.links.contract import (
    LONGEST_PAGE,
    LONGEST_REFERENCE,
    MOST_LINKS,
    SCHEMES,
    STANDARD,
    LinkKind,
    LinkOptions,
    OutLink,
    RawLink,
)
from sheaf.acquire.crawl.links.html import HtmlPage, anchor_title
from sheaf.acquire.crawl.links.markup import xml_root
from sheaf.acquire.crawl.links.metadata import header_forbids_following, header_references
from sheaf.acquire.crawl.links.scripts import (
    SCRIPT_TYPES,
    STYLE_TYPES,
    script_references,
    style_references,
)
from sheaf.acquire.crawl.links.text import LONGEST_ANCHOR, LinkPosition, anchor_end, anchor_text
from sheaf.acquire.crawl.visits import Answer
from sheaf.records import Link
from sheaf.urls import resolver

# Of a page with fewer links than this, few are repetitions of one another.
WORTH_COUNTING = 1000
ANCHOR = re.compile(rb"<(?:a|area)\s", re.IGNORECASE)
LOC = re.compile(rb"<(?:\w+:)?loc\b", re.IGNORECASE)
HTML_TYPES = frozenset({"text/html", "application/xhtml+xml"})
# The endings that Heritrix does not expect a page behind.
NOT_HTML_NAMES = re.compile(
    r"\.(?:gif|jpe?g|png|tiff?|bmp|webp|ico|avi|mov|mpe?g|mp[34]|swf|wav|au|aiff|midi?)(?:\?|$)",
    re.IGNORECASE,
)
# How files of other kinds begin.
NOT_HTML_BEGINNINGS = (
    b"%PDF-", b"%!PS", b"\xf7\x02", b"AT&TFORM", b"GIF8", b"\x89PNG", b"\xff\xd8\xff", b"RIFF",
    b"PK\x03\x04", b"\x1f\x8b", b"BZh", b"\xfd7zXZ", b"\xd0\xcf\x11\xe0", b"{\\rtf", b"ID3",
)  # fmt: skip


def links_to_follow(
    answer: Answer,
    *,
    depth: int,
    agent: str = "",
    ignore_nofollow: bool = False,
    options: LinkOptions = STANDARD,
) -> Iterator[Link]:
    """The links of an answer that may be followed, one level below it.

    `agent` is the crawler's name in lower case: a page may speak to it alone.
    """
    for link in extract_links(answer, agent=agent, options=options):
        if ignore_nofollow or not link.nofollow:
            yield Link(link.url, answer.url, link.text, depth + 1)


def extract_links(
    answer: Answer,
    *,
    agent: str = "",
    options: LinkOptions = STANDARD,
    annotations: Iterable[RawLink] = (),
) -> Iterator[OutLink]:
    """All links of an answer, each URL once and none to itself, those not to be followed marked.

    `annotations` are the references of a PDF file, which are read in another process.
    """
    nofollow = header_forbids_following(answer.headers, agent)
    links = _body_links(answer, agent, nofollow, options)
    references = [*header_references(answer.headers)] if options.headers else []
    references += annotations
    if references:
        links = _unique(chain(links, _plain_links(references, answer.url, nofollow=nofollow)))
    if options.without:
        return (link for link in links if link.kind not in options.without)
    return links


def count_unread_links(answer: Answer, links: Sequence[OutLink]) -> int:
    """Links of a page or a sitemap beyond those that are read at the most, counted by their
    tags: to read them is what the limit is there to save."""
    if len(links) < WORTH_COUNTING:
        return 0
    body = decode_body(answer.body, answer.header("Content-Encoding"), limit=sitemaps.LONGEST)
    is_sitemap = links[0].kind is LinkKind.SITEMAP
    tags, most = (LOC, sitemaps.MOST) if is_sitemap else (ANCHOR, MOST_LINKS)
    return max(0, sum(1 for _ in tags.finditer(body)) - most)


def sitemap_links(answer: Answer) -> Iterator[OutLink]:
    """The links of an answer that robots.txt calls a sitemap, whatever it says of itself."""
    body = decode_body(answer.body, answer.header("Content-Encoding"), limit=sitemaps.LONGEST)
    return islice(_plain_links(sitemaps.references(body), answer.url), sitemaps.MOST)


def _body_links(
    answer: Answer, agent: str, nofollow: bool, options: LinkOptions
) -> Iterator[OutLink]:
    mime_type = answer.mime_type
    if mime_type in HTML_TYPES:
        body = decode_body(answer.body, answer.header("Content-Encoding"), limit=LONGEST_PAGE)
        # XML of other kinds comes under this name from careless servers.
        if body[:5] != b"<?xml" or not _is_feed_or_sitemap(body):
            return _html_links(answer, body, agent, nofollow, options)
    if not mime_type or mime_type.endswith("xml") or mime_type in HTML_TYPES:
        return _xml_links(answer, agent, nofollow, options)
    if sitemaps.is_sitemap_name(answer.url, mime_type):
        return sitemap_links(answer)
    if options.scripts and mime_type in SCRIPT_TYPES:
        return _text_links(answer, nofollow, options, script_references, LinkKind.SCRIPT)
    if options.styles and mime_type in STYLE_TYPES:
        return _text_links(answer, nofollow, options, style_references, LinkKind.EMBED)
    return iter(())


def _html_links(
    answer: Answer, body: bytes, agent: str, nofollow: bool, options: LinkOptions
) -> Iterator[OutLink]:
    if not options.html or (options.only_html and is_not_html(answer.url, body)):
        return iter(())
    content_type = answer.header("Content-Type")
    is_xml = "xml" in content_type
    text = decode_text(body, content_type, options.encoding)
    page = HtmlPage(text, agent, options, is_xml=is_xml)
    return islice(_page_links(page, answer.url, nofollow=nofollow), MOST_LINKS)


def _xml_links(
    answer: Answer, agent: str, nofollow: bool, options: LinkOptions
) -> Iterator[OutLink]:
    """Sitemaps, feeds and pages; other XML has no links that we know."""
    body = decode_body(answer.body, answer.header("Content-Encoding"), limit=sitemaps.LONGEST)
    root = xml_root(body)
    if root in sitemaps.ROOTS:
        return islice(_plain_links(sitemaps.references(body), answer.url), sitemaps.MOST)
    body = body[:LONGEST_PAGE]
    if root in feeds.ROOTS:
        if not options.feeds:
            return iter(())
        text = decode_text(body, answer.header("Content-Type"), options.encoding)
        links = _plain_links(feeds.references(text), answer.url, nofollow=nofollow)
        return islice(links, MOST_LINKS)
    if root == "html" or (root and not answer.mime_type):
        return _html_links(answer, body, agent, nofollow, options)
    return iter(())


def _is_feed_or_sitemap(body: bytes) -> bool:
    return xml_root(body) in sitemaps.ROOTS | feeds.ROOTS


def _text_links(
    answer: Answer,
    nofollow: bool,
    options: LinkOptions,
    read: Callable[[str], Iterator[str]],
    kind: LinkKind,
) -> Iterator[OutLink]:
    """The links of a script or a style sheet."""
    body = decode_body(answer.body, answer.header("Content-Encoding"), limit=LONGEST_PAGE)
    found = read(decode_text(body, answer.header("Content-Type"), options.encoding))
    references = (RawLink(address, kind) for address in found)
    return islice(_plain_links(references, answer.url, nofollow=nofollow), MOST_LINKS)


def _unique(links: Iterator[OutLink]) -> Iterator[OutLink]:
    known: set[str] = set()
    for link in links:
        if link.url not in known:
            known.add(link.url)
            yield link


def _page_links(html: HtmlPage, url: str, *, nofollow: bool) -> Iterator[OutLink]:
    base = (resolver(url)(html.base) if html.base else None) or url
    forbids, page = nofollow or html.nofollow, html.page
    for to, reference in _resolve(html.references, base, url):
        _, kind, text, note, is_nofollow, start, end, block = reference
        if kind is LinkKind.A:
            stop = end if text else anchor_end(page, end)
            text = anchor_text(text or page[end:stop]) or anchor_title(page[start:end])
            position = LinkPosition(page, start, stop, block)
            yield OutLink(to, text, kind, forbids or is_nofollow, "", position)
        else:
            text = text or (html.title if kind is LinkKind.CITATION else "")
            yield OutLink(to, text[:LONGEST_ANCHOR], kind, forbids or is_nofollow, note)


def _plain_links(
    references: Iterable[RawLink], url: str, *, nofollow: bool = False
) -> Iterator[OutLink]:
    """Links that bring their words along."""
    for to, reference in _resolve(references, url, url):
        text = reference.text[:LONGEST_ANCHOR]
        yield OutLink(to, text, reference.kind, nofollow or reference.nofollow, reference.note)


def _resolve(references: Iterable[RawLink], base: str, url: str) -> Iterator[tuple[str, RawLink]]:
    """Each URL once: the first link to it, but one to be followed before one that is not."""
    resolve, known = resolver(base), {url}
    nofollow_only: dict[str, RawLink] = {}
    for reference in references:
        to = reference.to
        if len(to) > LONGEST_REFERENCE:
            continue
        absolute = resolve(to)
        if not absolute or absolute in known or not absolute.startswith(SCHEMES):
            continue
        if reference.nofollow:
            nofollow_only.setdefault(absolute, reference)
            continue
        known.add(absolute)
        yield absolute, reference
    for absolute, reference in nofollow_only.items():
        if absolute not in known:
            yield absolute, reference


def is_not_html(url: str, body: bytes) -> bool:
    """Servers call many things HTML. The bytes of a picture only look as if they held links."""
    return body.startswith(NOT_HTML_BEGINNINGS) or NOT_HTML_NAMES.search(url) is not None
