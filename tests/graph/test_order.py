"""Whatever comes first: an update ends where a rebuild does."""

from __future__ import annotations

import random

import pytest
from support.library_of import put_papers, remove_papers
from support.random_graphs import describe, some_paper
from support.rounds import rounds

from sheaf.app import Library
from sheaf.deposit.graph import store
from sheaf.graph import candidates, updating


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    with Library.init(tmp_path_factory.mktemp("order") / "lib") as made:
        yield made


@pytest.mark.parametrize("seed", range(rounds(4, 200)))
def test_an_update_ends_where_a_rebuild_does(library, seed):
    change_and_compare(library, seed)


@pytest.mark.parametrize("seed", range(rounds(2, 50)))
def test_so_it_does_where_very_many_are_alike(library, seed, monkeypatch):
    monkeypatch.setattr(store, "MOST_ALIKE", 6)
    change_and_compare(library, seed)


def change_and_compare(library, seed):
    chance = random.Random(seed)
    there = set(library.catalogue.numbers())
    remove_papers(library, *there)
    library.graph.update()
    there.clear()
    for _ in range(12):
        _change_something(library, chance, there)
        if chance.random() < 0.7:
            library.graph.update()
    library.graph.update()
    updated = describe(library)
    numbers = library.graph.work_ids(sorted(there))
    library.graph.update(rebuild=True)
    assert describe(library) == updated
    assert library.graph.work_ids(sorted(there)) == numbers


def test_a_graph_without_papers_is_empty(library):
    remove_papers(library, *library.catalogue.numbers())
    library.graph.update()
    assert describe(library) == ({}, set(), {}, set(), set())


def _change_something(library, chance, there):
    if there and chance.random() < 0.25:
        gone = set(chance.sample(sorted(there), min(len(there), chance.randint(1, 4))))
        remove_papers(library, *gone)
        there -= gone
        return
    first = max([*there, *library.catalogue.removed_since(0)], default=0) + 1
    again = chance.sample(sorted(there), min(len(there), 2))
    numbers = [*range(first, first + chance.randint(1, 6)), *again]
    put_papers(library, {number: some_paper(chance) for number in numbers})
    there |= set(numbers)


def test_what_is_remembered_of_descriptions_may_be_forgotten_at_any_time(library, monkeypatch):
    monkeypatch.setattr(candidates, "MOST_REMEMBERED", 0)
    remove_papers(library, *library.catalogue.numbers())
    first = max(library.catalogue.removed_since(0), default=0) + 1
    # A near-copy of another title shares no key with it.
    titles = ("Whale songs and their grammar", "The text of a report", "Whale songs and grammars")
    put_papers(library, {first + at: {"title": title} for at, title in enumerate(titles)})

    def near(number):
        return {first: [first + 1], first + 1: [first]}.get(number, [])

    updating.Update(library.catalogue, near, lambda what, count: None).run(rebuild=False)
    assert len(set(library.graph.work_ids(range(first, first + 3)).values())) == 3
