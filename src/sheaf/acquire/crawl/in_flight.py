"""A fetch under way, as the loop of a crawl knows it."""

from __future__ import annotations

from dataclasses import dataclass

from sheaf.acquire.crawl.frontier.rows import PreviousVisit
from sheaf.acquire.crawl.politeness.hosts import Host
from sheaf.acquire.crawl.politeness.robots import RobotsRequest
from sheaf.acquire.crawl.visits import Target


@dataclass(frozen=True, slots=True)
class Asking:
    """For a target, or for the robots.txt of a site."""

    host: Host
    robots_request: RobotsRequest | None = None
    target: Target | None = None
    tries: int = 0
    previous: PreviousVisit | None = None

    @property
    def url(self) -> str:
        if self.robots_request:
            return self.robots_request.url
        assert self.target is not None
        return self.target.url
