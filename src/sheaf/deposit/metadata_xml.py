"""The .met file beside a document: CrawlData XML, as the CiteSeerX crawlers wrote it, but
always well-formed. Readers in the field take the elements in any order and skip unknown ones."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from xml.sax.saxutils import escape

from sheaf.records import Capture

DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>'
# What XML 1.0 cannot hold at all, however it is escaped.
FORBIDDEN = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def crawl_data(capture: Capture, sha1: str, mime_type: str, crawler: str = "sheaf") -> bytes:
    """The file's whole content; what is not known is left out rather than written as None."""
    elements = [
        ("crawler", crawler),
        ("crawlDate", _date(capture.time)),
        ("url", capture.url),
        ("parentUrl", capture.parent_url or ""),
        ("SHA1", sha1),
        ("contentType", mime_type),
    ]
    body = "".join(
        f"<{name}>{escape(FORBIDDEN.sub('', value))}</{name}>" for name, value in elements if value
    )
    return f"{DECLARATION}<CrawlData>{body}</CrawlData>\n".encode()


def _date(time: datetime) -> str:
    return time.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S")
