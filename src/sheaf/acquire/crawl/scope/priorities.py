"""Which link first: weights of words, three queues, and a priority that pages hand down.

The mechanism is that of Zhuang, Wagle and Giles (2005): a link whose text has a weighted word gets
that weight; one without inherits its page's priority, less one. So a page of publications lifts
the pages behind it, and what leads away from it sinks again.
"""

from __future__ import annotations

import re
from functools import cached_property
from urllib.parse import unquote

from sheaf.acquire.crawl.scope.candidate_url import CandidateUrl
from sheaf.acquire.crawl.scope.papers import Papers
from sheaf.crawl_settings import PrioritySettings
from sheaf.records import Link

LOW, MEDIUM, HIGH = 0, 1, 2
# Before all queues of links: what belongs to a page that is there already.
EMBEDS_QUEUE = -1
WORDS = re.compile(r"[^\W_]+")


class Priorities(PrioritySettings):
    """Finds the words in a link."""

    @property
    def is_focused(self) -> bool:
        return bool(self.high or self.medium)

    @cached_property
    def _weights(self) -> dict[str, int]:
        medium = {word.lower(): MEDIUM for word in self.medium}
        return medium | {word.lower(): HIGH for word in self.high}

    @cached_property
    def _lengths(self) -> tuple[int, ...]:
        return tuple(sorted({len(word) for word in self._weights}))

    def weight(self, text: str) -> int:
        """The highest weight of a word in a text. A listed word stands for all that begin so."""
        best, weights = LOW, self._weights
        for word in WORDS.findall(text.lower()):
            for length in self._lengths:
                weight = weights.get(word[:length], LOW)
                if weight > best and len(word) >= length:
                    best = weight
        return best


def priority(
    link: Link, parent_priority: int, priorities: Priorities, papers: Papers | None = None
) -> int:
    """2, 1 or 0, by the weight of the link's words or else by its page's priority."""
    if not priorities.is_focused:
        return LOW
    candidate = CandidateUrl(link.url, via=link.parent_url, anchor_text=link.anchor_text)
    if priorities.documents_first and papers is not None and papers.is_promised_by(candidate):
        return HIGH
    weight = priorities.weight(link.anchor_text)
    if weight < HIGH and priorities.read_urls:
        weight = max(weight, priorities.weight(unquote(candidate.path)))
    return weight or max(LOW, parent_priority - priorities.decay)


class PriorityQueues:
    """The same in the frontier's numbers, where 0 comes first."""

    def __init__(
        self, priorities: Priorities, papers: Papers, *, embeds_first: bool = False
    ) -> None:
        self._priorities = priorities
        self._papers = papers
        self._embeds_first = embeds_first
        self._top = HIGH if priorities.is_focused else LOW
        # Seeds wait in the lowest queue, which is where everything begins.
        self.seed_queue = self._top - LOW

    def queue_of(self, link: Link, parent_queue: int, hop: str = "L") -> int:
        """The queue of a link on a page that came from that queue: 0, 1 or 2, or that of embeds."""
        if self._embeds_first and hop == "E":
            return EMBEDS_QUEUE
        if not self._top:
            return 0
        parent = max(LOW, self._top - max(parent_queue, 0))
        return self._top - priority(link, parent, self._priorities, self._papers)
