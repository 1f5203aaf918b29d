"""Single answers, good and bad: what is kept of them and how they end."""

from __future__ import annotations

import gzip

import pytest

from acquire.crawl.bench import Bench
from acquire.crawl.fake_web import Page


def only_record(bench: Bench) -> tuple[object, bytes]:
    ((_, record, body),) = bench.records()
    return record, body


def test_a_body_beyond_the_limit_is_cut_and_kept(bench: Bench) -> None:
    bench.web.page("http://a.test/", b"x" * 5000)
    report = bench.run("http://a.test/", fetch_bytes=1000)
    assert report.outcomes == {"too_large": 1}
    record, body = only_record(bench)
    assert body == b"x" * 1000
    assert record.rec_headers["WARC-Truncated"] == "length"
    assert report.bytes == 1000


def test_a_body_of_just_the_limit_is_whole(bench: Bench) -> None:
    bench.web.page("http://a.test/", b"x" * 1000)
    assert bench.run("http://a.test/", fetch_bytes=1000).outcomes == {"fetched": 1}
    assert only_record(bench)[0].rec_headers["WARC-Truncated"] is None


def test_links_of_a_cut_page_are_followed(bench: Bench) -> None:
    bench.web.page("http://a.test/", b'<a href="/1">1</a>' + b"x" * 5000)
    bench.run("http://a.test/", fetch_bytes=1000)
    assert bench.web.urls() == ["http://a.test/", "http://a.test/1"]


def test_chunks_are_taken_apart_and_the_headers_say_so(bench: Bench) -> None:
    bench.web.page("http://a.test/", pieces=[b"one ", b"two"])
    bench.run("http://a.test/")
    record, body = only_record(bench)
    assert body == b"one two"
    assert record.http_headers["Transfer-Encoding"] is None
    assert record.http_headers["X-Crawler-Transfer-Encoding"] == "chunked"
    assert record.http_headers["Content-Length"] == "7"


def test_content_encoding_is_stored_as_sent(bench: Bench) -> None:
    packed = gzip.compress(b'<a href="/1">1</a>')
    bench.web.page("http://a.test/", packed, headers={"Content-Encoding": "gzip"})
    bench.run("http://a.test/", pages=1)
    record, body = only_record(bench)
    assert body == packed
    assert record.http_headers["Content-Encoding"] == "gzip"
    assert "http://a.test/1" in bench.outcomes()


def test_headers_keep_their_order_and_their_case(bench: Bench) -> None:
    raw = b"HTTP/1.1 200 Tr\xe8s bien\r\nX-b: 2\r\nx-A: 1\r\nX-b: 3\r\nContent-Length: 2\r\n\r\nok"
    bench.web.page("http://a.test/", raw=raw)
    bench.run("http://a.test/")
    record, _ = only_record(bench)
    assert record.http_headers.statusline == "200 Très bien"
    assert record.http_headers.headers[:3] == [("X-b", "2"), ("x-A", "1"), ("X-b", "3")]


BROKEN = {
    "nothing at all": b"",
    "no HTTP": b"SSH-2.0-OpenSSH_9.2\r\n",
    "endless header": b"HTTP/1.1 200 OK\r\nX: " + b"y" * 100_000 + b"\r\n\r\n",
    "body cut off": b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf",
    "chunks cut off": b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n5\r\nwo",
    "chunks that are none": b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nhello",
    "length that is none": b"HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\nhello",
}


@pytest.mark.parametrize("raw", BROKEN.values(), ids=BROKEN.keys())
def test_broken_answers_end_as_such(bench: Bench, raw: bytes) -> None:
    bench.web.page("http://a.test/", raw=raw)
    assert bench.run("http://a.test/", retries=0).outcomes == {"broken_response": 1}
    assert len(bench.web.urls()) == 1


def test_what_came_before_the_connection_was_lost_is_kept(bench: Bench) -> None:
    bench.web.page("http://a.test/", raw=BROKEN["body cut off"])
    bench.run("http://a.test/")
    record, body = only_record(bench)
    assert body == b"half"
    assert record.rec_headers["WARC-Truncated"] == "disconnect"


def test_what_came_within_the_time_is_kept(bench: Bench) -> None:
    bench.web.page("http://a.test/", pieces=[b"first", b"second"], seconds=3.0)
    assert bench.run("http://a.test/", fetch_seconds=0.5).outcomes == {"timed_out": 1}
    record, body = only_record(bench)
    assert body == b"first"
    assert record.rec_headers["WARC-Truncated"] == "time"


def test_a_body_in_an_unreadable_encoding_is_fetched_all_the_same(bench: Bench) -> None:
    bench.web.page("http://a.test/", b"no gzip", headers={"Content-Encoding": "gzip"})
    assert bench.run("http://a.test/").outcomes == {"fetched": 1}


def test_a_redirect_loop_ends(bench: Bench) -> None:
    bench.web.redirect("http://a.test/1", "/2")
    bench.web.redirect("http://a.test/2", "/1")
    assert bench.run("http://a.test/1").outcomes == {"redirect": 2}
    assert bench.web.urls() == ["http://a.test/1", "http://a.test/2"]


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_redirects_cost_no_depth(bench: Bench, status: int) -> None:
    bench.web.redirect("http://a.test/1", "/2", status)
    bench.web.page("http://a.test/2", "here")
    assert bench.run("http://a.test/1", depth=0).outcomes == {"redirect": 1, "fetched": 1}


@pytest.mark.parametrize("location", ["", "http://[broken"])
def test_a_redirect_that_leads_nowhere_is_a_bad_status(bench: Bench, location: str) -> None:
    bench.web.redirect("http://a.test/", location)
    assert bench.run("http://a.test/").outcomes == {"bad_status": 1}


def test_a_redirect_to_no_web_page_is_a_bad_url(bench: Bench) -> None:
    bench.web.redirect("http://a.test/", "ftp://a.test/file")
    assert bench.run("http://a.test/").outcomes == {"redirect": 1, "bad_url": 1}


@pytest.mark.parametrize(
    "seed", ["a.test", "http://", "http://a b.test/", "http://%31.test/", "", "\udcff"]
)
def test_seeds_that_are_no_urls_are_named_as_such(bench: Bench, seed: str) -> None:
    assert bench.run(seed, contact="mailto:a@b.test").outcomes == {"bad_url": 1}


def test_urls_go_out_as_they_are_canonical(bench: Bench) -> None:
    url = bench.web.page("http://a.test/a%20b/%E2%82%AC?q=%2F+x&y=%3D", "x")
    assert bench.run(url).outcomes == {"fetched": 1}
    assert bench.web.urls() == [url]


def test_no_cookies_are_sent_back(bench: Bench) -> None:
    bench.web.links("http://a.test/", ["/1"], headers={"Set-Cookie": "id=1"})
    bench.run("http://a.test/")
    assert all("Cookie" not in arrival.headers for arrival in bench.web.arrivals)


def test_a_shorter_way_to_a_waiting_url_counts(bench: Bench) -> None:
    """b.test is busy when the long way to /x is found; its seed shows the short way in time."""
    busy = Page(status=503, headers={"Retry-After": "1"})
    short = Page(b'<a href="/x">x</a>', headers={"Content-Type": "text/html"})
    bench.web.each_time("http://b.test/", lambda before: short if before else busy)
    bench.web.links("http://a.test/", ["/1"])
    bench.web.links("http://a.test/1", ["http://b.test/x"])
    bench.web.links("http://b.test/x", ["/y"])
    bench.run("http://a.test/", "http://b.test/", depth=2)
    assert "http://b.test/y" in bench.web.urls()
