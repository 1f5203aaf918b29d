import pytest

from sheaf.search.snippets import fold_in_place
from sheaf.search.spelling import distance


@pytest.mark.parametrize(
    "text",
    ["plain", "Erdős—Rényi GRAPHS, ﬁne", "Ångström über łódź", "中文 and Ünïcode", "İstanbul"],
)
def test_a_text_is_folded_letter_by_letter_and_keeps_its_length(text):
    folded = fold_in_place(text)
    assert len(folded) == len(text)
    assert [fold_in_place(letter) for letter in folded] == list(folded)


def test_marks_and_capitals_go():
    assert fold_in_place("Erdős—Rényi GRAPHS") == "erdos—renyi graphs"


@pytest.mark.parametrize(
    ("one", "other", "away"),
    [("graph", "grpah", 1), ("graph", "graphs", 1), ("graph", "grbqh", 2), ("graph", "tree", 3)],
)
def test_slips_are_counted_up_to_the_most(one, other, away):
    assert distance(one, other, 2) == away
