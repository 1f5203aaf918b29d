"""What a paper's page tells programs, its full text with the file beside it, and how it is
cited."""

from __future__ import annotations

import json
import re
from contextlib import closing
from html.parser import HTMLParser
from typing import Any

import pytest

from sheaf.app import Library
from sheaf.extract.formats.model import read_paper
from sheaf.web.papers import full_text
from sheaf.web.papers.full_text import reference_places, split_markers
from web.scene import DATA, without_our_scripts
from web.test_paper_pages import hostile_id, rewrite

BAD = "</script><script>alert(1)</script><!-- ]]> & \u2028 \ud800"
PAPER = {
    "title": "Extremes of Graphs",
    "authors": [
        {"name": "Pál Turán", "given": "Pál", "family": "Turán", "affiliations": ["Budapest"]}
    ],
    "abstract": "We look.\n\nThen we tell.",
    "keywords": ["graphs", "extremes"],
    "year": 1954,
    "date": "3 May 1954",
    "venue": "Acta",
    "volume": "2",
    "pages": "3-9",
    "doi": "10.1000/abc",
    "language": "en",
    "sections": [
        {"heading": "Method", "text": "As in [1, 3] and [Tu54].\n\nMore [2].", "level": 1},
        {"heading": "Detail", "text": "See [9] and x[i].", "level": 2},
        {"heading": None, "text": "The end."},
    ],
    "captions": [{"kind": "figure", "label": "Figure 1", "text": "A graph."}],
    "footnotes": ["Not here."],
    "references": [
        {"raw": "[1] One.", "marker": "[1]"},
        {"raw": "2. Two.", "marker": "2."},
        {"raw": "[Tu54] Three.", "marker": "[Tu54]"},
        {"raw": "[3] Four.", "marker": "[3]"},
    ],
}


class MetaTags(HTMLParser):
    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: dict[str, list[str]] = {}
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        if tag == "meta" and (name := values.get("name") or values.get("property")):
            self.found.setdefault(name, []).append(values["content"] or "")


@pytest.fixture
def number(library: Library) -> int:
    rewrite(library, number := hostile_id(library), **PAPER)
    return number


def page(browse: Any, path: str) -> str:
    answer = browse.get(path)
    assert answer.status_code == 200
    return str(answer.content.decode())


def test_programs_that_collect_find_tags(browse: Any, number: int) -> None:
    found = MetaTags(page(browse, f"/paper/{number}")).found
    assert found["citation_title"] == found["og:title"] == ["Extremes of Graphs"]
    assert found["citation_author"] == ["Pál Turán"]
    assert found["citation_author_institution"] == ["Budapest"]
    assert found["citation_publication_date"] == ["1954/05/03"]
    assert found["citation_journal_title"] == ["Acta"]
    assert (found["citation_firstpage"], found["citation_lastpage"]) == (["3"], ["9"])
    assert found["citation_pdf_url"] == [f"http://localhost/file/{number}"]
    assert found["citation_fulltext_html_url"] == [f"http://localhost/paper/{number}/read"]
    assert found["og:description"] == found["description"] == ["We look. Then we tell."]


def test_a_guess_is_told_to_no_program(library: Library, browse: Any, number: int) -> None:
    rewrite(library, number, confidence={"title": 0.2, "year": 0.2})
    text = page(browse, f"/paper/{number}")
    found = MetaTags(text).found
    assert "citation_title" not in found  # nor anything else that needs one
    assert "article:published_time" not in found
    assert "name" not in json_ld(text)


def json_ld(text: str) -> dict[str, Any]:
    [found] = DATA.findall(text)
    data = json.loads(re.sub("<[^>]*>", "", found))
    assert isinstance(data, dict)
    return data


def test_search_engines_find_json_ld(browse: Any, number: int) -> None:
    data = json_ld(page(browse, f"/paper/{number}"))
    assert data["@type"] == "ScholarlyArticle"
    assert data["name"] == "Extremes of Graphs"
    assert data["author"][0]["affiliation"] == [{"@type": "Organization", "name": "Budapest"}]
    assert data["datePublished"] == "1954-05-03"
    assert data["encoding"]["contentUrl"] == f"http://localhost/file/{number}"
    assert [one["value"] for one in data["identifier"]] == ["10.1000/abc"]


def test_nothing_breaks_out_of_head_text_or_citation(
    library: Library, browse: Any, number: int
) -> None:
    bad = dict.fromkeys(("title", "abstract", "venue", "doi", "arxiv_id", "language", "date"), BAD)
    marked = {"raw": BAD, "marker": f"[{BAD}]"}
    rewrite(library, number, **bad, keywords=[BAD], footnotes=[BAD], references=[marked],
            authors=[{"name": BAD, "affiliations": [BAD]}],
            captions=[{"label": BAD, "text": BAD}],
            sections=[{"heading": BAD, "text": f"{BAD} [{BAD}]"}])  # fmt: skip
    text = page(browse, f"/paper/{number}")
    assert json_ld(text)["name"].startswith("</script><script>")
    for path in ("", "/read", "/beside", "/cite"):
        assert "<script" not in without_our_scripts(page(browse, f"/paper/{number}{path}"))


def test_the_text_is_read_by_section_with_its_marks_leading_on(browse: Any, number: int) -> None:
    text = page(browse, f"/paper/{number}/read")
    assert '<section id="section-1">\n      <h2>Method</h2>' in text
    assert '<section id="section-2">\n      <h3>Detail</h3>' in text
    assert 'As in [<a href="#reference-1">1</a>, <a href="#reference-4">3</a>]' in text
    assert '[<a href="#reference-3">Tu54</a>].</p>' in text
    assert 'More [<a href="#reference-2">2</a>].' in text
    assert "See [9] and x[i]." in text  # no entry has these
    assert '<li id="reference-2">2. Two.</li>' in text
    for words in ("The end.", "<dt>Figure 1</dt><dd>A graph.</dd>", "<li>Not here.</li>"):
        assert words in text


def test_two_entries_with_one_marker_are_told_from_nothing() -> None:
    twice = read_paper(
        {"references": [{"raw": "a", "marker": "[1]"}, {"raw": "b", "marker": "1."}]}
    )
    assert reference_places(twice) == {}


@pytest.mark.parametrize("text", ["", "[1", "1]", "[1][1]", "[[1]]", "[1,2;3-4]", "[]", "[1] x"])
def test_no_word_of_a_text_is_lost(text: str) -> None:
    assert "".join(one.words for one in split_markers(text, {"1": 1, "3": 2})) == text


def test_a_text_as_long_as_a_book_is_cut(
    library: Library, browse: Any, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(full_text, "LONGEST_TEXT", 10)
    text = page(browse, f"/paper/{number}/read")
    assert "longer than a page can be" in text
    assert "The end." not in text


def test_the_pdf_stands_beside_the_text(library: Library, browse: Any, number: int) -> None:
    frame = f'<iframe src="/file/{number}#'
    assert frame in page(browse, f"/paper/{number}/beside")
    assert frame not in page(browse, f"/paper/{number}/read")
    with closing(browse.get(f"/file/{number}")) as response:
        assert response["X-Frame-Options"] == "SAMEORIGIN"
        assert "frame-ancestors 'self'" in response["Content-Security-Policy"]
    library.catalogue.repository.path(number, "pdf").unlink()
    assert "<iframe" not in page(browse, f"/paper/{number}/beside")


def test_a_paper_is_cited_in_four_ways(browse: Any, number: int) -> None:
    text = page(browse, f"/paper/{number}/cite")
    plain = "Pál Turán (1954). Extremes of Graphs. Acta, 2, 3–9. https://doi.org/10.1000/abc"
    bibtex = f"@article{{turan1954extremes.{number},"
    for words in (bibtex, "TY  - JOUR", "&quot;container-title&quot;", plain):
        assert words in text
    about = page(browse, f"/paper/{number}")
    assert bibtex in about
    assert f'href="/paper/{number}/cite"' in about


def test_what_was_not_read_is_not_cited(library: Library, browse: Any, number: int) -> None:
    library.catalogue.repository.path(number, "json").write_text("[]")
    assert browse.get(f"/paper/{number}/cite").status_code == 404
    assert "No text was read by section" in page(browse, f"/paper/{number}/read")
    for path in ("read", "beside", "cite"):
        assert browse.get(f"/paper/999/{path}").status_code == 404
