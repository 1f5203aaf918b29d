"""Corrections in the browser: what the form changes, who may, and what is marked."""

from __future__ import annotations

import json
from typing import Any

from lxml import html

from sheaf.app import Library
from web.scene import HOSTILE_TITLE, TITLES


def fields_of(client: Any, page: str) -> dict[str, Any]:
    """What a browser would send without a change."""
    forms = html.fromstring(client.get(page).content.decode()).forms
    return dict(next(one for one in forms if "initial-kind" in one.fields).form_values())


def number_of(library: Library, title: str) -> int:
    return next(number for number, paper in library.papers() if paper["title"] == title)


def test_a_title_is_corrected_marked_and_undone(library: Library, logged_in: Any) -> None:
    number = number_of(library, TITLES[2])
    page = f"/paper/{number}/correct"
    given = fields_of(logged_in, page)
    assert given["authors"].strip() == "Grace Hopper"
    answer = logged_in.post(page, {**given, "title": "Caching & <Forgetting>", "year": "1999"})
    assert answer.url == f"/paper/{number}"
    assert library.paper(number)["title"] == "Caching & <Forgetting>"  # type: ignore[index]
    shown = logged_in.get(f"/paper/{number}").content.decode()
    assert "Caching &amp; &lt;Forgetting&gt;" in shown
    assert "Corrected by ada on" in shown
    assert "a job brings the index up to date" in shown
    assert [job.kind for job in library.jobs.list()] == ["index"]
    assert library.history.list(limit=2)[1].action == "document.correct"
    title, year = sorted(library.corrections.of_document(number), key=lambda one: one.field)
    for one in (title, year):
        assert one.who == "ada"
        assert logged_in.post(f"/corrections/{one.number}/undo").url == page
    assert library.paper(number)["title"] == TITLES[2]  # type: ignore[index]
    assert len(library.jobs.list()) == 1
    listed = logged_in.get("/corrections").content.decode()
    assert "undone by ada" in listed
    assert "Caching &amp; &lt;Forgetting&gt;" in listed


def test_corrections_are_taken_along_as_a_file(library: Library, logged_in: Any) -> None:
    number = number_of(library, TITLES[2])
    library.corrections.correct(number, {"title": "Caching\nagain"}, who="ada")
    answer = logged_in.get("/corrections?format=jsonl")
    assert "attachment" in answer["Content-Disposition"]
    (line,) = answer.content.decode().splitlines()
    assert [json.loads(line)] == list(library.corrections.export())


def test_two_people_do_not_take_back_what_the_other_did(library: Library, logged_in: Any) -> None:
    page = "/paper/1/correct"
    first, second = fields_of(logged_in, page), fields_of(logged_in, page)
    logged_in.post(page, {**first, "title": "Another Title"})
    logged_in.post(page, {**second, "year": "2001"})
    paper = library.paper(1)
    assert paper is not None
    assert (paper["title"], paper["year"]) == ("Another Title", 2001)
    assert "Nothing was changed" in logged_in.post(page, second, follow=True).content.decode()


def test_nonsense_stands_beside_the_form(library: Library, logged_in: Any) -> None:
    page = "/paper/1/correct"
    given = fields_of(logged_in, page)
    for wrong in ({"year": "19x9"}, {"kind": "novel"}, {"title": "x" * 3000}):
        answer = logged_in.post(page, {**given, **wrong})
        assert answer.status_code == 400
        assert 'role="alert"' in answer.content.decode()
    assert library.corrections.count() == 0
    assert logged_in.get("/paper/999/correct").status_code == 404


def test_what_is_no_paper_says_so(library: Library, logged_in: Any, browse: Any) -> None:
    number = number_of(library, HOSTILE_TITLE)
    page = f"/paper/{number}/correct"
    logged_in.post(page, {**fields_of(logged_in, page), "not_a_paper": "on"})
    library.index()
    assert "has called this no paper" in browse.get(f"/paper/{number}").content.decode()
    assert library.search("graphs").total == 0
    given = fields_of(logged_in, page)
    assert given["not_a_paper"] == "on"
    del given["not_a_paper"]
    logged_in.post(page, given)
    assert library.corrections.count() == 0


def test_visitors_see_the_mark_and_no_form(library: Library, browse: Any) -> None:
    library.corrections.correct(1, {"title": "Right"}, who="ada")
    page = browse.get("/paper/1").content.decode()
    assert "Corrected by ada on" in page
    assert "/correct" not in page
    assert browse.get("/paper/1/correct").url == "/login?next=/paper/1/correct"
    assert browse.get("/corrections").status_code == 302
