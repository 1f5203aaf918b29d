"""What people say of versions, on all three databases: it outweighs what titles and authors say."""

from __future__ import annotations

import pytest
from support.library_of import put_papers, remove_papers

from sheaf.errors import UsageError

TITLE = "Lazy agendas for ambiguous grammars"
ADA = [{"name": "Ada Nkemelu", "given": "Ada", "family": "Nkemelu"}]
ALIKE = {"title": TITLE, "authors": ADA}


def works(library):
    """Which documents are one work, as the last update has it."""
    numbers = library.graph.work_ids(sorted(library.catalogue.numbers()))
    return {library.graph.work_of(number).documents for number in numbers}


def test_what_people_say_of_versions_holds_until_it_is_undone(library):
    put_papers(library, {1: ALIKE, 2: ALIKE, 3: {"title": "Whale songs", "authors": ADA}})
    library.graph.update()
    assert works(library) == {(1, 2), (3,)}
    revision = library.graph.revision()

    apart = library.versions.part(2, 1, who="ada")
    assert (apart.first, apart.second, apart.who) == (1, 2, "ada")
    joined = library.versions.join(3, 1)
    assert library.graph.is_behind()
    library.graph.update()
    assert works(library) == {(1, 3), (2,)}
    assert {1, 2, 3} <= set(library.graph.documents_changed_since(revision))
    assert [one.number for one in library.versions.of_documents([2])] == [apart.number]
    told = [(one.action, one.target) for one in library.history.list(limit=2)]
    assert told == [("versions.join", "documents 1 and 3"), ("versions.part", "documents 1 and 2")]

    # Read again, gone and come back, and all made anew.
    put_papers(library, {2: {**ALIKE, "year": 2011}})
    library.graph.update()
    assert works(library) == {(1, 3), (2,)}
    remove_papers(library, 3)
    library.graph.update()
    assert works(library) == {(1,), (2,)}
    put_papers(library, {3: {"title": "Songs of whales"}})
    library.graph.update()
    before = works(library), library.graph.work_ids([1, 2, 3])
    assert before[0] == {(1, 3), (2,)}
    library.graph.update(rebuild=True)
    assert (works(library), library.graph.work_ids([1, 2, 3])) == before

    library.versions.undo(apart.number)
    library.versions.undo(joined.number)
    library.graph.update()
    assert works(library) in ({(1, 2), (3,)}, {(2, 1), (3,)})
    assert library.versions.list() == []
    assert len(library.versions.list(undone=True)) == 2


def test_a_contradiction_is_refused_and_says_by_whom(library):
    put_papers(library, dict.fromkeys(range(1, 6), ALIKE))
    versions = library.versions
    first = versions.join(1, 2, who="ada")
    assert versions.join(2, 1) == first
    versions.join(2, 3)
    apart = versions.part(3, 4, who="bob")
    with pytest.raises(
        UsageError, match="bob has said that documents 3 and 4 are different"
    ) as why:
        versions.join(4, 1)
    assert f"sheaf versions undo {apart.number}" in why.value.what_to_do
    with pytest.raises(UsageError, match="documents 2 and 3 are one work"):
        versions.part(3, 1)
    with pytest.raises(UsageError, match="no document 99"):
        versions.join(1, 99)
    with pytest.raises(UsageError, match="one work with itself"):
        versions.part(1, 1)
    with pytest.raises(UsageError, match="no statement 999"):
        versions.undo(999)
    versions.undo(apart.number)
    versions.join(4, 1)


def test_who_is_like_both_goes_with_the_one_it_is_most_alike(library):
    """And never joins what people have parted; whatever comes first."""
    put_papers(library, {
        1: {**ALIKE, "year": 2001}, 2: {**ALIKE, "year": 2004},
        3: {**ALIKE, "year": 2004, "venue": "Journal of Grammars"},
        4: {**ALIKE, "year": 2004, "venue": "Journal of Grammars"},
    })  # fmt: skip
    library.versions.part(1, 4)
    library.graph.update()
    found = {frozenset(one) for one in works(library)}
    assert found == {frozenset({1}), frozenset({2, 3, 4})}
    put_papers(library, {1: {**ALIKE, "year": 2001, "venue": "Report"}})
    library.graph.update()
    numbers = library.graph.work_ids(range(1, 5))
    assert {frozenset(one) for one in works(library)} == found
    library.graph.update(rebuild=True)
    assert library.graph.work_ids(range(1, 5)) == numbers


BODY = [{"heading": "1 Start", "text": "Agendas are lazy where grammars are not. " * 200}]


def test_the_best_copy_is_chosen_and_all_of_them_vote(library):
    bob = {"name": "Bob Ives", "given": "Bob", "family": "Ives"}
    put_papers(library, {
        1: {**ALIKE, "year": 2010, "confidence": {"title": 0.9, "authors": 0.9, "year": 0.9}},
        2: {**ALIKE, "authors": [*ADA, bob], "year": 2011, "sections": BODY,
            "venue": "J. Gramm.", "confidence": {"authors": 0.7, "year": 0.8, "venue": 0.6}},
        3: {**ALIKE, "title": TITLE.upper(), "authors": [*ADA, bob], "year": 2010,
            "sections": BODY, "provenance": {"text": {"ocr_pages": [1]}}},
    })  # fmt: skip
    words = [f"word{chr(97 + at % 26)}{chr(97 + at // 26 % 26)}" for at in range(600)]
    for number, text in ((1, words), (2, words[:300]), (3, [*words[:290], "other", "end"])):
        path = library.catalogue.repository.path(number, "txt")
        path.write_text(" ".join(text), encoding="utf-8")
    graph = library.graph
    graph.update()
    work = graph.work_of(1)
    assert work.documents == (2, 3, 1)
    assert graph.copy_ranks([1, 3]) == {1: 2, 3: 1}
    assert (work.title, work.authors, work.venue) == (
        TITLE,
        ("Ada Nkemelu", "Bob Ives"),
        "J. Gramm.",
    )
    best, _, abstract = graph.versions(1)
    assert (best.is_best, best.why) == (True, "was published: it names its venue")
    assert abstract.why == "has the full text"
    assert best.relation == "published after it was a preprint: a shorter version"
    assert "of 2011, not 2010" in best.differs
    assert graph.versions(2)[1].relation == "a preprint of it: the same text"
    # 0.9 and half a vote against 0.8 and half of that again.
    votes = graph.votes(1)
    assert [(one.value, one.weight, one.documents) for one in votes["year"]] == [
        (2010, 1.4, (3, 1)), (2011, 1.2, (2,)),
    ]  # fmt: skip
    assert work.year == 2010
    assert len(votes["title"]) == 1

    library.corrections.correct(2, {"year": 2012}, who="ada")
    graph.update()
    assert graph.work_of(1).year == 2012
    assert graph.votes(3)["year"][0].by_hand
    before = graph.work_of(1)
    graph.update(rebuild=True)
    assert graph.work_of(1) == before
