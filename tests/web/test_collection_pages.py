"""Tags, collections and states in the browser: who may, what is seen, and what a search finds."""

from __future__ import annotations

from typing import Any

from lxml import html

from sheaf.app import Library
from sheaf.records import IngestState


def fields_of(client: Any, page: str) -> dict[str, Any]:
    """What a browser would send without a change."""
    forms = html.fromstring(client.get(page).content.decode()).forms
    given: dict[str, Any] = {}
    for name, value in next(one for one in forms if "initial-state" in one.fields).form_values():
        given.setdefault(name, []).append(value)
    return given


def make(client: Any, **given: str) -> Any:
    return client.post("/collections/make", {"name": "Networks", "description": "All", **given})


def test_a_collection_is_made_changed_and_removed(library: Library, logged_in: Any) -> None:
    assert make(logged_in).url == "/collections/1"
    again = make(logged_in)
    assert again.status_code == 400
    assert "networks already" in again.content.decode()
    found = library.collections.get(1)
    assert found is not None
    assert (found.owner, found.is_public) == ("ada", False)
    changed = {"name": "Nets & <b>", "description": "", "is_public": "on"}
    assert logged_in.post("/collections/1/change", changed).url == "/collections/1"
    page = logged_in.get("/collections/1").content.decode()
    assert "Nets &amp; &lt;b&gt;" in page
    assert "Nothing is in it yet" in page
    assert logged_in.post("/collections/1/remove").url == "/collections"
    assert library.collections.list() == []
    assert logged_in.get("/collections/1").status_code == 404


def test_results_are_put_together(library: Library, logged_in: Any) -> None:
    page = logged_in.get("/?q=*").content.decode()
    assert 'name="document"' in page
    assert 'action="/collect?q=%2A"' in page
    whole = {"which": "whole", "new": "All of it", "tags": "to-read, whales"}
    answer = logged_in.post("/collect?q=*", whole)
    assert answer.url == "/?q=%2A"
    assert library.collections.documents(1) == [1, 2, 3]
    assert library.tags.of_document(2) == ["to-read", "whales"]
    logged_in.post("/collections/make", {"name": "Some"})
    logged_in.post("/collect?q=*", {"which": "chosen", "document": ["2", "x"], "collection": "2"})
    assert library.collections.documents(2) == [2]
    for wrong in ({"which": "chosen"}, {"which": "whole"}, {"which": "whole", "tags": "?"},
                  {"which": "whole", "collection": "99"}):  # fmt: skip
        said = logged_in.post("/collect?q=*", wrong, follow=True).content.decode()
        assert 'class="notice error"' in said
    shown = logged_in.get("/?q=collection:some").content.decode()
    assert "<strong>1</strong> paper" in shown
    lists = logged_in.get("/collections/1").content.decode()
    assert "/search/export/bibtex?q=collection%3Aall-of-it" in lists
    assert "/search.atom?q=collection%3Aall-of-it" in lists


def test_a_paper_is_marked_on_its_page(library: Library, logged_in: Any) -> None:
    for name in ("First", "Second"):
        library.collections.make(name, owner="ada")
    library.collections.add(1, [1])
    page = "/paper/1/marks"
    given = fields_of(logged_in, page)
    library.tags.add([1], ["meanwhile"])
    changed = {**given, "tags": "To-Read, graphs", "collections": ["2"], "state": "failed"}
    assert logged_in.post(page, changed).url == "/paper/1"
    assert library.tags.of_document(1) == ["graphs", "meanwhile", "to-read"]
    assert [one.short for one in library.collections.of_document(1)] == ["second"]
    state = library.states.get(1)
    assert state is not None
    assert (state.state, state.who) == (IngestState.FAILED, "ada")
    shown = logged_in.get("/paper/1").content.decode()
    for words in ("to-read", "Second", "could not be ingested"):
        assert words in shown
    assert "set by ada" in logged_in.get(page).content.decode()
    wrong = logged_in.post(page, {**fields_of(logged_in, page), "tags": "x" * 50})
    assert wrong.status_code == 400
    assert "is no tag" in wrong.content.decode()


def test_visitors_see_public_collections_only(library: Library, browse: Any) -> None:
    for number, name in enumerate(("Secret", "Public"), start=1):
        library.collections.make(name, owner="ada", is_public=name == "Public")
        library.collections.add(number, [1])
    listed = browse.get("/collections").content.decode()
    assert "Public" in listed
    assert "Secret" not in listed
    assert "Make a collection" not in listed
    assert browse.get("/collections/1").status_code == 404
    assert browse.get("/collections/2").status_code == 200
    paper = browse.get("/paper/1").content.decode()
    assert "Public" in paper
    assert "Secret" not in paper
    paths = ("/?q={}", "/search.atom?q={}", "/search/export/csv?q={}", "/api/v1/search?q={}")
    for path in paths:
        secret, public = (
            browse.get(path.format(f"collection:{name}")).getvalue().decode()
            for name in ("secret", "public")
        )
        assert len(public) > len(secret), path
    for path in ("/collections/2/change", "/paper/1/marks"):
        assert browse.get(path).status_code == 302


def test_results_have_no_boxes_for_visitors(library: Library, browse: Any) -> None:
    assert 'name="document"' not in browse.get("/?q=*").content.decode()
