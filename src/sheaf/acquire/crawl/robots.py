"""robots.txt: asked for before anything else of a site, kept for a day, obeyed."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from urllib.parse import urlsplit

from protego import Protego

from sheaf.acquire.crawl.decode import decoded
from sheaf.acquire.crawl.fetch import Fetcher
from sheaf.acquire.crawl.frontier import Frontier
from sheaf.acquire.crawl.politeness import TOO_MANY_REQUESTS, Politeness
from sheaf.acquire.crawl.visits import Answer, Failure, FetchOutcome
from sheaf.settings import Acquire
from sheaf.urls import host_of

KEPT_SECONDS = 24 * 3600
LONGEST_FILE = 500 * 1024
REDIRECTS = 5
TRIES = 3
SITES_AT_HAND = 2000
# A host that cannot be reached for its robots.txt cannot be reached for its pages either.
TOLD_BY_THE_FIRST_REQUEST = frozenset(
    {FetchOutcome.UNREACHABLE, FetchOutcome.REFUSED_ADDRESS, FetchOutcome.BAD_URL}
)


@dataclass(frozen=True, slots=True)
class RobotsText:
    """A site's rules to be kept in the frontier; no rules at all is an empty text."""

    site: str
    text: str
    asked_at: float


@dataclass(frozen=True, slots=True)
class Rules:
    """What a site allows; `refusal` says that it allows nothing, and why."""

    parser: Protego | None = None
    refusal: FetchOutcome | None = None


class Robots:
    """One host is served by one task, so no site is ever asked twice at the same time."""

    def __init__(
        self,
        settings: Acquire,
        frontier: Frontier,
        fetcher: Fetcher,
        politeness: Politeness,
        keep: Callable[[RobotsText], Awaitable[None]],
    ) -> None:
        self._settings = settings
        self._frontier = frontier
        self._fetcher = fetcher
        self._politeness = politeness
        self._keep = keep
        # Rules name a product; a contact must not be taken for one.
        self._agent = settings.user_agent.replace("{contact}", "")
        self._rules: dict[str, Rules] = {}

    async def refusal(self, url: str) -> FetchOutcome | None:
        """Why a URL may not be fetched, or None where it may."""
        parts = urlsplit(url)
        site = f"{parts.scheme}://{parts.netloc}"
        rules = self._rules.get(site) or await self._learn(site)
        if rules.parser and not rules.parser.can_fetch(url, self._agent):
            return FetchOutcome.ROBOTS_FORBIDDEN
        return rules.refusal

    async def _learn(self, site: str) -> Rules:
        text = self._frontier.robots_text(site, not_before=time.time() - KEPT_SECONDS)
        rules = self._parsed(text) if text is not None else await self._ask(site)
        if len(self._rules) >= SITES_AT_HAND:
            del self._rules[next(iter(self._rules))]
        self._rules[site] = rules
        delay = rules.parser.crawl_delay(self._agent) if rules.parser else None
        self._politeness.obey_crawl_delay(host_of(site), delay)
        return rules

    def _parsed(self, text: str) -> Rules:
        return Rules(parser=Protego.parse(text))

    async def _ask(self, site: str) -> Rules:
        """A site whose rules cannot be had is left alone; only the next run asks it again."""
        for attempt in range(TRIES):
            answer = await self._follow(f"{site}/robots.txt")
            if isinstance(answer, Failure) and answer.outcome in TOLD_BY_THE_FIRST_REQUEST:
                return Rules(refusal=answer.outcome)
            if isinstance(answer, Answer) and not _is_in_trouble(answer):
                text = _text(answer)
                await self._keep(RobotsText(site, text, time.time()))
                return self._parsed(text)
            if attempt + 1 < TRIES:
                self._politeness.pause(host_of(site), self._pause(answer, attempt))
        return Rules(refusal=FetchOutcome.ROBOTS_UNAVAILABLE)

    def _pause(self, answer: Answer | Failure, attempt: int) -> float:
        wanted = self._politeness.wanted_pause(answer) if isinstance(answer, Answer) else None
        return wanted if wanted is not None else min(2.0**attempt, self._settings.max_delay)

    async def _follow(self, url: str) -> Answer | Failure:
        """The answer at the end of the redirects, each of them asked for in its host's turn."""
        answer = await self._fetch(url)
        for _ in range(REDIRECTS):
            if isinstance(answer, Failure) or not answer.redirect_url:
                break
            following = await self._fetch(answer.redirect_url)
            if isinstance(following, Failure):
                return Failure(
                    FetchOutcome.BROKEN_RESPONSE, following.code, following.began, following.seconds
                )
            answer = following
        return answer

    async def _fetch(self, url: str) -> Answer | Failure:
        async with self._politeness.turn(host_of(url)):
            return await self._fetcher.fetch(url, limit=LONGEST_FILE)


def _is_in_trouble(answer: Answer) -> bool:
    is_cut_short = answer.outcome in {FetchOutcome.TIMED_OUT, FetchOutcome.BROKEN_RESPONSE}
    return answer.status >= 500 or answer.status == TOO_MANY_REQUESTS or is_cut_short


def _text(answer: Answer) -> str:
    """Rules count where the answer is a success; with any other (RFC 9309) all is allowed."""
    if not 200 <= answer.status < 300:
        return ""
    body = decoded(answer.body, answer.header("Content-Encoding"), limit=LONGEST_FILE)
    return body.decode("utf-8-sig", "replace")
