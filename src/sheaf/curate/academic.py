"""The academic filter: what kind of document a text is, and whether that kind is wanted.

A first, honest version: a handful of cues that scholarly writing shows in every discipline, each
with a weight, added up and squashed to a probability. Every cue that spoke is in the reasons.
"""

from __future__ import annotations

import math
from dataclasses import replace

from sheaf.curate.academic_features import Cue, kind_cues, paper_cues
from sheaf.curate.language import guess_language
from sheaf.records import Candidate, Dropped, Outcome, Text, Verdict
from sheaf.settings import Curate

BIAS = -1.6


class AcademicFilter:
    def __init__(self, settings: Curate) -> None:
        self.settings = settings

    def __call__(self, candidate: Candidate) -> Candidate | Dropped:
        assert candidate.text is not None, "the filter stands after the text reader"
        verdict = judge(candidate.text)
        if verdict.academic < self.settings.threshold:
            why = "; ".join(verdict.reasons[:4])
            reason = f"looks like {verdict.kind} (academic: {verdict.academic:.2f}): {why}"
            return Dropped(Outcome.NOT_ACADEMIC, reason, verdict)
        if verdict.kind not in self.settings.academic_kinds:
            reason = f"looks like {verdict.kind}, which is not wanted"
            return Dropped(Outcome.NOT_ACADEMIC, reason, verdict)
        return replace(candidate, verdict=verdict)


def judge(text: Text) -> Verdict:
    cues = [cue for cue in paper_cues(text) if cue.weight]
    rivals = kind_cues(text)
    score = BIAS + sum(cue.weight for cue in cues) - sum(cue.weight for _, cue in rivals)
    academic = 1 / (1 + math.exp(-score))
    return Verdict(
        kind=_kind(text, academic, rivals),
        academic=round(academic, 4),
        reasons=_in_words(cues, [cue for _, cue in rivals]),
        language=guess_language(text.content),
    )


def _kind(text: Text, academic: float, rivals: list[tuple[str, Cue]]) -> str:
    if academic >= 0.5:
        return "thesis" if _is_thesis(text) else "paper"
    by_kind: dict[str, float] = {}
    for kind, cue in rivals:
        if kind != "other":  # a name is better than none, however softly it is called
            by_kind[kind] = by_kind.get(kind, 0.0) + cue.weight
    return max(by_kind, key=lambda kind: by_kind[kind]) if by_kind else "other"


def _is_thesis(text: Text) -> bool:
    front = text.content[:6000].lower()
    words = ("thesis", "dissertation", "submitted in partial", "thèse", "tesis", "diplomarbeit")
    return text.pages >= 25 and any(word in front for word in words)


def _in_words(cues: list[Cue], rivals: list[Cue]) -> tuple[str, ...]:
    """What spoke for and against, the loudest first."""
    signed = [(cue.weight, cue.words) for cue in cues] + [(-c.weight, c.words) for c in rivals]
    signed.sort(key=lambda pair: -abs(pair[0]))
    return tuple(f"{'+' if weight > 0 else '-'} {words}" for weight, words in signed)
