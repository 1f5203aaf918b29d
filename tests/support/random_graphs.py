"""Papers at random that cite each other, and all that a graph says of them."""

from __future__ import annotations

from collections import defaultdict

FAMILIES = ["Nkemelu", "Vester", "Brandt", "Ostrowska", "Li", "García Moreno", "Smith", "Smit"]
GIVEN = ["Ada", "A.", "Jon", "J.", "Jane", "Olga", "Wei", ""]
SUBJECTS = ["grammars", "whale songs", "sparse graphs", "protein folding", "lazy evaluation"]
BEGINNINGS = ["A theory of", "On", "Towards", "Introduction to", "Notes on the history of"]
ENDINGS = ["", ", part I", ", part II", ": a survey", " revisited", " with applications"]
VENUES = ["Journal of Grammar Engineering", "J. Gramm. Eng.", "Proc. of Whales 2011", "", "Whales"]
PLACES = ["Department of Songs, University of Oslo", "Institute of Grammar, Turin"]


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
