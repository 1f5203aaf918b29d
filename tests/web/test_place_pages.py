"""Hosts, parents, hubs and the blacklist in the browser."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from support.samples import Page, paper_pdf, write_warc

from sheaf.app import Library
from sheaf.deposit import models
from sheaf.records import IngestState
from sheaf.web.places import place_pages

BAD = "http://list.test/%3Cb%3Ebold"


@pytest.fixture
def filled(library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Library:
    monkeypatch.setenv("SHEAF_CURATE_FILTER", "false")
    monkeypatch.setattr(place_pages, "PER_PAGE", 2)
    pages = [
        Page(f"http://h{n % 3}.test/{n}.pdf", paper_pdf(f"Of list {n}"), parent=parent)
        for n, parent in enumerate((BAD, BAD, "http://h0.test/", "http://h1.test/"))
    ]
    library.import_([write_warc(tmp_path / "four.warc.gz", pages)], filter=False, jobs=1)
    library.blacklist.add("other.test")
    return library


def text(answer: Any, status: int = 200) -> str:
    assert answer.status_code == status
    return str(answer.content.decode())


@pytest.mark.usefixtures("filled")
def test_hosts_are_listed_and_each_has_a_page(logged_in: Any) -> None:
    first = text(logged_in.get("/hosts"))
    assert first.index("/hosts/h0.test") > 0
    assert 'href="?page=2"' in first
    by_name = text(logged_in.get("/hosts?sort=name&after=h0.test"))
    assert "/hosts/h1.test" in by_name
    assert "/hosts/h0.test" not in by_name
    typed = logged_in.get("/hosts?host=H1.TEST")
    assert (typed.status_code, typed["Location"]) == (302, "/hosts/h1.test")
    page = text(logged_in.get("/hosts/h0.test"))
    assert "<dt>Documents</dt><dd>2</dd>" in page
    assert "/jobs/new/crawl?p_seeds=http%3A%2F%2Fh0.test%2F" in page
    assert "Blacklist it" in page
    assert logged_in.get("/hosts/nowhere.test").status_code == 404


def test_parents_are_listed_and_each_says_what_it_led_to(filled: Library, logged_in: Any) -> None:
    first = text(logged_in.get("/parents"))
    assert "<b>bold" not in first
    number = models.ParentUrl.objects.using(filled.catalogue.alias).get(url=BAD).id
    later = text(logged_in.get("/parents?before=999"))
    assert "Crawl what is ticked" in later
    assert BAD in text(logged_in.get("/parents?host=list.test"))
    assert "There is none of these" in text(logged_in.get("/parents?only=dead"))
    assert "There is none" in text(logged_in.get("/parents?only=without-documents"))
    page = text(logged_in.get(f"/parents/{number}"))
    assert "<dt>Documents</dt><dd>2</dd>" in page
    assert "nobody has looked" in page
    assert page.count("/paper/") == 2
    hub = filled.places.hub_number(BAD)
    assert f"/hubs/{hub}" in page
    assert "<dt>Documents</dt><dd>2</dd>" in text(logged_in.get(f"/hubs/{hub}"))
    assert f"/hubs/{hub}" in text(logged_in.get("/hubs"))
    assert logged_in.get("/parents/99").status_code == 404
    assert logged_in.get("/hubs/99").status_code == 404


@pytest.mark.usefixtures("library")
def test_what_is_ticked_becomes_the_seeds_of_a_crawl(logged_in: Any) -> None:
    form = text(logged_in.get("/jobs/new/crawl?p_seeds=http://a.test/&p_seeds=http://b.test/"))
    assert "http://a.test/\nhttp://b.test/</textarea>" in form


def test_a_host_is_blacklisted_by_click_and_taken_off_again(
    filled: Library, logged_in: Any
) -> None:
    documents = models.Document.objects.using(filled.catalogue.alias).filter(host="h0.test")
    documents.filter(url__endswith="/0.pdf").update(state=int(IngestState.FAILED))
    asked = text(logged_in.get("/blacklist?entry=%3Dh0.test"))
    assert "is about 2 documents of the library; 1 of them failed" in asked
    assert filled.blacklist.find_own("=h0.test") is None, "to look changes nothing"
    done = text(logged_in.post("/blacklist", {"entry": "=h0.test", "do": "add"}, follow=True))
    assert "neither crawled nor imported from now on" in done
    assert filled.blacklist.entries()[-1].words == "=h0.test"
    page = text(logged_in.get("/hosts/h0.test"))
    assert "Take it from the blacklist" in page
    note = filled.history.list(limit=1)[0]
    assert (note.who, note.action, note.target) == ("ada", "blacklist.add", "=h0.test")
    logged_in.post("/blacklist", {"entry": "=h0.test", "do": "remove"})
    assert filled.blacklist.find_own("=h0.test") is None
    assert filled.history.list(limit=1)[0].action == "blacklist.remove"


@pytest.mark.usefixtures("filled")
def test_nonsense_on_the_blacklist_is_told(logged_in: Any) -> None:
    assert "no entry of a blacklist" in text(logged_in.get("/blacklist?entry=not+a+host"), 400)
    said = text(logged_in.post("/blacklist", {"entry": "/[/", "do": "add"}, follow=True))
    assert "no entry of a blacklist" in said
    gone = text(logged_in.post("/blacklist", {"entry": "x.test", "do": "remove"}, follow=True))
    assert "not on the library" in gone


@pytest.mark.usefixtures("filled")
def test_visitors_see_hubs_alone(browse: Any) -> None:
    assert 'name="p_seeds"' not in text(browse.get("/hubs"))
    for page in ("/hosts", "/hosts/h0.test", "/parents", "/parents/1", "/blacklist"):
        assert browse.get(page).status_code == 302
