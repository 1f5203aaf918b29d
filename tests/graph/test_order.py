"""Whatever comes first: an update ends where a rebuild does."""

from __future__ import annotations

import random
from collections import defaultdict

import pytest
from support.library_of import put_papers, remove_papers
from support.rounds import rounds

from sheaf.app import Library
from sheaf.deposit.graph import store
from sheaf.graph import candidates, updating

FAMILIES = ["Nkemelu", "Vester", "Brandt", "Ostrowska", "Li", "García Moreno", "Smith", "Smit"]
GIVEN = ["Ada", "A.", "Jon", "J.", "Jane", "Olga", "Wei", ""]
SUBJECTS = ["grammars", "whale songs", "sparse graphs", "protein folding", "lazy evaluation"]
BEGINNINGS = ["A theory of", "On", "Towards", "Introduction to", "Notes on the history of"]
ENDINGS = ["", ", part I", ", part II", ": a survey", " revisited", " with applications"]
VENUES = ["Journal of Grammar Engineering", "J. Gramm. Eng.", "Proc. of Whales 2011", "", "Whales"]
PLACES = ["Department of Songs, University of Oslo", "Institute of Grammar, Turin"]


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


def some_paper(chance):
    if chance.random() < 0.05:
        return None
    return {
        **some_description(chance),
        "references": [
            {"raw": "", "contexts": [], **some_description(chance)}
            for _ in range(chance.randint(0, 5))
        ],
    }


def some_description(chance):
    """Few titles and names, so that many are alike and chains of them arise."""
    title = f"{chance.choice(BEGINNINGS)} {chance.choice(SUBJECTS)}{chance.choice(ENDINGS)}"
    if chance.random() < 0.2:
        at = chance.randrange(len(title))
        title = title[:at] + title[at + 1 :]
    if chance.random() < 0.1:
        title = chance.choice(["Preface", "Editorial", title[: len(title) // 2], ""])
    people = [some_author(chance) for _ in range(chance.choice([0, 1, 1, 2, 3]))]
    return {
        "title": title or None,
        "authors": people,
        "year": chance.choice([None, 1999, 2000, 2001, 2010]),
        "venue": chance.choice(VENUES) or None,
        "doi": chance.choice([None] * 5 + ["10.1000/abc", "10.1000/ABD"]),
        "arxiv_id": chance.choice([None] * 5 + ["1001.0001v1", "1001.0001"]),
    }


def some_author(chance):
    given, family = chance.choice(GIVEN), chance.choice(FAMILIES)
    return {
        "name": f"{given} {family}".strip(),
        "given": given or None,
        "family": family,
        "email": chance.choice([None, None, "someone@example.edu"]),
        "affiliations": [chance.choice(PLACES)] if chance.random() < 0.3 else [],
    }


def describe(library):
    """Everything the graph says, without the numbers it gave."""
    graph = library.graph
    documents = sorted(library.catalogue.numbers())
    entries, works = {}, defaultdict(set)
    for number in documents:
        for one in graph.references(number):
            entries[number, one.position] = one.confidence
            works[one.work.id].add((number, one.position))
    for number, work in graph.work_ids(documents).items():
        works[work].add(number)
    wanted = {one.id for one in graph.wanted()}
    groups = {
        frozenset(members): (_fields(graph.work(work)), work in wanted)
        for work, members in works.items()
    }
    authors = set()
    for one in graph.authors(limit=10_000):
        papers = tuple(sorted(graph.documents_of_author(one.id, limit=1000)))
        same = tuple(sorted((other.name, other.documents) for other in graph.possible_same(one.id)))
        authors.add((papers, same, *_fields(one)))
    venues = {
        (tuple(sorted(graph.documents_of_venue(one.id))), *_fields(one)) for one in graph.venues()
    }
    assert wanted <= set(works)
    return entries, set(groups), groups, authors, venues


def _fields(info):
    return tuple(getattr(info, name) for name in info.__slots__ if name != "id")


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
