"""An article read from its page, in any of the usual skins.

What is kept is what the text says: no references, edit links, tables, captions, boxes, and no
headings without anything below them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from selectolax.lexbor import LexborHTMLParser, LexborNode

from sheaf.acquire.crawl.wiki.nesting import is_too_deep
from sheaf.acquire.crawl.wiki.titles import ARTICLES, LONGEST_TITLE, tidy, title_of, url_of_article
from sheaf.urls import resolve
from sheaf.words import read_word_table

# The skins agree on the heading; Minerva and old MonoBook give it other names.
TITLES = ("#firstHeading", "#section_0", "h1.firstHeading", "h1.page-heading", "h1")
CONTENTS = ("#mw-content-text .mw-parser-output", "#mw-content-text", "#bodyContent", "main")
CATEGORIES = (
    "#mw-normal-catlinks li a",
    "#mw-normal-catlinks > a",
    "#catlinks .mw-normal-catlinks a",
)
CHANGED = ("#footer-info-lastmod", "#lastmod", ".last-modified-bar__text", "#mw-mf-last-modified")
# Beside the text: notes and where they stand, edit links, tables, pictures with captions, boxes.
NOT_TEXT = (
    "sup.reference, ol.references, .reflist, .refbegin, .mw-references-wrap, .mw-editsection, "
    "table, figure, figcaption, .thumb, .gallery, .navbox, .infobox, .toc, #toc, .hatnote, "
    ".mbox-small, .metadata, .noprint, .mw-empty-elt, .catlinks, style, script, noscript, link, "
    "meta, .shortdescription, .printfooter, .mw-authority-control"
)
BLOCKS = "h1, h2, h3, h4, h5, h6, p, li, dt, dd, blockquote, pre"
LISTS = frozenset({"ul", "ol", "dl"})
HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
DAY_FIRST = re.compile(r"(\d{1,2}) (\w+) (\d{4})(?:,? (?:at )?(\d{1,2}:\d{2}))?")
MONTH_FIRST = re.compile(r"(?<!\w)(\w++) (\d{1,2}), (\d{4})(?:,? (?:at )?(\d{1,2}:\d{2}))?")
ISO = re.compile(r"\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2})?Z?)?")
MONTHS: list[str] = read_word_table("months")["names"]["english"].split()
MOST_LINKS = 10_000
# Elements inside elements, beyond which a page is no article any more.
DEEPEST = 100


class TooDeep(ValueError):  # noqa: N818 - a page that is none, not an error of ours
    """A page whose elements stand so deep in each other that reading it would take too long."""


@dataclass(frozen=True, slots=True)
class Article:
    title: str
    content: str
    categories: tuple[str, ...] = ()
    last_modified: datetime | None = None
    out_links: tuple[str, ...] = ()
    # Where it stands, and in which language its page says that it is.
    url: str = ""
    language: str = ""


def read_article(
    html: str,
    url: str,
    *,
    last_modified: str = "",
    articles: Sequence[str] = ARTICLES,
) -> Article | None:
    """The article of a page, or None where the page has none. `last_modified` is the header, for
    pages that do not say it themselves. Raises TooDeep."""
    if is_too_deep(html):
        raise TooDeep(url)
    page = LexborHTMLParser(html.encode("utf-8", "replace"))
    heading = _first(page, TITLES)
    body = _first(page, CONTENTS)
    if heading is None or body is None:
        return None
    title = tidy(heading.text())[:LONGEST_TITLE]
    if not title:
        return None
    categories = tuple(_categories(page))
    changed = _read_last_change(page) or _header_time(last_modified)
    # The inner ones first: what is taken out takes with it what is inside.
    for node in reversed(body.css(NOT_TEXT)):
        node.decompose()
    links = tuple(_links(body, url, articles, title))
    content = _content(body, len(html))
    where = url_of_article(url, title, articles)
    return Article(title, content, categories, changed, links, where, _language(page))


def _first(page: LexborHTMLParser, selectors: Sequence[str]) -> LexborNode | None:
    for selector in selectors:
        found = page.css_first(selector)
        if found is not None:
            return found
    return None


def _language(page: LexborHTMLParser) -> str:
    node = page.css_first("html")
    return (node.attributes.get("lang") or "").strip()[:20] if node else ""


def _categories(page: LexborHTMLParser) -> Iterator[str]:
    """Without the word Category before them, which links to the list of all."""
    seen = set()
    for selector in CATEGORIES:
        for node in page.css(selector):
            name = tidy(node.text())
            is_label = "Special:" in (node.attributes.get("href") or "")
            if name and not is_label and name not in seen:
                seen.add(name)
                yield name
        if seen:
            return


def _links(body: LexborNode, url: str, articles: Sequence[str], title: str) -> Iterator[str]:
    """The titles of the articles that the text links to, each once and in order."""
    seen = {title}
    for node in body.css("a[href]")[:MOST_LINKS]:
        classes = (node.attributes.get("class") or "").split()
        target = resolve(url, node.attributes.get("href") or "")
        # A red link leads to an article that nobody has written; one to the page itself, under
        # whatever title it was asked for, leads only to another line.
        if target in {None, url} or "new" in classes:
            continue
        if "?" in target or not _same_site(url, target):
            continue
        linked = title_of(target, articles)
        if linked and linked not in seen:
            seen.add(linked)
            yield linked


def _same_site(url: str, target: str) -> bool:
    return url.split("/", 3)[2:3] == target.split("/", 3)[2:3]


def _content(body: LexborNode, most: int) -> str:
    """Paragraphs, lists and headings, one a line; a heading only where text follows it. No more
    than the page is long: what stands in several lists would be read with each."""
    lines: list[tuple[int, str]] = []
    for node in body.css(BLOCKS):
        if most < 0:
            break
        if _is_inside_block(node, body):
            continue
        text = _own_text(node)
        if not text:
            continue
        level = HEADINGS.index(node.tag) + 1 if node.tag in HEADINGS else 0
        while level and lines and lines[-1][0] >= level:
            lines.pop()
        lines.append((level, text))
        most -= len(text)
    while lines and lines[-1][0]:
        lines.pop()
    return "\n".join(text for _, text in lines)


def _own_text(node: LexborNode) -> str:
    """Without the lists inside it, whose items stand on lines of their own."""
    parts = (child.text() for child in node.iter(include_text=True) if child.tag not in LISTS)
    return " ".join("".join(parts).split())


def _is_inside_block(node: LexborNode, body: LexborNode) -> bool:
    """A paragraph in a list item is read with the item; an item of its list is not."""
    above = node.parent
    for _ in range(DEEPEST):
        if above is None or above.mem_id == body.mem_id or above.tag in LISTS:
            return False
        if above.tag in {"li", "dd", "dt", "blockquote", "p", "pre"}:
            return True
        above = above.parent
    return False


def _read_last_change(page: LexborHTMLParser) -> datetime | None:
    """From the line at the foot of the page, or from what search engines are told."""
    for selector in CHANGED:
        node = page.css_first(selector)
        if node is not None and (found := read_date(node.text())):
            return found
    meta = page.css_first('meta[property="article:modified_time"], meta[itemprop="dateModified"]')
    return read_date(meta.attributes.get("content") or "") if meta is not None else None


def read_date(text: str) -> datetime | None:
    """9 February 2018, at 11:57; February 9, 2018; 2018-02-09T11:57:00Z."""
    if found := ISO.search(text):
        return _time(found[0])
    if found := DAY_FIRST.search(text):
        return _of(found[3], found[2], found[1], found[4])
    if found := MONTH_FIRST.search(text):
        return _of(found[3], found[1], found[2], found[4])
    return None


def _of(year: str, month: str, day: str, clock: str | None) -> datetime | None:
    if month.lower() not in MONTHS:
        return None
    number = MONTHS.index(month.lower()) + 1
    hour, _, minute = (clock or "0:00").partition(":")
    return _time(f"{year}-{number:02}-{int(day):02}T{int(hour):02}:{minute}")


def _time(text: str) -> datetime | None:
    try:
        time = datetime.fromisoformat(text)
    except ValueError:
        return None
    return time if time.tzinfo else time.replace(tzinfo=UTC)


def _header_time(text: str) -> datetime | None:
    try:
        return parsedate_to_datetime(text)
    except ValueError:
        return None
