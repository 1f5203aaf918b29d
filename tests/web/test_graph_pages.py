"""Who cites a paper and what it cites, people, venues, works that are wanted."""

from __future__ import annotations

from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from support.library_of import put_papers

import sheaf
from sheaf.app import Library
from web.conftest import serving
from web.scene import without_our_scripts

BAD = "<script>alert(1)</script>"
VENUE = "Journal of Grammar Engineering"
ADA = {"name": "Ada Nkemelu", "given": "Ada", "family": "Nkemelu", "email": "ada@grammar.example"}
JON = {"name": "Jon Vester", "given": "Jon", "family": "Vester"}
READ = {"provenance": {"extractor": "paper", "extractor_version": "1"}}
PARSING = {
    **READ,
    "title": "Chart parsing of ambiguous grammars with lazy agendas",
    "authors": [ADA, JON],
    "year": 2011,
    "venue": VENUE,
}
CITES_PARSING = {
    "raw": "Nkemelu: Chart Parsing",
    "title": "Chart Parsing of Ambiguous Grammars with Lazy Agendas.",
    "authors": [{"name": "A. Nkemelu", "given": "A.", "family": "Nkemelu"}],
    "year": 2011,
    "contexts": [{"text": f"Agendas can be lazy {BAD} [1].", "offset": 3}],
}
CITES_MISSING = {
    "raw": "Brandt: Whales",
    "title": f"Probabilistic grammars for whale songs {BAD}",
    "authors": [{"name": f"O. Brandt{BAD}", "given": "O.", "family": f"Brandt{BAD}"}],
    "year": 1999,
    "venue": f"J. Gramm. {BAD}",
    "doi": "10.1000/whales",
}
CITING = {
    **READ,
    "title": f"Lazy agendas revisited {BAD}",
    "authors": [JON, {**ADA, "name": "A. Nkemelu", "given": "A."}],
    "year": 2014,
    "venue": VENUE,
    "references": [CITES_PARSING, CITES_MISSING],
}

NAMESAKE = {"name": "Ada Nkemelu", "given": "Ada", "family": "Nkemelu"}
CITES_SHEPHERDS = {
    "raw": "Berg: Songs",
    "title": "Songs of shepherds in high valleys and their echoes",
    "authors": [{"name": "L. Berg", "given": "L.", "family": "Berg"}],
    "year": 1987,
}
NAMESAKES = {
    **READ,
    "title": "Yodelling in the mountains",
    "authors": [NAMESAKE],
    "references": [CITES_SHEPHERDS],
}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("graph") / "library"
    with sheaf.init(folder) as library:
        again = {**CITING, "title": "Whales parse", "references": [CITES_MISSING]}
        put_papers(library, {1: PARSING, 2: CITING, 3: again, 4: PARSING, 5: NAMESAKES})
        library.index()
    return folder


@pytest.fixture
def shelf(made: Path) -> Iterator[Library]:
    yield from serving(made)


def page(browse: Any, path: str) -> str:
    answer = browse.get(path)
    assert answer.status_code == 200
    text = str(answer.content.decode())
    assert "<script" not in without_our_scripts(text)
    return text


def test_a_reference_leads_to_the_paper_that_is_here_and_to_the_work_that_is_not(
    shelf: Library, browse: Any
) -> None:
    found, missing = shelf.graph.references(2)
    text = page(browse, "/paper/2")
    assert f'<a href="/paper/{found.work.documents[0]}">In this library</a>' in text
    assert f'<a href="/works/{missing.work.id}">Wanted, cited here 2 times</a>' in text
    assert "2, 1 of them in this library" in text


def test_a_paper_says_who_cites_it_and_with_which_words(shelf: Library, browse: Any) -> None:
    text = page(browse, "/paper/1")
    assert 'href="#cited-by">Cited by 1</a>' in text
    citing = text[text.index('id="cited-by"') :]
    assert '<a href="/paper/2"><cite>Lazy agendas revisited &lt;script&gt;' in citing
    assert "<li>Agendas can be lazy &lt;script&gt;alert(1)&lt;/script&gt; [1].</li>" in citing
    assert "Other versions" in text
    assert '<a href="/paper/4">' in text


def test_a_paper_names_similar_ones_and_why(shelf: Library, browse: Any) -> None:
    similar = shelf.similar(2)
    text = page(browse, "/paper/2")
    part = text[text.index('id="similar"') :]
    for one in similar:
        assert f'<a href="/paper/{one.document_id}"><cite>' in part
        assert all(reason.lower() in unescape(part).lower() for reason in one.reasons)
    assert similar


def test_a_paper_leads_to_its_people_and_its_venue(shelf: Library, browse: Any) -> None:
    text = page(browse, "/paper/1")
    ada, jon = shelf.graph.authors_of(1)
    venue = shelf.graph.venue_of(1)
    assert venue is not None
    for link in (f"/author/{ada.id}", f"/author/{jon.id}", f"/venue/{venue.id}"):
        assert f'href="{link}"' in text


def test_a_person_has_papers_names_and_company(shelf: Library, browse: Any) -> None:
    ada, jon = shelf.graph.authors_of(1)
    text = page(browse, f"/author/{ada.id}")
    company = f'<a href="/author/{jon.id}">Jon Vester</a>'
    for words in (ada.name, 'href="/paper/1"', company, *ada.variants):
        assert words in text
    assert all(reason in text for reason in ada.reasons)
    listed = page(browse, "/authors?starting=nkem")
    assert f'href="/author/{ada.id}"' in listed
    assert f'href="/author/{jon.id}"' not in listed


def test_a_pasted_reference_to_a_wanted_work_leads_to_it(shelf: Library, browse: Any) -> None:
    work = next(one for one in shelf.graph.wanted() if one.title.startswith("Songs of shepherds"))
    text = 'L. Berg, "Songs of shepherds in high valleys and their echoes", J. Echo 3(2), 1987.'
    found = page(browse, f"/?{urlencode({'q': text})}")
    assert f'does not have that work, but cites it: <a href="/works/{work.id}">' in found
    here = 'A. Nkemelu, "Chart parsing of ambiguous grammars with lazy agendas", 2011, pp. 1-9.'
    assert "does not have that work" not in page(browse, f"/?{urlencode({'q': here})}")


def test_people_of_one_name_are_told_apart_by_a_paper(shelf: Library, browse: Any) -> None:
    listed = page(browse, "/authors?starting=nkem")
    names = [one.name for one in shelf.graph.authors(starting="nkem", limit=10)]
    assert names.count("Ada Nkemelu") == 2
    assert "who wrote Yodelling in the mountains" in listed
    assert listed.count("who wrote") == 2
    assert "who wrote" not in page(browse, "/authors?starting=vester")


def test_a_venue_has_its_papers(shelf: Library, browse: Any) -> None:
    venue = shelf.graph.venue_of(1)
    assert venue is not None
    assert 'href="/paper/2"' in page(browse, f"/venue/{venue.id}")
    assert f'href="/venue/{venue.id}">{VENUE}</a>' in page(browse, "/venues")


def test_what_is_wanted_is_listed_with_who_cites_it(shelf: Library, browse: Any) -> None:
    (work,) = shelf.graph.wanted(limit=1)
    assert f'<a href="/works/{work.id}">Probabilistic grammars' in page(browse, "/wanted")
    text = page(browse, f"/works/{work.id}")
    for words in ("and not in the library", 'href="/paper/2"', 'href="/paper/3"',
                  'href="https://doi.org/10.1000/whales"'):  # fmt: skip
        assert words in text


@pytest.mark.usefixtures("shelf")
@pytest.mark.parametrize("kind", ["author", "venue", "work"])
@pytest.mark.parametrize("number", ["999999999", "0", "x", "-1"])
def test_what_is_not_there_is_said(browse: Any, kind: str, number: str) -> None:
    assert browse.get(f"/{kind}/{number}").status_code == 404


@pytest.mark.usefixtures("shelf")
@pytest.mark.parametrize(
    "path", ["/authors", "/venues", "/wanted", "/author/1", "/venue/1", "/works/1"]
)
@pytest.mark.parametrize(
    "odd", ["page=abc", "page=-1", "page=99999999", "page=%00", "starting=%00%ff", "starting=%25_'"]
)
def test_odd_parameters_are_answered(browse: Any, path: str, odd: str) -> None:
    assert browse.get(f"{path}?{odd}").status_code == 200


@pytest.mark.usefixtures("empty_library")
def test_an_empty_library_says_how_to_fill_these_pages(browse: Any) -> None:
    for path in ("/authors", "/venues", "/wanted"):
        shown = page(browse, path)
        assert "sheaf import SOURCE --library empty" in shown
        assert "sheaf index" not in shown, "there is nothing to make an index of"


def test_a_paper_is_shown_where_the_index_cannot_name_similar_ones(
    shelf: Library, browse: Any
) -> None:
    (folder,) = shelf.index_folder.glob("g*")
    kept = {path: path.read_bytes() for path in folder.glob("*.store")}
    try:
        for path, content in kept.items():
            path.write_bytes(b"\xff" * 40 + content[40:])
        text = page(browse, "/paper/2")
    finally:
        for path, content in kept.items():
            path.write_bytes(content)
    assert 'id="similar"' not in text
    assert "Lazy agendas revisited" in text
