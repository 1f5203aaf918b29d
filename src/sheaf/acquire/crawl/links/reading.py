"""Which reader an answer goes to, and what of its links is to be followed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain, islice

from sheaf.acquire.crawl.decode import decoded, text_of
from sheaf.acquire.crawl.links import feeds, sitemaps
from sheaf.acquire.crawl.links.contract import (
    LONGEST_PAGE,
    MOST_LINKS,
    STANDARD,
    FoundLink,
    LinkKind,
    LinkReading,
    Reference,
)
from sheaf.acquire.crawl.links.html import HtmlPage
from sheaf.acquire.crawl.links.markup import xml_root
from sheaf.acquire.crawl.links.metadata import header_forbids_following, header_references
from sheaf.acquire.crawl.links.resolving import html_links, plain_links
from sheaf.acquire.crawl.links.scripts import (
    SCRIPT_TYPES,
    STYLE_TYPES,
    script_references,
    style_references,
)
from sheaf.acquire.crawl.links.unexpected import is_no_page
from sheaf.acquire.crawl.visits import Answer
from sheaf.records import Link

HTML_TYPES = frozenset({"text/html", "application/xhtml+xml"})


def links_of(
    answer: Answer,
    *,
    depth: int,
    agent: str = "",
    ignore_nofollow: bool = False,
    reading: LinkReading = STANDARD,
) -> Iterator[Link]:
    """The links of an answer that may be followed, one level below it.

    `agent` is the crawler's name in lower case: a page may speak to it alone.
    """
    for link in found_links(answer, agent=agent, reading=reading):
        if ignore_nofollow or not link.nofollow:
            yield Link(link.url, answer.url, link.text, depth + 1)


def found_links(
    answer: Answer,
    *,
    agent: str = "",
    reading: LinkReading = STANDARD,
    apart: Iterable[Reference] = (),
) -> Iterator[FoundLink]:
    """All links of an answer, each URL once and none to itself, those not to be followed marked.

    `apart` are references of it that were read elsewhere: those of a PDF file.
    """
    nofollow = header_forbids_following(answer.headers, agent)
    links = _body_links(answer, agent, nofollow, reading)
    beside = [*header_references(answer.headers)] if reading.headers else []
    beside += apart
    if beside:
        links = _each_once(chain(links, plain_links(beside, answer.url, nofollow=nofollow)))
    if reading.without:
        return (link for link in links if link.kind not in reading.without)
    return links


def sitemap_links(answer: Answer) -> Iterator[FoundLink]:
    """The links of an answer that robots.txt calls a sitemap, whatever it says of itself."""
    body = decoded(answer.body, answer.header("Content-Encoding"), limit=sitemaps.LONGEST)
    return islice(plain_links(sitemaps.references(body), answer.url), sitemaps.MOST)


def _body_links(
    answer: Answer, agent: str, nofollow: bool, reading: LinkReading
) -> Iterator[FoundLink]:
    mime_type = answer.mime_type
    if mime_type in HTML_TYPES:
        body = decoded(answer.body, answer.header("Content-Encoding"), limit=LONGEST_PAGE)
        # XML of other kinds comes under this name from careless servers.
        if body[:5] != b"<?xml" or not _is_other_xml(body):
            return _html_links(answer, body, agent, nofollow, reading)
    if not mime_type or mime_type.endswith("xml") or mime_type in HTML_TYPES:
        return _xml_links(answer, agent, nofollow, reading)
    if sitemaps.is_named_so(answer.url, mime_type):
        return sitemap_links(answer)
    if reading.scripts and mime_type in SCRIPT_TYPES:
        return _text_links(answer, nofollow, reading, script_references, LinkKind.SCRIPT)
    if reading.styles and mime_type in STYLE_TYPES:
        return _text_links(answer, nofollow, reading, style_references, LinkKind.EMBED)
    return iter(())


def _html_links(
    answer: Answer, body: bytes, agent: str, nofollow: bool, reading: LinkReading
) -> Iterator[FoundLink]:
    if not reading.html or (reading.only_html and is_no_page(answer.url, body)):
        return iter(())
    content_type = answer.header("Content-Type")
    is_xml = "xml" in content_type
    text = text_of(body, content_type, reading.encoding)
    page = HtmlPage(text, agent, reading, is_xml=is_xml)
    return islice(html_links(page, answer.url, nofollow=nofollow), MOST_LINKS)


def _xml_links(
    answer: Answer, agent: str, nofollow: bool, reading: LinkReading
) -> Iterator[FoundLink]:
    """Sitemaps, feeds and pages; other XML has no links that we know."""
    body = decoded(answer.body, answer.header("Content-Encoding"), limit=sitemaps.LONGEST)
    root = xml_root(body)
    if root in sitemaps.ROOTS:
        return islice(plain_links(sitemaps.references(body), answer.url), sitemaps.MOST)
    body = body[:LONGEST_PAGE]
    if root in feeds.ROOTS:
        if not reading.feeds:
            return iter(())
        text = text_of(body, answer.header("Content-Type"), reading.encoding)
        links = plain_links(feeds.references(text), answer.url, nofollow=nofollow)
        return islice(links, MOST_LINKS)
    if root == "html" or (root and not answer.mime_type):
        return _html_links(answer, body, agent, nofollow, reading)
    return iter(())


def _is_other_xml(body: bytes) -> bool:
    return xml_root(body) in sitemaps.ROOTS | feeds.ROOTS


def _text_links(
    answer: Answer,
    nofollow: bool,
    reading: LinkReading,
    read: Callable[[str], Iterator[str]],
    kind: LinkKind,
) -> Iterator[FoundLink]:
    """The links of a script or a style sheet."""
    body = decoded(answer.body, answer.header("Content-Encoding"), limit=LONGEST_PAGE)
    found = read(text_of(body, answer.header("Content-Type"), reading.encoding))
    references = (Reference(each, kind) for each in found)
    return islice(plain_links(references, answer.url, nofollow=nofollow), MOST_LINKS)


def _each_once(links: Iterator[FoundLink]) -> Iterator[FoundLink]:
    known: set[str] = set()
    for link in links:
        if link.url not in known:
            known.add(link.url)
            yield link
