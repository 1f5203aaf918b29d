"""robots.txt: fetched before anything else of a site, kept for a while, obeyed."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Protocol

from sheaf.acquire.crawl.decode import decode_body
from sheaf.acquire.crawl.politeness.delays import TOO_MANY_REQUESTS, Politeness
from sheaf.acquire.crawl.politeness.robots_txt import LONGEST_FILE, RobotsTxt, product_of
from sheaf.acquire.crawl.scope import Scope
from sheaf.acquire.crawl.visits import SITEMAP, Answer, Failure, FetchOutcome, Refusal, Target
from sheaf.crawl_settings import CrawlSettings
from sheaf.urls import resolve

# No longer than this, says RFC 9309.
KEPT_SECONDS = 24 * 3600.0
REDIRECTS = 5
MOST_SITES = 2000
# A host that cannot be reached for its robots.txt cannot be reached for its pages either.
FINAL_FAILURES = frozenset(
    {
        FetchOutcome.UNREACHABLE, FetchOutcome.REFUSED_ADDRESS, FetchOutcome.BAD_URL,
        FetchOutcome.TLS_FAILED,
    }
)  # fmt: skip


NO_RULES = RobotsTxt()
Learned = Callable[[str, bytes, float], None]


@dataclass(frozen=True, slots=True)
class SiteRules:
    """What a site allows; `refusal` says that it allows nothing, and why."""

    robots_txt: RobotsTxt = NO_RULES
    refusal: Refusal | None = None

    def refusal_for(self, url: str) -> Refusal | None:
        """Why a URL may not be fetched, or None where it may."""
        if self.refusal:
            return self.refusal
        return None if self.robots_txt.allows(url) else Refusal(FetchOutcome.ROBOTS_FORBIDDEN)


@dataclass(frozen=True, slots=True)
class RobotsRequest:
    """A request for the rules of a site: the URL to fetch, after that many tries and redirects."""

    site: str
    url: str
    tries: int = 0
    redirects: int = 0


@dataclass(frozen=True, slots=True)
class RetryLater:
    """The rules could not be fetched; to be tried again after a pause."""

    request: RobotsRequest
    pause: float


class KeptRobots(Protocol):
    """Where the robots.txt of a site is kept, with the time it was fetched: the frontier."""

    def robots_text(self, site: str, *, not_before: float) -> tuple[bytes, float] | None: ...


class Robots:
    """Knows the rules of sites, or which request would bring them. Fetches nothing itself.

    `learned` is called with the robots.txt of a site, empty where it has none, to keep it in the
    frontier. It is good for `keep` seconds, in this run and over several.
    """

    def __init__(
        self,
        settings: CrawlSettings,
        kept: KeptRobots,
        politeness: Politeness,
        learned: Learned,
        *,
        keep: float = KEPT_SECONDS,
    ) -> None:
        self._kept = kept
        self._politeness = politeness
        self._tries = settings.politeness.retries + 1
        self._ignores = settings.robots.policy == "ignore"
        # Rules name a product; a contact must not be taken for one.
        self._agent = product_of(settings.agent.without_contact)
        # With the time (in seconds since 1970) until which they are good.
        self._rules: dict[str, tuple[SiteRules, float]] = {}
        self._learned = learned
        self._keep = keep

    def rules(self, site: str) -> SiteRules | None:
        """What is known of a site, or None where its robots.txt must be fetched first."""
        known, now = self._rules.get(site), time.time()
        if known and known[1] > now:
            return known[0]
        if self._ignores:
            return SiteRules()
        kept = self._kept.robots_text(site, not_before=now - self._keep)
        if kept is None:
            return None
        text, asked_at = kept
        return self._remember(site, self._parse(text), asked_at + self._keep)

    def request(self, site: str) -> RobotsRequest:
        return RobotsRequest(site, f"{site}/robots.txt")

    def read_answer(
        self, request: RobotsRequest, result: Answer | Failure
    ) -> SiteRules | RobotsRequest | RetryLater:
        """What an answer means: the rules, a redirect to follow, or the same request later."""
        if isinstance(result, Failure):
            is_final_failure = result.outcome in FINAL_FAILURES and not request.redirects
            is_final = result.outcome is not FetchOutcome.UNREACHABLE
            if is_final_failure and (is_final or request.tries + 1 >= self._tries):
                return self.give_up(request.site, result.outcome)
            return self._later(request, result)
        if result.redirect_url and request.redirects < REDIRECTS:
            return replace(request, url=result.redirect_url, redirects=request.redirects + 1)
        if _is_in_trouble(result):
            return self._later(request, result)
        text = _robots_bytes(result)
        now = time.time()
        self._learned(request.site, text, now)
        return self._remember(request.site, self._parse(text), now + self._keep)

    def give_up(self, site: str, outcome: FetchOutcome, reason: str = "") -> SiteRules:
        """Nothing of a site is fetched in this run; only the next one asks it again."""
        return self._remember(site, SiteRules(refusal=Refusal(outcome, reason)))

    def _later(self, request: RobotsRequest, result: Answer | Failure) -> SiteRules | RetryLater:
        tries = request.tries + 1
        if tries >= self._tries:
            return self._keep_last_rules(request.site)
        requested = self._politeness.requested_pause(result) if isinstance(result, Answer) else None
        pause = self._politeness.back_off(tries) if requested is None else requested
        return RetryLater(replace(self.request(request.site), tries=tries), pause)

    def _keep_last_rules(self, site: str) -> SiteRules:
        """The site does not give its rules: the last ones stay in force, if this run has them."""
        last = self._rules.get(site)
        if last and not last[0].refusal:
            return self._remember(site, last[0], time.time() + self._keep)
        return self.give_up(site, FetchOutcome.ROBOTS_UNAVAILABLE)

    def _remember(self, site: str, rules: SiteRules, until: float = math.inf) -> SiteRules:
        self._rules.pop(site, None)  # the last learned stands last
        if len(self._rules) >= MOST_SITES:
            del self._rules[next(iter(self._rules))]
        self._rules[site] = rules, until
        return rules

    def _parse(self, text: bytes) -> SiteRules:
        return SiteRules(RobotsTxt.parse(text, self._agent))


def sitemap_targets(site: str, rules: SiteRules, scope: Scope) -> Iterator[Target]:
    """Sitemaps that a robots.txt names, as far as they are in scope; others are counted. What is
    blacklisted enters the frontier, as a link does, and ends there."""
    for named in rules.robots_txt.sitemaps:
        url = resolve(f"{site}/robots.txt", named) or named
        target = Target(url=url, hops=SITEMAP, seed=site)
        refusal = scope.refusal(target)
        if refusal and refusal.outcome is not FetchOutcome.BLACKLISTED:
            scope.left_out[f"sitemap: {refusal.outcome.value}"] += 1
        else:
            yield target


def _is_in_trouble(answer: Answer) -> bool:
    is_cut_short = answer.outcome in {FetchOutcome.TIMED_OUT, FetchOutcome.BROKEN_RESPONSE}
    return answer.status >= 500 or answer.status == TOO_MANY_REQUESTS or is_cut_short


def _robots_bytes(answer: Answer) -> bytes:
    """Only a success has rules; with any other status (RFC 9309) everything is allowed."""
    if not 200 <= answer.status < 300:
        return b""
    return decode_body(answer.body, answer.header("Content-Encoding"), limit=LONGEST_FILE)
