"""Rules read in order: each may accept, reject or keep silent, and the last that speaks decides.

That is how Heritrix's DecideRules go, and how people tell it: nothing belongs to the crawl; but
what is on the hosts of the seeds does; but not deeper than five links; but not into a calendar.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sheaf.acquire.crawl.scope.question import LINK, Question
from sheaf.acquire.crawl.scope.rule import Means, Rule, Speaker, letter_of
from sheaf.acquire.crawl.scope.traps import Trap
from sheaf.patterns import TooLongToTry

NOBODY_SPOKE = "no rule speaks of it"
TOO_LONG = "too long for a pattern"


@dataclass(frozen=True, slots=True)
class Verdict:
    accepted: bool
    rule: Rule | None
    number: int = 0
    reason: str = ""

    @property
    def hop(self) -> str:
        """The letter of the hop by which a link comes in."""
        return letter_of(self.rule) if self.accepted else LINK


@dataclass(frozen=True, slots=True)
class Said:
    """One rule and what it said; `said` is empty where it kept silent."""

    number: int
    rule: Rule
    said: str
    about: str = ""


@dataclass(frozen=True, slots=True)
class Decision:
    """Everything that was said about a URL, and by whom it was decided."""

    url: str
    verdict: Verdict
    said: tuple[Said, ...]

    @property
    def accepted(self) -> bool:
        return self.verdict.accepted

    @property
    def rule(self) -> Rule | None:
        return self.verdict.rule


class Rules:
    def __init__(self, rules: Iterable[Rule], means: Means) -> None:
        self._speakers = tuple(Speaker(rule, at, means) for at, rule in enumerate(rules, start=1))
        self._guards = {
            one.number: means.traps.guard(one.rule.traps)
            for one in self._speakers
            if one.rule.traps
        }
        # From the last to the first: the first to speak has then decided.
        self._backwards = tuple(reversed(self._speakers))
        self._verdicts = {
            one.number: Verdict(one.accepts, one.rule, one.number, one.rule.title)
            for one in self._speakers
        }

    def __len__(self) -> int:
        return len(self._speakers)

    def verdict(self, question: Question) -> Verdict:
        try:
            return self._verdict(question)
        except TooLongToTry as pattern:
            return Verdict(False, None, reason=f"{TOO_LONG}: {pattern}")

    def _verdict(self, question: Question) -> Verdict:
        guards: list[Speaker] = []
        for speaker in self._backwards:
            if speaker.is_guard:
                guards.append(speaker)
            elif speaker.speaks(question):
                if not speaker.accepts:
                    break
                for guard in guards:
                    if guard.speaks(question):
                        return self._trapped(guard, question)
                return self._verdicts[speaker.number]
        else:
            return Verdict(False, None, reason=NOBODY_SPOKE)
        return self._verdicts[speaker.number]

    def _trapped(self, guard: Speaker, question: Question) -> Verdict:
        return Verdict(False, guard.rule, guard.number, self._trap(guard, question))

    def _trap(self, speaker: Speaker, question: Question) -> str:
        """Asked again, and with the same answer: what led into a trap was not let pass."""
        trap = self._guards[speaker.number](question)
        return f"trap: {(trap or Trap.ENDLESS_DEPTH).value}"

    def decision(self, question: Question) -> Decision:
        """With all that was said. Ask it with a rehearsal, and no trap's count goes up."""
        said, verdict = [], Verdict(False, None, reason=NOBODY_SPOKE)
        for speaker in self._speakers:
            try:
                speaks = speaker.speaks(question)
            except TooLongToTry as pattern:
                reason = f"{TOO_LONG}: {pattern}"
                said.append(Said(speaker.number, speaker.rule, "reject", reason))
                return Decision(question.url, Verdict(False, None, reason=reason), tuple(said))
            if not speaks:
                said.append(Said(speaker.number, speaker.rule, ""))
                continue
            about = self._trap(speaker, question) if speaker.rule.traps else ""
            said.append(Said(speaker.number, speaker.rule, speaker.rule.decide, about))
            reason = about or speaker.rule.title
            verdict = Verdict(speaker.accepts, speaker.rule, speaker.number, reason)
        return Decision(question.url, verdict, tuple(said))
