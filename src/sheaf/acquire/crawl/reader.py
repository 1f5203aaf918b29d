"""What an answer leads to: its links, those of them that enter the crawl, and how urgently."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from sheaf.acquire.crawl.focus import Focus
from sheaf.acquire.crawl.links import (
    FoundLink,
    HubPattern,
    LinkKind,
    LinkReading,
    found_links,
    is_hub,
    sitemap_links,
)
from sheaf.acquire.crawl.scope import Scope
from sheaf.acquire.crawl.visits import SITEMAP, WITH_LINKS, FetchOutcome, Target, Visit
from sheaf.records import Link

# What stands after a link in the WARC files: its hop, and what it was written as.
KINDS = {kind: f" {kind.hop} {kind.value}" for kind in LinkKind}


STANDARD = LinkReading()


@dataclass(frozen=True, slots=True)
class Reading:
    """How pages are read: as which crawler, and what of them."""

    agent: str = ""
    ignore_nofollow: bool = False
    links: LinkReading = STANDARD
    hubs: HubPattern | None = None


class Reader:
    """`wants` says whether the frontier has use for a URL met at some depth."""

    def __init__(
        self, scope: Scope, focus: Focus, reading: Reading, wants: Callable[[str, int], bool]
    ) -> None:
        self._scope = scope
        self._focus = focus
        self._reading = reading
        self._wants = wants

    def read(self, visit: Visit) -> Visit:
        """The visit with what it led to."""
        answer, target, how = visit.answer, visit.target, self._reading
        if answer is None:
            return visit
        if visit.outcome is FetchOutcome.REDIRECT and answer.redirect_url:
            return replace(visit, found=(target.redirected(answer.redirect_url),))
        if visit.outcome not in WITH_LINKS or not answer.body:
            return visit
        if target.hops.endswith(SITEMAP):
            links = [*sitemap_links(answer)]
        else:
            links = [*found_links(answer, agent=how.agent, reading=how.links)]
        if not links:
            return visit
        return replace(
            visit,
            found=tuple(self._found(target, links)),
            outlinks=tuple([link.url + KINDS[link.kind] for link in links]),
            is_hub=how.hubs is not None and is_hub(links, how.hubs),
        )

    def _found(self, target: Target, links: list[FoundLink]) -> Iterator[Target]:
        wants, depth, all_links = self._wants, target.depth + 1, self._reading.ignore_nofollow
        for found in links:
            # Most links lead to what is known already: that is asked first.
            if wants(found.url, depth) and (all_links or not found.nofollow):
                link = Link(found.url, target.url, found.text, depth)
                hop = self._scope.hop_of(link, target.hops, found.kind.hop)
                if hop:
                    yield target.linked(link, hop, self._focus.queue_of(link, target.priority))
