"""robots.txt: asked for before anything else of a site, kept for a while, obeyed."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from sheaf.acquire.crawl.decode import decode_body
from sheaf.acquire.crawl.frontier.frontier import Frontier
from sheaf.acquire.crawl.politeness.delays import TOO_MANY_REQUESTS, Politeness
from sheaf.acquire.crawl.politeness.robots_txt import LONGEST_FILE, product_of
from sheaf.acquire.crawl.politeness.robots_txt import Rules as Text
from sheaf.acquire.crawl.scope import Scope
from sheaf.acquire.crawl.visits import SITEMAP, Answer, Failure, FetchOutcome, Target
from sheaf.settings import Acquire
from sheaf.urls import resolve

# No longer than this, says RFC 9309.
KEPT_SECONDS = 24 * 3600.0
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
    They are good for `keep` seconds, in this run and over several.
    """

    def __init__(
        self,
        settings: Acquire,
        frontier: Frontier,
        politeness: Politeness,
        learned: Learned,
        *,
        keep: float = KEPT_SECONDS,
    ) -> None:
        self._frontier = frontier
        self._politeness = politeness
        self._tries = settings.tries
        self._ignores = not settings.obey_robots
        # Rules name a product; a contact must not be taken for one.
        self._agent = product_of(settings.user_agent.replace("{contact}", ""))
        # With the time (in seconds since 1970) until which they are good.
        self._rules: dict[str, tuple[Rules, float]] = {}
        self._learned = learned
        self._keep = keep

    def rules(self, site: str) -> Rules | None:
        """What is known of a site, or None where it must be asked first."""
        known, now = self._rules.get(site), time.time()
        if known and known[1] > now:
            return known[0]
        if self._ignores:
            return Rules()
        kept = self._frontier.robots_text(site, not_before=now - self._keep)
        if kept is None:
            return None
        text, asked_at = kept
        return self._remember(site, self._parsed(text), asked_at + self._keep)

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
        now = time.time()
        self._learned(errand.site, text, now)
        return self._remember(errand.site, self._parsed(text), now + self._keep)

    def give_up(self, site: str, outcome: FetchOutcome) -> Rules:
        """Nothing of a site is fetched in this run; only the next one asks it again."""
        return self._remember(site, Rules(refusal=outcome))

    def _later(self, errand: Errand, result: Answer | Failure) -> Rules | Again:
        tries = errand.tries + 1
        if tries >= self._tries:
            return self._without(errand.site)
        wanted = self._politeness.wanted_pause(result) if isinstance(result, Answer) else None
        pause = self._politeness.back_off(tries) if wanted is None else wanted
        return Again(replace(self.errand(errand.site), tries=tries), pause)

    def _without(self, site: str) -> Rules:
        """The site does not give its rules: those it gave last go on, if this run has them."""
        last = self._rules.get(site)
        if last and not last[0].refusal:
            return self._remember(site, last[0], time.time() + self._keep)
        return self.give_up(site, FetchOutcome.ROBOTS_UNAVAILABLE)

    def _remember(self, site: str, rules: Rules, until: float = math.inf) -> Rules:
        self._rules.pop(site, None)  # the last learned stands last
        if len(self._rules) >= SITES_AT_HAND:
            del self._rules[next(iter(self._rules))]
        self._rules[site] = rules, until
        return rules

    def _parsed(self, text: bytes) -> Rules:
        return Rules(Text.parse(text, self._agent))


def sitemaps_of(site: str, rules: Rules, scope: Scope) -> Iterator[Target]:
    """Sitemaps that the rules name, as far as they belong to the crawl; others are counted."""
    for named in rules.text.sitemaps:
        url = resolve(f"{site}/robots.txt", named) or named
        target = Target(url=url, hops=SITEMAP, seed=site)
        refusal = scope.refusal(target)
        if refusal:
            scope.left_out[f"sitemap: {refusal.value}"] += 1
        else:
            yield target


def _is_in_trouble(answer: Answer) -> bool:
    is_cut_short = answer.outcome in {FetchOutcome.TIMED_OUT, FetchOutcome.BROKEN_RESPONSE}
    return answer.status >= 500 or answer.status == TOO_MANY_REQUESTS or is_cut_short


def _text(answer: Answer) -> bytes:
    """Rules count where the answer is a success; with any other (RFC 9309) all is allowed."""
    if not 200 <= answer.status < 300:
        return b""
    return decode_body(answer.body, answer.header("Content-Encoding"), limit=LONGEST_FILE)
