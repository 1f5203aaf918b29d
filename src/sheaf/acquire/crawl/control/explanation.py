"""Which rule decides about a URL: `sheaf crawl explain URL`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from sheaf.acquire.crawl.profiles import Profile
from sheaf.acquire.crawl.scope import Explanation, ScopeVerdict
from sheaf.acquire.crawl.scope.scope import NOT_OF_THE_WEB
from sheaf.urls import BadUrl, canonical


def explain(
    url: str,
    profile: Profile,
    *,
    seeds: Sequence[str] = (),
    hosts: Sequence[str] = (),
    depth: int = 1,
) -> Explanation:
    """What the rules of a profile say of a URL, found on a page `depth` links from a seed.

    Without seeds the URL is taken for a page of a seed's own host.
    """
    try:
        url = canonical(url)
    except BadUrl:
        return Explanation(url, ScopeVerdict(False, None, reason=NOT_OF_THE_WEB), ())
    scope = profile.make_scope(tuple(seeds) or (url,), hosts)
    return scope.explain(url, depth=depth)


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
    by = f"by rule {number}" if number else "by no rule"
    if rule is not None and rule.story:
        # The reason is the rule's name, or what it found besides.
        reason = rule.story if reason == rule.title else f"{rule.story} ({reason})"
    yield f"{explanation.url} is {verdict} {by}: {reason}"


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
