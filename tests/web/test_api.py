"""Reading by programs."""

from __future__ import annotations

from typing import Any

import pytest

from sheaf.app import Library


@pytest.mark.usefixtures("library")
def test_search_answers_as_the_command_does(browse: Any) -> None:
    answer = browse.get("/api/search", {"q": "distributed"}).json()
    assert set(answer) == {"total", "hits", "not_understood"}
    assert answer["not_understood"] == []
    assert answer["total"] == 1
    (hit,) = answer["hits"]
    assert set(hit) >= {"id", "title", "authors", "year", "score", "snippet", "file", "sha1"}
    assert hit["authors"] == ["Grace Hopper"]


@pytest.mark.usefixtures("library")
def test_search_says_what_it_did_not_understand(browse: Any) -> None:
    answer = browse.get("/api/search", {"q": "("}).json()
    assert answer["not_understood"] == ["A bracket is not closed."]


@pytest.mark.usefixtures("library")
def test_search_by_the_page(browse: Any) -> None:
    both = browse.get("/api/search", {"q": "section", "limit": "3"}).json()["hits"]
    second = browse.get("/api/search", {"q": "section", "limit": "1", "offset": "1"}).json()
    assert second["total"] == 3
    assert second["hits"] == both[1:2]


@pytest.mark.usefixtures("library")
@pytest.mark.parametrize(
    "asked", [{"limit": "0"}, {"limit": "x"}, {"offset": "-1"}, {"q": "x" * 501}]
)
def test_search_says_what_is_wrong(browse: Any, asked: dict[str, str]) -> None:
    response = browse.get("/api/search", {"q": "a", **asked})
    assert response.status_code == 400
    assert response.json()["error"]


def test_status_keeps_the_path_to_itself(library: Library, browse: Any) -> None:
    answer = browse.get("/api/status").json()
    assert answer == {**library.status(), "library": "library"}
    assert answer["documents"] == 3


def test_a_paper_and_its_way_back_as_the_commands_tell_them(
    library: Library, logged_in: Any
) -> None:
    number = library.search("distributed").hits[0].id
    assert logged_in.get(f"/api/paper/{number}").json() == library.paper(number)
    told = logged_in.get(f"/api/paper/{number}/provenance").json()
    assert told == library.provenance(number)
    assert told["record"]["position"].endswith("caching.pdf")
    for path in ("/api/paper/99", "/api/paper/99/provenance"):
        answer = logged_in.get(path)
        assert answer.status_code == 404
        assert "99" in answer.json()["error"]


@pytest.mark.usefixtures("library")
def test_health(browse: Any) -> None:
    assert browse.get("/healthz").content == b"ok"


@pytest.mark.usefixtures("library")
@pytest.mark.parametrize("path", ["/", "/api/search", "/api/status", "/healthz", "/dashboard"])
def test_reading_is_all_they_do(browse: Any, path: str) -> None:
    relaxed = type(browse)(headers={"host": "localhost"})
    assert relaxed.post(path).status_code == 405
