"""Mistakes that readers report: the form for everybody, what keeps robots off, and the list."""

from __future__ import annotations

import time
from typing import Any

import pytest
from lxml import html

from sheaf.app import Library
from web.crawl_scene import until

WORDS = "The <b>last</b> word is missing."


@pytest.fixture
def reporting(library: Library) -> Library:
    from sheaf.web.by_hand.report_pages import throttle

    throttle.forget_all()
    return library


def filled(browse: Any, number: int = 1, age: float = 30.0, **given: str) -> dict[str, str]:
    """The form of a paper as a person sends it who took so long."""
    from django.core import signing

    from sheaf.web.by_hand.report_pages import SALT

    page = html.fromstring(browse.get(f"/paper/{number}/mistake").content.decode())
    form = next(one for one in page.forms if "stamp" in one.fields)
    sent = {name: value or "" for name, value in form.form_values()}
    sent["stamp"] = signing.dumps([number, time.time() - age], salt=SALT)
    return {**sent, "field": "title", "words": WORDS, **given}


def test_a_visitor_reports_and_a_librarian_settles(
    reporting: Library, browse: Any, logged_in: Any
) -> None:
    assert "/paper/1/mistake" in browse.get("/paper/1").content.decode()
    given = filled(browse, right="On Sparse Graphs", email="bo@example.org")
    answer = browse.post("/paper/1/mistake", given, follow=True)
    assert answer.redirect_chain == [("/paper/1", 302)]
    assert "Thank you." in answer.content.decode()
    (report,) = reporting.reports.list()
    assert (report.document_id, report.field, report.words, report.who) == (1, "title", WORDS, "")
    (noted,) = reporting.history.list(action="report.")
    assert (noted.who, noted.way) == ("", "web")

    assert "/reports?document=1" not in browse.get("/paper/1").content.decode()
    assert "/reports?document=1" in logged_in.get("/paper/1").content.decode()
    # Where counting takes a moment, the dashboard says so first.
    waits = "1 report of mistakes waits"
    until(lambda: waits in logged_in.get("/dashboard").content.decode())
    for page in ("/reports", "/reports?document=1", "/reports?state=all"):
        listed = logged_in.get(page).content.decode()
        assert "The &lt;b&gt;last&lt;/b&gt; word" in listed
    assert "No report is settled yet" in logged_in.get("/reports?state=settled").content.decode()
    page = f"/reports/{report.number}"
    shown = logged_in.get(page).content.decode()
    assert "bo@example.org" in shown
    assert "&lt;b&gt;last" in shown

    correct = f"/paper/1/correct?report={report.number}"
    assert correct in shown
    form = next(
        one
        for one in html.fromstring(logged_in.get(correct).content.decode()).forms
        if "initial-title" in one.fields
    )
    assert form.fields["title"].strip() == "On Sparse Graphs"
    answer = logged_in.post(correct, dict(form.form_values()))
    assert answer.url == page
    paper = reporting.paper(1)
    assert paper is not None
    assert paper["title"] == "On Sparse Graphs"
    assert [one.field for one in reporting.corrections.list()] == ["title"]
    assert logged_in.post(page, {"note": "Corrected."}).url == "/reports"
    settled = reporting.reports.require(report.number)
    assert (settled.settled_by, settled.note, settled.email) == ("ada", "Corrected.", "")
    again = logged_in.post(page, {"note": "Once more."})
    assert (again.status_code, "already" in again.content.decode()) == (400, True)


@pytest.mark.parametrize(
    ("field", "right", "name", "value"),
    [
        ("is_paper", "", "not_a_paper", "on"),
        ("authors", "Ada Nkemelu\nBo Vester", "authors", "Ada Nkemelu\nBo Vester"),
        ("year", "nineteen", "year", "nineteen"),
        ("abstract", "Another.", "venue", ""),
    ],
)
def test_the_form_of_corrections_has_what_is_suggested(
    reporting: Library, logged_in: Any, field: str, right: str, name: str, value: str
) -> None:
    report = reporting.reports.add(1, field, WORDS, right=right)
    answer = logged_in.get(f"/paper/1/correct?report={report.number}")
    assert answer.status_code == 200
    page = html.fromstring(answer.content.decode())
    form = next(one for one in page.forms if "initial-title" in one.fields)
    assert (form.fields[name] or "").strip() == value
    other = logged_in.get(f"/paper/2/correct?report={report.number}").content.decode()
    assert f"/reports/{report.number}" not in other


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"website": "http://spam.example"}, "is to stay empty"),
        ({"stamp": "made up"}, "open for very long"),
        ({"words": ""}, "says nothing"),
        ({"words": "x" * 2001}, "at most 2000 characters"),
        ({"field": "price"}, "Select a valid choice"),
        ({"email": "nobody"}, "no e-mail address"),
        ({"words": "\0"}, "Null characters"),
    ],
)
def test_nonsense_is_not_taken(
    reporting: Library, browse: Any, given: dict[str, str], said: str
) -> None:
    answer = browse.post("/paper/1/mistake", {**filled(browse), **given})
    assert answer.status_code == 400
    page = answer.content.decode()
    assert said in page
    assert 'role="alert"' in page
    assert reporting.reports.list() == []


def test_what_comes_back_at_once_or_was_made_for_another_paper_is_not_taken(
    reporting: Library, browse: Any
) -> None:
    at_once = browse.post("/paper/1/mistake", filled(browse, age=0.1))
    assert "quicker than people write" in at_once.content.decode()
    old = browse.post("/paper/1/mistake", filled(browse, age=100_000))
    assert "open for very long" in old.content.decode()
    moved = browse.post("/paper/2/mistake", filled(browse, 1))
    assert moved.status_code == 400
    assert reporting.reports.list() == []
    # The form that came back has a good stamp: sent again after a while, it is taken.
    page = html.fromstring(old.content.decode())
    form = next(one for one in page.forms if "stamp" in one.fields)
    time.sleep(2.1)
    assert browse.post("/paper/1/mistake", dict(form.form_values())).status_code == 302


def test_one_address_is_heard_a_few_times_only(reporting: Library, browse: Any) -> None:
    def send(address: str) -> int:
        given = filled(browse, 2)
        return int(browse.post("/paper/2/mistake", given, REMOTE_ADDR=address).status_code)

    assert [send("203.0.113.5") for _ in range(6)] == [302] * 5 + [429]
    refused = browse.post("/paper/2/mistake", filled(browse, 2), REMOTE_ADDR="203.0.113.5")
    assert int(refused.headers["Retry-After"]) >= 1
    assert send("203.0.113.6") == 302
    assert len(reporting.reports.list()) == 6


def test_a_library_may_take_no_reports(reporting: Library, browse: Any) -> None:
    given = filled(browse)
    reporting.settings = reporting.settings.with_values("web", mistakes=False)
    assert "/paper/1/mistake" not in browse.get("/paper/1").content.decode()
    assert browse.get("/paper/1/mistake").status_code == 404
    assert browse.post("/paper/1/mistake", given).status_code == 404
    reporting.settings = reporting.settings.with_values("web", mistakes=True, reading="login")
    assert browse.get("/paper/1/mistake").url.startswith("/login")
    assert browse.post("/paper/1/mistake", given).url.startswith("/login")


def test_reports_by_command(reporting: Library, sheaf_here: Any) -> None:
    report = reporting.reports.add(1, "year", "It is\nof 1999.", right="1999")
    here = ("-L", reporting.folder)
    assert "of 1999." in sheaf_here("reports", *here, check=0).stdout
    assert "Right: 1999" in sheaf_here("reports", "show", report.number, *here, check=0).stdout
    sheaf_here("reports", "settle", report.number, "--note", "Done.", *here, check=0)
    assert "No report is open." in sheaf_here("reports", *here, check=0).stderr
    listed = sheaf_here("reports", "list", "--state", "all", "--json", *here, check=0).stdout
    assert '"state": "settled"' in listed
    assert sheaf_here("reports", "settle", report.number, *here).returncode == 2
    assert sheaf_here("reports", "list", "--state", "lost", *here).returncode == 2
