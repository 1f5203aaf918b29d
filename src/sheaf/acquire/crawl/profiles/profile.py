"""A crawl profile: all that a crawl is told, in one typed value."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from pydantic import Field

from sheaf.acquire.crawl.links import HubPattern, LinkOptions
from sheaf.acquire.crawl.scope import AnswerRules, Papers, Rule, Scope
from sheaf.acquire.crawl.scope.canonicalisation import SeenKeys
from sheaf.acquire.crawl.scope.priorities import Priorities, PriorityQueues
from sheaf.acquire.crawl.scope.rules import SEEDS
from sheaf.crawl_settings import (
    Canonicalisation,
    CrawlSettings,
    LimitSettings,
    LinkSettings,
)

# The conditions by which a rule limits how far a crawl goes.
DEPTHS = ("deeper_than", "more_hops_than")


class Profile(CrawlSettings):
    """Settings and rules. `scope` says what is fetched, `midfetch` which answers are broken off
    once their headers are there, and `keep` what is written; each is a list of rules of which the
    last that speaks decides."""

    name: str = Field("", description="The name of the profile.")
    papers: Papers = Papers()
    priorities: Priorities = Priorities()
    scope: tuple[Rule, ...] = Field((), description="Which URLs are fetched.")
    midfetch: tuple[Rule, ...] = Field((), description="Which answers are read to their end.")
    keep: tuple[Rule, ...] = Field((), description="Which answers are written.")

    def make_scope(
        self,
        seeds: Iterable[str],
        hosts: Iterable[str] = (),
        find_on_blacklist: Callable[[str], str | None] | None = None,
    ) -> Scope:
        """The scope of a crawl from these seeds; `hosts` stand in for theirs."""
        scope = Scope.from_rules(
            self._scope_rules(),
            seeds=seeds,
            hosts=hosts,
            papers=self.papers,
            traps=self.traps,
            redirects_are_seeds=self.seeds.redirects_are_seeds,
        )
        if find_on_blacklist:
            scope.find_on_blacklist = find_on_blacklist
        return scope

    def midfetch_rules(self) -> AnswerRules:
        return AnswerRules(self.midfetch, papers=self.papers)

    def keep_rules(self) -> AnswerRules:
        return AnswerRules(self.keep, papers=self.papers)

    def seen_keys(self) -> SeenKeys:
        return SeenKeys(self.canonicalisation)

    def link_options(self) -> LinkOptions:
        links = self.links
        return LinkOptions(
            headers=links.headers,
            html=links.html,
            feeds=links.feeds,
            embeds=links.embeds,
            forms=links.forms,
            scripts=links.javascript,
            styles=links.css,
            eager=links.eager,
            only_html=links.only_html,
            frames_are_embeds=links.frames_are_embeds,
            encoding=self.fetch.default_encoding,
        )

    def hub_pattern(self) -> HubPattern | None:
        pattern = self.hubs.pattern
        return HubPattern(re.compile(pattern, re.IGNORECASE)) if pattern else None

    def priority_queues(self) -> PriorityQueues:
        return PriorityQueues(self.priorities, self.papers, embeds_first=self.queues.embeds_first)

    def with_settings(self, chosen: CrawlSettings) -> Profile:
        """The profile with what somebody has set; defaults say nothing."""
        changes = {}
        for section in chosen.model_fields_set & CrawlSettings.model_fields.keys():
            values = getattr(chosen, section)
            ours = getattr(self, section)
            update = {name: getattr(ours, name) for name in ours.model_fields_set}
            update |= {name: getattr(values, name) for name in values.model_fields_set}
            # Made anew: a copy would keep what the old one has computed from its values.
            changes[section] = type(ours).model_validate(update)
        return self.model_copy(update=changes)

    def _scope_rules(self) -> tuple[Rule, ...]:
        """The rules with the depth of [limits], in the rule that limits it; or in one more rule,
        which then has the last word."""
        depth = self.limits.depth
        if depth is None:
            return self.scope
        rules = []
        for rule in self.scope:
            update: dict[str, object] = {name: depth for name in DEPTHS if _limits_by(rule, name)}
            if update:
                update["story"] = f"no deeper than {depth}, as the crawl was told,"
            rules.append(rule.model_copy(update=update))
        if not any(_limits_by(rule, name) for rule in rules for name in DEPTHS):
            rules.append(Rule(decide="reject", name="too_deep", deeper_than=depth))
        return tuple(rules)


def _limits_by(rule: Rule, name: str) -> bool:
    return not rule.accepts and getattr(rule, name) is not None


# What a crawl from Python does without a profile: the given hosts, or else those of the seeds.
PLAIN = Profile(
    limits=LimitSettings(pages=1000),
    links=LinkSettings(sitemaps=False, pdf=False),
    canonicalisation=Canonicalisation(**dict.fromkeys(Canonicalisation.model_fields, False)),
    scope=(
        Rule(decide="reject", name="elsewhere"),
        Rule(decide="accept", name="hosts", hosts=(SEEDS,)),
        Rule(decide="reject", name="too_deep", deeper_than=5),
    ),
)
