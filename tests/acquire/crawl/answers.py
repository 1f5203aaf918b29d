"""Answers of a server, made by hand."""

from __future__ import annotations

from datetime import UTC, datetime

from sheaf.acquire.crawl.links import LinkOptions, OutLink, extract_links
from sheaf.acquire.crawl.visits import Answer

HTML = "text/html; charset=utf-8"


def answer(
    body: bytes | str,
    content_type: str = HTML,
    *,
    url: str = "http://a.test/d/p",
    headers: tuple[tuple[str, str], ...] = (),
) -> Answer:
    named = (("Content-Type", content_type), *headers)
    return Answer(
        url=url,
        status=200,
        status_line=b"HTTP/1.1 200 OK",
        headers=tuple((name.encode(), value.encode("latin-1")) for name, value in named),
        body=body.encode() if isinstance(body, str) else body,
        request=b"",
        address="",
        began=datetime.now(UTC),
        seconds=0.0,
    )


def links(body: bytes | str, content_type: str = HTML, **more: object) -> list[OutLink]:
    options = more.pop("options", LinkOptions())
    return list(extract_links(answer(body, content_type, **more), agent="sheaf", options=options))


def urls(body: bytes | str, content_type: str = HTML, **more: object) -> list[str]:
    return [link.url for link in links(body, content_type, **more)]
