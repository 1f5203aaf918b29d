"""Which descriptions mean the same work."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.papers import NASTY, optional, people

from sheaf.deposit.graph.descriptions import Statement
from sheaf.graph.describing import describe, leads_somewhere
from sheaf.graph.distance import edit_distance
from sheaf.graph.features import features_of, keys_of
from sheaf.graph.matcher import SAME_WORK, probability, tells_enough

WHALES = Statement("Probabilistic grammars for whale songs", (("Olga", "Brandt"),), 1999)


def told(title, year=1999, authors=(("O.", "Brandt"),), **more):
    return Statement(title, tuple(authors), year, **more)


def are_same(one, other):
    first, second = features_of(one), features_of(other)
    found = probability(first, second)
    assert found == probability(second, first)
    return found >= SAME_WORK and bool(set(keys_of(first)) & set(keys_of(second)))


@pytest.mark.parametrize(
    "other",
    [
        told("PROBABILISTIC GRAMMARS FOR WHALE SONGS."),
        told("Probabilistic gram- mars for whale songs"),
        told("Probabilstic grammars for whale songs"),
        told(r"Probabilistic \emph{grammars} for whale songs", 2001),
        told("Probabilistic grammars for whale songs: a corpus study"),
        told("Probabilistic grammars for whale so"),
        told("Probabilistic grammars for whale songs", None),
        told("Probabilistic grammars for whale songs", authors=(("", "O Brandt"), ("", "al"))),
        told("Brandt, Probabilistic grammars for whale songs"),
    ],
    ids=lambda other: f"{other.title[:50]} {other.year} {len(other.authors)}",
)
def test_what_printers_and_readers_change_does_not_matter(other):
    assert are_same(WHALES, other)


@pytest.mark.parametrize(
    "other",
    [
        told("Probabilistic grammars for whale songs, part II"),
        told("Erratum: Probabilistic grammars for whale songs"),
        told("Comment on Probabilistic grammars for whale songs"),
        told("Probabilistic grammars for whale songs", 2015, [("A.", "Nkemelu")]),
        told("Probabilistic grammars for whale songs", 1999, [("K.", "Brandt"), ("B.", "Ito")]),
        told("Probabilistic grammars for swarm songs"),
        told("Improbabilistic grammars for whale songs"),
        told("A unified account of probabilistic grammars for whale songs"),
    ],
    ids=lambda other: f"{other.title[:50]} {other.authors[0][1]}",
)
def test_parts_errata_and_other_people_make_another_work(other):
    assert not are_same(WHALES, other)


def test_a_long_title_and_the_year_need_no_authors():
    title = "Probabilistic grammars for the songs of humpback whales in northern waters"
    assert are_same(told(title), told(title, authors=()))
    assert not are_same(told("Whale songs"), told("Whale songs", authors=()))


@pytest.mark.parametrize("title", ["Preface", "Editorial", "x", "Введение", "序"])
def test_titles_that_many_works_have_say_nothing_alone(title):
    assert not tells_enough(features_of(Statement(title)))
    assert not are_same(told(title, authors=()), told(title, 2004, authors=()))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("基于多通道的不平衡情绪分类方法", "基于多通道的不平衡情绪分类方法*"),
        (
            "Теория вероятностных грамматик языка китов",
            "Теория вероятностных грамматик языка китов.",
        ),
        ("القواعد الاحتمالية لأغاني الحيتان الزرقاء", "القواعد الاحتمالية لأغاني الحيتان الزرقاء"),
    ],
)
def test_other_scripts_are_compared_too(one, other):
    assert are_same(told(one), told(other))


def test_numbers_of_preprints_and_dois_join_whatever_else_is_printed():
    doi = {"doi": "10.1000/xyz"}
    assert are_same(told("Whale songs", **doi), told("Whale songs", 2005, authors=(), **doi))
    others = [("Kim", "Ito")]
    assert not are_same(told("Whale songs", **doi), told("Ice in wind", authors=others, **doi))
    number = describe({"title": "Whale songs", "doi": "10.48550/arXiv.2101.00001v2"})
    assert are_same(number, describe({"title": "Whale songs", "arxiv_id": "2101.00001"}))


def test_an_entry_without_a_title_is_known_by_its_place():
    place = {"volume": "59", "page": "14157", "venue": "Phys. Rev. B"}
    assert are_same(told("", **place), told("", authors=[("Olga", "Brandt")], **place))
    assert not are_same(told("", **place), told("", **{**place, "page": "14160"}))
    assert leads_somewhere(told("", **place))
    assert not leads_somewhere(told(""))


@given(st.text("abc", max_size=12), st.text("abc", max_size=12), st.integers(0, 12))
def test_the_distance_is_that_of_the_textbook(one, other, most):
    row = list(range(len(other) + 1))
    for at, letter in enumerate(one, 1):
        before, row = row, [at]
        for place, another in enumerate(other, 1):
            best = min(before[place], row[-1]) + 1
            row.append(min(best, before[place - 1] + (letter != another)))
    assert edit_distance(one, other, most) == min(row[-1], most + 1)


DESCRIPTIONS = st.fixed_dictionaries(
    {"title": optional(NASTY), "authors": people(), "year": optional(st.integers(-10, 10**9)),
     "venue": optional(NASTY), "pages": optional(NASTY), "doi": optional(NASTY),
     "volume": optional(NASTY), "arxiv_id": optional(NASTY)}
)  # fmt: skip


@given(DESCRIPTIONS, DESCRIPTIONS)
def test_whatever_is_printed_can_be_compared_both_ways(one, other):
    first, second = features_of(describe(one)), features_of(describe(other))
    assert tells_enough(first) == (probability(first, first) >= SAME_WORK)
    assert 0 <= probability(first, second) == probability(second, first) <= 1
    assert all(0 <= key < 2**63 and key % 2 == 0 for key in keys_of(first))
