"""A paper's page and its files: everything shown as text, nothing run in our place."""

from __future__ import annotations

import json
import re
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from sheaf.app import Library
from sheaf.curate.mime_type import extension_of
from web.scene import without_our_scripts

REFERENCE = {
    "raw": "[7] Turán, P.: Extremes. Acta 2(1), 3-9 (1954)",
    "marker": "[7]",
    "authors": [{"name": "P. Turán", "given": "P.", "family": "Turán"}],
    "title": "Extremes of graphs",
    "venue": "Acta",
    "volume": "2",
    "issue": "1",
    "pages": "3-9",
    "year": 1954,
    "doi": "10.1000/a(b)c",
    "arxiv_id": "math/9901001",
    "url": "https://example.org/x?y=1&z=2",
    "contexts": [{"text": "as shown in [7] long ago", "offset": 12, "marker": "[7]"}],
}


def rewrite(library: Library, number: int, **fields: Any) -> None:
    path = library.catalogue.repository.path(number, "json")
    path.write_text(json.dumps(json.loads(path.read_text()) | fields))


def hostile_id(library: Library) -> int:
    return library.search("hostile").hits[0].id


def test_shows_what_was_read_and_where_it_came_from(library: Library, logged_in: Any) -> None:
    number = library.search("distributed").hits[0].id
    document = library.catalogue.document(number)
    assert document is not None
    page = logged_in.get(f"/paper/{number}").content.decode()
    for words in ("Caching in Distributed Archives", "Grace Hopper", "We keep what is read."):
        assert words in page
    version = library.paper(number)["provenance"]["extractor_version"]
    for origin in ("On an extremal problem", document.sha1, document.url, version):
        assert origin in page
    for link in ("/runs/1", f"/file/{number}", f"/text/{number}"):
        assert f'href="{link}"' in page


def test_hostile_papers_are_written_as_text(
    library: Library, browse: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = hostile_id(library)
    path = library.catalogue.repository.path(number, "json")
    paper = json.loads(path.read_text())
    bad = '"><script>alert(1)</script>'
    paper |= {"abstract": bad, "venue": bad, "keywords": [bad], "doi": bad, "arxiv_id": bad}
    paper["authors"] = [{"name": bad, "affiliations": [bad]}]
    paper["references"] = [{"raw": bad, "marker": bad}]
    path.write_text(json.dumps(paper))
    document = library.catalogue.document(number)
    assert document is not None
    evil = replace(document, url="javascript:alert(1)", parent_url="data:text/html,x")
    monkeypatch.setattr(library.catalogue, "document", lambda number: evil)
    page = browse.get(f"/paper/{number}").content.decode()
    assert "<script" not in without_our_scripts(page)
    assert 'href="javascript' not in page
    assert 'href="data:' not in page


def test_shows_people_with_places_and_references_with_links(library: Library, browse: Any) -> None:
    number = hostile_id(library)
    home = "University of Nowhere"
    rewrite(
        library,
        number,
        authors=[
            {"name": "Ada Lovelace", "email": "ada@example.org", "affiliations": [home]},
            {"name": "Grace Hopper", "affiliations": [home, "Elsewhere"]},
        ],
        sections=[{"heading": "Method", "text": "", "level": 9}, {"heading": None, "text": "x"}],
        references=[REFERENCE],
        acknowledgement="We thank nobody.",
        keywords=["Warmth"],
        extras={
            "keyphrases": [{"phrase": "cold graphs", "score": 0.75}, {"phrase": "warmth"}],
            "funding": {"text": "x", "funders": [{"name": "A Fund", "grants": ["G-1"]}]},
        },
        confidence={"abstract": 0.914, "title": "high", "year": 7},
    )
    page = browse.get(f"/paper/{number}").content.decode()
    assert page.partition("<main")[2].count(home) == 1  # told once, and numbered
    method = f'class="level-4"><a href="/paper/{number}/read#section-1">Method'
    for words in ("Grace Hopper<sup>1, 2</sup>", "ada@example.org", method,
                  "We thank nobody.", "<li>cold graphs</li>", "91 %",
                  "<h2>Funding</h2>", "<li>A Fund, G-1</li>",
                  "<cite>Extremes of graphs</cite>", "Acta, 2(1), pp. 3-9",
                  "Cited 1 time in this paper",
                  "as shown in <mark>[7]</mark> long ago"):  # fmt: skip
        assert words in page, words
    assert "<li>warmth</li>" not in page  # its keywords say so
    for link in ("https://doi.org/10.1000/a%28b%29c", "https://arxiv.org/abs/math/9901001",
                 "https://example.org/x?y=1&amp;z=2"):  # fmt: skip
        assert f'href="{link}" rel="noreferrer noopener nofollow"' in page, link


def test_of_two_equal_markers_the_one_that_cites_is_marked(library: Library, browse: Any) -> None:
    number = hostile_id(library)
    text = "see [7]; and so it was shown by many others in [7] and by those who came after them all"
    place = {"text": text, "offset": 12, "marker": "[7]"}
    rewrite(library, number, references=[REFERENCE | {"contexts": [place]}])
    page = browse.get(f"/paper/{number}").content.decode()
    assert "see [7]; and so it was shown by many others in <mark>[7]</mark> and by" in page


@pytest.mark.parametrize("url", ["ftp://h/a.pdf", "http:///a.pdf", "http://h/a.pdf"])
def test_document_and_reference_agree_on_what_is_an_address(
    library: Library, browse: Any, monkeypatch: pytest.MonkeyPatch, url: str
) -> None:
    number = hostile_id(library)
    rewrite(library, number, references=[{"raw": "r", "title": "T", "url": url}])
    document = library.catalogue.document(number)
    assert document is not None
    moved = replace(document, url=url, parent_url=None)
    monkeypatch.setattr(library.catalogue, "document", lambda number: moved)
    page = browse.get(f"/paper/{number}").content.decode()
    assert page.count(f'href="{url}"') == (2 if url == "http://h/a.pdf" else 0)


@pytest.mark.parametrize(
    "bad",
    [{"url": "javascript:alert(1)"}, {"url": "//evil.example/x"}, {"url": "http://["},
     {"doi": "10.1000/x y"}, {"doi": "javascript:alert(1)"}, {"arxiv_id": "../../login"}],
    ids=str,
)  # fmt: skip
def test_what_is_no_address_is_no_link(library: Library, browse: Any, bad: dict[str, str]) -> None:
    number = hostile_id(library)
    rewrite(
        library, number, doi=None, arxiv_id=None, references=[{"raw": "r", "title": "T", **bad}]
    )
    page = browse.get(f"/paper/{number}").content.decode()
    begin = page.index('<ol class="references">')
    entry = page[begin : page.index("</ol>", begin)]
    # The work that an entry was matched with is a page of ours.
    assert all(link.startswith("/works/") for link in re.findall('href="([^"]*)', entry))


@pytest.mark.parametrize(
    "fields",
    [{"sections": "x"}, {"confidence": [1]}, {"extras": {"a": {"b": {"c": [None, 1, True]}}}},
     {"keywords": {"a": 1}}, {"captions": [[]]}, {"references": [{"contexts": [1], "raw": None}]},
     {"authors": [{"name": ""}]}, {"sections": [{"heading": 3, "level": "x"}]}],
    ids=str,
)  # fmt: skip
def test_a_paper_of_an_odd_shape_has_a_page_all_the_same(
    library: Library, browse: Any, fields: dict[str, Any]
) -> None:
    number = hostile_id(library)
    rewrite(library, number, **fields)
    for page in ("", "/read", "/beside", "/cite", "/export/json"):
        assert browse.get(f"/paper/{number}{page}").status_code == 200


def test_what_was_not_read_says_so(library: Library, browse: Any) -> None:
    number = hostile_id(library)
    path = library.catalogue.repository.path(number, "json")
    path.write_text("[]")
    page = browse.get(f"/paper/{number}").content.decode()
    assert "has not been read yet" in page
    assert "/export/" not in page
    assert browse.get(f"/paper/{number}/export/json").status_code == 404
    path.write_text(json.dumps({"provenance": {"extractor": "paper", "error": "timed_out: <b>"}}))
    page = browse.get(f"/paper/{number}").content.decode()
    assert "could not be read: timed_out: &lt;b&gt;" in page
    assert browse.get(f"/paper/{number}/export/json").status_code == 404


def test_a_paper_without_references_says_so(library: Library, browse: Any) -> None:
    number = hostile_id(library)
    rewrite(library, number, references=[])
    page = browse.get(f"/paper/{number}").content.decode()
    assert "No list of references was found." in page


def test_a_paper_can_be_taken_away_in_every_format(library: Library, browse: Any) -> None:
    from sheaf.extract.formats import FORMATS

    number = hostile_id(library)
    rewrite(library, number, references=[REFERENCE])
    page = browse.get(f"/paper/{number}").content.decode()
    for chosen in FORMATS.values():
        link = f"/paper/{number}/export/{chosen.name}"
        assert f'href="{link}"' in page
        answer = browse.get(link)
        assert answer["Content-Type"] == f"{chosen.media_type}; charset=utf-8"
        name = f"{library.readable_stem(number)}.{chosen.extension}"
        assert answer["Content-Disposition"] == f'attachment; filename="{name}"'
        assert answer["Content-Security-Policy"].startswith("sandbox;")
        assert answer["X-Content-Type-Options"] == "nosniff"
    alone = browse.get(f"/paper/{number}/export/bibtex").content.decode()
    with_them = browse.get(f"/paper/{number}/export/bibtex?references=1").content.decode()
    assert (alone.count("@"), with_them.count("@")) == (1, 2)
    for wrong in ("pdf", "json.exe", "../json"):
        assert browse.get(f"/paper/{number}/export/{wrong}").status_code == 404


def test_downloads_have_readable_names(library: Library, browse: Any) -> None:
    number = hostile_id(library)
    rewrite(
        library,
        number,
        title="Self-Tuning Graphs",
        year=2025,
        authors=[{"name": "Paul Erdős", "given": "Paul", "family": "Erdős"}],
    )
    for path, name in [
        (f"/paper/{number}/export/bibtex", "erdos-2025-self-tuning-graphs.bib"),
        (f"/file/{number}", "erdos-2025-self-tuning-graphs.pdf"),
        (f"/text/{number}", "erdos-2025-self-tuning-graphs.txt"),
    ]:
        with closing(browse.get(path)) as response:
            assert response["Content-Disposition"].endswith(f'filename="{name}"')
    rewrite(library, number, title=None, authors=[])
    with closing(browse.get(f"/file/{number}")) as response:
        assert f'filename="{library.file_stem(number)}.pdf"' in response["Content-Disposition"]


def test_a_pdf_is_shown_in_the_browser(library: Library, browse: Any) -> None:
    with closing(browse.get(f"/file/{hostile_id(library)}")) as response:
        assert response["Content-Type"] == "application/pdf"
        assert response["Content-Disposition"].startswith("inline")
        assert response["X-Content-Type-Options"] == "nosniff"
        assert "default-src 'none'" in response["Content-Security-Policy"]
        assert b"".join(response.streaming_content).startswith(b"%PDF")


@pytest.mark.parametrize("kind", ["text/html", "image/svg+xml", "application/postscript", ""])
def test_anything_else_is_only_handed_out(
    library: Library, browse: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, kind: str
) -> None:
    document = library.catalogue.document(hostile_id(library))
    assert document is not None
    file = tmp_path / f"000.000.001.{extension_of(kind)}"
    file.write_bytes(b"%PDF-1.4")
    of_this_kind = replace(document, mime_type=kind, files=(file,))
    monkeypatch.setattr(library.catalogue, "document", lambda number: of_this_kind)
    with closing(browse.get(f"/file/{document.id}")) as response:
        assert response["Content-Type"] == "application/octet-stream"
        assert response["Content-Disposition"].startswith("attachment")
        assert response["Content-Security-Policy"].startswith("sandbox;")
        assert response["X-Content-Type-Options"] == "nosniff"


def test_the_text_is_plain(library: Library, browse: Any) -> None:
    with closing(browse.get(f"/text/{hostile_id(library)}")) as response:
        assert response["Content-Type"] == "text/plain; charset=utf-8"
        assert response["Content-Security-Policy"].startswith("sandbox;")
        assert b"<script>alert(1)</script>" in b"".join(response.streaming_content)


@pytest.mark.usefixtures("library")
@pytest.mark.parametrize("kind", ["paper", "file", "text"])
@pytest.mark.parametrize("number", ["99", "0", "007", "1234567890", "-1", "x", "1/../2"])
def test_what_is_not_there_is_said_in_our_own_style(browse: Any, kind: str, number: str) -> None:
    response = browse.get(f"/{kind}/{number}")
    assert response.status_code == 404
    assert "Not here" in response.content.decode()


def test_a_file_that_is_gone_is_not_there(library: Library, browse: Any) -> None:
    number = hostile_id(library)
    library.catalogue.repository.path(number, "pdf").unlink()
    assert browse.get(f"/file/{number}").status_code == 404
    assert browse.get(f"/paper/{number}").status_code == 200


def test_what_is_uncertain_says_so(library: Library, browse: Any) -> None:
    number = hostile_id(library)
    unsure = {**REFERENCE, "confidence": {"year": 0.2, "title": 0.9}}
    rewrite(library, number, year=1995, confidence={"year": 0.13}, references=[unsure])
    page = browse.get(f"/paper/{number}").content.decode()
    mark = 'title="More likely wrong than right: the reader is less than 50 % sure">uncertain<'
    assert page.count(mark) == 2
    assert "1995 <span" in page
    rewrite(library, number, confidence={"year": 0.9}, references=[REFERENCE])
    assert mark not in browse.get(f"/paper/{number}").content.decode()
