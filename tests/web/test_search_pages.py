"""The search page: what is found, how it is shown, and what is said when nothing is."""

from __future__ import annotations

from typing import Any

import pytest

from sheaf.app import Library
from sheaf.search.contract import Hit, SearchResult
from web.scene import HOSTILE_TITLE, without_our_scripts


def text_of(response: Any) -> str:
    return str(response.content.decode())


@pytest.mark.usefixtures("library")
def test_welcomes_with_a_box_and_counts(browse: Any) -> None:
    page = text_of(browse.get("/"))
    assert 'role="search"' in page
    assert "<strong>3</strong> documents, by title" in page


@pytest.mark.usefixtures("library")
def test_a_result_has_its_title_authors_snippet_and_file(browse: Any) -> None:
    page = text_of(browse.get("/", {"q": "distributed archives"}))
    assert "<strong>1</strong> paper in" in page
    assert "Caching in <mark>Distributed</mark> <mark>Archives</mark>" in page
    assert "Grace Hopper" in page
    assert '<a href="/file/' in page


@pytest.mark.usefixtures("library")
def test_hostile_titles_and_texts_are_written_as_text(browse: Any) -> None:
    page = text_of(browse.get("/", {"q": "graphs"}))
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert "<script" not in without_our_scripts(page)
    assert "<img src=&quot;x" not in page
    assert 'onerror="' not in page
    assert "<mark>Graphs</mark>" in page


@pytest.mark.usefixtures("library")
def test_a_hostile_question_is_written_as_text(browse: Any) -> None:
    page = text_of(browse.get("/", {"q": '"><script>alert(3)</script>'}))
    assert "<script" not in without_our_scripts(page)
    assert "&quot;&gt;&lt;script&gt;" in page


@pytest.mark.usefixtures("library")
def test_no_result_explains_the_syntax_and_complaints_are_words(browse: Any) -> None:
    page = text_of(browse.get("/", {"q": "zebra year:soon"}))
    assert "No paper matches" in page
    assert "soon" in page.split("No paper matches")[0]


@pytest.mark.usefixtures("empty_library")
def test_an_empty_library_says_how_to_fill_it(browse: Any) -> None:
    assert "sheaf import" in text_of(browse.get("/"))
    assert "sheaf import" in text_of(browse.get("/", {"q": "graphs"}))


def test_an_index_that_is_behind_says_by_how_much(library: Library, browse: Any) -> None:
    assert "The index is behind" not in text_of(browse.get("/", {"q": "graphs"}))
    library.catalogue.paper_was_read(1, {"title": "Read anew", "provenance": {}})
    try:
        for page in ("/?q=graphs", "/dashboard"):
            said = text_of(browse.get(page))
            assert "The index is behind by 1 document:" in said
            assert f"sheaf index --library {library.folder.name}" in said
    finally:
        library.index()


def test_ten_on_a_page_and_the_rest_on_the_next(
    library: Library, browse: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def search(words: str, *, limit: int, offset: int, **_: Any) -> SearchResult:
        asked.append((words, limit, offset))
        hit = Hit(1, HOSTILE_TITLE, (), None, 1.0, "", "", "")
        return SearchResult(25, (hit,) * 5)

    monkeypatch.setattr(library, "search", search)
    page = text_of(browse.get("/", {"q": "a & b", "page": "3"}))
    assert asked == [("a & b", 10, 20)]
    assert '<a rel="prev" href="?q=a+%26+b&amp;page=2">' in page
    assert 'aria-current="page" aria-label="Page 3"' in page
    assert 'rel="next"' not in page


def test_a_page_beyond_the_end_is_the_last(
    library: Library, browse: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sheaf.web.search_pages.PER_PAGE", 2)
    last = library.search("section", limit=3).hits[2]
    page = text_of(browse.get("/", {"q": "section", "page": "99"}))
    assert 'aria-current="page" aria-label="Page 2"' in page
    assert f'<a href="/paper/{last.id}">' in page


@pytest.mark.usefixtures("library")
def test_where_only_papers_are_nobody_is_asked_where_to_search(browse: Any) -> None:
    assert "Where to search" not in text_of(browse.get("/", {"q": "section"}))
    assert "Where to search" in text_of(browse.get("/", {"q": "section", "scope": "pages"}))


@pytest.mark.usefixtures("library")
def test_words_may_be_asked_for_by_their_beginning(browse: Any) -> None:
    page = text_of(browse.get("/", {"q": "authors:hopp*"}))
    assert "Caching in Distributed Archives" in page
    assert "Grace <mark>Hopper</mark>" in page


@pytest.mark.usefixtures("library")
@pytest.mark.parametrize("page", ["0", "-1", "x", "99999999999999999999", "²", ""])
def test_strange_page_numbers_do_no_harm(browse: Any, page: str) -> None:
    assert browse.get("/", {"q": "graphs", "page": page}).status_code == 200


@pytest.mark.usefixtures("library")
@pytest.mark.parametrize(
    "question",
    ["(" * 500, "*", '"', "\x00", "title:", "year:abc", "-a", "[a TO", "a^", "\ud800".encode(
        "utf-8", "surrogatepass"), "é" * 2000, "NOT", "year:[2000 TO 2010]", "host:x", "/a/"],
)  # fmt: skip
def test_strange_questions_are_answered(browse: Any, question: Any) -> None:
    assert browse.get("/", {"q": question}).status_code == 200
