"""The links of a page, as far as the page lets a crawler follow them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from selectolax.lexbor import LexborHTMLParser, LexborNode

from sheaf.acquire.crawl.decode import decoded, text_of
from sheaf.acquire.crawl.visits import Answer
from sheaf.records import Link
from sheaf.urls import resolve

HTML_TYPES = frozenset({"text/html", "application/xhtml+xml"})
# Beyond these a page is a trap or a dump; what stands in its first part is followed all the same.
LONGEST_PAGE = 4 * 1024**2
MOST_LINKS = 10_000
LONGEST_ANCHOR = 500
LINKS = "a[href], area[href], frame[src], iframe[src], meta[content]"
REFRESH = re.compile(r"""^\s*[\d.]*\s*[;,]?\s*url\s*=\s*["']?([^"']+)""", re.IGNORECASE)


def links_of(
    answer: Answer, *, depth: int, agent: str = "", ignore_nofollow: bool = False
) -> Iterator[Link]:
    """The links of an answer that is a page, one level below it, each URL once.

    `agent` is the crawler's name in lower case: a page may speak to it alone.
    """
    if not _is_page(answer):
        return
    page = _parsed(answer)
    if not ignore_nofollow and _forbids_following(page, answer, agent):
        return
    base, seen = _base_of(page, answer.url), set[str]()
    for node in islice(page.css(LINKS), MOST_LINKS):
        reference = _reference(node, ignore_nofollow)
        url = resolve(base, reference) if reference else None
        if url and url not in seen:
            seen.add(url)
            yield Link(url, answer.url, _anchor_text(node), depth + 1)


def _is_page(answer: Answer) -> bool:
    if not answer.mime_type:
        return answer.body.lstrip()[:1] == b"<"
    return answer.mime_type in HTML_TYPES


def _parsed(answer: Answer) -> LexborHTMLParser:
    html = decoded(answer.body, answer.header("Content-Encoding"), limit=LONGEST_PAGE)
    text = text_of(html, answer.header("Content-Type"))
    # Some charsets decode to halves of characters, which no parser and no database takes.
    return LexborHTMLParser(text.encode("utf-8", "replace"))


def _base_of(page: LexborHTMLParser, url: str) -> str:
    base = page.css_first("base[href]")
    return (resolve(url, _value(base, "href")) if base else None) or url


def _forbids_following(page: LexborHTMLParser, answer: Answer, agent: str) -> bool:
    metas = page.css("meta[name][content]")
    spoken_to = [meta for meta in metas if _value(meta, "name").lower() in {"robots", agent}]
    orders = [answer.header("X-Robots-Tag"), *(_value(meta, "content") for meta in spoken_to)]
    words = {word.strip().lower() for order in orders for word in re.split(r"[,\s:]+", order)}
    return not words.isdisjoint({"nofollow", "none"})


def _reference(node: LexborNode, ignore_nofollow: bool) -> str:
    """Where a node points to, or nothing where it does not or asks not to be followed."""
    if node.tag == "meta":
        return _meta_reference(node)
    if node.tag in {"frame", "iframe"}:
        return _value(node, "src")
    if not ignore_nofollow and "nofollow" in _value(node, "rel").lower().split():
        return ""
    return _value(node, "href")


def _meta_reference(node: LexborNode) -> str:
    content = _value(node, "content")
    if _value(node, "name").lower() == "citation_pdf_url":
        return content
    if _value(node, "http-equiv").lower() == "refresh":
        found = REFRESH.match(content)
        return found[1] if found else ""
    return ""


def _anchor_text(node: LexborNode) -> str:
    if node.tag == "a":
        return " ".join(node.text().split())[:LONGEST_ANCHOR]
    return _value(node, "alt")[:LONGEST_ANCHOR]


def _value(node: LexborNode, name: str) -> str:
    """An attribute without a value (`<a href>`) is there, but None."""
    return node.attributes.get(name) or ""
