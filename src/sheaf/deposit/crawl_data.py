"""CrawlData: the .met file beside a document, as the CiteSeerX crawlers wrote it.

cdi         x.pdf.met   2026-11-16 11:48:17             the crawl repository's own
heritrix    x.met       Mon Nov 16 11:48:17 UTC 2026    the Heritrix bridge of 2007

Both are always well-formed. Readers in the field take the elements in any order and skip unknown
ones. What is not known is left out rather than written as None.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path
from xml.sax.saxutils import escape

from sheaf.acquire.importers.dates import MONTHS
from sheaf.records import Capture
from sheaf.settings import CrawlDataForm

DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>'
# What XML 1.0 cannot hold at all, however it is escaped.
FORBIDDEN = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
ORDERS: dict[CrawlDataForm, tuple[str, ...]] = {
    "cdi": ("crawler", "crawlDate", "url", "parentUrl", "SHA1", "contentType"),
    "heritrix": ("crawlDate", "url", "parentUrl", "contentType", "SHA1"),
}
# Not by strftime: that writes them in the language of the machine.
DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")


def crawl_data(capture: Capture, sha1: str, mime_type: str, form: CrawlDataForm = "cdi") -> bytes:
    values = {
        "crawler": "sheaf",
        "crawlDate": java_date(capture.time) if form == "heritrix" else _date(capture.time),
        "url": capture.url,
        "parentUrl": capture.parent_url or "",
        "SHA1": sha1,
        "contentType": mime_type,
    }
    body = "".join(
        f"<{name}>{escape(FORBIDDEN.sub('', values[name]))}</{name}>"
        for name in ORDERS[form]
        if values[name]
    )
    return f"{DECLARATION}<CrawlData>{body}</CrawlData>\n".encode()


def met_ending(ending: str, form: CrawlDataForm) -> str:
    """What stands for the ending of a document in the name of its CrawlData."""
    return "met" if form == "heritrix" else f"{ending}.met"


def form_of(met: Path, ending: str) -> CrawlDataForm:
    """In which form a file of this name is: one of the other form would not be found again."""
    return "cdi" if met.name.endswith(f".{ending}.met") else "heritrix"


def _date(time: datetime) -> str:
    return time.astimezone(UTC).replace(tzinfo=None).isoformat(" ", "seconds")


def java_date(time: datetime) -> str:
    """As Java's Date.toString() does it on a machine in UTC."""
    there = time.astimezone(UTC)
    day, month = DAYS[there.weekday()], MONTHS[there.month - 1]
    return f"{day} {month} {there:%d %H:%M:%S} UTC {there.year:04}"
