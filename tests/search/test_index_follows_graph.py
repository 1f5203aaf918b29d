"""The index knows how often papers are cited, and follows when that changes."""

import pytest
from support.library_of import put_papers, remove_papers

from sheaf.app import Library

CITED = {
    "title": "Chart parsing of ambiguous grammars with lazy agendas",
    "authors": [{"name": "Ada Nkemelu", "given": "Ada", "family": "Nkemelu"}],
    "year": 2011,
}
CITING = {
    "title": "Grammars of the sea",
    "authors": [{"name": "Jon Vester", "given": "Jon", "family": "Vester"}],
    "year": 2013,
    "references": [{**CITED, "raw": "A. Nkemelu, Chart parsing of ambiguous grammars, 2011."}],
}


@pytest.fixture
def library(tmp_path):
    with Library.init(tmp_path / "lib") as made:
        yield made


def test_a_paper_that_is_cited_now_is_indexed_again(library):
    def citations():
        (hit,) = library.search("title:parsing").hits
        return hit.citations

    put_papers(library, {1: CITED})
    library.index()
    assert citations() == 0
    put_papers(library, {2: CITING})
    assert library.index().indexed == 2, "the one that came, and the one that it cites"
    assert citations() == 1
    assert library.index().indexed == 0
    remove_papers(library, 2)
    library.index()
    assert citations() == 0
    put_papers(library, {2: CITING})
    library.index(rebuild=True)
    assert citations() == 1
