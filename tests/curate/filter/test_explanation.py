"""Reasons in words: a sign that agrees with what is said, and sums that are kept."""

import pytest

from sheaf.curate.filter.explanation import LIKE, UNLIKE, explain_verdict

WANTED = ("paper", "thesis", "report")


def said(contributions, measures=None, wanted=WANTED):
    return [str(one) for one in explain_verdict(contributions, measures or {}, wanted)]


@pytest.mark.parametrize(
    ("contribution", "measures", "agrees", "words"),
    [
        ("front.blanks", {"front.blanks": 0.0}, 1, "no blanks to fill in"),
        ("front.blanks", {"front.blanks": 0.2}, -1, "blanks to fill in"),
        ("end.references", {"end.references": 1.0}, 1, "a list of references"),
        ("end.references", {}, -1, "no list of references"),
        ("says.cv", {"says.cv": 1.0}, -1, "words of a curriculum vitae"),
        ("says.thesis", {"says.thesis": 1.0}, 1, "words of a thesis"),
    ],
)
def test_a_cue_is_told_only_on_its_own_side(contribution, measures, agrees, words):
    sign = "+" if agrees > 0 else "-"
    assert said({contribution: 0.5 * agrees}, measures) == [f"{sign} {words}"]
    other = f"- {UNLIKE}" if agrees > 0 else f"+ {LIKE}"
    assert said({contribution: -0.5 * agrees}, measures) == [other]


@pytest.mark.parametrize(
    ("name", "value", "words", "on_the_whole"),
    [
        ("page.body_size", 10.0, "+ set in 10 points", "- the type and the margins of its pages"),
        ("page.body_size", 24.0, "- set in 24 points", "+ the type and the margins of its pages"),
        ("front.small", 0.4, "+ running prose", "- its words and sentences"),
        ("front.small", 0.1, "- little running prose", "+ its words and sentences"),
    ],
)
def test_what_many_measures_tell_has_words_for_either_side(name, value, words, on_the_whole):
    sign = 1 if words.startswith("+") else -1
    assert said({name: 0.5 * sign}, {name: value}) == [words]
    assert said({name: -0.5 * sign}, {name: value}) == [on_the_whole]


def test_nothing_is_lost_of_the_sum():
    contributions = {"end.references": -1.0, "front.blanks": -0.5, "front.we": -0.25}
    measures = {"end.references": 1.0, "front.we": 0.4}
    (only,) = explain_verdict(contributions, measures, WANTED)
    assert (only.words, only.weight) == (UNLIKE, -1.75)


def test_who_wants_a_kind_hears_its_words_speak_for_it():
    told = {"says.cv": 0.5}, {"says.cv": 1.0}
    assert said(*told, wanted=("paper", "cv")) == ["+ words of a curriculum vitae"]


def test_who_wants_no_papers_hears_every_cue_as_it_is():
    told = {"end.references": -0.5}, {"end.references": 1.0}
    assert said(*told, wanted=("slides",)) == ["- a list of references"]
