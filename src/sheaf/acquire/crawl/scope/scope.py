"""The scope of a crawl: its rules applied to each link, each seed and each redirect."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from sheaf.acquire.crawl.scope.candidate_url import LINK, CandidateUrl
from sheaf.acquire.crawl.scope.papers import Papers
from sheaf.acquire.crawl.scope.rules import (
    SEEDS,
    Explanation,
    Rule,
    RuleContext,
    RuleSequence,
    ScopeVerdict,
)
from sheaf.acquire.crawl.scope.traps import Traps
from sheaf.acquire.crawl.visits import FetchOutcome, Refusal, Target
from sheaf.acquire.host_patterns import HostSet, hosts_of, is_of_the_web
from sheaf.crawl_settings import TrapLimits
from sheaf.records import Link
from sheaf.urls import host_of

REDIRECTS_IN_A_ROW = 10
NOT_OF_THE_WEB = "no URL of the web"


class Scope:
    """Without the rules of a profile: the given hosts, down to the given depth."""

    def __init__(self, hosts: Iterable[str], *, depth: int, seeds: Iterable[str] = ()) -> None:
        given, urls = frozenset(hosts), tuple(seeds)
        rules = (
            Rule(decide="reject", name="elsewhere"),
            Rule(decide="accept", name="hosts", hosts=(SEEDS,)),
            Rule(decide="reject", name="too_deep", deeper_than=depth),
        )
        context = RuleContext(HostSet(given or hosts_of(urls)), urls)
        self._set(rules, context, redirects_are_seeds=False, keeps_to_hosts=bool(given))

    @classmethod
    def from_rules(
        cls,
        rules: Sequence[Rule],
        *,
        seeds: Iterable[str] = (),
        hosts: Iterable[str] = (),
        papers: Papers | None = None,
        traps: TrapLimits | None = None,
        redirects_are_seeds: bool = False,
    ) -> Scope:
        """By the rules of a profile. `hosts`, where given, replace those of the seeds: a rule means
        them by @seeds."""
        given, urls = frozenset(hosts), tuple(seeds)
        context = RuleContext(
            HostSet(given or hosts_of(urls)), urls, papers or Papers(), Traps(traps)
        )
        scope = cls.__new__(cls)
        scope._set(
            rules, context, redirects_are_seeds=redirects_are_seeds, keeps_to_hosts=bool(given)
        )
        return scope

    def _set(
        self,
        rules: Sequence[Rule],
        context: RuleContext,
        *,
        redirects_are_seeds: bool,
        keeps_to_hosts: bool,
    ) -> None:
        self._rule_list, self._context = tuple(rules), context
        self._keeps_to_hosts = keeps_to_hosts
        self._rules = RuleSequence(rules, context)
        self._seed_hosts = context.seed_hosts
        self._redirects_are_seeds = redirects_are_seeds
        # Says which line of a blacklist a URL is on, if any.
        self.find_on_blacklist: Callable[[str], str | None] = lambda url: None
        # Links turned away, by the rule or the trap that did; as many keys as there are rules.
        self.left_out: Counter[str] = Counter()

    def add_seeds(self, urls: Iterable[str]) -> None:
        """Seeds added to a running crawl are like the others. What the traps remember stays."""
        more = tuple(urls)
        for host in () if self._keeps_to_hosts else hosts_of(more):
            self._seed_hosts.add(host)
        self._context = replace(self._context, seed_urls=(*self._context.seed_urls, *more))
        self._rules = RuleSequence(self._rule_list, self._context)

    def note_seed_redirect(self, url: str) -> None:
        """The host to which a seed has led belongs to the crawl from now on."""
        if self._redirects_are_seeds:
            self._seed_hosts.add(host_of(url))

    def take_left_out(self) -> Counter[str]:
        """Links turned away since the last call, counted by the rule, the trap or the nofollow that
        kept them out; they are written down with the pages they stand on."""
        taken, self.left_out = self.left_out, Counter()
        return taken

    def admits(self, link: Link) -> bool:
        """Whether a link on a page enters the frontier."""
        return self.hop_of(link) is not None

    def hop_of(self, link: Link, parent_hops: str = "", letter: str = LINK) -> str | None:
        """The letter by which a link enters the frontier, or None where it does not enter.

        `letter` is what the page makes of it, a link (L) or an embed (E); the answer may be X.
        """
        if not is_of_the_web(link.url):
            self.left_out[NOT_OF_THE_WEB] += 1
            return None
        verdict = self._rules.verdict(
            CandidateUrl(
                link.url,
                depth=link.depth,
                hops=parent_hops + letter,
                via=link.parent_url,
                anchor_text=link.anchor_text,
            )
        )
        if not verdict.accepted:
            self.left_out[verdict.reason] += 1
            return None
        return letter if verdict.hop == LINK else verdict.hop

    def refusal(self, target: Target) -> Refusal | None:
        """Why a URL is not fetched. Seeds, redirects and what is blacklisted enter the frontier
        without a check, so that their end is on record; they are checked here."""
        if not is_of_the_web(target.url):
            return Refusal(FetchOutcome.BAD_URL)
        line = self.find_on_blacklist(target.url)
        if line:
            return Refusal(FetchOutcome.BLACKLISTED, line)
        verdict = self.verdict(target)
        if not verdict.accepted:
            return Refusal(FetchOutcome.OUT_OF_SCOPE, verdict.reason)
        if target.redirects > REDIRECTS_IN_A_ROW:
            return Refusal(FetchOutcome.TOO_MANY_REDIRECTS)
        return None

    def verdict(self, target: Target) -> ScopeVerdict:
        """What the rules say of a URL of the frontier, and which of them."""
        candidate = CandidateUrl(
            target.url,
            depth=target.depth,
            hops=target.hops,
            via=target.via,
            anchor_text=target.anchor_text,
        )
        verdict = self._rules.verdict(candidate)
        if verdict.accepted and candidate.is_seed_redirect:
            self.note_seed_redirect(target.url)
        return verdict

    def explain(
        self,
        url: str,
        *,
        depth: int = 0,
        hops: str | None = None,
        via: str | None = None,
        anchor_text: str = "",
        mime_type: str | None = None,
        size: int | None = None,
    ) -> Explanation:
        """What every rule says of a URL. No trap counts it. `hops` follow from the depth where
        they are not given."""
        if not is_of_the_web(url):
            return Explanation(url, ScopeVerdict(False, None, reason=NOT_OF_THE_WEB), ())
        return self._rules.explain(
            CandidateUrl(
                url,
                depth=depth,
                hops=LINK * depth if hops is None else hops,
                via=via,
                anchor_text=anchor_text,
                mime_type=mime_type,
                size=size,
                is_rehearsal=True,
            )
        )


class AnswerRules:
    """Rules about what a server sent: whether to go on with a fetch, and whether to keep it.

    Without any rule everything is let through.
    """

    def __init__(self, rules: Sequence[Rule], *, papers: Papers | None = None) -> None:
        self._rules = RuleSequence(rules, RuleContext(papers=papers or Papers()))

    def verdict(
        self,
        target: Target,
        *,
        mime_type: str,
        size: int | None,
        is_hub: bool | None = None,
    ) -> ScopeVerdict:
        if not len(self._rules):
            return ScopeVerdict(True, None)
        return self._rules.verdict(
            CandidateUrl(
                target.url,
                depth=target.depth,
                hops=target.hops,
                via=target.via,
                anchor_text=target.anchor_text,
                mime_type=mime_type.lower(),
                size=size,
                is_hub=is_hub,
            )
        )
