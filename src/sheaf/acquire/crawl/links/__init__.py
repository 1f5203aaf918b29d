"""Links: from what a server answered to the links in it, with their words and their kind.

`found_links` chooses the reader by the kind of answer; `links_of` leaves out what is not to be
followed. PDF files are read by `pdf.pdf_references` alone, in a process that may die.
"""

from sheaf.acquire.crawl.links.contract import (
    FoundLink,
    LinkKind,
    LinkReading,
    Reference,
)
from sheaf.acquire.crawl.links.hubs import HubPattern, is_hub
from sheaf.acquire.crawl.links.reading import found_links, links_of, sitemap_links

__all__ = [
    "FoundLink",
    "HubPattern",
    "LinkKind",
    "LinkReading",
    "Reference",
    "found_links",
    "is_hub",
    "links_of",
    "sitemap_links",
]
