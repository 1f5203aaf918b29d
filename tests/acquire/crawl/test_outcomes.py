"""A motley web in which every end occurs: each URL has one, and WARC and log agree with it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from warcio.checker import Checker

from acquire.crawl.bench import Bench
from acquire.crawl.fake_web import FakeWeb
from sheaf.acquire.crawl.crawler import CrawlReport
from sheaf.acquire.crawl.visits import FetchOutcome

ROOT = Path(__file__).parents[3]


def make_motley(web: FakeWeb) -> list[str]:
    """A web in which every kind of end occurs but the page limit: its seeds."""
    web.robots("a.test", "User-agent: *\nDisallow: /private/")
    web.links(
        "http://a.test/",
        [
            "/paper.pdf", "/private/diary", "/gone", "/moved", "/away", "/large", "/slow",
            "/broken", "/inward", "/loop0", "http://b.test/", "http://elsewhere.test/", "/",
            "mailto:someone@a.test", "ftp://a.test/file", "javascript:void(0)",
        ],
    )  # fmt: skip
    web.page("http://a.test/paper.pdf", b"%PDF-1.4 " + bytes(range(256)))
    web.redirect("http://a.test/moved", "/target")
    web.page("http://a.test/target", "here")
    web.redirect("http://a.test/away", "http://elsewhere.test/page")
    web.redirect("http://a.test/inward", "http://127.0.0.1/admin")
    for step in range(12):
        web.redirect(f"http://a.test/loop{step}", f"/loop{step + 1}")
    web.page("http://a.test/large", b"x" * 5000)
    web.page("http://a.test/slow", seconds=2.0)
    web.page("http://a.test/broken", raw=b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nonly this")
    web.robots("busy.test", "", status=500)
    web.links("http://b.test/", [])
    return ["http://a.test/", "http://busy.test/x", "http://dead.test/", "gopher://a.test/",
            "https://a.test/"]  # fmt: skip


EXPECTED = {
    "http://a.test/": "fetched",
    "http://a.test/paper.pdf": "fetched",
    "http://a.test/private/diary": "robots_forbidden",
    "http://a.test/gone": "bad_status",
    "http://a.test/moved": "redirect",
    "http://a.test/target": "fetched",
    "http://a.test/away": "redirect",
    "http://elsewhere.test/page": "out_of_scope",
    "http://a.test/inward": "redirect",
    "http://127.0.0.1/admin": "refused_address",
    "http://a.test/large": "too_large",
    "http://a.test/slow": "timed_out",
    "http://a.test/broken": "broken_response",
    "http://b.test/": "fetched",
    "http://busy.test/x": "robots_unavailable",
    "http://dead.test/": "unreachable",
    "gopher://a.test/": "bad_url",
    "https://a.test/": "tls_failed",
    **{f"http://a.test/loop{step}": "redirect" for step in range(11)},
    "http://a.test/loop11": "too_many_redirects",
}
# What a limit leaves waiting, and what takes a second visit or rules of a profile.
SHOWN_ELSEWHERE = {"page_limit", "host_limit", "waiting", "unchanged", "unwanted", "blacklisted"}
HOSTS = ("a.test", "b.test", "busy.test", "dead.test", "127.0.0.1")


def crawl_motley(bench: Bench, seeds: list[str], **changes: object) -> CrawlReport:
    resolve = {"*.test": ("127.0.0.1", bench.web.port), "dead.test": ("127.0.0.1", 1)}
    changes = {"fetch_seconds": 0.5, "fetch_bytes": 4000} | changes
    return bench.run(*seeds, resolve=resolve, hosts=HOSTS, **changes)


@pytest.fixture(scope="module")
def crawled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Bench, CrawlReport]]:
    with FakeWeb() as web:
        bench = Bench(web, tmp_path_factory.mktemp("motley"))
        yield bench, crawl_motley(bench, make_motley(web))


def test_every_url_has_its_one_end(crawled: tuple[Bench, CrawlReport]) -> None:
    bench, report = crawled
    assert bench.outcomes() == EXPECTED
    assert sum(report.outcomes.values()) == len(EXPECTED)
    assert set(EXPECTED.values()) == set(FetchOutcome) - SHOWN_ELSEWHERE


def test_the_ends_add_up_at_the_page_limit_too(bench: Bench) -> None:
    outcomes = crawl_motley(bench, make_motley(bench.web), pages=3).outcomes
    assert outcomes["page_limit"] > 0
    assert sum(outcomes.values()) == len(bench.outcomes())


def test_the_warc_files_hold_what_the_web_sent(crawled: tuple[Bench, CrawlReport]) -> None:
    bench, report = crawled
    bodies = {url: body for url, _, body in bench.records()}
    answered = {"fetched", "redirect", "bad_status", "too_large", "broken_response"}
    assert set(bodies) == {url for url, end in EXPECTED.items() if end in answered}
    assert bodies["http://a.test/paper.pdf"] == b"%PDF-1.4 " + bytes(range(256))
    assert bodies["http://a.test/large"] == b"x" * 4000
    assert bodies["http://a.test/broken"] == b"only this"
    assert report.fetched == len(bodies)
    assert report.bytes == sum(map(len, bodies.values()))


def test_a_response_has_its_request_and_its_history_beside_it(
    crawled: tuple[Bench, CrawlReport],
) -> None:
    bench, _ = crawled
    responses = {url: record.rec_headers for url, record, _ in bench.records()}
    requests = {url: record for url, record, _ in bench.records("request")}
    histories = {url: (record, text) for url, record, text in bench.records("metadata")}
    assert set(requests) == set(histories) == set(responses)
    url = "http://a.test/target"
    for beside in (requests[url], histories[url][0]):
        assert beside.rec_headers["WARC-Concurrent-To"] == responses[url]["WARC-Record-ID"]
    assert responses[url]["WARC-IP-Address"] == "127.0.0.1"
    assert requests[url].http_headers["User-Agent"].startswith("Sheaf/")
    assert requests[url].http_headers["Host"] == "a.test"
    told = histories[url][1].decode().splitlines()
    assert "via: http://a.test/moved" in told
    assert "hopsFromSeed: LR" in told
    assert histories["http://a.test/"][1].startswith(b"seed: \r\n")


def test_a_file_says_first_who_made_it(crawled: tuple[Bench, CrawlReport]) -> None:
    bench, report = crawled
    ((_, record, about),) = bench.records("warcinfo")
    assert [record.rec_headers["WARC-Filename"]] == [path.name for path in report.warc_files]
    assert b"software: Sheaf/0.1\r\n" in about
    assert b"robots: obey\r\n" in about


def test_warcio_finds_no_fault(crawled: tuple[Bench, CrawlReport]) -> None:
    checker = Checker(Arguments([str(path) for path in crawled[1].warc_files]))
    checker.process_all()
    assert checker.exit_value == 0


class Arguments:
    """What `warcio check` reads from its command line."""

    def __init__(self, inputs: list[str]) -> None:
        assert inputs
        self.inputs = inputs
        self.verbose = False


def test_the_log_has_a_line_for_each_url(crawled: tuple[Bench, CrawlReport]) -> None:
    lines = {line[3]: line for line in crawled[0].log()}
    assert set(lines) == set(EXPECTED)
    assert all(len(line) == 12 for line in lines.values())
    assert lines["http://a.test/target"][4:6] == ["LR", "http://a.test/moved"]
    codes = {url: int(line[1]) for url, line in lines.items()}
    assert codes["http://a.test/private/diary"] == -9998
    assert codes["http://dead.test/"] == -2
    assert codes["http://a.test/gone"] == 404
    assert lines["http://a.test/large"][11] == "lenTrunc"


def test_run_again_on_an_exhausted_frontier_fetches_nothing(bench: Bench) -> None:
    bench.web.links("http://a.test/", ["/1", "/gone"])
    bench.web.page("http://a.test/1", "x")
    first = bench.run("http://a.test/")
    arrivals = list(bench.web.arrivals)
    again = bench.run("http://a.test/")
    assert again == replace(first, fetched=0, bytes=0, warc_files=(), seconds=again.seconds)
    assert bench.web.arrivals == arrivals


def test_every_end_is_documented() -> None:
    page = (ROOT / "docs" / "crawling.md").read_text()
    assert [end for end in FetchOutcome if f"| `{end}` |" not in page] == []
