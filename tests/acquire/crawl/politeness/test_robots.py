"""robots.txt comes first, counts for a day, and is obeyed."""

from __future__ import annotations

import gzip
import sqlite3

import pytest

from acquire.crawl.bench import Bench
from acquire.crawl.fake_web import Page

TICK = 0.005


def test_it_is_asked_for_once_and_before_anything_else(bench: Bench) -> None:
    bench.web.links("http://a.test/", ["/1", "/2"])
    bench.run("http://a.test/")
    assert bench.web.urls(robots=True)[0] == "http://a.test/robots.txt"
    assert bench.web.urls(robots=True).count("http://a.test/robots.txt") == 1


def test_what_it_forbids_is_not_fetched(bench: Bench) -> None:
    bench.web.robots("a.test", "User-agent: *\nDisallow: /no/\nAllow: /no/but-this")
    bench.web.links("http://a.test/", ["/no/", "/no/page", "/no/but-this", "/yes"])
    report = bench.run("http://a.test/")
    assert set(bench.web.urls()) == {
        "http://a.test/", "http://a.test/no/but-this", "http://a.test/yes"
    }  # fmt: skip
    assert report.outcomes["robots_forbidden"] == 2


def test_rules_for_us_by_name_go_before_rules_for_all(bench: Bench) -> None:
    bench.web.robots("a.test", "User-agent: *\nDisallow:\n\nUser-agent: Sheaf\nDisallow: /")
    assert bench.run("http://a.test/").outcomes == {"robots_forbidden": 1}
    bench.web.robots("b.test", "User-agent: *\nDisallow: /\n\nUser-agent: Sheaf\nDisallow:")
    assert bench.run("http://b.test/").outcomes == {"robots_forbidden": 1, "bad_status": 1}


def test_crawl_delay_is_kept_from_the_first_page_on(bench: Bench) -> None:
    bench.web.robots("a.test", "User-agent: *\nCrawl-delay: 0.2")
    bench.web.links("http://a.test/", ["/1"])
    bench.run("http://a.test/")
    assert len(bench.web.gaps("a.test")) == 2
    assert min(bench.web.gaps("a.test")) >= 0.2 - TICK


def test_a_crawl_delay_beyond_the_limit_is_cut_to_it(bench: Bench) -> None:
    bench.web.robots("a.test", "User-agent: *\nCrawl-delay: 3600")
    bench.web.links("http://a.test/", ["/1"])
    report = bench.run("http://a.test/", max_crawl_delay=0.2)
    assert report.fetched == 2
    assert min(bench.web.gaps("a.test")) >= 0.2 - TICK


def test_min_delay_is_never_shortened(bench: Bench) -> None:
    bench.web.robots("a.test", "User-agent: *\nCrawl-delay: 0.01")
    bench.run("http://a.test/", min_delay=0.2)
    assert min(bench.web.gaps("a.test")) >= 0.2 - TICK


@pytest.mark.parametrize("status", [404, 403, 410])
def test_a_site_without_rules_allows_all(bench: Bench, status: int) -> None:
    bench.web.robots("a.test", "User-agent: *\nDisallow: /", status=status)
    bench.web.page("http://a.test/", "open")
    assert bench.run("http://a.test/").outcomes == {"fetched": 1}


@pytest.mark.parametrize("status", [500, 503, 429])
def test_a_site_whose_rules_cannot_be_had_is_left_alone(bench: Bench, status: int) -> None:
    bench.web.robots("a.test", "", status=status)
    bench.web.page("http://a.test/", "open")
    report = bench.run("http://a.test/", max_delay=0.02)
    assert report.outcomes == {"robots_unavailable": 1}
    assert bench.web.urls(robots=True) == ["http://a.test/robots.txt"] * 3


def test_rules_that_come_at_the_second_try_count(bench: Bench) -> None:
    rules = Page(b"User-agent: *\nDisallow: /no")
    bench.web.each_time(
        "http://a.test/robots.txt", lambda before: Page(status=500) if before == 0 else rules
    )
    bench.web.links("http://a.test/", ["/no"])
    outcomes = bench.run("http://a.test/", max_delay=0.02).outcomes
    assert outcomes == {"fetched": 1, "robots_forbidden": 1}


def test_rules_cut_off_in_the_middle_are_no_rules(bench: Bench) -> None:
    half = b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nUser-agent: *\nAllow: /"
    bench.web.robots("a.test", "", raw=half)
    assert bench.run("http://a.test/", max_delay=0.02).outcomes == {"robots_unavailable": 1}


def test_redirects_to_the_rules_are_followed_politely(bench: Bench) -> None:
    bench.web.redirect("http://a.test/robots.txt", "/rules/robots.txt")
    bench.web.redirect("http://a.test/rules/robots.txt", "http://b.test/rules")
    bench.web.page("http://b.test/rules", "User-agent: *\nDisallow: /")
    report = bench.run("http://a.test/", min_delay=0.1)
    assert report.outcomes == {"robots_forbidden": 1}
    assert min(bench.web.gaps("a.test")) >= 0.1 - TICK


def test_rules_on_another_host_wait_for_its_turn(bench: Bench) -> None:
    bench.web.redirect("http://a.test/robots.txt", "http://b.test/rules")
    bench.web.page("http://b.test/rules", "User-agent: *\nDisallow: /", seconds=0.05)
    bench.web.links("http://b.test/", ["/1", "/2", "/3"], seconds=0.05)
    for number in (1, 2, 3):
        bench.web.page(f"http://b.test/{number}", "x", seconds=0.05)
    bench.run("http://a.test/", "http://b.test/")
    assert "http://b.test/rules" in bench.web.urls()
    assert bench.web.most_at_once["b.test"] == 1


def test_after_five_redirects_the_rules_are_given_up(bench: Bench) -> None:
    for step in range(9):
        bench.web.redirect(f"http://a.test/{step}", f"/{step + 1}")
    bench.web.redirect("http://a.test/robots.txt", "/0")
    bench.web.page("http://a.test/page", "open")
    assert bench.run("http://a.test/page").outcomes == {"fetched": 1}
    assert len(bench.web.urls(robots=True)) == 7


def test_only_the_first_500_kib_are_read(bench: Bench) -> None:
    filling = "# nothing\n" * (500 * 1024 // 10 + 1)
    bench.web.robots("a.test", f"User-agent: *\nDisallow: /no\n{filling}Disallow: /late")
    bench.web.links("http://a.test/", ["/no", "/late"])
    bench.run("http://a.test/")
    assert set(bench.web.urls()) == {"http://a.test/", "http://a.test/late"}


def test_compressed_rules_are_rules(bench: Bench) -> None:
    rules = gzip.compress(b"User-agent: *\nDisallow: /")
    headers = {"Content-Encoding": "gzip"}
    bench.web.page("http://a.test/robots.txt", rules, headers=headers)
    assert bench.run("http://a.test/").outcomes == {"robots_forbidden": 1}


def test_each_port_of_a_host_has_rules_of_its_own(bench: Bench) -> None:
    bench.web.robots("a.test:8080", "User-agent: *\nDisallow: /")
    bench.web.page("http://a.test/", "open")
    bench.run("http://a.test/", "http://a.test:8080/")
    assert bench.outcomes() == {
        "http://a.test/": "fetched", "http://a.test:8080/": "robots_forbidden"
    }  # fmt: skip


def test_rules_are_kept_for_a_day_over_runs(bench: Bench) -> None:
    bench.web.links("http://a.test/", ["/1", "/2"])
    bench.run("http://a.test/", pages=1)
    bench.run("http://a.test/", pages=1)
    assert bench.web.urls(robots=True).count("http://a.test/robots.txt") == 1
    with sqlite3.connect(bench.frontier_path) as database:
        database.execute("UPDATE robots SET asked_at = asked_at - 24 * 3600")
    database.close()
    bench.run("http://a.test/", pages=1)
    assert bench.web.urls(robots=True).count("http://a.test/robots.txt") == 2
