"""robots.txt: asked for before anything else of a site, kept for a day, obeyed."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from sheaf.acquire.crawl.decode import decoded
from sheaf.acquire.crawl.frontier import Frontier
from sheaf.acquire.crawl.politeness import TOO_MANY_REQUESTS, Politeness
from sheaf.acquire.crawl.robots_rules import LONGEST_FILE, product_of
from sheaf.acquire.crawl.robots_rules import Rules as Text
from sheaf.acquire.crawl.visits import Answer, Failure, FetchOutcome
from sheaf.settings import Acquire

KEPT_SECONDS = 24 * 3600
REDIRECTS = 5
SITES_AT_HAND = 2000
# A host that cannot be reached for its robots.txt cannot be reached for its pages either.
TOLD_BY_THE_FIRST_REQUEST = frozenset(
    {
        FetchOutcome.UNREACHABLE, FetchOutcome.REFUSED_ADDRESS, FetchOutcome.BAD_URL,
        FetchOutcome.TLS_FAILED,
    }
)  # fmt: skip


NO_RULES = Text()
Learned = Callable[[str, bytes, float], None]


@dataclass(frozen=True, slots=True)
class Rules:
    """What a site allows; `refusal` says that it allows nothing, and why."""

    text: Text = NO_RULES
    refusal: FetchOutcome | None = None

    def refusal_of(self, url: str) -> FetchOutcome | None:
        """Why a URL may not be fetched, or None where it may."""
        if self.refusal:
            return self.refusal
        return None if self.text.allows(url) else FetchOutcome.ROBOTS_FORBIDDEN


@dataclass(frozen=True, slots=True)
class Errand:
    """The way to a site's rules: the URL to ask for next, after that many tries and redirects."""

    site: str
    url: str
    tries: int = 0
    redirects: int = 0


@dataclass(frozen=True, slots=True)
class Again:
    """The rules were not to be had, and may be after a pause."""

    errand: Errand
    pause: float


class Robots:
    """Knows the rules of sites, or what to ask for in order to know them. Fetches nothing itself.

    `learned` hears a site's rules (no rules at all is an empty text), to be kept in the frontier.
    """

    def __init__(
        self, settings: Acquire, frontier: Frontier, politeness: Politeness, learned: Learned
    ) -> None:
        self._frontier = frontier
        self._politeness = politeness
        self._tries = settings.tries
        self._ignores = not settings.obey_robots
        # Rules name a product; a contact must not be taken for one.
        self._agent = product_of(settings.user_agent.replace("{contact}", ""))
        self._rules: dict[str, Rules] = {}
        self._learned = learned

    def rules(self, site: str) -> Rules | None:
        """What is known of a site, or None where it must be asked first."""
        known = self._rules.get(site)
        if known:
            return known
        if self._ignores:
            return Rules()
        text = self._frontier.robots_text(site, not_before=time.time() - KEPT_SECONDS)
        return None if text is None else self._remember(site, self._parsed(text))

    def errand(self, site: str) -> Errand:
        return Errand(site, f"{site}/robots.txt")

    def hear(self, errand: Errand, result: Answer | Failure) -> Rules | Errand | Again:
        """What an answer means: the rules, another URL to ask, or the same one later."""
        if isinstance(result, Failure):
            told = result.outcome in TOLD_BY_THE_FIRST_REQUEST and not errand.redirects
            is_final = result.outcome is not FetchOutcome.UNREACHABLE
            if told and (is_final or errand.tries + 1 >= self._tries):
                return self.give_up(errand.site, result.outcome)
            return self._later(errand, result)
        if result.redirect_url and errand.redirects < REDIRECTS:
            return replace(errand, url=result.redirect_url, redirects=errand.redirects + 1)
        if _is_in_trouble(result):
            return self._later(errand, result)
        text = _text(result)
        self._learned(errand.site, text, time.time())
        return self._remember(errand.site, self._parsed(text))

    def give_up(self, site: str, outcome: FetchOutcome) -> Rules:
        """Nothing of a site is fetched in this run; only the next one asks it again."""
        return self._remember(site, Rules(refusal=outcome))

    def _later(self, errand: Errand, result: Answer | Failure) -> Rules | Again:
        tries = errand.tries + 1
        if tries >= self._tries:
            return self.give_up(errand.site, FetchOutcome.ROBOTS_UNAVAILABLE)
        wanted = self._politeness.wanted_pause(result) if isinstance(result, Answer) else None
        pause = self._politeness.back_off(tries) if wanted is None else wanted
        return Again(replace(self.errand(errand.site), tries=tries), pause)

    def _remember(self, site: str, rules: Rules) -> Rules:
        if len(self._rules) >= SITES_AT_HAND:
            del self._rules[next(iter(self._rules))]
        self._rules[site] = rules
        return rules

    def _parsed(self, text: bytes) -> Rules:
        return Rules(Text.parse(text, self._agent))


def site_of(url: str) -> str:
    """Scheme and authority: https://www.example.edu"""
    return "/".join(url.split("/", 3)[:3])


def _is_in_trouble(answer: Answer) -> bool:
    is_cut_short = answer.outcome in {FetchOutcome.TIMED_OUT, FetchOutcome.BROKEN_RESPONSE}
    return answer.status >= 500 or answer.status == TOO_MANY_REQUESTS or is_cut_short


def _text(answer: Answer) -> bytes:
    """Rules count where the answer is a success; with any other (RFC 9309) all is allowed."""
    if not 200 <= answer.status < 300:
        return b""
    return decoded(answer.body, answer.header("Content-Encoding"), limit=LONGEST_FILE)
