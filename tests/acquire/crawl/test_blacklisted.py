"""What is on a blacklist is never asked for, however a crawl comes to it, and its end says why."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from support.crawls import crawl_options

import sheaf
from acquire.crawl.bench import Bench
from acquire.crawl.fake_web import FakeWeb
from sheaf.acquire.crawl.control.explanation import explain
from sheaf.acquire.crawl.options import remembered_options
from sheaf.acquire.crawl.profiles import load_profile
from sheaf.curate.blacklist import Blacklist
from sheaf.errors import BadSettingError

LINES = """\
bad.test
BÜCHER.test
port.test:8080
http://a.test/secret/*
*.gif
/\\/maps\\.xml$/
*/own/robots.txt
"""


def find_with(folder: Path, lines: str):
    (folder / "unwanted.txt").write_text(lines)
    return Blacklist.load("unwanted.txt", folder=folder, is_bounded=True).find


def reasons_in(frontier: Path) -> dict[str, str]:
    query = (
        "SELECT urls.url, reason FROM visits JOIN urls ON urls.id = visits.url "
        "WHERE outcome = 'blacklisted'"
    )
    with closing(sqlite3.connect(frontier)) as database:
        return dict(database.execute(query))


def test_what_is_blacklisted_is_never_asked_for(bench: Bench, web: FakeWeb):
    """As a seed, a link, something embedded, a redirect's end, a sitemap."""
    web.robots("a.test", "Sitemap: http://a.test/maps.xml\nSitemap: http://a.test/good.xml\n")
    pictures = '<img src="/logo.gif"><img src="/logo.png">'
    links = [
        "/secret/diary", "/moved", "http://xn--bcher-kva.test/x", "http://port.test:8080/y",
        "http://port.test/fine", "http://bad.test/page",
    ]  # fmt: skip
    anchors = "".join(f'<a href="{link}">to</a>' for link in links)
    web.page("http://a.test/", f"<html><body>{anchors}{pictures}</body></html>")
    for step in ("moved", "further"):
        onward = "/further" if step == "moved" else "http://WWW.bad.test:80/end"
        web.redirect(f"http://a.test/{step}", onward)
    seeds = ["http://a.test/", "http://bad.test/seed"]
    hosts = ["*.test"]
    report = bench.run(
        *seeds, hosts=hosts, sitemaps=True, embeds=True,
        find_on_blacklist=find_with(bench.folder, LINES),
    )  # fmt: skip
    blacklisted = {url for url, end in bench.outcomes().items() if end == "blacklisted"}
    assert blacklisted == {
        "http://a.test/secret/diary", "http://xn--bcher-kva.test/x", "http://port.test:8080/y",
        "http://bad.test/page", "http://bad.test/seed", "http://www.bad.test/end",
        "http://a.test/logo.gif", "http://a.test/maps.xml",
    }  # fmt: skip
    assert report.outcomes["blacklisted"] == len(blacklisted)
    asked = {arrival.url for arrival in web.arrivals}
    assert not asked & blacklisted
    assert not {arrival.host for arrival in web.arrivals} & {"bad.test", "xn--bcher-kva.test"}
    assert {"http://a.test/logo.png", "http://a.test/good.xml", "http://port.test/fine"} <= asked

    reasons = reasons_in(bench.frontier_path)
    assert reasons.keys() == blacklisted
    assert reasons["http://www.bad.test/end"] == "bad.test is on the blacklist unwanted.txt"
    assert "*.gif (line 5) is on" in reasons["http://a.test/logo.gif"]
    lines = {line[3]: line for line in bench.log()}
    assert lines["http://bad.test/seed"][1] == "-5001"
    words = lines["http://bad.test/seed"][11]
    assert words == "blacklist:bad.test%20is%20on%20the%20blacklist%20unwanted.txt"


def test_without_its_rules_nothing_of_a_site_is_fetched(bench: Bench, web: FakeWeb):
    """Its robots.txt is blacklisted, or has moved to where it is."""
    web.redirect("http://b.test/robots.txt", "http://bad.test/robots.txt")
    web.page("http://b.test/")
    lines = "bad.test\nhttp://a.test/robots.txt\n"
    find = find_with(bench.folder, lines)
    bench.run("http://a.test/", "http://b.test/", find_on_blacklist=find)
    assert set(bench.outcomes().values()) == {"robots_unavailable"}
    assert [arrival.url for arrival in web.arrivals] == ["http://b.test/robots.txt"]
    profile = load_profile("scholarly")
    found = explain("http://a.test/x", profile, find_on_blacklist=find)
    assert not found.accepted
    assert "its rules stand at http://a.test/robots.txt, and" in found.verdict.reason
    assert explain("http://b.test/x", profile, find_on_blacklist=find).accepted


def test_blacklists_come_from_library_profile_and_crawl(
    tmp_path: Path, web: FakeWeb, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("SHEAF_CURATE_BLACKLIST", "of-library.txt")
    monkeypatch.setenv("SHEAF_CRAWL_BLACKLIST_FILES", "cdi:of-crawls.txt")
    links = [f"http://{name}.test/" for name in ("one", "two", "three", "four")]
    web.links("http://a.test/", links)
    with sheaf.init(tmp_path / "lib") as library:
        (library.folder / "of-library.txt").write_text("one.test\n")
        (library.folder / "of-crawls.txt").write_text("two.test\n")
        (tmp_path / "own.txt").write_text("three.test\n")
        monkeypatch.chdir(tmp_path)
        how = {
            "name": "here", "resolve": {"*.test": ("127.0.0.1", web.port)}, "hosts": ["*.test"],
            "min_delay": 0, "delay_factor": 0, "importing": "never",
        }  # fmt: skip
        seeds = ["http://a.test/"]
        report, _ = library.crawl(seeds, crawl_options(blacklist=["own.txt"], pages=1, **how))
        assert report.outcomes["page_limit"] == 4
        # The next run remembers its own file, wherever it is started from.
        monkeypatch.chdir("/")
        report, _ = library.crawl([], crawl_options(**how))
        assert report.outcomes["blacklisted"] == 3
        assert {arrival.host for arrival in web.arrivals} == {"a.test", "four.test"}
        kept = remembered_options(library.crawls.frontier("here"))
        assert kept is not None
        assert kept.blacklist == (f"sheaf:{tmp_path}/own.txt",)


def test_a_pattern_that_could_take_forever_ends_no_crawl_later(tmp_path: Path):
    (tmp_path / "mine").write_text("a.test\n/(x+)+y/\n")
    with pytest.raises(BadSettingError, match="mine, line 2: a crawl cannot use"):
        Blacklist.load("mine", folder=tmp_path, is_bounded=True)
    # The import has a time limit for it.
    Blacklist.load("mine", folder=tmp_path)
    find = find_with(tmp_path, "/a.*b.*c/\n")
    assert find("http://h.test/abc")
    assert find("http://h.test/ab") is None
    assert find("http://h.test/" + "x" * 3000), "it is too long to be tried, so it is not fetched"
