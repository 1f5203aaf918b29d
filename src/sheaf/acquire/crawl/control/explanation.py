"""Which rule decides about a URL: `sheaf crawl explain URL`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from sheaf.acquire.crawl.frontier.fates import Fate, look_up
from sheaf.acquire.crawl.options import CrawlOptions
from sheaf.acquire.crawl.politeness.robots_txt import RobotsTxt, product_of
from sheaf.acquire.crawl.profiles import Profile
from sheaf.acquire.crawl.scope import Explanation, ScopeVerdict
from sheaf.acquire.crawl.scope.scope import NOT_OF_THE_WEB
from sheaf.urls import BadUrl, canonical, site_of

FORBIDDEN = "robots.txt forbids it"


def explain(
    url: str,
    profile: Profile,
    *,
    seeds: Sequence[str] = (),
    hosts: Sequence[str] = (),
    depth: int = 1,
    hops: str | None = None,
    find_on_blacklist: Callable[[str], str | None] | None = None,
) -> Explanation:
    """What the rules of a profile say of a URL, found on a page `depth` links from a seed. What is
    on a blacklist is rejected, whatever the rules say.

    Without seeds the URL is taken for a page of a seed's own host.
    """
    try:
        url = canonical(url)
    except BadUrl:
        return Explanation(url, ScopeVerdict(False, None, reason=NOT_OF_THE_WEB), ())
    scope = profile.make_scope(tuple(seeds) or (url,), hosts)
    explained = scope.explain(url, depth=depth, hops=hops)
    line = _find_blacklisted(url, profile, find_on_blacklist) if find_on_blacklist else None
    if line:
        return replace(explained, verdict=ScopeVerdict(False, None, reason=line))
    return explained


def _find_blacklisted(
    url: str, profile: Profile, find_on_blacklist: Callable[[str], str | None]
) -> str | None:
    """Why it is not asked for: without the rules of a site nothing of the site is."""
    line = find_on_blacklist(url)
    if line or profile.robots.policy == "ignore":
        return line
    rules = f"{site_of(url)}/robots.txt"
    line = find_on_blacklist(rules)
    return f"its rules stand at {rules}, and {line}" if line else None


@dataclass(frozen=True, slots=True)
class CrawledUrl:
    """What a crawl that exists makes of a URL: what it was `told`, what its rules and blacklists
    say, what robots.txt says where the crawl has it, and what became of the URL (None: never
    seen)."""

    crawl: str
    told: dict[str, str]
    explanation: Explanation
    robots: str
    fate: Fate | None

    @property
    def accepted(self) -> bool:
        return self.explanation.accepted and self.robots != FORBIDDEN


def explain_in_crawl(
    url: str,
    frontier: Path,
    profile: Profile,
    options: CrawlOptions,
    *,
    depth: int = 1,
    find_on_blacklist: Callable[[str], str | None] | None = None,
) -> CrawledUrl:
    try:
        url = canonical(url)
    except BadUrl:
        url = url.strip()
    known = look_up(frontier, url)
    fate = known.fate
    explained = explain(
        url,
        profile,
        seeds=known.seeds,
        hosts=options.hosts,
        depth=fate.depth if fate else depth,
        hops=fate.hops if fate else None,
        find_on_blacklist=find_on_blacklist,
    )
    robots = _ask_robots(known.robots, url, profile)
    return CrawledUrl(frontier.stem, options.describe(), explained, robots, fate)


def _ask_robots(text: bytes | None, url: str, profile: Profile) -> str:
    if profile.robots.policy == "ignore":
        return "robots.txt is ignored"
    if text is None:
        return "its robots.txt was not asked for yet"
    rules = RobotsTxt.parse(text, product_of(profile.agent.without_contact))
    return "robots.txt allows it" if rules.allows(url) else FORBIDDEN


def crawled_url_as_lines(found: CrawledUrl) -> Iterator[str]:
    told = "; ".join(f"{name} {text}" for name, text in found.told.items())
    yield f"The crawl {found.crawl} was told: {told or 'nothing beside its seeds'}."
    yield from as_lines(found.explanation)
    yield f"robots.txt: {found.robots}."
    fate = found.fate
    if fate is None:
        yield "Fate: the crawl has never met it, or left it out where it did."
        return
    status = f", status {fate.status}" if fate.status else ""
    when = f", {fate.ended:%Y-%m-%d %H:%M}" if fate.ended else ""
    yield f"Fate: {fate.outcome}{status}{when}{f': {fate.reason}' if fate.reason else ''}"
    yield f"Found on {fate.via}, depth {fate.depth}." if fate.via else "It is a seed, or a sitemap."


def crawled_url_as_json(found: CrawledUrl) -> dict[str, Any]:
    fate = found.fate
    return {
        "crawl": found.crawl,
        "told": found.told,
        **as_json(found.explanation),
        "robots": found.robots,
        "fate": asdict(fate) if fate else None,
    }


def as_lines(explanation: Explanation) -> Iterator[str]:
    """For people: every rule with what it said, an arrow at the one that decided."""
    for result in explanation.results:
        arrow = "->" if result.number == explanation.verdict.number else "  "
        word = result.decision or "-"
        about = f"  ({result.detail})" if result.detail else ""
        story = result.rule.story or result.rule.title
        yield f"{arrow} {result.number:>2} {word:<6} {story}{about}"
    verdict = "accepted" if explanation.accepted else "rejected"
    decided = explanation.verdict
    number, rule, reason = decided.number, decided.rule, decided.reason
    by = f" by rule {number}" if number else ""
    if rule is not None and rule.story:
        # The reason is the rule's name, or what it found besides.
        reason = rule.story if reason == rule.title else f"{rule.story} ({reason})"
    yield f"{explanation.url} is {verdict}{by}: {reason}"


def as_json(explanation: Explanation) -> dict[str, Any]:
    return {
        "url": explanation.url,
        "accepted": explanation.accepted,
        "rule": explanation.verdict.number or None,
        "reason": explanation.verdict.reason,
        "rules": [
            {
                "number": result.number,
                "name": result.rule.name,
                "story": result.rule.story,
                "said": result.decision or None,
                "about": result.detail or None,
            }
            for result in explanation.results
        ],
    }
