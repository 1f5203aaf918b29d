"""Dashboard and runs, and the undoing of a run from the browser."""

from __future__ import annotations

import re
from typing import Any

import pytest

from sheaf.app import Library
from sheaf.deposit import models
from sheaf.errors import LibraryBusyError
from sheaf.records import OUTCOME_MEANINGS, IngestState, Outcome


@pytest.mark.usefixtures("library")
def test_the_dashboard_counts_and_explains(browse: Any) -> None:
    page = browse.get("/dashboard").content.decode()
    assert "<dt>Documents</dt><dd>3</dd>" in page
    assert OUTCOME_MEANINGS[Outcome.NEW] in page
    assert "The index is up to date." in page
    assert 'href="/runs/1"' in page
    for word in ("not_ingested", "parents", "filtered_MTF", "accident"):
        assert word not in page.lower()


def test_states_are_shown_in_words_and_only_where_they_differ(
    library: Library, browse: Any
) -> None:
    assert 'id="states"' not in browse.get("/dashboard").content.decode()
    models.Document.objects.using(library.catalogue.alias).filter(id=1).update(
        state=IngestState.FAILED
    )
    page = browse.get("/dashboard").content.decode()
    assert 'id="states"' in page
    assert "could not be ingested" in page


def test_what_failed_is_one_number_on_every_page(library: Library, browse: Any) -> None:
    models.CaptureRow.objects.using(library.catalogue.alias).filter(id=1).update(
        outcome="timed_out"
    )
    run, dashboard = (browse.get(path).content.decode() for path in ("/runs/1", "/dashboard"))
    for page in (run, dashboard):
        row = re.search(r'<tr class="sum failed">.*?</tr>', page, re.DOTALL)
        assert row
        assert '<td class="figure">1</td>' in row[0]
    chosen = browse.get("/runs/1?outcome=failed").content.decode()
    assert chosen.count('<td class="outcome"') == 1
    assert ">timed out</td>" in chosen
    assert browse.get("/api/v1/status").json()["groups"]["failed"] == 1


@pytest.mark.usefixtures("empty_library")
def test_the_dashboard_of_an_empty_library(browse: Any) -> None:
    page = browse.get("/dashboard").content.decode()
    assert "The library is empty" in page
    assert "No run yet" in page


@pytest.mark.usefixtures("library")
def test_a_run_shows_its_captures_by_outcome(browse: Any) -> None:
    assert "import" in browse.get("/runs").content.decode()
    page = browse.get("/runs/1").content.decode()
    assert page.count(">new</td>") == 3
    assert "Log in to undo this run" in page
    assert "hostile.pdf" in browse.get("/runs/1?outcome=new").content.decode()
    assert "hostile.pdf" not in browse.get("/runs/1?outcome=damaged").content.decode()


def test_a_run_that_was_cut_off_is_told_the_same_everywhere(library: Library, browse: Any) -> None:
    number, _ = library.run_log.begin("import", ["cut.warc"], {})
    assert 'class="state interrupted"' in browse.get("/runs").content.decode()
    page = browse.get(f"/runs/{number}").content.decode()
    assert 'class="state interrupted"' in page
    assert "<dt>Took</dt><dd>not known</dd>" in page
    with library.writing("an import"):
        assert 'class="state running"' in browse.get(f"/runs/{number}").content.decode()


@pytest.mark.usefixtures("library")
@pytest.mark.parametrize(
    ("path", "current"),
    [("/", "Search"), ("/dashboard", "Dashboard"), ("/runs", "Runs"), ("/runs/1", "Runs"),
     ("/crawls", "Crawls"), ("/crawls/runs", "Crawls"), ("/nowhere/runs", None)],
)  # fmt: skip
def test_the_menu_says_where_one_is(browse: Any, path: str, current: str | None) -> None:
    page = browse.get(path).content.decode()
    found = re.findall(r'aria-current="page">(\w+)</a>', page)
    assert found == ([current] if current else [])


@pytest.mark.usefixtures("library")
def test_the_menu_has_the_work_for_those_who_do_it(browse: Any, logged_in: Any) -> None:
    work = 'aria-label="Work on the library"'
    assert work not in browse.get("/").content.decode()
    seen = browse.get("/runs").content.decode()
    assert work in seen
    assert 'href="/sources"' not in seen
    page = logged_in.get("/").content.decode()
    links = re.findall(r'href="([^"]+)"', page[page.index(work) :].partition("</nav>")[0])
    assert {"/dashboard", "/sources", "/uploads", "/runs", "/crawls", "/hubs"} <= set(links)
    for link in links:
        assert logged_in.get(link).status_code == 200


@pytest.mark.usefixtures("library")
def test_the_captures_of_a_run_are_paged(browse: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sheaf.web.console.SHOWN_CAPTURES", 2)
    first = browse.get("/runs/1?outcome=new").content.decode()
    assert "2 of 3 are on this page." in first
    link = re.search(r'rel="next" href="([^"#]+)', first)
    assert link
    second = browse.get(link[1].replace("&amp;", "&")).content.decode()
    assert "1 of 3 are on this page." in second
    assert 'rel="next"' not in second
    assert 'rel="first"' in second
    shown = [set(re.findall(r'<td class="address"[^>]*>([^<]+)', page)) for page in (first, second)]
    assert [len(one) for one in shown] == [2, 1]
    assert not shown[0] & shown[1]
    for odd in ("x", "-1", "9" * 30, "99999"):
        assert browse.get(f"/runs/1?after={odd}").status_code == 200


@pytest.mark.usefixtures("library")
@pytest.mark.parametrize("path", ["/runs/2", "/runs/1?outcome=odd", "/runs/0", "/runs/9999999999"])
def test_runs_that_are_not_there(browse: Any, path: str) -> None:
    assert browse.get(path).status_code == 404


@pytest.mark.usefixtures("user")
def test_undoing_needs_a_login(library: Library, browse: Any) -> None:
    assert browse.get("/runs/1/undo")["Location"] == "/login?next=/runs/1/undo"
    assert browse.post("/runs/1/undo").status_code == 403  # no CSRF token
    relaxed = type(browse)(headers={"host": "localhost"})
    came = {"referer": "http://localhost/runs/1/undo"}
    given = relaxed.post("/runs/1/undo", headers=came)
    assert given["Location"] == "/login?next=/runs/1/undo"
    assert library.catalogue.counts()["documents"] == 3


def test_undoing_needs_a_csrf_token(library: Library, browse: Any, user: Any) -> None:
    browse.force_login(user)
    response = browse.post("/runs/1/undo")
    assert response.status_code == 403
    assert "Nothing was changed" in response.content.decode()
    assert library.catalogue.counts()["documents"] == 3


def test_undo_asks_first_then_does(library: Library, logged_in: Any) -> None:
    assert "3 documents removed" in logged_in.get("/runs/1/undo").content.decode()
    assert library.catalogue.counts()["documents"] == 3
    page = logged_in.post("/runs/1/undo", follow=True).content.decode()
    assert "Run 1 was undone: 3 documents removed" in page
    assert library.catalogue.counts()["documents"] == 0
    assert library.search("graphs").total == 0


def test_what_cannot_be_undone_is_said_in_words(library: Library, logged_in: Any) -> None:
    library.undo(1)
    response = logged_in.post("/runs/1/undo")
    assert response.status_code == 409
    assert "has been undone already" in response.content.decode()


def test_a_busy_library_is_said_in_words(
    library: Library, logged_in: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def busy(run: int, *, dry_run: bool = False) -> None:
        raise LibraryBusyError("The library is being written by an import.")

    monkeypatch.setattr(library, "undo", busy)
    response = logged_in.post("/runs/1/undo")
    assert response.status_code == 409
    assert "being written by an import" in response.content.decode()
