"""What a subject leads to in a world whose truth is known."""

import pytest

from evaluation.world_subjects import SubjectAnswer, cited_together, subject_measures

PAPER_OF = {11: 1, 12: 1, 20: 2, 30: 3, 40: 4}
TRUTH = [
    {"paper_id": 1, "references": [2, 3, 9]},
    {"paper_id": 1, "references": [2, 3, 9]},  # another copy, and no other citation
    {"paper_id": 4, "references": [3, 2, 1]},
    {"paper_id": 8, "references": [1, 2]},  # which the library has not
    {"kind": "cv"},
]


def test_papers_are_cited_together_by_what_the_library_has():
    together = cited_together(TRUTH, {1, 2, 3, 4})
    assert together[2] == {3: 2, 1: 1}
    assert 9 not in together


@pytest.mark.parametrize(
    ("answer", "scores"),
    [
        (SubjectAnswer(1, ((11, 12), (20,), (30,)), (2, 3)), (1, 1, 1, 1)),
        (SubjectAnswer(1, ((40,), (12,)), (4, 2)), (0.5, 0.5, 0, 0.5)),
        (SubjectAnswer(1, (), ()), (0, 0, 0, 0)),
        (SubjectAnswer(3, ((30,), (20,)), (1,)), (1, 0, 0.5, 0.5)),
    ],
)
def test_a_subject_is_scored_by_itself_its_versions_and_what_is_cited_with_it(answer, scores):
    measures = {one.name: one.value for one in subject_measures([answer], TRUTH, PAPER_OF)}
    assert measures == {
        "found_by_subject": scores[0],
        "versions_by_subject": scores[1],
        "co_cited_among_hits": scores[2],
        "co_cited_among_similar": scores[3],
    }
