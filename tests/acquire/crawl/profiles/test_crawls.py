"""What a profile says is what the crawler does."""

from __future__ import annotations

import base64
from pathlib import Path

import pytest

from acquire.crawl.bench import Bench
from acquire.crawl.fake_web import FakeWeb, Page
from sheaf.acquire.crawl.profiles import Profile, load_profile

TO_ALL = {"scope": [{"decide": "accept"}]}


def profile(**told: object) -> Profile:
    return Profile.model_validate(TO_ALL | told)


def test_shipped_profiles_crawl(bench: Bench) -> None:
    bench.web.links("http://a.test/", ["/1", "http://b.test/"])
    bench.web.page("http://a.test/1", "x")
    for name in ("scholarly", "submission", "focused"):
        bench.frontier_path = bench.folder / f"{name}.db"
        told = load_profile(name)
        report = bench.run("http://a.test/", profile=told, contact="mailto:a@b.test")
        assert report.outcomes["fetched"] == 2, name


def test_settings_that_were_set_go_before_the_profile(bench: Bench) -> None:
    bench.web.links("http://a.test/", [f"/{number}" for number in range(9)])
    told = profile(limits={"pages": 2}, politeness={"min_delay": 5.0})
    assert bench.run("http://a.test/", profile=told).fetched == 2
    assert bench.run("http://a.test/", profile=told, pages=4).fetched == 4


def test_answers_of_an_unwanted_type_are_broken_off(bench: Bench) -> None:
    bench.web.links("http://a.test/", ["/film", "/paper.pdf", "/large.pdf"])
    film = {"Content-Type": "video/mp4", "Content-Length": str(10**9)}
    bench.web.page("http://a.test/film", raw=_head(film) + b"x" * 1000)
    bench.web.page("http://a.test/paper.pdf", b"%PDF", headers={"Content-Type": "application/pdf"})
    large = {"Content-Type": "application/pdf", "Content-Length": str(10**9)}
    bench.web.page("http://a.test/large.pdf", raw=_head(large) + b"x" * 1000)
    rules = [
        {"decide": "reject", "mime_types": ["video/*"]},
        {"decide": "reject", "larger_than": 10**6},
    ]
    report = bench.run("http://a.test/", profile=profile(midfetch=[{"decide": "accept"}, *rules]))
    assert report.outcomes == {"fetched": 2, "unwanted": 2}
    assert {url for url, _, _ in bench.records()} == {"http://a.test/", "http://a.test/paper.pdf"}
    codes = {line[3]: line[1] for line in bench.log()}
    assert codes["http://a.test/film"] == "-5000"


def _head(headers: dict[str, str]) -> bytes:
    lines = ["HTTP/1.1 200 OK", *(f"{name}: {value}" for name, value in headers.items()), "", ""]
    return "\r\n".join(lines).encode()


def test_what_is_not_to_be_kept_is_fetched_and_followed_but_not_written(bench: Bench) -> None:
    bench.web.links("http://a.test/", ["/list", "/paper.pdf"])
    bench.web.links("http://a.test/list", ["/paper.pdf"])
    bench.web.page("http://a.test/paper.pdf", b"%PDF", headers={"Content-Type": "application/pdf"})
    keep = [{"decide": "reject"}, {"decide": "accept", "mime_types": ["application/pdf"]}]
    report = bench.run("http://a.test/", profile=profile(keep=keep))
    assert report.outcomes == {"fetched": 3}
    assert [url for url, _, _ in bench.records()] == ["http://a.test/paper.pdf"]
    notes = {line[3]: line[11] for line in bench.log()}
    assert "unwritten:rule" in notes["http://a.test/list"]


def test_hubs_are_marked(bench: Bench) -> None:
    bench.web.links("http://a.test/", ["/list", "/other"])
    bench.web.links("http://a.test/list", ["/paper.PDF"])
    bench.web.links("http://a.test/other", ["/"])
    bench.run("http://a.test/", profile=profile())
    notes = {line[3]: line[11] for line in bench.log()}
    assert [url for url, note in notes.items() if "hub" in note] == ["http://a.test/list"]
    told = {url: text for url, _, text in bench.records("metadata")}
    assert b"sheaf-hub: 1 " in told["http://a.test/list"]
    assert b"outlink: http://a.test/paper.PDF L a\r\n" in told["http://a.test/list"]


def test_sitemaps_of_robots_txt_are_read(bench: Bench) -> None:
    maps = "\n".join(f"Sitemap: http://{host}/map.xml" for host in ("a.test", "elsewhere.example"))
    bench.web.robots("a.test", f"User-agent: *\nDisallow:\n{maps}")
    xml = (
        '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
        "<url><loc>http://a.test/hidden</loc></url></urlset>"
    )
    bench.web.page("http://a.test/map.xml", xml, headers={"Content-Type": "text/xml"})
    bench.web.page("http://a.test/", "x")
    bench.web.page("http://a.test/hidden", "x")
    scholarly = load_profile("scholarly")
    report = bench.run("http://a.test/", profile=scholarly)
    assert report.outcomes == {"fetched": 3}
    hops = {line[3]: line[4] for line in bench.log()}
    assert hops["http://a.test/map.xml"] == "M"
    assert hops["http://a.test/hidden"] == "ML"
    assert bench.run("http://a.test/", profile=scholarly).outcomes == {"fetched": 3}


def test_urls_that_count_as_one_are_fetched_once(bench: Bench) -> None:
    links = ["/p?PHPSESSID=0123456789abcdef0123456789abcdef", "/p", "http://www.a.test/p"]
    bench.web.links("http://a.test/", links)
    bench.web.page("http://a.test/" + links[0][1:], "x")
    switches = {"strip_session_ids": True, "strip_www": True, "fixup_query": True}
    told = profile(canonicalisation=switches)
    assert bench.run("http://a.test/", profile=told).outcomes == {"fetched": 2}
    # And so it is after the crawl was taken up again.
    assert bench.run("http://a.test/", profile=told, pages=5).fetched == 0


def test_a_redirect_to_the_other_form_of_a_url_is_followed(bench: Bench) -> None:
    bench.web.redirect("http://a.test/", "http://www.a.test/")
    bench.web.page("http://www.a.test/", "here")
    told = profile(canonicalisation={"strip_www": True})
    assert bench.run("http://a.test/", profile=told).outcomes == {"redirect": 1, "fetched": 1}
    assert bench.run("http://a.test/", profile=told).fetched == 0


def test_seeds_are_drawn_again_when_nothing_is_left(bench: Bench, web: FakeWeb) -> None:
    """As from a page that leads to a random article."""
    web.each_time(
        "http://a.test/random",
        lambda before: Page(status=302, headers={"Location": f"/article/{before}"}),
    )
    for number in range(30):
        web.page(f"http://a.test/article/{number}", "x")
    told = profile(seeds={"redraw": True})
    report = bench.run("http://a.test/random", profile=told, pages=20)
    assert report.fetched == 20
    assert len({url for url in web.urls() if "/article/" in url}) == 10
    assert report.outcomes == {"fetched": 10, "redirect": 1}


def test_drawing_ends_when_it_brings_nothing_new(bench: Bench) -> None:
    bench.web.redirect("http://a.test/random", "/same")
    bench.web.page("http://a.test/same", "x")
    report = bench.run("http://a.test/random", profile=profile(seeds={"redraw": True}))
    assert report.outcomes == {"fetched": 1, "redirect": 1}
    assert 100 <= len(bench.web.urls()) < 110


def test_cookies_are_sent_back_where_they_are_wanted(bench: Bench, tmp_path: Path) -> None:
    bench.web.links("http://a.test/", ["/1"], headers={"Set-Cookie": "id=1; Path=/"})
    jar = tmp_path / "cookies.txt"
    told = profile(fetch={"cookies": True, "cookies_to": str(jar)})
    bench.run("http://a.test/", profile=told)
    assert bench.web.arrivals[-1].headers["Cookie"] == "id=1"
    assert "id\t1" in jar.read_text()
    requests = {url: record for url, record, _ in bench.records("request")}
    assert requests["http://a.test/1"].http_headers["Cookie"] == "id=1"


def test_a_password_is_sent_to_its_host_only(bench: Bench, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("s3cret\n")
    one = {"host": "a.test", "user": "me", "password_file": str(secret)}
    bench.web.links("http://a.test/", ["http://b.test/"])
    bench.run("http://a.test/", profile=profile(fetch={"credentials": [one]}))
    sent = {one.host: one.headers.get("Authorization") for one in bench.web.arrivals
            if not one.url.endswith("robots.txt")}  # fmt: skip
    basic = base64.b64encode(b"me:s3cret").decode()
    assert sent == {"a.test": f"Basic {basic}", "b.test": None}


def test_headers_of_a_profile_and_the_page_with_the_link_are_named(bench: Bench) -> None:
    told = profile(
        fetch={"headers": {"Accept-Language": "de"}, "referer": True},
        agent={"mail": "library@a.test"},
    )
    bench.web.links("http://a.test/", ["/1"])
    bench.run("http://a.test/", profile=told)
    headers = bench.web.arrivals[-1].headers
    assert headers["Accept-Language"] == "de"
    assert headers["From"] == "library@a.test"
    assert headers["Referer"] == "http://a.test/"


@pytest.mark.parametrize("pause", [0.0, 0.1])
def test_a_worker_rests_after_a_page(bench: Bench, pause: float) -> None:
    hosts = [f"h{number}.test" for number in range(6)]
    told = profile(politeness={"worker_pause": pause, "connections": 1})
    report = bench.run(*(f"http://{host}/" for host in hosts), profile=told)
    assert (report.seconds >= 0.5) == bool(pause)


def test_urgent_links_are_fetched_first(bench: Bench) -> None:
    """In the focused profile the words of a link decide."""
    names = [*(f"holiday {number}" for number in range(20)), "my papers"]
    anchors = "".join(f'<a href="/{number}">{name}</a>' for number, name in enumerate(names))
    bench.web.page("http://a.test/", anchors)
    bench.run("http://a.test/", profile=load_profile("focused"), contact="mailto:a@b.test")
    assert bench.web.urls()[1] == "http://a.test/20"
