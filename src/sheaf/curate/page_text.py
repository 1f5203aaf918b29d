"""What a page in HTML says, for those who look for it: title, text, language and links.

Pages come from strangers: what is too long is cut, and what stands too deep in itself is not read.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from sheaf.acquire.crawl.decode import decode_text
from sheaf.acquire.crawl.links import extract_links
from sheaf.acquire.crawl.visits import Answer
from sheaf.acquire.crawl.wiki.nesting import is_too_deep
from sheaf.curate.text.language import guess_language
from sheaf.records import Dropped, PageText

LONGEST_PAGE = 4 * 1024**2  # bytes
LONGEST_TITLE = 500
MOST_LINKS = 2000
ENOUGH = 6_000  # characters tell the language
NO_TIME = datetime.fromtimestamp(0, UTC)


def read_page(
    data: bytes,
    url: str,
    content_type: str = "",
    last_modified: str = "",
    *,
    with_links: bool = True,
) -> PageText:
    """Of a page whose encodings were undone. What cannot be read says so in `problem`."""
    from sheaf.curate.text.html import read_decoded  # loads a parser

    data = data[:LONGEST_PAGE]
    html = decode_text(data, content_type)
    if is_too_deep(html):
        return PageText(problem="its elements stand too deep in each other")
    text = read_decoded(html)
    if isinstance(text, Dropped):
        return PageText(problem=text.reason)
    return PageText(
        title=text.title[:LONGEST_TITLE],
        content=text.content,
        last_modified=header_time(last_modified),
        out_links=tuple(_links(data, url, content_type)) if with_links else (),
        language=language_of(text.language, text.content),
    )


def language_of(declared: str, content: str) -> str:
    """In two letters: as the text shows it, or else as the page says."""
    tag = declared.lower().replace("_", "-").partition("-")[0]
    is_tag = tag.isascii() and tag.isalpha() and len(tag) in {2, 3}
    return guess_language(content[:ENOUGH]) or (tag if is_tag else "")


def header_time(text: str) -> datetime | None:
    """A time as HTTP writes it."""
    try:
        time = parsedate_to_datetime(text)
        return (time if time.tzinfo else time.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, OverflowError):
        return None


def _links(data: bytes, url: str, content_type: str) -> Iterator[str]:
    headers = ((b"Content-Type", (content_type or "text/html").encode("utf-8", "replace")),)
    answer = Answer(url, 200, b"", headers, data, b"", "", NO_TIME, 0.0)
    for number, link in enumerate(extract_links(answer)):
        if number == MOST_LINKS:
            return
        yield link.url
