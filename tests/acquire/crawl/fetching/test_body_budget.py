"""However much servers send at once, no more of it is in memory than there is room for."""

from __future__ import annotations

import hashlib
import os

import pytest

from acquire.crawl.bench import Bench
from acquire.crawl.fake_web import Page
from acquire.crawl.nasty_web import Line, NastyWeb
from sheaf.acquire.crawl.fetching import fetcher
from sheaf.acquire.crawl.fetching.body_budget import BodyBudget, IncomingBody

ROOM = 1024**2
LARGE = 2 * 1024**2
# Each connection may have taken a piece before it was told to wait.
PIECES = 16 * 128 * 1024


class Watched(BodyBudget):
    """The same with its high-water mark."""

    def __init__(self) -> None:
        super().__init__(ROOM)
        self.most = self.waits = 0

    def reserve(self, one: IncomingBody, size: int) -> bool:
        taken = super().reserve(one, size)
        self.most = max(self.most, self._bytes)
        self.waits += not taken
        return taken


@pytest.fixture
def budget(monkeypatch: pytest.MonkeyPatch) -> Watched:
    watched = Watched()
    monkeypatch.setattr(fetcher, "BodyBudget", lambda: watched)
    return watched


def test_large_bodies_come_one_after_the_other_and_whole(bench: Bench, budget: Watched) -> None:
    urls = [f"http://h{host}.test/{page}" for host in range(8) for page in range(2)]
    kind = {"Content-Type": "application/octet-stream"}
    bodies = {url: os.urandom(LARGE) for url in urls}
    for url, body in bodies.items():
        bench.web.page(url, body, headers=kind)
    report = bench.run(*urls, fetch_seconds=60)
    assert report.outcomes == {"fetched": len(urls)}
    assert budget.waits > 0
    assert budget.most <= ROOM + LARGE + PIECES
    assert budget._bytes == 0
    came = {url: hashlib.sha256(data[-LARGE:]).digest() for url, _, data in bench.records()}
    assert came == {url: hashlib.sha256(body).digest() for url, body in bodies.items()}


def test_all_is_let_go_whatever_comes_of_it(bench: Bench, budget: Watched) -> None:
    bench.web.robots("a.test", "User-agent: *\nDisallow: /no")
    bench.web.links("http://a.test/", ["/no", "/busy", "/moved", "/long", "/half"])
    bench.web.each_time(
        "http://a.test/busy", lambda before: Page(b"x" * 1000, status=503 if before == 0 else 200)
    )
    bench.web.redirect("http://a.test/moved", "/there")
    bench.web.page("http://a.test/long", b"x" * 5000)
    half = b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nhalf"
    bench.web.page("http://a.test/half", raw=half)
    bench.run("http://a.test/", fetch_bytes=3000)
    assert budget._bytes == budget._finished == 0
    assert not budget._incoming
    assert not budget._waiting


def test_a_body_that_stalls_holds_the_others_up_no_longer_than_its_time(
    bench: Bench, budget: Watched
) -> None:
    """The largest is waited for; when it is given up, the next one goes on."""

    def stalls(line: Line) -> None:
        line.send(b"HTTP/1.1 200 OK\r\nContent-Length: 9999999\r\n\r\n" + b"x" * (ROOM + 200_000))
        line.connection.recv(1)  # until it is closed

    with NastyWeb() as nasty:
        nasty.ways["/stalls"] = stalls
        urls = ["http://n.test/stalls"]
        kind = {"Content-Type": "application/octet-stream"}
        for number in range(4):
            url = bench.web.page(f"http://h{number}.test/", b"x" * LARGE, headers=kind, seconds=0.5)
            urls.append(url)
        resolve = {"n.test": ("127.0.0.1", nasty.port), "*.test": ("127.0.0.1", bench.web.port)}
        report = bench.run(
            *urls, resolve=resolve, fetch_seconds=3, retries=2, retry_delay=0.1, connections=16
        )
    assert report.outcomes == {"fetched": 4, "timed_out": 1}
    assert budget.waits > 0
