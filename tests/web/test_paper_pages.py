"""A paper's page and its files: everything shown as text, nothing run in our place."""

from __future__ import annotations

import json
from contextlib import closing
from dataclasses import replace
from typing import Any

import pytest

from sheaf.app import Library


def hostile_id(library: Library) -> int:
    return library.search("hostile").hits[0].id


def test_shows_what_was_read_and_where_it_came_from(library: Library, browse: Any) -> None:
    number = library.search("distributed").hits[0].id
    document = library.catalogue.document(number)
    assert document is not None
    page = browse.get(f"/paper/{number}").content.decode()
    for words in ("Caching in Distributed Archives", "Grace Hopper", "We keep what is read."):
        assert words in page
    for origin in ("P. Turán. On an extremal problem", document.sha1, document.url, "rules-"):
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
    assert "<script" not in page
    assert 'href="javascript' not in page
    assert 'href="data:' not in page


def test_a_pdf_is_shown_in_the_browser(library: Library, browse: Any) -> None:
    with closing(browse.get(f"/file/{hostile_id(library)}")) as response:
        assert response["Content-Type"] == "application/pdf"
        assert response["Content-Disposition"].startswith("inline")
        assert response["X-Content-Type-Options"] == "nosniff"
        assert "default-src 'none'" in response["Content-Security-Policy"]
        assert b"".join(response.streaming_content).startswith(b"%PDF")


@pytest.mark.parametrize("kind", ["text/html", "image/svg+xml", "application/postscript", ""])
def test_anything_else_is_only_handed_out(
    library: Library, browse: Any, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    document = library.catalogue.document(hostile_id(library))
    assert document is not None
    monkeypatch.setattr(
        library.catalogue, "document", lambda number: replace(document, mime_type=kind)
    )
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
