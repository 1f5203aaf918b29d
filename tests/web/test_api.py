"""Reading by programs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sheaf.app import Library

ROOT = Path(__file__).resolve().parents[2]


def everything(browse: Any, address: str, **asked: Any) -> Iterator[Any]:
    """All items of a list, part by part."""
    answer = browse.get(address, asked).json()
    yield from answer["items"]
    while answer["next"]:
        answer = browse.get(address, {**asked, "cursor": answer["next"]}).json()
        assert answer["items"]
        yield from answer["items"]


@pytest.mark.usefixtures("library")
def test_search_answers_as_the_command_does(browse: Any) -> None:
    answer = browse.get("/api/v1/search", {"q": "distributed"}).json()
    assert {"total", "hits", "not_understood", "next"} <= set(answer)
    assert answer["not_understood"] == []
    assert answer["total"] == 1
    (hit,) = answer["hits"]
    assert set(hit) >= {"id", "title", "authors", "year", "score", "snippet", "file", "sha1"}
    assert hit["authors"] == ["Grace Hopper"]


@pytest.mark.usefixtures("library")
def test_search_by_the_page(browse: Any) -> None:
    whole = browse.get("/api/v1/search", {"q": "section", "limit": "3"}).json()
    assert whole["next"] is None
    second = browse.get("/api/v1/search", {"q": "section", "limit": "1", "offset": "1"}).json()
    assert second["total"] == 3
    assert second["hits"] == whole["hits"][1:2]
    third = {"q": "section", "limit": "1", "cursor": second["next"]}
    assert browse.get("/api/v1/search", third).json()["hits"] == whole["hits"][2:]


@pytest.mark.usefixtures("library")
@pytest.mark.parametrize(
    "asked",
    [
        {"limit": "0"},
        {"limit": "x"},
        {"offset": "-1"},
        {"q": "x" * 8_001},
        {"sort": "best"},
        {"scope": "x"},
        {"cursor": "d1"},
    ],
)
def test_search_says_what_is_wrong(browse: Any, asked: dict[str, str]) -> None:
    response = browse.get("/api/v1/search", {"q": "a", **asked})
    assert response.status_code == 422
    assert response.json()["detail"].startswith(next(iter(asked)))


def test_status_keeps_the_path_to_itself(library: Library, browse: Any) -> None:
    answer = browse.get("/api/v1/status").json()
    assert answer == {**library.status(), "library": "library"}
    assert answer["documents"] == 3


def test_a_paper_and_its_way_back_as_the_commands_tell_them(
    library: Library, logged_in: Any
) -> None:
    number = library.search("distributed").hits[0].id
    assert logged_in.get(f"/api/v1/papers/{number}").json() == library.paper(number)
    told = logged_in.get(f"/api/v1/papers/{number}/provenance").json()
    assert told == library.provenance(number)
    assert told["record"]["position"].endswith("caching.pdf")
    for path in ("/api/v1/papers/99", "/api/v1/papers/99/provenance"):
        answer = logged_in.get(path)
        assert answer.status_code == 404
        assert "99" in answer.json()["detail"]


def test_all_papers_come_part_by_part_with_number_and_sha1(library: Library, browse: Any) -> None:
    listed = list(everything(browse, "/api/v1/papers", limit=2))
    documents = list(library.documents())
    assert [(one["id"], one["sha1"]) for one in listed] == [(one.id, one.sha1) for one in documents]
    assert {one["title"] for one in listed} == {paper["title"] for _, paper in library.papers()}


def test_the_full_text_of_a_paper_by_section(library: Library, browse: Any) -> None:
    number, paper = next(library.papers())
    sections = list(everything(browse, f"/api/v1/papers/{number}/sections", limit=1))
    assert [one["text"] for one in sections] == [one["text"] for one in paper["sections"]]
    assert browse.get(f"/api/v1/papers/{number}/sections/1").json() == sections[0]
    behind = browse.get(f"/api/v1/papers/{number}/sections/{len(sections) + 1}")
    assert behind.status_code == 404
    assert f"has {len(sections)} section" in behind.json()["detail"]


def test_runs_and_their_captures(library: Library, browse: Any) -> None:
    (run,) = everything(browse, "/api/v1/runs")
    assert run["outcomes"] == {"new": 3}
    assert browse.get(f"/api/v1/runs/{run['id']}").json() == run
    address = f"/api/v1/runs/{run['id']}/captures"
    captures = list(everything(browse, address, limit=2))
    assert [one["document_id"] for one in captures] == [one.id for one in library.documents()]
    assert list(everything(browse, address, outcome="failed")) == []
    assert browse.get(address, {"outcome": "lost"}).status_code == 422
    assert browse.get("/api/v1/runs/9").status_code == 404


@pytest.mark.usefixtures("library")
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("/api/search?q=a%20b&limit=3", "/api/v1/search?q=a%20b&limit=3"),
        ("/api/paper/1", "/api/v1/papers/1"),
        ("/api/paper/1/provenance", "/api/v1/papers/1/provenance"),
        ("/api/status", "/api/v1/status"),
        ("/api/crawls", "/api/v1/crawls"),
        ("/api/crawls/a%20b", "/api/v1/crawls/a%20b"),
    ],
)
def test_the_addresses_before_version_1_lead_to_it(browse: Any, old: str, new: str) -> None:
    answer = browse.get(old)
    assert answer.status_code == 301
    assert answer.headers["Location"] == new


@pytest.mark.usefixtures("library")
def test_the_documentation_needs_no_other_host(browse: Any) -> None:
    answer = browse.get("/api/docs")
    page = answer.content.decode()
    for path, methods in browse.get("/api/v1/openapi.json").json()["paths"].items():
        for method in methods:
            assert f"{method.upper()} {path}<" in page
    assert "//" not in page
    assert "`" not in page
    assert "<code>next</code> of an answer is the <code>cursor</code>" in page
    assert "[]" not in page
    assert page.index("<code>q</code>") < page.index("<code>sort</code>")
    assert "http" not in answer.headers["Content-Security-Policy"]


@pytest.mark.usefixtures("library")
def test_the_schema_is_made_once_for_a_place() -> None:
    from sheaf.web.api.interface import api

    made = api.get_openapi_schema()
    assert api.get_openapi_schema() is made
    elsewhere = api.get_openapi_schema(path_prefix="/library/api/v1/")
    assert {path.removeprefix("/library") for path in elsewhere["paths"]} == {*made["paths"]}
    assert {*api.get_openapi_schema()["paths"]} == {*made["paths"]}


@pytest.mark.usefixtures("library")
def test_every_operation_stands_in_the_manual(browse: Any) -> None:
    manual = (ROOT / "docs" / "api.md").read_text()
    for path in browse.get("/api/v1/openapi.json").json()["paths"]:
        assert f"`{path}`" in manual


@pytest.mark.usefixtures("library")
def test_what_is_not_there_is_said_as_json(browse: Any) -> None:
    for path in ("/api/v1/nothing", "/api/nothing"):
        answer = browse.get(path)
        assert answer.status_code == 404
        assert answer.json()["detail"] == "There is nothing at this address."


@pytest.mark.usefixtures("library")
def test_the_beginning_of_the_api_leads_to_its_documentation(browse: Any) -> None:
    assert browse.get("/api/v1/")["Location"] == "/api/docs"


@pytest.mark.usefixtures("library")
def test_health(browse: Any) -> None:
    assert browse.get("/healthz").content == b"ok"


@pytest.mark.usefixtures("library")
@pytest.mark.parametrize(
    "path", ["/", "/api/search", "/api/v1/search", "/api/v1/status", "/healthz", "/dashboard"]
)
def test_reading_is_all_they_do(browse: Any, path: str) -> None:
    relaxed = type(browse)(headers={"host": "localhost"})
    assert relaxed.post(path).status_code == 405
    assert relaxed.head(path).status_code in {200, 301}
