"""Papers like a paper, and why."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest
from support.index_shelf import Shelf, paper

PAPERS = (
    paper(1, "Colouring sparse graphs", body="Chromatic numbers of sparse graphs. Zebra.", work=1),
    paper(2, "Chromatic numbers", body="Chromatic numbers and colouring of graphs.", work=2),
    paper(3, "Colouring sparse graphs", body="Chromatic sparse graphs, a preprint.", work=1),
    paper(4, "Baking bread", body="Flour and water.", work=4),
    paper(5, "Baking cakes", body="Flour and sugar. Zebra.", work=5),
    *(paper(number, f"Weather {number}", body="Rain.", work=number) for number in range(6, 16)),
)


@dataclass
class Related:
    document_id: int
    in_common: int


@dataclass
class Relations:
    both_cite: dict[int, list[Related]] = field(default_factory=dict)
    cited_by_both: dict[int, list[Related]] = field(default_factory=dict)

    def coupled(self, document_id, limit=10):
        return self.both_cite.get(document_id, [])[:limit]

    def co_cited(self, document_id, limit=10):
        return self.cited_by_both.get(document_id, [])[:limit]


@pytest.fixture(scope="module")
def papers(tmp_path_factory):
    return Shelf(tmp_path_factory.mktemp("similar") / "index", PAPERS).searcher


def test_by_rare_words_without_other_versions(papers):
    found = papers.similar(1, 10, Relations())
    assert [one.document_id for one in found] == [2, 5]
    assert found[0].reasons == ("same rare words: colouring, graphs, numbers, chromatic",)
    assert found[1].reasons == ("same rare words: zebra",)


def test_by_what_both_cite_and_who_cites_both(papers):
    relations = Relations({1: [Related(4, 4)]}, {1: [Related(4, 1), Related(5, 2)]})
    found = papers.similar(1, 10, relations)
    assert {one.document_id for one in found} == {2, 4, 5}
    reasons = {one.document_id: one.reasons for one in found}
    assert reasons[4] == ("cites 4 of the same works", "cited together with it by one paper")
    assert reasons[5] == ("cited together with it by 2 papers", "same rare words: zebra")


def test_a_paper_that_is_not_in_the_index_has_what_the_graph_knows(papers):
    found = papers.similar(99, 10, Relations({99: [Related(4, 1)]}))
    assert [(one.document_id, one.reasons) for one in found] == [(4, ("cites the same work",))]
    assert papers.similar(1, 1, Relations())[0].document_id == 2
