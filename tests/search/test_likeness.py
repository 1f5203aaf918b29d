"""How much texts are like titles, what looks as pasted, and which words were meant."""

from __future__ import annotations

import pytest

from sheaf.search.likeness import SAME, Letters, compare, share_of_letters
from sheaf.search.names_asked import NamePattern, name_patterns
from sheaf.search.pasted import exact_values, find_identifier, signs_of_reference
from sheaf.search.spelling import distance, replace_words

TITLE = "Efficient estimation of word representations in vector space"


@pytest.mark.parametrize(
    ("text", "is_like"),
    [
        (TITLE.upper(), True),
        ("efficient estimations of wrod representation in vectorspace", True),
        ("Estimation efficient of word representations vector in space", True),
        ("Efficient estimation of word repres", True),
        ("Efficient computation of sparse matrices in column space", False),
        ("", False),
    ],
)
def test_likeness_of_a_title(text, is_like):
    assert (compare(Letters.of(text), Letters.of(TITLE)).as_title >= SAME) == is_like


def test_slips_near_each_other_leave_most_letters():
    one, other = Letters.of("Branch-widtli and Tanglcs"), Letters.of("Branch-width and Tangles")
    assert compare(one, other).same < SAME < share_of_letters(one, other)


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("(10.1000/182)", "doi", "10.1000/182"),
        ("doi:10.1000/S(05)6.", "doi", "10.1000/s(05)6"),
        ("https://doi.org/10.48550/arXiv.2101.00001", "doi", "2101.00001"),
        ("hep-th/9901001v3", "arxiv", "hep-th/9901001"),
        ("arXiv:2101.00001v2 [cs.LG]", "arxiv", "2101.00001v2"),
        ("www.a.example/x/", "url", "https://a.example/x"),
        (f"{'0A' * 20}", "sha1", "0a" * 20),
        ("10 things", None, None),
        ("sparse graphs", None, None),
        ("2004", None, None),
    ],
)  # fmt: skip
def test_identifiers(text, kind, value):
    found = find_identifier(text)
    assert (found and found.kind) == kind
    assert found is None or value in found.values


def test_an_address_is_asked_for_with_and_without_what_makes_no_difference():
    values = exact_values("url", "http://www.a.example/b%20c/#top")
    assert "https://a.example/b%20c" in values
    assert "http://www.a.example/b c/" in values


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        ("Smith J, Doe A. On graphs. J Graphs. 2004;12(3):1-20.", True),
        ("[7] J. Smith and A. Doe, “On graphs,” in Proc. Graphs, 2004, pp. 1-20.", True),
        ("Smith, J. (2004). On graphs. Journal of Graphs, 12(3), 1-20.", True),
        ("@article{x, title={On graphs}}", True),
        ("The crisis of 2008: banks, debt and the state", False),
        ("On graphs and networks", False),
    ],
)
def test_what_looks_as_a_reference(text, is_one):
    assert (signs_of_reference(text) > 2) == is_one


@pytest.mark.parametrize(
    ("one", "other", "away"),
    [("graph", "graph", 0), ("grpah", "graph", 1), ("graf", "graph", 2), ("grap", "graph", 1),
     ("zebra", "graph", 3)],
)  # fmt: skip
def test_distance(one, other, away):
    assert distance(one, other, 2) == away


def test_words_are_replaced_with_their_signs():
    assert replace_words('"sparse grpahs", yes', {"grpahs": "graphs"}) == '"sparse graphs", yes'
    assert replace_words("long-rnage", {"rnage": "range"}) == "long-range"


def test_a_name_is_asked_for_in_every_order():
    patterns = set(name_patterns("J. Smith", ["j", "smith"]))
    assert patterns == {NamePattern(("j.*", "smith"), 1), NamePattern(("smith", "j.*"), 0)}
    assert len(set(name_patterns("smith john", ["smith", "john"]))) == 4
    assert set(name_patterns("Smith, John", ["smith", "john"])) == {
        NamePattern(("j(ohn)?", "smith"), 1), NamePattern(("smith", "j(ohn)?"), 0),
    }  # fmt: skip
