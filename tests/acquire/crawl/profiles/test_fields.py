"""Each field of a profile is acted on: what is fetched, and in which order, shows it."""

from __future__ import annotations

import socket
import sqlite3
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from acquire.crawl.bench import Bench
from acquire.crawl.fake_web import Page
from acquire.crawl.profiles.test_crawls import profile
from sheaf.acquire.crawl.crawler import Crawler, CrawlReport
from sheaf.acquire.crawl.frontier.orders import add_seeds, give_order
from sheaf.acquire.crawl.frontier.status import read_status
from sheaf.acquire.crawl.options import CrawlOptions
from sheaf.acquire.crawl.profiles import Profile
from sheaf.acquire.crawl.visits import Visit
from sheaf.errors import SheafError
from sheaf.records import Seed

HOME = "http://a.test/"
PATIENCE = 20.0


def paths(bench: Bench) -> list[str]:
    return ["/" + url.removeprefix(HOME) for url in bench.web.urls()]


def crawled(bench: Bench, **told: object) -> list[str]:
    bench.run(HOME, profile=profile(**told))
    return paths(bench)


# [about] and [write]


def test_about(bench: Bench) -> None:
    about = {"description": "Papers of\r\nWARC-Type: evil", "operator": "Ada Lovelace",
             "organization": "The Library", "audience": "readers"}  # fmt: skip
    bench.web.page(HOME, "x")
    bench.run(HOME, profile=profile(name="mine", about=about))
    ((_, _, told),) = bench.records("warcinfo")
    lines = told.decode().split("\r\n")
    assert {"isPartOf: mine", "description: Papers of WARC-Type: evil", "creator: Ada Lovelace",
            "publisher: The Library", "audience: readers"} <= set(lines)  # fmt: skip


def test_log(bench: Bench, tmp_path: Path) -> None:
    bench.web.links(HOME, ["/1", "/2"])
    bench.web.page(HOME + "1", "x")
    told = profile(write={"log": "messages.txt"}, politeness={"min_delay": 0, "delay_factor": 0})
    for seeds in ([HOME], ["http://b.test/"]):
        options = CrawlOptions(name="mine", resolve={"*.test": ("127.0.0.1", bench.web.port)})
        Crawler(tmp_path, told, options).run([Seed(url) for url in seeds])
    lines = (tmp_path / "messages.txt").read_text().splitlines()
    assert sum(line.endswith("the run begins") for line in lines) == 2
    assert sum("the run ends" in line for line in lines) == 2
    for url in (HOME, HOME + "1", HOME + "2", "http://b.test/"):
        assert sum(line.endswith(f": {url}") for line in lines) == 1


# [limits]


@pytest.mark.parametrize(("counted", "fetched"), [(True, 1), (False, 2)])
def test_redirects(bench: Bench, counted: bool, fetched: int) -> None:
    """Two pages: with the redirects on the way, or without; a run that is broken off counts on."""
    bench.web.redirect(HOME, "/1")
    for number in range(1, 9):
        bench.web.links(f"{HOME}{number}", [f"/{number + 1}"])
    told = profile(limits={"pages": 2, "redirects": counted})
    assert bench.run(HOME, profile=told).outcomes["fetched"] == fetched

    class Broken(BaseException):
        pass

    def break_off(visit: Visit) -> None:
        raise Broken

    bench.web.redirect("http://b.test/", "/1")
    bench.web.links("http://b.test/1", ["/2"])
    bench.web.page("http://b.test/2", "x")
    bench.frontier_path = bench.frontier_path.with_name("another.db")
    with pytest.raises(Broken):
        bench.run("http://b.test/", profile=told, on_page=break_off)
    with sqlite3.connect(bench.frontier_path) as frontier:
        assert frontier.execute("SELECT fetches FROM state").fetchone() == (int(counted),)
    frontier.close()
    assert bench.run("http://b.test/", profile=told).outcomes["fetched"] == fetched


# [links]


@pytest.mark.parametrize(("headers", "found"), [(True, ["/", "/next"]), (False, ["/"])])
def test_headers(bench: Bench, headers: bool, found: list[str]) -> None:
    bench.web.page(HOME, "x", headers={"Link": "</next>; rel=next"})
    assert crawled(bench, links={"headers": headers}) == found


def test_redirects_are_followed_whatever_becomes_of_headers(bench: Bench) -> None:
    bench.web.redirect(HOME, "/there")
    assert crawled(bench, links={"headers": False}) == ["/", "/there"]


@pytest.mark.parametrize(("html", "found"), [(True, ["/", "/1"]), (False, ["/"])])
def test_html(bench: Bench, html: bool, found: list[str]) -> None:
    bench.web.links(HOME, ["/1"])
    assert crawled(bench, links={"html": html}) == found


@pytest.mark.parametrize(("feeds", "found"), [(True, ["/", "/paper"]), (False, ["/"])])
def test_feeds(bench: Bench, feeds: bool, found: list[str]) -> None:
    feed = "<rss><channel><item><link>http://a.test/paper</link></item></channel></rss>"
    bench.web.page(HOME, feed, headers={"Content-Type": "application/rss+xml"})
    assert crawled(bench, links={"feeds": feeds}) == found


@pytest.mark.parametrize("css", [True, False])
def test_css(bench: Bench, css: bool) -> None:
    """Style sheets, the styles of a page and of its tags; what they name is embedded."""
    page = '<link rel=stylesheet href="s.css"><style>p { x: url(1.png) }</style>'
    bench.web.page(HOME, page + "<p style=\"background: url('2.png')\">")
    styles = "@import 't.css'; p { background: url(3.png) }"
    bench.web.page(HOME + "s.css", styles, headers={"Content-Type": "text/css"})
    found = set(crawled(bench, links={"css": css, "embeds": True}))
    assert found - {"/", "/s.css"} == ({"/1.png", "/2.png", "/3.png", "/t.css"} if css else set())
    if css:
        hops = {line[3]: line[4] for line in bench.log()}
        assert hops[HOME + "1.png"] == "E"
        assert hops[HOME + "3.png"] == "EE"


@pytest.mark.parametrize("eager", [True, False])
def test_eager(bench: Bench, eager: bool) -> None:
    bench.web.page(HOME, '<option value="/chosen.html"><div data-url="/shown">')
    found = set(crawled(bench, links={"eager": eager}))
    assert found == ({"/", "/chosen.html", "/shown"} if eager else {"/"})
    if eager:
        assert {line[4] for line in bench.log()} == {"-", "X"}


@pytest.mark.parametrize("only_html", [True, False])
def test_only_html(bench: Bench, only_html: bool) -> None:
    """Servers call pictures and documents HTML, and answer for a picture with a page."""
    bench.web.links(HOME, ["/picture.gif", "/document"])
    bench.web.links(HOME + "picture.gif", ["/1"])
    bench.web.page(HOME + "document", b"%!PS-Adobe-3.0 <a href=/2>x</a>")
    found = set(crawled(bench, links={"only_html": only_html}))
    assert found - {"/", "/picture.gif", "/document"} == (set() if only_html else {"/1", "/2"})


@pytest.mark.parametrize(("as_embeds", "hop"), [(True, "E"), (False, "L")])
def test_frames_are_embeds(bench: Bench, as_embeds: bool, hop: str) -> None:
    bench.web.page(HOME, '<frameset><frame src="/menu"></frameset><iframe src="/in"></iframe>')
    crawled(bench, links={"frames_are_embeds": as_embeds})
    hops = {line[3]: line[4] for line in bench.log()}
    assert hops[HOME + "menu"] == hops[HOME + "in"] == hop
    told = {url: text for url, _, text in bench.records("metadata")}
    assert f"outlink: http://a.test/menu {hop} frame\r\n".encode() in told[HOME]


# [fetch]


@pytest.mark.parametrize(
    ("encoding", "path"),
    [
        ("windows-1252", "/%C3%B0%C3%A1%C3%AF%C3%B4%C3%A1"),
        ("koi8-r", "/%D0%9F%D0%B0%D0%9E%D1%82%D0%B0"),
    ],
)
def test_default_encoding(bench: Bench, encoding: str, path: str) -> None:
    """A page that names no encoding and is not in UTF-8 is read in this one."""
    word = b"\xf0\xe1\xef\xf4\xe1" if encoding == "windows-1252" else "ПаОта".encode("koi8-r")
    bench.web.page(HOME, b'<a href="/' + word + b'">x</a>')
    assert crawled(bench, fetch={"default_encoding": encoding}) == ["/", path]


def test_a_page_that_names_its_encoding_or_is_in_utf_8_is_read_in_that(bench: Bench) -> None:
    bench.web.page(HOME, '<a href="/ä">x</a><a href="/1">x</a>')
    named = '<meta charset="windows-1252"><a href="/ö">x</a>'.encode("cp1252")
    bench.web.page(HOME + "1", named)
    found = set(crawled(bench, fetch={"default_encoding": "koi8-r"}))
    assert found == {"/", "/1", "/%C3%A4", "/%C3%B6"}


@pytest.mark.parametrize(("seconds", "look_ups"), [(3600, 1), (0, 5)])
def test_dns_seconds(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, seconds: float, look_ups: int
) -> None:
    asked: list[str] = []
    really = socket.getaddrinfo

    def look_up(host: str, *more: object) -> object:
        asked.append(host)
        return really(host, *more)

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    home = f"http://localhost:{bench.web.port}/"
    bench.web.links(home, [f"/{number}" for number in range(3)])
    told = profile(fetch={"dns_seconds": seconds}, politeness={"connections": 1})
    report = bench.run(home, profile=told, allow_private=True)
    assert report.fetched == 4
    assert asked == ["localhost"] * look_ups


# [robots]


def test_hours_within_a_run(bench: Bench) -> None:
    """Rules that are too old are asked for again, and it is the new ones that count."""
    rules = [b"User-agent: *\nDisallow:", b"User-agent: *\nDisallow: /"]
    bench.web.each_time(HOME + "robots.txt", lambda before: Page(rules[min(before, 1)]))
    bench.web.links(HOME, [f"/{number}" for number in range(10)], seconds=0.5)
    report = bench.run(HOME, profile=profile(robots={"hours": 0.4 / 3600}))
    assert report.outcomes == {"fetched": 1, "robots_forbidden": 10}


def test_hours_over_runs(bench: Bench) -> None:
    bench.web.links(HOME, ["/1", "/2"])
    for hours in (24, 24, 2):
        with sqlite3.connect(bench.frontier_path if hours == 2 else ":memory:") as database:
            if hours == 2:
                database.execute("UPDATE robots SET asked_at = asked_at - 3 * 3600")
        database.close()
        bench.run(HOME, profile=profile(robots={"hours": hours}), pages=1)
        asked = bench.web.urls(robots=True).count(HOME + "robots.txt")
        assert asked == (2 if hours == 2 else 1)


def test_rules_from_an_earlier_run_grow_old_in_this_one(bench: Bench) -> None:
    bench.web.links(HOME, ["/1", "/2", "/3"], seconds=0.1)
    bench.run(HOME, profile=profile(), pages=1)
    with sqlite3.connect(bench.frontier_path) as database:
        database.execute("UPDATE robots SET asked_at = asked_at - 3600 + 0.7")
    database.close()
    bench.web.page(HOME + "1", "x", seconds=0.8)
    bench.run(HOME, profile=profile(robots={"hours": 1}))
    assert bench.web.urls(robots=True).count(HOME + "robots.txt") == 2


def test_rules_that_are_too_old_go_on_while_there_are_no_others(bench: Bench) -> None:
    good = Page(b"User-agent: *\nDisallow: /no")
    bench.web.each_time(
        HOME + "robots.txt", lambda before: good if before == 0 else Page(status=500)
    )
    bench.web.links(HOME, ["/no", "/yes"], seconds=0.3)
    bench.web.page(HOME + "yes", "x")
    report = bench.run(HOME, profile=profile(robots={"hours": 0.2 / 3600}))
    assert report.outcomes == {"fetched": 2, "robots_forbidden": 1}


# [seeds]


@pytest.mark.parametrize("tagged", [True, False])
def test_tag_sources(bench: Bench, tagged: bool) -> None:
    bench.web.links(HOME, ["/1", "/closed"])
    bench.web.robots("a.test", "User-agent: *\nDisallow: /closed")
    crawled(bench, seeds={"tag_sources": tagged})
    assert {line[10] for line in bench.log()} == {HOME if tagged else "-"}
    told = {url: text for url, _, text in bench.records("metadata")}
    assert (b"sourceTag: " in told[HOME + "1"]) is tagged


# [queues]


@pytest.mark.parametrize("first", [True, False])
def test_embeds_first(bench: Bench, first: bool) -> None:
    """The pictures of a page that is deeper come before the links of one that is nearer."""
    bench.web.links(HOME, [f"/{number}" for number in range(5)])
    bench.web.page(HOME + "0", '<a href="/deep">x</a><img src="/a.png"><img src="/b.png">')
    one = {"politeness": {"connections": 1}, "links": {"embeds": True}}
    found = crawled(bench, queues={"embeds_first": first}, **one)
    last = found.index("/4")
    assert (max(found.index("/a.png"), found.index("/b.png")) < last) is first
    assert found.index("/deep") > last


def test_embeds_first_when_the_crawl_is_taken_up_again(bench: Bench) -> None:
    bench.web.page(HOME, '<a href="/1">x</a><a href="/2">x</a><img src="/a.png">')
    told = profile(links={"embeds": True}, queues={"embeds_first": True})
    bench.run(HOME, profile=told, pages=1)
    bench.run(HOME, profile=told, pages=1)
    assert paths(bench) == ["/", "/a.png"]


class Running:
    """A crawl in a thread, to be told things meanwhile."""

    def __init__(self, bench: Bench, told: Profile) -> None:
        self.bench = bench
        self.reports: list[CrawlReport] = []
        self.crawler: Crawler = bench.crawler(profile=told)
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.thread.start()

    def _run(self) -> None:
        self.reports.append(self.crawler.run([Seed(HOME)]))

    def wait_for(self, what: Callable[[], bool]) -> None:
        until = time.monotonic() + PATIENCE
        while not what():
            assert time.monotonic() < until
            time.sleep(0.02)

    def is_paused(self) -> bool:
        try:
            return self.thread.is_alive() and read_status(self.bench.frontier_path).is_paused
        except SheafError:  # it is just being made
            return False

    def end(self) -> CrawlReport:
        self.thread.join(PATIENCE)
        assert not self.thread.is_alive()
        return self.reports[0]


def test_pause_at_start(bench: Bench) -> None:
    bench.web.links(HOME, ["/1"])
    running = Running(bench, profile(queues={"pause_at_start": True}))
    running.wait_for(running.is_paused)
    time.sleep(0.3)
    assert bench.web.arrivals == []
    give_order(bench.frontier_path, "resume")
    assert running.end().fetched == 2


def test_pause_at_finish(bench: Bench) -> None:
    """It waits for more, goes on with it, waits again, and ends when there is no more."""
    bench.web.links(HOME, ["/1"])
    running = Running(bench, profile(queues={"pause_at_finish": True}))
    running.wait_for(lambda: len(bench.web.urls()) == 2 and running.is_paused())
    add_seeds(bench.frontier_path, [HOME + "more"])
    give_order(bench.frontier_path, "resume")
    running.wait_for(lambda: len(bench.web.urls()) == 3 and running.is_paused())
    give_order(bench.frontier_path, "resume")
    assert running.end().fetched == 3


def test_a_crawl_stopped_while_it_waits_for_more_does_not_wait_when_run_again(bench: Bench) -> None:
    bench.web.page(HOME, "x")
    running = Running(bench, profile(queues={"pause_at_finish": True}))
    running.wait_for(lambda: len(bench.web.urls()) == 1 and running.is_paused())
    give_order(bench.frontier_path, "stop")
    running.end()
    assert bench.run(HOME, "http://b.test/", profile=profile()).fetched == 1
