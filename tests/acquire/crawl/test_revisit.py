"""A second round over the same URLs: only what has changed comes again."""

from __future__ import annotations

import sqlite3

import pytest
from warcio.checker import Checker

from acquire.crawl.bench import Bench
from acquire.crawl.fake_web import Page
from acquire.crawl.older_frontier import make_older

ETAG = {"ETag": '"one"', "Content-Type": "text/html"}
DATE = {"Last-Modified": "Mon, 02 Mar 2026 10:00:00 GMT", "Content-Type": "text/html"}


def make_site(bench: Bench) -> None:
    web = bench.web
    web.links("http://a.test/", ["/etag", "/date", "/same", "/new", "/gone"])
    told = Page(status=304, headers={"ETag": '"one"'})
    web.each_time("http://a.test/etag", lambda before: told if before else Page(b"e", headers=ETAG))
    unchanged = Page(status=304)
    web.each_time(
        "http://a.test/date", lambda before: unchanged if before else Page(b"d", headers=DATE)
    )
    web.page("http://a.test/same", "as ever")
    web.each_time("http://a.test/new", lambda before: Page(b"version %d" % before))


def test_what_has_not_changed_is_told_from_what_has(bench: Bench) -> None:
    make_site(bench)
    first = bench.run("http://a.test/")
    assert first.outcomes == {"fetched": 5, "bad_status": 1}
    again = bench.run("http://a.test/", revisit=True)
    assert again.outcomes == {"unchanged": 4, "fetched": 1, "bad_status": 1}
    assert len(bench.web.urls()) == 12
    asked = {one.url: one.headers for one in bench.web.arrivals[-6:]}
    assert asked["http://a.test/etag"]["If-None-Match"] == '"one"'
    assert asked["http://a.test/date"]["If-Modified-Since"] == DATE["Last-Modified"]
    assert "If-None-Match" not in asked["http://a.test/same"]


def test_revisit_records_point_to_the_first_visit(bench: Bench) -> None:
    make_site(bench)
    bench.run("http://a.test/")
    (first,) = [record for url, record, _ in bench.records() if url.endswith("/same")]
    report = bench.run("http://a.test/", revisit=True)
    revisits = {url: record for url, record, _ in bench.records("revisit")}
    assert set(revisits) == {f"http://a.test/{path}" for path in ("", "etag", "date", "same")}
    told = revisits["http://a.test/etag"].rec_headers
    assert told["WARC-Profile"].endswith("/revisit/server-not-modified")
    same = revisits["http://a.test/same"].rec_headers
    assert same["WARC-Profile"].endswith("/revisit/identical-payload-digest")
    assert same["WARC-Payload-Digest"] == first.rec_headers["WARC-Payload-Digest"]
    assert same["WARC-Refers-To-Target-URI"] == "http://a.test/same"
    assert revisits["http://a.test/same"].http_headers.get_statuscode() == "200"
    notes = {line[3]: line[11] for line in bench.log()[-6:]}
    assert notes["http://a.test/etag"] == "warcRevisit:notModified"
    assert notes["http://a.test/same"] == "warcRevisit:digest"
    checker = Checker(Arguments([str(path) for path in report.warc_files]))
    checker.process_all()
    assert checker.exit_value == 0


class Arguments:
    """What `warcio check` reads from its command line."""

    def __init__(self, inputs: list[str]) -> None:
        self.inputs = inputs
        self.verbose = False


def test_a_round_that_was_broken_off_is_finished_by_the_next_run(bench: Bench) -> None:
    bench.web.links("http://a.test/", [f"/{number}" for number in range(9)])
    for number in range(9):
        bench.web.page(f"http://a.test/{number}", "x")
    bench.run("http://a.test/")
    half = bench.run("http://a.test/", revisit=True, pages=4)
    assert half.outcomes == {"unchanged": 4, "page_limit": 6}
    rest = bench.run("http://a.test/")
    assert rest.outcomes == {"unchanged": 10}
    assert len(bench.web.urls()) == 20


def test_what_a_changed_page_leads_to_is_fetched(bench: Bench) -> None:
    first = Page(b"nothing yet", headers={"Content-Type": "text/html"})
    later = Page(b'<a href="/paper">at last</a>', headers={"Content-Type": "text/html"})
    bench.web.each_time("http://a.test/", lambda before: later if before else first)
    bench.web.page("http://a.test/paper", "x")
    bench.run("http://a.test/")
    report = bench.run("http://a.test/", revisit=True)
    assert report.outcomes == {"fetched": 2}


@pytest.mark.parametrize(
    ("trouble", "outcome"),
    [
        (Page(b"come back later", status=503, headers={"ETag": '"busy"'}), "bad_status"),
        (Page(b"moved for a day", status=404), "bad_status"),
        (Page(status=302, headers={"Location": "/elsewhere", "ETag": '"way"'}), "redirect"),
        (Page(raw=b""), "broken_response"),
        (Page(b"late", seconds=2.0), "timed_out"),
        (Page(raw=b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf"), "broken_response"),
    ],
    ids=["busy", "gone", "moved", "no answer", "too slow", "cut off"],
)
def test_a_round_that_fails_forgets_nothing_of_the_one_before(
    bench: Bench, trouble: Page, outcome: str
) -> None:
    good = Page(b"a page", headers=ETAG | DATE)
    told = Page(status=304)
    bench.web.each_time("http://a.test/", lambda before: [good, trouble, told, told][before])
    bench.web.page("http://a.test/elsewhere", "x")
    how = {"retries": 0, "fetch_seconds": 0.5}
    bench.run("http://a.test/", **how)
    ((_, first, _),) = bench.records()
    bench.run("http://a.test/", revisit=True, **how)
    assert bench.outcomes()["http://a.test/"] == outcome
    for _ in range(2):  # nor does an answer that names neither
        bench.run("http://a.test/", revisit=True, **how)
        assert bench.outcomes()["http://a.test/"] == "unchanged"
        asked = [one for one in bench.web.arrivals if one.url == "http://a.test/"][-1].headers
        assert asked["If-None-Match"] == '"one"'
        assert asked["If-Modified-Since"] == DATE["Last-Modified"]
    revisits = [record for url, record, _ in bench.records("revisit") if url == "http://a.test/"]
    assert len(revisits) == 2
    for record in revisits:
        head = record.rec_headers
        assert head["WARC-Refers-To-Date"] == first.rec_headers["WARC-Date"]
        assert head["WARC-Payload-Digest"] == first.rec_headers["WARC-Payload-Digest"]


def test_a_host_that_was_away_for_a_round_is_asked_as_before(bench: Bench) -> None:
    """What cannot be reached waits again in the next run, and is still known."""
    bench.web.page("http://a.test/", "a page", headers=ETAG)
    bench.run("http://a.test/")
    nobody = {"*.test": ("127.0.0.1", 1)}
    away = bench.run("http://a.test/", revisit=True, resolve=nobody, retries=0)
    assert away.outcomes == {"unreachable": 1}
    back = bench.run("http://a.test/")
    assert back.outcomes == {"unchanged": 1}
    assert bench.web.arrivals[-1].headers["If-None-Match"] == '"one"'


def test_an_error_page_is_not_taken_for_the_page(bench: Bench) -> None:
    """The same bytes under 404 and then under 200 are news."""
    pages = [Page(b"a page", status=404), Page(b"a page")]
    bench.web.each_time("http://a.test/", lambda before: pages[before])
    bench.run("http://a.test/")
    assert bench.run("http://a.test/", revisit=True).outcomes == {"fetched": 1}


def test_a_changed_page_that_names_no_version_is_asked_for_without_one(bench: Bench) -> None:
    pages = [Page(b"one", headers=ETAG), Page(b"two"), Page(b"two")]
    bench.web.each_time("http://a.test/", lambda before: pages[before])
    bench.run("http://a.test/")
    assert bench.run("http://a.test/", revisit=True).outcomes == {"fetched": 1}
    assert bench.run("http://a.test/", revisit=True).outcomes == {"unchanged": 1}
    assert "If-None-Match" not in bench.web.arrivals[-1].headers


def test_a_frontier_of_the_version_before_is_taken_up(bench: Bench) -> None:
    bench.web.page("http://a.test/", "a page", headers=ETAG)
    bench.run("http://a.test/")
    with sqlite3.connect(bench.frontier_path) as database:
        make_older(database, 2)
    database.close()
    assert bench.run("http://a.test/", revisit=True).outcomes == {"unchanged": 1}
    assert bench.web.arrivals[-1].headers["If-None-Match"] == '"one"'
