import pytest

from evaluation.matching import f1, is_soft_match, last_name, normalised, overlap, similarity


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("On  Graphs.", "ON GRAPHS"),
        ("Eﬃcient ﬁlters", "Efficient filters"),
        ("Hline\u0301", "Hliné"),
        ("k-means: a 2nd look", "kmeans a 2nd look"),
    ],
)
def test_the_same_when_normalised(one, other):
    assert normalised(one) == normalised(other)


def test_a_lost_accent_is_a_mistake():
    assert normalised("Escardó") != normalised("Escardo")


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("T Bedford", "bedford"),
        ("M.H. Escardó", "escardó"),
        ("Bedford, Trevor", "bedford"),
        ("Ulrike von Luxburg", "luxburg"),
        ("von Luxburg, Ulrike", "luxburg"),
        ("Martin King, Jr.", "king"),
        ("Martin King III", "king"),
        ("Sang-il Oum", "oum"),
        ("Plato", "plato"),
        ("", ""),
        ("Jr.", ""),
    ],
)
def test_last_name(name, expected):
    assert last_name(name) == expected


def test_nothing_is_like_nothing():
    assert similarity(None, None) == 0.0
    assert similarity("a", None) == 0.0
    assert similarity("…", "…") == 0.0


def test_soft_match_forgives_a_letter_and_not_a_subtitle():
    true = "Russellian propositional logic and its interpretation"
    assert is_soft_match("Russellian propositional logics and its interpretation", true)
    assert not is_soft_match("Russellian propositional logic", true)


def test_an_author_found_twice_counts_once():
    both = overlap(["oum", "oum", "seymour"], ["oum", "geelen"])
    assert (both.common, both.found, both.true) == (1, 3, 2)


def test_f1():
    assert f1(0.5, 1.0) == pytest.approx(2 / 3)
    assert f1(0.0, 0.0) == 0.0
