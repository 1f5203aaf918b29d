"""A fetch under way, as the loop of a crawl knows it."""

from __future__ import annotations

from dataclasses import dataclass

from sheaf.acquire.crawl.frontier.rows import PreviousVisit
from sheaf.acquire.crawl.politeness.hosts import Host
from sheaf.acquire.crawl.politeness.robots import Errand
from sheaf.acquire.crawl.visits import Target


@dataclass(frozen=True, slots=True)
class Asking:
    """For a target, or on an errand: for the rules of a site."""

    host: Host
    errand: Errand | None = None
    target: Target | None = None
    tries: int = 0
    previous: PreviousVisit | None = None

    @property
    def url(self) -> str:
        if self.errand:
            return self.errand.url
        assert self.target is not None
        return self.target.url
