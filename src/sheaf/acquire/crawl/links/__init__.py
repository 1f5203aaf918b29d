"""Links: from what a server answered to the links in it, with their words and their kind.

`extract_links` chooses the reader by the type of the answer; `links_to_follow` leaves out nofollow
links. Only `pdf.pdf_references` reads PDF files, in a process that may die.
"""

from sheaf.acquire.crawl.links.contract import (
    LinkKind,
    LinkOptions,
    OutLink,
    RawLink,
)
from sheaf.acquire.crawl.links.extraction import (
    count_unread_links,
    extract_links,
    links_to_follow,
    sitemap_links,
)
from sheaf.acquire.crawl.links.hubs import HubPattern, count_hub_links

__all__ = [
    "HubPattern",
    "LinkKind",
    "LinkOptions",
    "OutLink",
    "RawLink",
    "count_hub_links",
    "count_unread_links",
    "extract_links",
    "links_to_follow",
    "sitemap_links",
]
