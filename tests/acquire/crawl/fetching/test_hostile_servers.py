"""What servers and strangers' links say ends no crawl, and is not believed too far."""

from __future__ import annotations

import gzip
import threading
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from acquire.crawl.bench import Bench
from acquire.crawl.fake_web import Page
from acquire.crawl.links.test_pdf import pdf
from acquire.crawl.nasty_web import NastyWeb
from sheaf.acquire.addresses import AddressGuard
from sheaf.acquire.crawl.crawler import CrawlReport
from sheaf.acquire.crawl.fetching.dns import Route
from sheaf.acquire.crawl.fetching.fetcher import Fetcher
from sheaf.acquire.crawl.fetching.transfer import Request, Transfer, read_head
from sheaf.acquire.crawl.links.pdf_queue import PdfQueue
from sheaf.acquire.crawl.politeness.delays import QuietHours, retry_after
from sheaf.acquire.crawl.profiles import Profile, load_profile
from sheaf.acquire.crawl.visits import Answer, Failure, FetchOutcome, Target, Visit
from sheaf.crawl_settings import CrawlSettings
from sheaf.errors import BadSettingError
from sheaf.urls import site_of, without_userinfo
from sheaf.workers.pdf_links import PdfLinkWorker

PAGE = "http://a.test/"
OK = b"HTTP/1.1 200 OK\r\n"


@pytest.fixture
def nasty() -> Iterator[NastyWeb]:
    with NastyWeb() as web:
        yield web


def crawl(bench: Bench, web: NastyWeb, *seeds: str, **changes: object) -> CrawlReport:
    return bench.run(*seeds, **({"resolve": {"*": ("127.0.0.1", web.port)}} | changes))


def kept(bench: Bench) -> bytes:
    """All that stands in the WARC files."""
    files = sorted(bench.warc_folder.glob("*.gz"))
    return b"".join(gzip.decompress(one.read_bytes()) for one in files)


def profile(**fetch: object) -> Profile:
    plain = load_profile("scholarly")
    return plain.model_copy(update={"fetch": plain.fetch.model_copy(update=fetch)})


# Answers


@pytest.mark.parametrize(
    "lines",
    [
        [OK, b"HTTP/X-Powered: PHP\r\n", b"\r\n"],
        [OK, b"HTTP/1.1 500 it: is\r\n", b"\r\n"],
        [b"HTTP/1.1 103 Early\r\n", b"A: b\r\n", b"\r\n", OK, b"C: d\r\n", b"\r\n"],
        [OK, b"C: d\r\n", b"\r\n", b"HTTP/1.1 301 a trailer: x\r\n", b"\r\n"],
        [OK, b"\r\n", b"HTTP/9: 301\r\n", b"\r\n"],
        [b"HTTP/2 200 \r\n", b"\r\n"],
        [b"http/1.0 200\r\n", b"\r\n"],
    ],
)
def test_only_the_line_before_the_headers_is_the_status_line(lines: list[bytes]) -> None:
    assert b" 200" in read_head(lines)[0]


@pytest.mark.parametrize(
    "lines", [[], [OK], [b"\r\n"], [b"HTTP/X: 1\r\n", b"\r\n"], [b"HTTP/1.1 100 x\r\n", b"\r\n"]]
)
def test_there_may_be_none(lines: list[bytes]) -> None:
    assert read_head(lines) == []


def test_a_header_that_looks_like_a_status_line_is_a_header(bench: Bench, nasty: NastyWeb) -> None:
    nasty.ways["/"] = lambda line: line.answer(b"hello", "HTTP/X-Powered: PHP")
    nasty.ways["/number"] = lambda line: line.answer(b"hello", "HTTP/9.9 500: yes")
    report = crawl(bench, nasty, PAGE, PAGE + "number")
    assert report.outcomes == {"fetched": 2}
    assert kept(bench).count(b"\r\nHTTP/X-Powered: PHP\r\n") == 1
    assert kept(bench).count(b"\r\nHTTP/9.9 500: yes\r\n") == 1


def test_an_answer_that_we_fail_on_is_a_broken_one(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = Transfer.result

    def fails(transfer: Transfer, error: int) -> Answer | Failure:
        if transfer.request.url.endswith("bad"):
            raise ValueError("nobody thought of that")
        return made(transfer, error)

    monkeypatch.setattr(Transfer, "result", fails)
    bench.web.links(PAGE, ["/bad", "/good"])
    bench.web.page(PAGE + "good", "x")
    assert bench.run(PAGE, retries=0).outcomes == {"fetched": 2, "broken_response": 1}


def test_what_is_not_http_is_a_broken_answer(bench: Bench, nasty: NastyWeb) -> None:
    nasty.ways["/"] = lambda line: line.send(b"<html>no headers at all</html>\n")
    report = crawl(bench, nasty, PAGE, retries=0, policy="ignore")  # on a connection of its own
    assert report.outcomes == {"broken_response": 1}


@pytest.mark.parametrize(
    "value", ["Fri, 01 Jan 99999999999 00:00:00 GMT", "Fri, 01 Jan 2026 00:00:00 +9999", "soon", ""]
)
def test_a_date_that_is_none_asks_for_no_pause(value: str) -> None:
    assert retry_after(value, datetime.now(UTC)) is None


def test_a_server_that_is_busy_until_the_end_of_time_is_asked_again(bench: Bench) -> None:
    never = {"Retry-After": "Fri, 01 Jan 99999999999 00:00:00 GMT"}
    pages = [Page(status=503, headers=never), Page(b"x")]
    bench.web.each_time(PAGE, lambda before: pages[before])
    assert bench.run(PAGE).outcomes == {"fetched": 1}


def test_quiet_hours_are_by_the_clock_on_the_wall() -> None:
    with pytest.raises(BadSettingError):
        QuietHours(["08:00Z-18:00Z"])


# Requests


def test_a_request_that_cannot_be_made_is_under_way_until_it_is_told() -> None:
    fetcher = Fetcher(
        CrawlSettings(), AddressGuard({}, allow_private=True, loopback_only=False), "agent"
    )
    try:
        fetcher.start(Request("http://a\ud800.test/", Route(override=("127.0.0.1", 9)), 10), "it")
        assert len(fetcher) == 1
        ((token, result),) = fetcher.wait(0)
        assert (token, result.outcome) == ("it", FetchOutcome.BAD_URL)
        assert len(fetcher) == 0
    finally:
        fetcher.close()


# Users and passwords


@pytest.mark.parametrize(
    ("url", "site"),
    [
        ("http://a.test/x", "http://a.test"),
        ("http://bob@a.test/x@y", "http://a.test"),
        ("https://bob:p@w@a.test:81/x", "https://a.test:81"),
    ],
)
def test_a_user_is_no_part_of_a_site(url: str, site: str) -> None:
    assert site_of(url) == site
    assert without_userinfo(url) == site + "/" + url.split("/", 3)[3]


def test_nobody_is_logged_in_by_a_link(bench: Bench) -> None:
    links = ["http://bob:pw@a.test/x", "http://us\u00e9r@a.test/y", "http://u@v@a.test/z"]
    bench.web.links(PAGE, links)
    for name in "xyz":
        bench.web.page(PAGE + name, "x")
    report = bench.run(PAGE, "http://\u00e9@a.test/w", profile=load_profile("scholarly"))
    assert report.outcomes == {"fetched": 4, "bad_status": 1}
    assert bench.web.urls(robots=True).count("http://a.test/robots.txt") == 1
    assert not any("Authorization" in one.headers for one in bench.web.arrivals)


def test_a_password_of_the_profile_is_sent_and_not_kept(bench: Bench, tmp_path: Path) -> None:
    (tmp_path / "password").write_text("hunter2")
    one = {"host": "a.test", "user": "me", "password_file": str(tmp_path / "password")}
    told = load_profile("scholarly").fetch.model_validate(
        {"credentials": [one], "headers": {"Proxy-Authorization": "Basic secret"}}
    )
    bench.web.links(PAGE, ["http://bob@a.test/x"])
    bench.run(PAGE, profile=profile(credentials=told.credentials, headers=told.headers))
    assert {one.headers.get("Authorization") for one in bench.web.arrivals[1:]} == {
        "Basic bWU6aHVudGVyMg=="
    }
    assert kept(bench).count(b"\r\nGET / HTTP/1.1\r\n") == 1
    assert kept(bench).count(b"\r\nGET /x HTTP/1.1\r\n") == 1
    assert b"authorization" not in kept(bench).lower()


def test_a_password_of_a_proxy_is_not_kept(bench: Bench, nasty: NastyWeb) -> None:
    bench.run(
        "http://far.test/page", resolve={}, contact="mailto:a@b.test", retries=0,
        proxy=f"http://me:hunter2@127.0.0.1:{nasty.port}",
    )  # fmt: skip
    assert b"Proxy-Authorization" in nasty.heard[-1].request
    assert b"far.test/page" in kept(bench)
    assert b"hunter2" not in kept(bench)
    assert b"Proxy-Authorization" not in kept(bench)


# robots.txt


def test_trouble_behind_a_redirect_of_the_rules_rests_both_hosts(bench: Bench) -> None:
    bench.web.redirect("http://a.test/robots.txt", "http://b.test/rules")
    busy = {"Retry-After": "1"}
    bench.web.page("http://b.test/rules", status=503, headers=busy)
    assert bench.run(PAGE, retries=1).outcomes == {"robots_unavailable": 1}
    assert len(bench.web.of_host("a.test")) == 2
    assert bench.web.gaps("a.test")[0] > 0.9
    assert bench.web.gaps("b.test")[0] > 0.9


def test_sitemaps_of_the_rules_enter_in_their_one_form(bench: Bench) -> None:
    named = [
        "HTTP://A.test:80/s.xml#x", "http://a.test/s.xml", "http://A.TEST/a b.xml", "/own.xml",
        "http://elsewhere.test/s.xml", "http://[oops/s.xml", "mailto:a@b.test",
    ]  # fmt: skip
    bench.web.robots("a.test", "".join(f"Sitemap: {one}\n" for one in named))
    bench.web.page(PAGE, "x")
    bench.run(PAGE, profile=load_profile("scholarly"))
    assert sorted(bench.outcomes()) == [
        PAGE, "http://a.test/a%20b.xml", "http://a.test/own.xml", "http://a.test/s.xml",
    ]  # fmt: skip


# The worker that reads PDF files


def test_the_worker_outlives_the_threads_that_hand_it_files() -> None:
    """A process of ours dies with the thread that started it, so that must be one that stays."""
    reader, heard = PdfLinkWorker(), threading.Semaphore(0)
    queue = PdfQueue(heard.release, reader)
    try:
        processes = []
        for _ in range(2):
            thread = threading.Thread(target=lambda: queue.add(_pdf_visit(), None))
            thread.start()
            thread.join()
            assert heard.acquire(timeout=60)
            ((visit, _before),) = queue.take_finished()
            assert visit.trouble == ""
            assert [one[0] for one in visit.annotations] == ["http://a.test/data"]
            seat = reader._pool.seats[0].process
            assert seat is not None
            processes.append(seat.process.pid)
        assert processes[0] == processes[1]
    finally:
        queue.close()


def test_a_reader_that_fails_costs_the_links_of_one_file() -> None:
    class Failing:
        def read(self, data: bytes) -> list[tuple[str, str, str]]:
            raise EOFError

        def stop(self) -> None: ...

        def close(self) -> None: ...

    heard = threading.Semaphore(0)
    queue = PdfQueue(heard.release, Failing())
    try:
        queue.add(_pdf_visit(), None)
        assert heard.acquire(timeout=10)
        ((visit, _before),) = queue.take_finished()
        assert visit.trouble == "pdf_EOFError"
    finally:
        queue.close()


def _pdf_visit() -> Visit:
    answer = Answer(
        "http://a.test/p.pdf", 200, b"HTTP/1.1 200 OK", ((b"Content-Type", b"application/pdf"),),
        pdf("http://a.test/data"), b"", "", datetime.now(UTC), 0.0,
    )  # fmt: skip
    return Visit(Target(answer.url), FetchOutcome.FETCHED, answer)
