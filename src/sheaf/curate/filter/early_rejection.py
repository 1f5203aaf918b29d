"""A long document that is clearly no paper is rejected by its first pages.

The reader of the text asks after two pages. Only a clear no is decided here: who might be a paper
is read whole, because whatever is kept is read whole anyway.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from sheaf.curate.filter.academic import weigh
from sheaf.curate.filter.measures import measure_front
from sheaf.curate.text.language import guess_language
from sheaf.records import Dropped, Outcome, Text
from sheaf.settings import Curate

CLEARLY_NOT = 0.1  # cross-validated, the lowest paper of the shared corpora has twice that
LEAST_LETTERS = 120  # on the first pages: a cover or a scan says nothing


def early_check(settings: Curate) -> Callable[[Text], Dropped | None] | None:
    """The check that fits the settings, if one does: only our model can judge half a document."""
    if not settings.filter or settings.judge != "model":
        return None
    # A threshold that somebody set lower holds here too.
    return partial(reject_early, settings=settings, limit=min(CLEARLY_NOT, settings.threshold))


def reject_early(front: Text, settings: Curate, limit: float = CLEARLY_NOT) -> Dropped | None:
    """The no that the first pages are enough for."""
    if sum(map(str.isalnum, front.content)) < LEAST_LETTERS:
        return None
    verdict = weigh(measure_front(front), settings, guess_language(front.content))
    if verdict.academic >= limit:
        return None
    why = "; ".join(verdict.reasons[:4])
    return Dropped(
        Outcome.NOT_ACADEMIC,
        f"looks like {verdict.kind} at first sight (academic: {verdict.academic:.2f}): {why}",
        replace(verdict, reasons=("- decided by its first pages", *verdict.reasons)),
    )
