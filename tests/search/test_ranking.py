"""What speaks for a paper before anything is asked."""

import pytest

from sheaf.search.ranking import FOR_CITATIONS, FOR_NEWNESS, prior_of


@pytest.mark.parametrize(
    ("citations", "age", "prior"),
    [
        (0, None, 0.0), (0, 0, FOR_NEWNESS), (0, 25, FOR_NEWNESS / 2), (0, 50, 0.0), (0, 400, 0.0),
        (0, -1, FOR_NEWNESS), (100, None, FOR_CITATIONS), (10_000, 60, FOR_CITATIONS),
    ],
)  # fmt: skip
def test_new_papers_and_cited_ones_come_a_little_before_others(citations, age, prior):
    assert prior_of(citations, age) == pytest.approx(prior)
