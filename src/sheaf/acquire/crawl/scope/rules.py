"""Rules of a scope, read in order; the last that applies to a URL decides.

A rule applies to a URL when all its conditions hold; one without conditions applies to every URL.
That is how Heritrix's DecideRules work, and how people describe a scope: nothing belongs to the
crawl; but what is on the hosts of the seeds does; but not deeper than five links; but not into a
calendar.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator

from sheaf.acquire.crawl.scope.candidate_url import LINK, PREREQUISITE, SPECULATIVE, CandidateUrl
from sheaf.acquire.crawl.scope.papers import Papers
from sheaf.acquire.crawl.scope.surt import surt, surt_prefix
from sheaf.acquire.crawl.scope.traps import Trap, Traps
from sheaf.acquire.host_patterns import DomainSet, HostSet
from sheaf.patterns import BadPattern, Pattern, TooLongToTry

SEEDS = "@seeds"
Test = Callable[[CandidateUrl], bool]
NO_RULE_APPLIES = "no rule speaks of it"
TOO_LONG = "too long for a pattern"


class Rule(BaseModel):
    """All conditions that are given must hold together; `unless` turns the whole round."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    decide: Literal["accept", "reject"] = Field(description="What the rule says.")
    story: str = Field("", description="The rule in words, as `sheaf crawl explain` shows it.")
    name: str = Field("", description="A short name, by which URLs turned away are counted.")
    closing: bool = Field(
        False, description="It keeps its place at the end: rules of a profile that extends this "
        "one come before it, unless they are closing rules too.",
    )  # fmt: skip
    unless: bool = Field(False, description="Speak of the URLs that do NOT meet the conditions.")

    hosts: tuple[str, ...] = Field(
        (), description="Hosts: a name, *.suffix, or @seeds for those of the seeds."
    )
    domains: tuple[str, ...] = Field(
        (), description="Domains, with every host below them; @seeds for those of the seeds."
    )
    surts: tuple[str, ...] = Field(
        (), description="SURT prefixes, or URLs that stand for them; @seeds for the seeds."
    )
    host_regex: str = Field("", description="A pattern that is found in the host.")
    path_regex: str = Field("", description="A pattern that is found in the path.")
    url_regex: str = Field("", description="A pattern that is found in the URL.")
    ignore_case: bool = Field(False, description="Capitals make no difference to the patterns.")

    more_hops_than: int | None = Field(
        None, ge=0, description="More hops of any kind than this lead here from the seed."
    )
    deeper_than: int | None = Field(
        None, ge=0, description="More links than this lead here; redirects cost nothing."
    )
    transclusion_hops: int | None = Field(
        None, ge=1, description="At least one hop that is no link (an embed, a redirect) since "
        "the last link, and no more than this.",
    )  # fmt: skip
    speculative_hops: int = Field(
        0, ge=0, description="Of the transclusion hops this many may be speculative."
    )
    off_site_hops: int | None = Field(
        None, ge=0, description="No more than this many promises in a row have been followed."
    )
    path_deeper_than: int | None = Field(
        None, ge=0, description="The path has more segments than this."
    )
    longer_than: int | None = Field(
        None, ge=0, description="The URL has more characters than this."
    )
    seed: bool | None = Field(None, description="It is one of the seeds, or is not.")
    seed_redirect: bool | None = Field(
        None, description="A seed led here by redirects alone, or did not."
    )
    prerequisite: bool | None = Field(
        None, description="It must come before something else (robots.txt), or need not."
    )
    towards_paper: bool | None = Field(
        None, description="It promises to lead to a paper ([papers] says how), or does not."
    )
    traps: tuple[Trap, ...] = Field((), description="It leads into one of these traps.")

    mime_types: tuple[str, ...] = Field(
        (), description="The type that the server names, whole or as text/*. Once it is known."
    )
    larger_than: int | None = Field(
        None, ge=0, description="The body has more bytes than this. Once it is known."
    )
    hub: bool | None = Field(None, description="Its links make it a hub, or not. Once it is known.")
    hop: Literal["L", "X"] = Field(
        "L", description="A link let in by this rule is a plain link, or a promise (X) that is "
        "followed a few hops.",
    )  # fmt: skip

    @field_validator("host_regex", "path_regex", "url_regex")
    @classmethod
    def _is_bounded(cls, value: str) -> str:
        try:
            Pattern(value)
        except BadPattern as problem:
            raise ValueError(str(problem)) from None
        return value

    @property
    def accepts(self) -> bool:
        return self.decide == "accept"

    @property
    def waits_for_the_answer(self) -> bool:
        return bool(self.mime_types) or self.larger_than is not None or self.hub is not None

    @property
    def title(self) -> str:
        """The name, or the story, or the conditions as they stand."""
        return self.name or self.story or ", ".join(self.conditions()) or "every URL"

    def conditions(self) -> Iterator[str]:
        about = {"decide", "story", "name", "hop", "closing"}
        for name, value in self.model_dump(exclude_defaults=True, exclude=about).items():
            shown = ", ".join(map(str, value)) if isinstance(value, list | tuple) else value
            yield f"{name} = {shown}"


@dataclass(frozen=True)
class RuleContext:
    """What the conditions of rules refer to besides the URL itself."""

    seed_hosts: HostSet = field(default_factory=lambda: HostSet(()))
    seed_urls: tuple[str, ...] = ()
    papers: Papers = field(default_factory=Papers)
    traps: Traps = field(default_factory=Traps)


class CompiledRule:
    """A rule prepared for its use on every link."""

    def __init__(self, rule: Rule, number: int, context: RuleContext) -> None:
        self.rule = rule
        self.number = number
        self.accepts = rule.accepts
        # Used only for what would be accepted otherwise, so that it need not remember the rest.
        self.is_guard = bool(rule.traps) and not rule.accepts and not rule.unless
        self._tests = tuple(_tests(rule, context))
        self._wanted = not rule.unless
        self._waits = rule.waits_for_the_answer

    def applies(self, candidate: CandidateUrl) -> bool:
        if self._waits and candidate.mime_type is None:
            return False
        for test in self._tests:
            if not test(candidate):
                return not self._wanted
        return self._wanted


def _tests(rule: Rule, context: RuleContext) -> Iterator[Test]:
    """The cheap ones first."""
    yield from _hop_tests(rule)
    yield from _url_tests(rule, context)
    yield from _answer_tests(rule)
    if rule.towards_paper is not None:
        yield lambda candidate: context.papers.is_promised_by(candidate) is rule.towards_paper
    if rule.traps:
        trap = context.traps.guard(rule.traps)
        yield lambda candidate: trap(candidate) is not None


def _hop_tests(rule: Rule) -> Iterator[Test]:
    hops, depth, off = rule.more_hops_than, rule.deeper_than, rule.off_site_hops
    trans, speculative = rule.transclusion_hops, rule.speculative_hops
    if hops is not None:
        yield lambda candidate: len(candidate.hops) > hops
    if depth is not None:
        yield lambda candidate: candidate.depth > depth
    if off is not None:
        yield lambda candidate: candidate.off_site_hops() <= off
    if trans is not None:
        yield lambda candidate: _is_transcluded(candidate, trans, speculative)
    if rule.seed is not None:
        yield lambda candidate: candidate.is_seed is rule.seed
    if rule.seed_redirect is not None:
        yield lambda candidate: candidate.is_seed_redirect is rule.seed_redirect
    if rule.prerequisite is not None:
        yield lambda candidate: candidate.hops.endswith(PREREQUISITE) is rule.prerequisite


def _is_transcluded(candidate: CandidateUrl, most: int, speculative: int) -> bool:
    count, promises = candidate.transclusion_hops()
    return 0 < count <= most and promises <= speculative


def _url_tests(rule: Rule, context: RuleContext) -> Iterator[Test]:
    segments, length = rule.path_deeper_than, rule.longer_than
    if length is not None:
        yield lambda candidate: len(candidate.url) > length
    if rule.hosts:
        hosts = HostSet(name for name in rule.hosts if name != SEEDS)
        seeds = context.seed_hosts if SEEDS in rule.hosts else HostSet(())
        yield lambda candidate: candidate.host in hosts or candidate.host in seeds
    if rule.domains:
        domains = DomainSet(
            (name for name in rule.domains if name != SEEDS),
            among=context.seed_hosts if SEEDS in rule.domains else None,
        )
        yield lambda candidate: candidate.host in domains
    if segments is not None:
        yield lambda candidate: candidate.path_depth > segments
    if rule.surts:
        named = (prefix for prefix in rule.surts if prefix != SEEDS)
        seeds_too = context.seed_urls if SEEDS in rule.surts else ()
        prefixes = tuple(surt_prefix(prefix) for prefix in (*named, *seeds_too))
        yield lambda candidate: surt(candidate.url).startswith(prefixes)
    if rule.host_regex:
        host = Pattern(rule.host_regex, ignore_case=rule.ignore_case)
        yield lambda candidate: host.found_in(candidate.host)
    if rule.path_regex:
        path = Pattern(rule.path_regex, ignore_case=rule.ignore_case)
        yield lambda candidate: path.found_in(candidate.path)
    if rule.url_regex:
        url = Pattern(rule.url_regex, ignore_case=rule.ignore_case)
        yield lambda candidate: url.found_in(candidate.url)


def _answer_tests(rule: Rule) -> Iterator[Test]:
    size = rule.larger_than
    if rule.mime_types:
        whole = frozenset(name.lower() for name in rule.mime_types if not name.endswith("*"))
        starts = tuple(name[:-1].lower() for name in rule.mime_types if name.endswith("*"))
        yield (
            lambda candidate: (
                (candidate.mime_type or "") in whole
                or (candidate.mime_type or "").startswith(starts)
            )
        )
    if size is not None:
        yield lambda candidate: candidate.size is not None and candidate.size > size
    if rule.hub is not None:
        yield lambda candidate: candidate.is_hub is rule.hub


def hop_letter(rule: Rule | None) -> str:
    return SPECULATIVE if rule is not None and rule.hop == SPECULATIVE else LINK


@dataclass(frozen=True, slots=True)
class ScopeVerdict:
    accepted: bool
    rule: Rule | None
    number: int = 0
    reason: str = ""

    @property
    def hop(self) -> str:
        """The letter of the hop by which a link comes in."""
        return hop_letter(self.rule) if self.accepted else LINK


@dataclass(frozen=True, slots=True)
class RuleResult:
    """One rule and what it decided; `decision` is empty where it did not apply."""

    number: int
    rule: Rule
    decision: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Explanation:
    """The verdict on a URL, and what each rule said."""

    url: str
    verdict: ScopeVerdict
    results: tuple[RuleResult, ...]

    @property
    def accepted(self) -> bool:
        return self.verdict.accepted

    @property
    def rule(self) -> Rule | None:
        return self.verdict.rule


class RuleSequence:
    """The rules in their order, as Heritrix's DecideRuleSequence."""

    def __init__(self, rules: Iterable[Rule], context: RuleContext) -> None:
        self._compiled = tuple(
            CompiledRule(rule, at, context) for at, rule in enumerate(rules, start=1)
        )
        self._guards = {
            rule.number: context.traps.guard(rule.rule.traps)
            for rule in self._compiled
            if rule.rule.traps
        }
        # From the last to the first: the first that applies decides.
        self._backwards = tuple(reversed(self._compiled))
        self._verdicts = {
            rule.number: ScopeVerdict(rule.accepts, rule.rule, rule.number, rule.rule.title)
            for rule in self._compiled
        }

    def __len__(self) -> int:
        return len(self._compiled)

    def verdict(self, candidate: CandidateUrl) -> ScopeVerdict:
        try:
            return self._verdict(candidate)
        except TooLongToTry as pattern:
            return ScopeVerdict(False, None, reason=f"{TOO_LONG}: {pattern}")

    def _verdict(self, candidate: CandidateUrl) -> ScopeVerdict:
        guards: list[CompiledRule] = []
        for compiled in self._backwards:
            if compiled.is_guard:
                guards.append(compiled)
            elif compiled.applies(candidate):
                if not compiled.accepts:
                    break
                for guard in guards:
                    if guard.applies(candidate):
                        return self._reject_trapped(guard, candidate)
                return self._verdicts[compiled.number]
        else:
            return ScopeVerdict(False, None, reason=NO_RULE_APPLIES)
        return self._verdicts[compiled.number]

    def _reject_trapped(self, guard: CompiledRule, candidate: CandidateUrl) -> ScopeVerdict:
        return ScopeVerdict(False, guard.rule, guard.number, self._name_trap(guard, candidate))

    def _name_trap(self, compiled: CompiledRule, candidate: CandidateUrl) -> str:
        """The trap answers the same a second time: it does not remember what it rejected."""
        trap = self._guards[compiled.number](candidate)
        return f"trap: {(trap or Trap.ENDLESS_DEPTH).value}"

    def explain(self, candidate: CandidateUrl) -> Explanation:
        """With a rehearsal as candidate no trap counts it."""
        results, verdict = [], ScopeVerdict(False, None, reason=NO_RULE_APPLIES)
        for compiled in self._compiled:
            try:
                applies = compiled.applies(candidate)
            except TooLongToTry as pattern:
                reason = f"{TOO_LONG}: {pattern}"
                results.append(RuleResult(compiled.number, compiled.rule, "reject", reason))
                return Explanation(
                    candidate.url, ScopeVerdict(False, None, reason=reason), tuple(results)
                )
            if not applies:
                results.append(RuleResult(compiled.number, compiled.rule, ""))
                continue
            detail = self._name_trap(compiled, candidate) if compiled.rule.traps else ""
            results.append(RuleResult(compiled.number, compiled.rule, compiled.rule.decide, detail))
            reason = detail or compiled.rule.title
            verdict = ScopeVerdict(compiled.accepts, compiled.rule, compiled.number, reason)
        return Explanation(candidate.url, verdict, tuple(results))
