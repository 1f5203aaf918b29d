"""One rule of a scope: what it says, and of which URLs it speaks.

A rule speaks of a URL when everything it names is so; one that names nothing speaks of all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator

from sheaf.acquire.crawl.scope.papers import Papers
from sheaf.acquire.crawl.scope.question import LINK, PREREQUISITE, SPECULATIVE, Question
from sheaf.acquire.crawl.scope.surt import surt, surt_prefix
from sheaf.acquire.crawl.scope.traps import Trap, Traps
from sheaf.acquire.host_patterns import Domains, Hosts
from sheaf.patterns import BadPattern, Pattern

SEEDS = "@seeds"
Test = Callable[[Question], bool]


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
class Means:
    """What rules speak of besides the URL itself."""

    seed_hosts: Hosts = field(default_factory=lambda: Hosts(()))
    seed_urls: tuple[str, ...] = ()
    papers: Papers = field(default_factory=Papers)
    traps: Traps = field(default_factory=Traps)


class Speaker:
    """A rule made ready to be asked, for it is asked about every link."""

    def __init__(self, rule: Rule, number: int, means: Means) -> None:
        self.rule = rule
        self.number = number
        self.accepts = rule.accepts
        # Asked only about what would be let in otherwise, so that it need not remember the rest.
        self.is_guard = bool(rule.traps) and not rule.accepts and not rule.unless
        self._tests = tuple(_tests(rule, means))
        self._wanted = not rule.unless
        self._waits = rule.waits_for_the_answer

    def speaks(self, question: Question) -> bool:
        if self._waits and question.mime_type is None:
            return False
        for test in self._tests:
            if not test(question):
                return not self._wanted
        return self._wanted


def _tests(rule: Rule, means: Means) -> Iterator[Test]:
    """The cheap ones first."""
    yield from _way_tests(rule)
    yield from _url_tests(rule, means)
    yield from _answer_tests(rule)
    if rule.towards_paper is not None:
        yield lambda asked: means.papers.promised_by(asked) is rule.towards_paper
    if rule.traps:
        trap = means.traps.guard(rule.traps)
        yield lambda asked: trap(asked) is not None


def _way_tests(rule: Rule) -> Iterator[Test]:
    hops, depth, off = rule.more_hops_than, rule.deeper_than, rule.off_site_hops
    trans, speculative = rule.transclusion_hops, rule.speculative_hops
    if hops is not None:
        yield lambda asked: len(asked.hops) > hops
    if depth is not None:
        yield lambda asked: asked.depth > depth
    if off is not None:
        yield lambda asked: asked.off_site_hops() <= off
    if trans is not None:
        yield lambda asked: _is_transcluded(asked, trans, speculative)
    if rule.seed is not None:
        yield lambda asked: asked.is_seed is rule.seed
    if rule.seed_redirect is not None:
        yield lambda asked: asked.is_seed_redirect is rule.seed_redirect
    if rule.prerequisite is not None:
        yield lambda asked: asked.hops.endswith(PREREQUISITE) is rule.prerequisite


def _is_transcluded(asked: Question, most: int, speculative: int) -> bool:
    count, promises = asked.transclusion_hops()
    return 0 < count <= most and promises <= speculative


def _url_tests(rule: Rule, means: Means) -> Iterator[Test]:
    segments, length = rule.path_deeper_than, rule.longer_than
    if length is not None:
        yield lambda asked: len(asked.url) > length
    if rule.hosts:
        hosts = Hosts(name for name in rule.hosts if name != SEEDS)
        seeds = means.seed_hosts if SEEDS in rule.hosts else Hosts(())
        yield lambda asked: asked.host in hosts or asked.host in seeds
    if rule.domains:
        domains = Domains(
            (name for name in rule.domains if name != SEEDS),
            among=means.seed_hosts if SEEDS in rule.domains else None,
        )
        yield lambda asked: asked.host in domains
    if segments is not None:
        yield lambda asked: asked.path_depth > segments
    if rule.surts:
        named = (one for one in rule.surts if one != SEEDS)
        seeds_too = means.seed_urls if SEEDS in rule.surts else ()
        prefixes = tuple(surt_prefix(one) for one in (*named, *seeds_too))
        yield lambda asked: surt(asked.url).startswith(prefixes)
    if rule.host_regex:
        host = Pattern(rule.host_regex, ignore_case=rule.ignore_case)
        yield lambda asked: host.found_in(asked.host)
    if rule.path_regex:
        path = Pattern(rule.path_regex, ignore_case=rule.ignore_case)
        yield lambda asked: path.found_in(asked.path)
    if rule.url_regex:
        url = Pattern(rule.url_regex, ignore_case=rule.ignore_case)
        yield lambda asked: url.found_in(asked.url)


def _answer_tests(rule: Rule) -> Iterator[Test]:
    size = rule.larger_than
    if rule.mime_types:
        whole = frozenset(one.lower() for one in rule.mime_types if not one.endswith("*"))
        starts = tuple(one[:-1].lower() for one in rule.mime_types if one.endswith("*"))
        yield (
            lambda asked: (
                (asked.mime_type or "") in whole or (asked.mime_type or "").startswith(starts)
            )
        )
    if size is not None:
        yield lambda asked: asked.size is not None and asked.size > size
    if rule.hub is not None:
        yield lambda asked: asked.is_hub is rule.hub


def letter_of(rule: Rule | None) -> str:
    return SPECULATIVE if rule is not None and rule.hop == SPECULATIVE else LINK
