"""The scoring of texts."""

import pytest

from evaluation.reading_order import (
    LENGTH,
    SENTENCE,
    anchor,
    anchors_of,
    followed,
    marked_pages,
    words_of,
)
from evaluation.text import marked_order, two_column_papers, world_order

CHAIN = ["one two three four", "five six seven eight", "nine ten eleven twelve"]
ANCHORS = [anchor(words_of(one)) for one in CHAIN]


@pytest.mark.parametrize(
    ("order", "right"),
    [((0, 1, 2), [True, True]), ((0, 2, 1), [False, False]), ((1, 2, 0), [False, True]),
     ((0, 1), [True, False])],
)  # fmt: skip
def test_neighbours_are_counted(order, right):
    text = " and then ".join(CHAIN[place] for place in order)
    assert followed(ANCHORS, text) == right


def test_words_are_compared_whole_and_composed():
    assert words_of("eﬃ-\ncient 42 Fields") == ["efficient", "fields"]


def test_sentences_that_begin_alike_are_no_anchors():
    alike = "a b c d e f g h i"
    assert anchors_of(iter([alike, alike, "short", "q r s t u v w x y"])) == (
        anchor(["q", "r", "s", "t", "u", "v", "w", "x"]),
    )


def test_the_marks_hold_no_text():
    for page in marked_pages():
        assert len(page.anchors) >= 10
        assert all(len(one) == 12 and int(one, 16) >= 0 for one in page.anchors)
    assert (LENGTH, SENTENCE) == (4, 8)


@pytest.mark.shared
def test_marked_pages_are_in_order():
    page = marked_pages()[0]
    mine, theirs = marked_order(page)
    assert sum(mine) >= sum(theirs)


def test_a_paper_of_the_simulated_web_is_in_order():
    data, truth = next(two_column_papers())
    mine, theirs = world_order(data, truth)
    assert len(mine) > 50
    assert sum(mine) >= max(sum(theirs), 0.97 * len(mine))
