"""The floors themselves, held on every run of the tests; `scripts/evaluate` tells more."""

import pytest

from crossvalidation.run import ALL_SCORERS
from evaluation import floors, summary
from evaluation.run import Places
from evaluation.scorers import SCORERS

PLACES = Places()
QUICK = [
    pytest.param(scorer, id=scorer.name, marks=[pytest.mark.shared] * scorer.needs_shared)
    for scorer in SCORERS
    if not scorer.is_slow
]


@pytest.mark.parametrize("scorer", QUICK)
def test_every_floor_is_reached(scorer):
    pinned = floors.load(PLACES.floors).get(scorer.name)
    result = scorer.score()
    assert list(floors.faults(pinned, scorer.corpus(), result.measures)) == []


def test_every_scorer_has_floors_and_a_report():
    names = {scorer.name for scorer in ALL_SCORERS}
    assert set(floors.load(PLACES.floors)) == names
    assert {path.stem for path in PLACES.reports.glob("*.md")} == names


def test_the_page_shows_the_pinned_floors():
    text = PLACES.page.read_text(encoding="utf-8")
    assert summary.with_floors(text, floors.load(PLACES.floors)) == text
