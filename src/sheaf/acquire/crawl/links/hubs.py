"""Hubs: pages that link to what is sought, such as a list of publications to its PDF files."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from sheaf.acquire.crawl.links.contract import OutLink
from sheaf.records import Link


@dataclass(frozen=True, slots=True)
class HubPattern:
    """What a hub links to: how many such links it needs, and what share of all its links."""

    links: re.Pattern[str]
    least: int = 1
    share: float = 0.0


def count_hub_links(links: Iterable[OutLink | Link], pattern: HubPattern) -> int:
    """How many links match; 0 where the page is no hub."""
    count = matches = 0
    for link in links:
        count += 1
        matches += pattern.links.search(link.url) is not None
    is_hub = matches >= max(pattern.least, 1) and matches >= pattern.share * count
    return matches if is_hub else 0
