"""One target from the first question to the end of its visit."""

from __future__ import annotations

from collections.abc import Iterator

from sheaf.acquire.crawl.fetch import Fetcher
from sheaf.acquire.crawl.links import links_of
from sheaf.acquire.crawl.politeness import Politeness
from sheaf.acquire.crawl.robots import Robots
from sheaf.acquire.crawl.scope import Scope
from sheaf.acquire.crawl.visits import Answer, Failure, FetchOutcome, Target, Visit

TRIES = 3
WITH_LINKS = frozenset({FetchOutcome.FETCHED, FetchOutcome.TOO_LARGE})


class Visitor:
    def __init__(
        self,
        scope: Scope,
        robots: Robots,
        politeness: Politeness,
        fetcher: Fetcher,
        *,
        agent: str,
        ignore_nofollow: bool,
    ) -> None:
        self._scope = scope
        self._robots = robots
        self._politeness = politeness
        self._fetcher = fetcher
        self._agent = agent
        self._ignore_nofollow = ignore_nofollow

    async def refusal(self, target: Target) -> FetchOutcome | None:
        """Why a target is not to be fetched, or None where it may be."""
        return self._scope.refusal(target) or await self._robots.refusal(target.url)

    async def visit(self, target: Target) -> Visit:
        result, tries = await self._fetch(target)
        found = tuple(self._found(target, result)) if isinstance(result, Answer) else ()
        return Visit(target, result.outcome, result, found, tries)

    async def _fetch(self, target: Target) -> tuple[Answer | Failure, int]:
        """A server that is busy and says for how long is asked again after that."""
        tries = 0
        while True:
            async with self._politeness.turn(target.host):
                result = await self._fetcher.fetch(target.url)
            tries += 1
            pause = self._politeness.wanted_pause(result) if isinstance(result, Answer) else None
            if pause is not None:
                self._politeness.pause(target.host, pause)
            if pause is None or tries == TRIES:
                return result, tries

    def _found(self, target: Target, answer: Answer) -> Iterator[Target]:
        if answer.outcome is FetchOutcome.REDIRECT and answer.redirect_url:
            yield target.redirected(answer.redirect_url)
        if answer.outcome in WITH_LINKS:
            for link in links_of(
                answer,
                depth=target.depth,
                agent=self._agent,
                ignore_nofollow=self._ignore_nofollow,
            ):
                if self._scope.admits(link):
                    yield target.linked(link)
