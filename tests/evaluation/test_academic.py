from evaluation.academic import Judged, score


def judged(kind, academic, outcome, field=None):
    return Judged(f"{kind}.pdf", kind, field, academic, outcome)


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


def test_what_is_not_kept_is_a_no_whatever_its_outcome():
    assert values(score(DOCUMENTS)) == {
        "accuracy": (0.625, 8),
        "precision": (0.6667, 3),
        "recall": (0.5, 4),
    }


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
    kinds = {row[0]: row[1:3] for row in rows(score(DOCUMENTS), "Right answers, by kind")}
    assert kinds["paper"] == (3, 2)
    assert kinds["poster"] == (1, 0)
    assert kinds["encrypted"] == (1, 1)


def test_every_mistake_is_named():
    assert len(score(DOCUMENTS).misses) == 3


def test_an_empty_corpus_scores_nothing():
    assert {value for value, _ in values(score([])).values()} == {0.0}
