"""Works, citations and wanted works of small libraries."""

from __future__ import annotations

import gc

import pytest
from django.db import connections
from support.library_of import put_papers, remove_papers

from sheaf.app import Library
from sheaf.deposit.database import LARGE_CACHE

PARSING = {
    "title": "Chart parsing of ambiguous grammars with lazy agendas",
    "authors": [
        {"name": "Ada Nkemelu", "given": "Ada", "family": "Nkemelu"},
        {"name": "Jon Vester", "given": "Jon", "family": "Vester"},
    ],
    "year": 2011,
    "venue": "Journal of Grammar Engineering",
}
CITES_PARSING = {
    "raw": "...",
    "title": "Chart Parsing of Ambiguous Grammars with Lazy Agendas.",
    "authors": [{"name": "A. Nkemelu", "given": "A.", "family": "Nkemelu"}],
    "year": 2012,
    "contexts": [{"text": "Agendas can be lazy [1].", "offset": 3}],
}
CITES_MISSING = {
    "raw": "...",
    "title": "Probabilistic grammars for whale songs",
    "authors": [{"name": "O. Brandt", "given": "O.", "family": "Brandt"}],
    "year": 1999,
    "venue": "J. Gramm. Eng.",
}
MISSING = {**CITES_MISSING, "title": "Probabilistic Grammars for Whale Songs", "contexts": []}


def paper(number, *references):
    first, second = (chr(ord("a") + digit) for digit in (number % 26, number // 26))
    family = first.upper() + second * 4
    return {
        "title": f"A study of {first * 6} and its {second * 7} relatives",
        "authors": [{"name": f"Kim {family}", "given": "Kim", "family": family}],
        "year": 2015 + number % 5,
        "references": list(references),
    }


@pytest.fixture
def library(tmp_path):
    with Library.init(tmp_path / "lib") as made:
        yield made


def test_a_reference_leads_to_the_document_it_means(library):
    put_papers(library, {1: PARSING, 2: paper(2, CITES_PARSING)})
    report = library.graph.update()
    assert (report.documents, report.references, report.matched) == (2, 1, 1)
    (found,) = library.graph.references(2)
    assert found.position == 0
    assert found.work.documents == (1,)
    assert found.work.citations == 1
    assert found.confidence > 0.9
    (citing,) = library.graph.cited_by(1)
    assert citing.document_id == 2
    assert citing.sentences == ("Agendas can be lazy [1].",)
    assert library.graph.count_cited_by(1) == 1
    assert library.graph.citation_counts([1, 2]) == {1: 1, 2: 0}


def test_what_is_cited_and_missing_is_wanted_with_its_best_metadata(library):
    put_papers(library, {
        1: paper(1, CITES_MISSING), 2: paper(2, MISSING), 3: paper(3, CITES_PARSING),
    })  # fmt: skip
    library.graph.update()
    first, second = library.graph.wanted()
    assert first.title == "Probabilistic Grammars for Whale Songs"
    assert first.is_wanted
    assert first.citations == 2
    assert first.authors == ("O. Brandt",)
    assert second.citations == 1
    assert library.graph.count_wanted() == 2
    assert library.graph.count_wanted(least=2) == 1


def test_a_wanted_work_is_held_when_it_arrives_and_wanted_when_it_goes(library):
    put_papers(library, {2: paper(2, CITES_PARSING)})
    library.graph.update()
    (wanted,) = library.graph.wanted()
    put_papers(library, {1: PARSING})
    library.graph.update()
    assert library.graph.work_of(1).id == wanted.id
    assert library.graph.count_wanted() == 0
    remove_papers(library, 1)
    library.graph.update()
    (again,) = library.graph.wanted()
    assert again == wanted
    remove_papers(library, 2)
    library.graph.update()
    assert library.graph.count_wanted() == 0
    assert library.graph.work(wanted.id) is None


def test_versions_are_one_work(library):
    preprint = {**PARSING, "year": 2010, "venue": None, "arxiv_id": "1004.1234v2"}
    put_papers(library, {1: preprint, 2: PARSING, 3: paper(3, CITES_PARSING)})
    library.graph.update()
    work = library.graph.work_of(1)
    assert work == library.graph.work_of(2)
    assert work.documents == (2, 1)
    assert work.arxiv_id == "1004.1234"
    assert library.graph.count_cited_by(1) == library.graph.count_cited_by(2) == 1


def test_a_paper_that_is_read_again_cites_what_it_now_says(library):
    put_papers(library, {1: PARSING, 2: paper(2, CITES_PARSING)})
    library.graph.update()
    put_papers(library, {2: paper(2, CITES_MISSING)})
    library.graph.update()
    assert library.graph.count_cited_by(1) == 0
    assert [work.title for work in library.graph.wanted()] == [CITES_MISSING["title"]]


def test_the_graph_says_when_it_is_behind(library):
    put_papers(library, {1: PARSING})
    assert library.graph.is_behind() == 1
    library.graph.update()
    assert library.graph.is_behind() == 0


def test_an_update_leaves_the_process_as_it_was(library):
    def state():
        with connections[library.catalogue.alias].cursor() as cursor:
            sizes = [cursor.execute(f"PRAGMA {name}").fetchone() for name in LARGE_CACHE]
        return gc.get_threshold(), sizes

    before = state()
    during = []
    put_papers(library, {77: {"title": "A paper that came later"}})
    library.graph.update(report=lambda what, count: during.append(state()))
    assert state() == before
    assert all(one != before and one[1] != before[1] for one in during)
    assert during
