"""The academic filter: what kind of document a text is, and whether that kind is wanted.

Which judge is asked is a setting. The model is ours; the others are the filters of earlier
systems. Every verdict says what spoke for and against.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace

from sheaf.curate.filter.explanation import explain_verdict
from sheaf.curate.filter.kind_model import KindModel, shipped_model
from sheaf.curate.filter.legacy_filters import cdi_score, extractor_regex
from sheaf.curate.filter.measures import Measures, measure_text
from sheaf.curate.text.language import guess_language
from sheaf.records import Candidate, Dropped, Outcome, Text, Verdict
from sheaf.settings import Curate

MOST_REASONS = 10  # reasons given, at the most
ENOUGH = 6_000  # characters tell the language
REASONS_IN_DROP = 4  # of them in the reason of a no


class AcademicFilter:
    def __init__(self, settings: Curate) -> None:
        self.settings = settings
        self.judge = JUDGES[settings.judge]

    def __call__(self, candidate: Candidate) -> Candidate | Dropped:
        verdict = self.judge(candidate, self.settings)
        dropped = rejection_of(verdict, self.settings)
        return dropped or replace(candidate, verdict=verdict)


def rejection_of(verdict: Verdict, settings: Curate) -> Dropped | None:
    """The drop that a verdict leads to, if it does."""
    if verdict.academic >= settings.threshold:
        return None
    why = "; ".join(verdict.reasons[:REASONS_IN_DROP])
    reason = f"looks like {verdict.kind} (academic: {verdict.academic:.2f}): {why}"
    return Dropped(Outcome.NOT_ACADEMIC, reason, verdict)


def judge(text: Text, settings: Curate | None = None) -> Verdict:
    """What our model says of a text."""
    return weigh(measure_text(text), settings or Curate(), guess_language(text.content[:ENOUGH]))


def weigh(
    measures: Measures,
    settings: Curate,
    language: str | None = None,
    model: KindModel | None = None,
) -> Verdict:
    """The verdict on measures that were taken of a text. Academic is what the wanted kinds have
    of the probability; the kind is the likeliest on the side of the decision."""
    model = model or shipped_model()
    wanted = settings.academic_kinds
    kinds = model.probabilities(measures)
    academic = sum(share for kind, share in kinds.items() if kind in wanted)
    contributions = model.contributions(measures, kinds, wanted)
    return Verdict(
        kind=_likeliest_kind(kinds, wanted, academic >= settings.threshold),
        academic=round(academic, 4),
        reasons=tuple(map(str, explain_verdict(contributions, measures, wanted)[:MOST_REASONS])),
        language=language,
        kinds={kind: round(share, 4) for kind, share in kinds.items()},
    )


def _likeliest_kind(kinds: Mapping[str, float], wanted: Collection[str], is_academic: bool) -> str:
    side = [kind for kind in kinds if (kind in wanted) == is_academic] or list(kinds)
    return max(side, key=lambda kind: kinds[kind])


def _judge_by_model(candidate: Candidate, settings: Curate) -> Verdict:
    assert candidate.text is not None, "the filter stands after the text reader"
    return judge(candidate.text, settings)


def _ignore_settings(
    old: Callable[[Candidate], Verdict],
) -> Callable[[Candidate, Curate], Verdict]:
    def with_language(candidate: Candidate, _: Curate) -> Verdict:
        assert candidate.text is not None, "the filter stands after the text reader"
        return replace(old(candidate), language=guess_language(candidate.text.content))

    return with_language


JUDGES: Mapping[str, Callable[[Candidate, Curate], Verdict]] = {
    "model": _judge_by_model,
    "extractor-regex": _ignore_settings(extractor_regex),
    "cdi-score": _ignore_settings(cdi_score),
}
