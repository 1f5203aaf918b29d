"""When a rare word is a slip, and when it is the word of a title."""

from __future__ import annotations

import pytest
from support.index_shelf import Shelf, paper

from sheaf.search.contract import Suggestion

MANY = 90  # papers that say "using"; a slip in a text is taken for one where so many do not have it
PAPERS = (
    paper(1, "Viruses in skilled nursing homes", venue="Statistica", body="Care is given there."),
    paper(2, "Care without homes", body="It was done usimg masks, and statistisc of viruses."),
    *(
        paper(n, f"Using care, part {n}", body="It was done using statistics.")
        for n in range(3, MANY)
    ),
)


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Shelf:
    return Shelf(tmp_path_factory.mktemp("care") / "index", PAPERS)


@pytest.mark.parametrize("words", ["nursing viruses", "care statistica"])
def test_a_word_of_a_title_or_a_venue_is_no_slip_where_it_is_found(shelf, words):
    result = shelf.ask(words)
    assert [hit.id for hit in result.hits] == [1]
    assert result.suggestion is None


@pytest.mark.parametrize(
    ("words", "meant"),
    [("usimg masks", "using masks"), ("statistisc viruses", "statistics viruses")],
)
def test_what_a_text_alone_has_may_be_a_slip_in_it(shelf, words, meant):
    assert shelf.ask(words).suggestion == Suggestion(meant)
