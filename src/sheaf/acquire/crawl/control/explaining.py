"""Which rule decides about a URL, told: `sheaf crawl explain URL`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from sheaf.acquire.crawl.profiles import Profile
from sheaf.acquire.crawl.scope import Decision, Verdict
from sheaf.acquire.crawl.scope.scoping import NOT_OF_THE_WEB
from sheaf.urls import BadUrl, canonical


def explain(
    url: str,
    profile: Profile,
    *,
    seeds: Sequence[str] = (),
    hosts: Sequence[str] = (),
    depth: int = 1,
    hops: str | None = None,
    via: str | None = None,
    anchor_text: str = "",
    mime_type: str | None = None,
    size: int | None = None,
) -> Decision:
    """What the rules of a profile say of a URL, found on a page `depth` links from a seed.

    Without seeds the URL is taken for a page of a seed's own host.
    """
    try:
        url = canonical(url)
    except BadUrl:
        return Decision(url, Verdict(False, None, reason=NOT_OF_THE_WEB), ())
    scope = profile.scope_of(tuple(seeds) or (url,), hosts)
    return scope.explain(
        url,
        depth=depth,
        hops=hops,
        via=via,
        anchor_text=anchor_text,
        mime_type=mime_type,
        size=size,
    )


def as_lines(decision: Decision) -> Iterator[str]:
    """For people: every rule with what it said, an arrow at the one that decided."""
    for said in decision.said:
        arrow = "->" if said.number == decision.verdict.number else "  "
        word = said.said or "-"
        about = f"  ({said.about})" if said.about else ""
        story = said.rule.story or said.rule.title
        yield f"{arrow} {said.number:>2} {word:<6} {story}{about}"
    verdict = "accepted" if decision.accepted else "rejected"
    number, rule, reason = decision.verdict.number, decision.verdict.rule, decision.verdict.reason
    by = f"by rule {number}" if number else "by no rule"
    if rule is not None and rule.story:
        # The reason is the rule's name, or what it found besides.
        reason = rule.story if reason == rule.title else f"{rule.story} ({reason})"
    yield f"{decision.url} is {verdict} {by}: {reason}"


def as_json(decision: Decision) -> dict[str, Any]:
    return {
        "url": decision.url,
        "accepted": decision.accepted,
        "rule": decision.verdict.number or None,
        "reason": decision.verdict.reason,
        "rules": [
            {
                "number": said.number,
                "name": said.rule.name,
                "story": said.rule.story,
                "said": said.said or None,
                "about": said.about or None,
            }
            for said in decision.said
        ],
    }
