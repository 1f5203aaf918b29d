"""What an answer leads to: its links, those of them that enter the crawl, and how urgently."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from sheaf.acquire.crawl.links import (
    HubPattern,
    LinkKind,
    LinkOptions,
    OutLink,
    RawLink,
    count_hub_links,
    count_unread_links,
    extract_links,
    sitemap_links,
)
from sheaf.acquire.crawl.scope import Scope
from sheaf.acquire.crawl.scope.priorities import PriorityQueues
from sheaf.acquire.crawl.visits import SITEMAP, WITH_LINKS, FetchOutcome, Target, Visit
from sheaf.records import Link

STANDARD = LinkOptions()
NOFOLLOW = "marked nofollow"
UNREAD = "too many on one page"


@dataclass(frozen=True, slots=True)
class ReadingOptions:
    """As which crawler pages are read, and which of their links."""

    agent: str = ""
    ignore_nofollow: bool = False
    links: LinkOptions = STANDARD
    hubs: HubPattern | None = None


class PageReader:
    """`wants` says whether the frontier has use for a URL met at some depth."""

    def __init__(
        self,
        scope: Scope,
        queues: PriorityQueues,
        options: ReadingOptions,
        wants: Callable[[str, int], bool],
    ) -> None:
        self._scope = scope
        self._queues = queues
        self._options = options
        self._wants = wants
        self._hops = {kind: options.links.hop_of(kind) for kind in LinkKind}
        # What stands after a link in the WARC files: its hop, and what it was written as.
        self._kinds = {kind: f" {hop} {kind.value}" for kind, hop in self._hops.items()}

    def read(self, visit: Visit) -> Visit:
        """The visit with what it led to."""
        answer, target, options = visit.answer, visit.target, self._options
        if answer is None:
            return visit
        if visit.outcome is FetchOutcome.REDIRECT and answer.redirect_url:
            return replace(visit, found=(target.target_of_redirect(answer.redirect_url),))
        if visit.outcome not in WITH_LINKS or not answer.body:
            return visit
        if target.hops.endswith(SITEMAP):
            links = [*sitemap_links(answer)]
        else:
            annotations = [
                RawLink(to, LinkKind.PDF, text, page) for to, text, page in visit.annotations
            ]
            links = [
                *extract_links(
                    answer, agent=options.agent, options=options.links, annotations=annotations
                )
            ]
        if not links:
            return visit
        # A paper with links to papers is no page that leads to them.
        kinds, hubs = self._kinds, None if visit.annotations else options.hubs
        hub_links = count_hub_links(links, hubs) if hubs else 0
        unread = count_unread_links(answer, links)
        if unread:
            self._scope.left_out[UNREAD] += unread
        return replace(
            visit,
            found=tuple(self._targets_in(target, links)),
            outlinks=tuple([link.url + kinds[link.kind] for link in links]),
            hub_pattern=hubs.links.pattern if hubs and hub_links else "",
            hub_links=hub_links,
            unread_links=unread,
            reason=f"{unread:,} of its links were not read: it has too many" if unread else "",
        )

    def take_left_out(self) -> Counter[str]:
        return self._scope.take_left_out()

    def _targets_in(self, target: Target, links: list[OutLink]) -> Iterator[Target]:
        wants, depth, all_links = self._wants, target.depth + 1, self._options.ignore_nofollow
        # A seed hands down the priority of seeds, and so do its redirects and the sitemaps.
        is_seed = not target.hops.strip("R" + SITEMAP)
        parent = self._queues.seed_queue if is_seed else target.priority
        for found in links:
            # Most links lead to what is known already: that is asked first.
            if not wants(found.url, depth):
                continue
            if found.nofollow and not all_links:
                self._scope.left_out[NOFOLLOW] += 1
                continue
            link = Link(found.url, target.url, found.text, depth)
            letter = self._hops[found.kind]
            hop = self._scope.hop_of(link, target.hops, letter)
            if hop:
                yield target.target_of_link(link, hop, self._queues.queue_of(link, parent, letter))
