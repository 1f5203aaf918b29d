"""What people say of papers, by programs: corrections, reports, states, tags, collections; and
places, the blacklist, samples, the history."""

from __future__ import annotations

import json
from typing import Any

import pytest

from sheaf.app import Library
from sheaf.web.people import programs
from web.scene import PASSWORD
from web.test_api_jobs import Program


@pytest.fixture
def program(library: Library) -> Program:
    programs.throttle.forget_all()
    library.add_user("ada", PASSWORD, "admin")
    return Program(library, "edit")


def test_corrections(library: Library, program: Program) -> None:
    asked = {"title": "Right", "authors": ["Ada Nkemelu"], "year": 1999, "venue": ""}
    done = program.post("papers/1/corrections", asked)["corrections"]
    assert {one["field"]: one["right"] for one in done} == {
        "title": "Right", "authors": ["Ada Nkemelu"], "year": 1999
    }  # fmt: skip
    assert {one["who"] for one in done} == {"ada"}
    assert program.get("papers/1")["title"] == "Right"
    assert [one.kind for one in library.jobs.list()] == ["index"]
    assert program.post("papers/1/corrections", {"title": "Right"})["corrections"] == []
    assert "1000 to 2100" in program.post("papers/1/corrections", {"year": 3}, 422)
    assert "no kind" in program.post("papers/1/corrections", {"kind": "novel"}, 422)
    program.post("papers/99/corrections", {"title": "Right"}, 404)
    listed = program.get("corrections?limit=2")
    rest = program.get(f"corrections?cursor={listed['next']}")["items"]
    assert len({one["number"] for one in (*listed["items"], *rest)}) == 3
    lines = program._client.get("/api/v1/corrections/export")
    exported = [json.loads(line) for line in b"".join(lines.streaming_content).splitlines()]  # type: ignore[arg-type]
    assert exported == list(library.corrections.export())
    title = next(one for one in done if one["field"] == "title")
    undone = program.post(f"corrections/{title['number']}/undo")
    assert undone["undone_by"] == "ada"
    assert "no correction" in program.post(f"corrections/{title['number']}/undo", status=422)
    assert len(program.get("papers/1/corrections")["corrections"]) == 3
    assert len(program.get("corrections")["items"]) == 2
    assert len(program.get("corrections?undone=true")["items"]) == 3


def test_reports(library: Library, program: Program) -> None:
    made = program.post("papers/2/reports", {"field": "year", "words": "Of 1999."}, 201)
    path = f"reports/{made['number']}"
    assert (made["state"], made["sha1"]) == ("open", library.document(2).sha1)  # type: ignore[union-attr]
    assert program.get(path) == made
    assert program.get("reports?state=open&document=2")["items"] == [made]
    assert program.get("reports?document=1")["items"] == []
    assert "Nothing can be reported" in program.post("papers/2/reports", {"field": "x"}, 422)
    settled = program.post(f"{path}/settle", {"note": "Done."})
    assert (settled["state"], settled["note"], settled["settled_by"]) == ("settled", "Done.", "ada")
    assert "already" in program.post(f"{path}/settle", {}, 422)
    program.get("reports/99", 404)


def test_states_of_ingestion(library: Library, program: Program) -> None:
    assert program.get("papers/1/state")["who"] == ""
    done = program.ask("PUT", "papers/1/state", {"state": "handed_out"})
    assert (done["state"], done["who"]) == ("handed_out", "ada")
    assert program.post("states", {"documents": [1, 2], "state": "failed"})["changed"] == [1, 2]
    assert library.states.get(2).who == "ada"  # type: ignore[union-attr]
    assert "no document 99" in program.post("states", {"documents": [99], "state": "failed"}, 422)
    assert "state" in program.post("states", {"documents": [1], "state": "lost"}, 422)
    program.ask("PUT", "papers/99/state", {"state": "failed"}, 404)
    second, first = library.history.list(action="document.state")
    assert (first.before, first.after["state"]) == ({"ingested": [1]}, "handed_out")
    assert second.before == {"handed_out": [1], "ingested": [2]}


def test_tags_and_collections(library: Library, program: Program, browse: Any) -> None:
    assert program.post("tags", {"documents": [1, 2], "add": ["To read"]})["added"] == 2
    told = program.post("papers/1/tags", {"add": ["whales"], "remove": ["to-read"]})
    assert (told["id"], told["tags"]) == (1, ["whales"])
    assert program.get("tags")["tags"] == [
        {"word": "to-read", "documents": 1}, {"word": "whales", "documents": 1}
    ]  # fmt: skip
    assert "no tag" in program.post("tags", {"documents": [1], "add": ["?"]}, 422)
    made = program.post("collections", {"name": "Whale songs"}, 201)
    path = f"collections/{made['number']}"
    assert (made["short"], made["owner"], made["is_public"]) == ("whale-songs", "ada", False)
    assert program.post(f"{path}/papers", {"documents": [1, 3]})["added"] == 2
    assert program.post(f"{path}/papers/remove", {"documents": [3, 2]})["removed"] == 1
    assert [one["id"] for one in program.get(f"{path}/papers")["items"]] == [1]
    library.index()
    assert program.get("search?q=collection:whale-songs")["total"] == 1
    # Visitors see the public ones only.
    assert browse.get("/api/v1/collections").json() == {"collections": []}
    assert browse.get(f"/api/v1/{path}").status_code == 404
    assert program.ask("PATCH", path, {"is_public": True})["name"] == "Whale songs"
    assert browse.get(f"/api/v1/{path}").json()["documents"] == 1
    program.post("collections", {"name": "whale SONGS"}, 422)
    program.ask("DELETE", path, status=204)
    assert library.collections.list() == []


def test_versions(library: Library, program: Program) -> None:
    joined = program.post("papers/2/versions/said", {"other": 1, "is_same": True})
    assert (joined["documents"], joined["is_same"], joined["who"]) == ([1, 2], True, "ada")
    assert joined["words"] == "documents 1 and 2 are one work"
    assert [one.kind for one in library.jobs.list()] == ["index"]
    assert program.post("papers/1/versions/said", {"other": 2, "is_same": True}) == joined
    assert "take that back first" in program.post(
        "papers/1/versions/said", {"other": 2, "is_same": False}, 422
    )
    parted = program.post("papers/1/versions/said", {"other": 3, "is_same": False})
    assert not parted["is_same"]
    assert program.get("papers/3/versions/said")["said"] == [parted]
    listed = program.get("versions?limit=1")
    assert listed["items"] == [parted]
    assert program.get(f"versions?cursor={listed['next']}")["items"] == [joined]
    assert "no document 99" in program.post(
        "papers/1/versions/said", {"other": 99, "is_same": True}, 422
    )
    assert "one work with itself" in program.post(
        "papers/1/versions/said", {"other": 1, "is_same": True}, 422
    )
    program.post("papers/99/versions/said", {"other": 1, "is_same": True}, 404)
    undone = program.post(f"versions/{joined['number']}/undo")
    assert undone["undone_by"] == "ada"
    assert "no statement" in program.post(f"versions/{joined['number']}/undo", status=422)
    assert program.get("versions")["items"] == [parted]
    assert program.get("versions?undone=true")["items"] == [parted, undone]


def test_places_and_the_blacklist(library: Library, program: Program) -> None:
    counted = program.get("links")
    assert set(counted) == {"parents", "documents"}
    assert program.get("parents")["items"] == []
    assert "no parent 9" in program.get("parents/9", 404)
    program.get("hosts/nowhere.test", 404)
    program.get("hosts")
    assert program.get("blacklist/hits?entry=example.org")["documents"] == 0
    assert program.post("blacklist", {"entry": "example.org"}) == {
        "entry": "example.org", "is_new": True
    }  # fmt: skip
    assert not program.post("blacklist", {"entry": "example.org"})["is_new"]
    (entry,) = program.get("blacklist")["entries"]
    assert (entry["words"], entry["is_own"]) == ("example.org", True)
    assert "no entry" in program.post("blacklist", {"entry": "a b c"}, 422)
    program.ask("DELETE", "blacklist?entry=example.org", status=204)
    assert "is not on" in program.ask("DELETE", "blacklist?entry=example.org", status=422)
    assert [one.action for one in library.history.list(action="blacklist.")] == [
        "blacklist.remove", "blacklist.add"
    ]  # fmt: skip


def test_where_documents_of_a_crawl_came_from(crawled: Library) -> None:
    programs.throttle.forget_all()
    crawled.add_user("ada", PASSWORD, "admin")
    program = Program(crawled, "submit")
    for _ in range(100):
        found = program.get("hosts?limit=1")
        if not found["is_counting"]:
            break
    (host,) = found["items"]
    assert program.get(f"hosts/{host['name']}")["documents"] == host["documents"]
    parents = program.get("parents?limit=2")
    assert len(parents["items"]) == 2
    behind = program.get(f"parents?limit=2&cursor={parents['next']}")["items"]
    assert {one["id"] for one in behind}.isdisjoint(one["id"] for one in parents["items"])
    number = parents["items"][0]["id"]
    one = program.get(f"parents/{number}")
    assert len(one["document_ids"]) == one["documents"]
    hub = next(iter(crawled.hubs(limit=1)))
    found_hub = program.get(f"hubs/{crawled.places.hub_number(hub.url)}")
    assert found_hub["hub"]["url"] == hub.url
    name = crawled.crawls.names()[0] if hasattr(crawled.crawls, "names") else "commons"
    assert program.post(f"crawls/{name}/orders/pause")["name"] == name
    seeds = {"seeds": ["http://more.test/"]}
    assert program.post(f"crawls/{name}/seeds", seeds) == {"name": name, "added": 1}
    program.post("crawls/nothing/orders/pause", status=404)
    would = program.post("runs/1/undo", {"dry_run": True})
    assert would["removed"] > 0
    assert program.post("runs/1/undo") == would
    assert crawled.counts()["documents"] == 0


def test_samples_and_the_history(library: Library, program: Program) -> None:
    sender = Program(library, "submit")
    asked = {"name": "Two", "conditions": {"random": 2, "seed": 7}}
    made = sender.post("samples", asked, 201)
    assert (made["documents"], made["owner"]) == (2, "ada")
    assert made["conditions"] == {"random": 2, "seed": 7}
    path = f"samples/{made['number']}"
    assert sender.get(path) == made
    assert "already" in sender.post("samples", asked, 422)
    assert "seed" in sender.post("samples", {"name": "x", "conditions": {"seed": 7}}, 422)
    archive = sender._client.get(f"/api/v1/{path}/download?form=tar&with=txt")
    assert b"manifest" in b"".join(archive.streaming_content)  # type: ignore[arg-type]
    sender.ask("DELETE", path, status=204)
    sender.get(path, 404)
    changes = program.get("history?limit=1")
    assert changes["items"][0]["action"] == "sample.remove"
    older = program.get(f"history?action=sample.&cursor={changes['next']}")["items"]
    assert [one["action"] for one in older] == ["sample.save"]
    assert program.get("history?action=key.")["items"] == []
    admin = Program(library, "admin")
    assert admin.get("history?action=key.")["items"][0]["action"] == "key.add"
    assert len(admin.get("history?until=2020-01-01")["items"]) == 0
