"""What a question may cost is bounded, whatever is asked and however large the index is."""

from __future__ import annotations

import pytest

from sheaf.search import bounding, compiling
from sheaf.search.bounding import FEW_LEAVES, bounded, cost
from sheaf.search.contract import SearchRequest
from sheaf.search.planning import ONLY_RAREST, Planner
from sheaf.search.question import All, Either, Not, QuotedPhrase, Words, leaves
from sheaf.search.view import View

NAMES = [f"w{number}" for number in range(1, 21)]


def cost_of(leaf):
    """As the word says."""
    return int(leaf.text[1:]) if isinstance(leaf, Words) else 1000


def all_of(*names):
    return All(tuple(map(Words, names)))


def test_the_rarest_parts_stay_in_their_order(monkeypatch):
    monkeypatch.setattr(bounding, "MOST_ENTRIES", 15)
    assert bounded(all_of(*reversed(NAMES)), cost_of) == all_of("w5", "w4", "w3", "w2", "w1")
    either = Either(tuple(map(Words, NAMES)))
    assert bounded(either, cost_of) == Either(tuple(map(Words, NAMES[:5])))


def test_a_part_that_costs_too_much_alone_is_cut_itself(monkeypatch):
    monkeypatch.setattr(bounding, "MOST_ENTRIES", 6)
    groups = All((Either(tuple(map(Words, NAMES))), Either(tuple(map(Words, NAMES[5:])))))
    assert bounded(groups, cost_of) == Words("w6")
    phrases = All(tuple(QuotedPhrase(f"a{number} b") for number in range(20)))
    assert bounded(phrases, cost_of) == QuotedPhrase("a0 b")


def test_what_is_excluded_costs_too_and_what_is_said_twice_costs_once():
    assert cost(All((Words("w3"), Not(Words("w4")))), cost_of) == 7
    assert cost(all_of("w3", "w3", "w4"), cost_of) == 7


def test_few_words_are_left_as_they_are(monkeypatch):
    monkeypatch.setattr(bounding, "MOST_ENTRIES", 1)
    few = all_of(*NAMES[:FEW_LEAVES])
    assert bounded(few, cost_of) is few
    assert bounded(all_of(*NAMES), cost_of) == Words("w1")


MADE = {
    "words": " ".join(["sparse", "graphs", "networks", "colours", "dense", "entropy"] * 10),
    "brackets": " ".join(f"(sparse OR graphs{at}) (networks OR dense)" for at in range(16)),
    "or": " OR ".join(["sparse graphs", "dense networks", "entropy", "words"] * 8),
    "phrases": " ".join('"sparse graphs" "dense networks" "long range"' for _ in range(10)),
    "excluded": "graphs " + " ".join(f"-sparse{at} -networks" for at in range(30)),
}


@pytest.fixture(scope="module")
def view(shelf):
    return View.of(shelf.searcher.reader.open())


@pytest.mark.parametrize("kind", MADE)
def test_no_plan_costs_more_than_is_allowed(view, kind, monkeypatch):
    monkeypatch.setattr(bounding, "MOST_ENTRIES", 5)
    planner = Planner(view, SearchRequest(MADE[kind]), lambda number: (), lambda text: {})
    plan = planner.plan()
    assert plan is not None
    left = leaves(plan.root)
    assert cost(plan.root, plan.compiler.cost_of) <= 5 or len(left) == 1
    assert ONLY_RAREST in plan.complaints
    assert view.count(plan.query) >= 0


def test_of_so_many_beginnings_only_the_first_are_searched_as_such(shelf, monkeypatch):
    monkeypatch.setattr(compiling, "MOST_PREFIXES", 1)
    assert shelf.numbers("gra* spars*") == []
    assert compiling.PREFIXES in shelf.ask("gra* spars*").complaints
    assert shelf.numbers("gra*") != []


def test_a_phrase_with_a_beginning_costs_what_its_whole_words_do(shelf, monkeypatch):
    monkeypatch.setattr(compiling, "MOST_IN_PHRASES", 2)
    told = shelf.ask('"sparse gra"* "are stud"*').complaints
    assert compiling.IN_PHRASES in told


@pytest.mark.parametrize(
    ("words", "count"), [("图像处理", 1), ("神经网络很有用", 1), ("神经网处", 0), ("神经处络", 0)]
)
def test_a_script_without_blanks_is_still_found_by_every_letter(view, words, count):
    plan = Planner(view, SearchRequest(words), lambda number: (), lambda text: {}).plan()
    assert view.count(plan.query) == count
