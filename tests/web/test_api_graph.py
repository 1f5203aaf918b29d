"""Reading the citation graph and the pages by programs."""

from __future__ import annotations

import json
from typing import Any

import pytest
from support.rounds import rounds

from sheaf.app import Library
from web.graph_scene import LAZY, WHALES
from web.test_api import everything
from web.test_api_schema import faults


def test_references_lead_to_papers_and_wanted_works(cited: Library, browse: Any) -> None:
    entries = list(everything(browse, "/api/v1/papers/2/references", limit=2))
    assert [one["position"] for one in entries] == [0, 1, 2]
    sha1 = cited.document(1).sha1  # type: ignore[union-attr]
    assert entries[0]["work"]["documents"] == [{"id": 1, "sha1": sha1}]
    assert entries[0]["match"] > 0.9
    assert (entries[1]["raw"], entries[1]["work"]) == ("No title, 1999.", None)
    assert entries[2]["work"]["is_wanted"]
    work = entries[2]["work"]
    assert browse.get(f"/api/v1/works/{work['id']}").json() == work


def test_who_cites_a_paper_and_in_which_words(cited: Library, browse: Any) -> None:
    found = list(everything(browse, "/api/v1/papers/1/cited-by", limit=2))
    assert [one["id"] for one in found] == [4, 3, 2]
    assert found[0]["sentences"] == ["Newest agendas are lazy [1]."]
    assert all(one["sha1"] == cited.document(one["id"]).sha1 for one in found)  # type: ignore[union-attr]
    work = browse.get("/api/v1/papers/1/work").json()["work"]
    assert work["citations"] == 3
    assert list(everything(browse, f"/api/v1/works/{work['id']}/cited-by")) == found


@pytest.mark.usefixtures("cited")
def test_wanted_works_come_with_their_counts(browse: Any) -> None:
    (whales,) = everything(browse, "/api/v1/wanted", least=3)
    assert (whales["citations"], whales["documents"]) == (3, [])
    assert whales["title"] == WHALES
    assert list(everything(browse, "/api/v1/wanted", least=4)) == []


@pytest.mark.usefixtures("cited")
def test_authors_and_venues_and_what_is_theirs(browse: Any) -> None:
    (ada,) = everything(browse, "/api/v1/authors", starting="nkem")
    assert browse.get(f"/api/v1/authors/{ada['id']}").json()["author"] == ada
    (paper,) = everything(browse, f"/api/v1/authors/{ada['id']}/papers")
    assert (paper["id"], paper["title"]) == (1, LAZY)
    assert len(list(everything(browse, "/api/v1/authors", limit=1))) == 4
    (venue,) = everything(browse, "/api/v1/venues")
    assert browse.get(f"/api/v1/venues/{venue['id']}").json() == venue
    assert [one["id"] for one in everything(browse, f"/api/v1/venues/{venue['id']}/papers")] == [1]


@pytest.mark.usefixtures("cited")
def test_charts_have_their_numbers(browse: Any) -> None:
    answer = browse.get("/api/v1/charts").json()
    assert answer["works_by_year"] == {"2011": 1, "2012": 1, "2013": 1, "2014": 1}
    assert [one["title"] for one in answer["most_cited"]] == [LAZY]
    assert [one["title"] for one in answer["most_wanted"]] == [WHALES]


@pytest.mark.usefixtures("cited")
def test_papers_near_in_the_graph(browse: Any) -> None:
    found = browse.get("/api/v1/papers/2/coupled").json()["items"]
    assert {one["id"] for one in found} == {3, 4}
    assert found[0]["in_common"] == 2
    assert browse.get("/api/v1/papers/1/co-cited").json()["items"] == []


@pytest.mark.usefixtures("cited")
@pytest.mark.parametrize(
    "path",
    ["papers/99/cited-by", "papers/99/references", "papers/99/coupled", "papers/99/work",
     "works/99", "works/99/cited-by", "authors/99", "authors/99/papers", "venues/99",
     "venues/99/papers", "pages/99"],
)  # fmt: skip
def test_what_there_is_not_is_said(browse: Any, path: str) -> None:
    answer = browse.get(f"/api/v1/{path}")
    assert answer.status_code == 404
    assert "99" in answer.json()["detail"]


def test_schemathesis_finds_nothing(cited: Library) -> None:
    from django.core.wsgi import get_wsgi_application

    assert cited.graph.count_wanted() == 1
    assert list(faults(get_wsgi_application(), "/api/v1/openapi.json", rounds(3, 200))) == []


def test_pages_and_what_they_say(crawled: Library, browse: Any) -> None:
    pages = list(everything(browse, "/api/v1/pages", limit=3))
    assert [one["id"] for one in pages] == [one.id for one in crawled.pages()]
    hub = next(one for one in pages if one["kind"] == "hub")
    assert "place" not in hub
    told = browse.get(f"/api/v1/pages/{hub['id']}").json()
    assert told["content"]
    assert told["url"] == hub["url"]
    assert len(list(everything(browse, "/api/v1/pages", kind="article"))) == 0
    assert browse.get("/api/v1/pages", {"kind": "x"}).status_code == 422


@pytest.mark.usefixtures("cited")
def test_a_search_is_narrowed_sorted_and_counted(browse: Any) -> None:
    asked = {"q": "parsing", "facets": "true", "sort": "newest"}
    answer = browse.get("/api/v1/search", asked).json()
    assert [hit["year"] for hit in answer["hits"]] == [2014, 2013, 2012, 2011]
    assert {one["value"]: one["count"] for one in answer["facets"]["year"]}["2011"] == 1
    narrowed = browse.get("/api/v1/search", {**asked, "year": ["2012", "2014-2020"]}).json()
    assert [hit["id"] for hit in narrowed["hits"]] == [4, 2]
    both = browse.get("/api/v1/search", {**asked, "year": "2012", "author": "Kim Early"}).json()
    assert [hit["id"] for hit in both["hits"]] == [2]
    cited = browse.get("/api/v1/search", {"q": "parsing", "sort": "cited", "limit": 1}).json()
    assert [hit["citations"] for hit in cited["hits"]] == [3]
    pages = browse.get("/api/v1/search", {"q": "parsing", "scope": "pages"}).json()
    assert pages["hits"] == []


@pytest.mark.usefixtures("cited")
def test_a_pasted_reference_finds_its_paper(browse: Any) -> None:
    pasted = f"A. Nkemelu ({2011}). {LAZY}. J. Grammars, pp. 1-9."
    answer = browse.get("/api/v1/search", {"q": pasted}).json()
    assert answer["hits"][0]["id"] == 1
    assert answer["pasted"]["kind"]


def test_similar_papers_come_with_reasons(cited: Library, browse: Any, sheaf_here: Any) -> None:
    found = browse.get("/api/v1/papers/2/similar").json()["items"]
    assert {one["id"] for one in found} >= {3, 4}
    assert all(one["reasons"] and one["sha1"] for one in found)
    shown = sheaf_here("similar", 2, "-L", cited.folder, check=0).stdout
    assert "     3  Later studies" in shown
    assert found[0]["reasons"][0] in shown
    told = sheaf_here("similar", 2, "-L", cited.folder, "--json", check=0).stdout.splitlines()
    assert [json.loads(line)["id"] for line in told] == [one["id"] for one in found]
    assert browse.get("/api/v1/papers/99/similar").status_code == 404
    assert "no document 99" in sheaf_here("similar", 99, "-L", cited.folder, check=2).stderr
