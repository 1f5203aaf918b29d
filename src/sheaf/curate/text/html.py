"""Text of web pages: what is said, without the frame that a site puts around it."""

from __future__ import annotations

import re

from selectolax.lexbor import LexborHTMLParser, LexborNode

from sheaf.acquire.crawl.decode import decode_text
from sheaf.curate.text.clean import tidy
from sheaf.curate.text.contract import TextOptions
from sheaf.records import Dropped, Outcome, Text

READER = "html"
LONGEST = 16 * 1024**2  # bytes; what is behind is a dump
FRAME = (
    "script, style, noscript, template, svg, nav, footer, aside, form, iframe, object, head title"
)
MAIN = "main, article, [role=main], #content, #main"
MAIN_SHARE = 0.5  # of the text of the page that its main part must have to stand for it
BLOCK_NAMES = (
    "address article blockquote body br caption dd div dl dt figcaption figure h1 h2 h3 h4 h5 h6 "
    "header hr li main ol p pre section table tbody td th thead tr ul"
)
BLOCKS = frozenset(BLOCK_NAMES.split())
SPACES = re.compile(r"[ \t\r\f\v\xa0]+")
BLANK_LINES = re.compile(r" ?\n[ \n]*")


def read(data: bytes, options: TextOptions) -> Text | Dropped:
    return read_decoded(decode_text(data[:LONGEST], ""))


def read_decoded(html: str) -> Text | Dropped:
    page = LexborHTMLParser(html.encode("utf-8", "replace"))
    title, language = _title(page), _language(page)
    for node in page.css(FRAME):
        node.decompose()
    if page.body is None:
        return Dropped(Outcome.UNREADABLE_TEXT, "the page has no body")
    whole = _text(page.body)
    content = max(
        (_text(node) for node in page.css(MAIN)[:20]), key=len, default=""
    )  # fmt: skip
    if len(content) < MAIN_SHARE * len(whole):
        content = whole
    return Text(content, 1, READER, content, title=title, language=language)


def _title(page: LexborHTMLParser) -> str:
    node = page.css_first("title")
    return " ".join(tidy(node.text()).split()) if node else ""


def _language(page: LexborHTMLParser) -> str:
    node = page.css_first("html")
    return (node.attributes.get("lang") or "").strip()[:20] if node else ""


def _text(root: LexborNode) -> str:
    """Its words, with a line for each block."""
    parts: list[str] = []
    for node in root.traverse(include_text=True):
        if node.tag == "-text":
            parts.append(SPACES.sub(" ", (node.text_content or "").replace("\n", " ")))
        elif node.tag in BLOCKS:
            parts.append("\n")
    return tidy(BLANK_LINES.sub("\n", "".join(parts))).strip()
