import pytest

from corpora.documents import HELD_OUT, fold_of
from corpora.shared import documents
from evaluation import academic
from evaluation.academic import Judged, owner_of, score


def judged(kind, academic, outcome, field=None, true_kind=None, answer=None):
    return Judged(f"{kind}.pdf", kind, field, academic, outcome, true_kind, answer)


DOCUMENTS = [
    judged("paper", True, "kept", "cs"),
    judged("paper", True, "kept", "cs"),
    judged("paper", True, "not_academic", "history"),
    judged("scanned", True, "unreadable_text"),
    judged("slides", False, "not_academic"),
    judged("poster", False, "kept"),
    judged("encrypted", False, "encrypted"),
    judged("cv", False, "timed_out"),
]


def values(result):
    return {one.name: (round(one.value, 4), one.of) for one in result.measures}


def rows(result, title):
    return next(table.rows for table in result.tables if table.title == title)


def test_what_is_not_kept_is_a_no_but_what_cannot_be_read_is_no_miss():
    assert values(score(DOCUMENTS)) == {
        "accuracy": (0.75, 8),
        "precision": (0.6667, 3),
        "recall": (0.6667, 3),
    }


def test_kinds_are_scored_where_truth_and_answer_have_one():
    named = [
        judged("paper", True, "kept", true_kind="paper", answer="paper"),
        judged("cv", False, "not_academic", true_kind="cv", answer="cv"),
        judged("cv", False, "not_academic", true_kind="cv", answer="slides"),
        judged("scanned", False, "not_academic", answer="slides"),
        judged("cv", False, "unreadable_text", true_kind="cv"),
    ]
    found = values(score(named))
    assert found["kind_accuracy"] == (0.6667, 3)
    # paper 1, cv 2/3; slides does not occur in truth.
    assert found["kind_macro_f1"] == (0.8333, 3)


@pytest.mark.shared
def test_the_shipped_model_is_scored_on_owners_it_never_saw():
    rows = academic.Academic()._rows()
    assert {fold_of(owner_of(row)) for row in rows} <= HELD_OUT
    assert 20 <= len(rows) < len(documents()) / 3
    assert {row["academic"] for row in rows} == {True, False}


def test_outcomes_are_counted_by_truth():
    outcomes = rows(score(DOCUMENTS), "How the documents ended")
    assert ("kept", 2, 1) in outcomes
    assert ("unreadable_text", 1, 0) in outcomes
    assert sum(yes + no for _, yes, no in outcomes) == len(DOCUMENTS)


def test_pass_rates_stand_beside_the_seeds():
    fields = rows(score(DOCUMENTS), "Papers that pass, by field")
    assert fields[0] == ("cs", 2, 2, "100.0", "91.1 (CS)")
    assert fields[1] == ("history", 1, 0, "0.0", "")
    assert fields[-1][:4] == ("all", 3, 2, "66.7")


def test_kinds_are_right_or_wrong_both_ways():
    by_kind = rows(score(DOCUMENTS), "Paper or not: right answers, by kind")
    kinds = {row[0]: row[1:3] for row in by_kind}
    assert kinds["paper"] == (3, 2)
    assert kinds["poster"] == (1, 0)
    assert kinds["encrypted"] == (1, 1)


def test_every_mistake_is_named():
    assert len(score(DOCUMENTS).misses) == 2


def test_an_empty_corpus_scores_nothing():
    assert {value for value, _ in values(score([])).values()} == {0.0}
