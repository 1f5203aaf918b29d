"""A second round over the same URLs: only what has changed comes again."""

from __future__ import annotations

from warcio.checker import Checker

from acquire.crawl.bench import Bench
from acquire.crawl.fake_web import Page

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
