"""A crawl that is taken up again, added to, held up or stopped early: nothing is lost over it."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from acquire.crawl.bench import Bench
from acquire.crawl.fake_web import Page
from acquire.crawl.older_frontier import make_older
from sheaf.acquire.crawl.background import BackgroundCrawl
from sheaf.acquire.crawl.crawler import Crawler
from sheaf.acquire.crawl.engine import MOST_REDRAWS
from sheaf.acquire.crawl.frontier.orders import add_seeds, give_order
from sheaf.acquire.crawl.frontier.status import read_status
from sheaf.acquire.crawl.options import CrawlOptions
from sheaf.acquire.crawl.politeness.hosts import HostQueue
from sheaf.acquire.crawl.profiles import PLAIN, load_profile
from sheaf.records import Seed

HOME, OTHER = "http://a.test/", "http://b.test/"
BUSY = {"Retry-After": "1"}


@contextmanager
def database(bench: Bench) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(bench.frontier_path)) as connection, connection:
        yield connection


def make_site(bench: Bench, home: str = HOME, pages: int = 3) -> None:
    bench.web.links(home, [f"/{number}" for number in range(pages)])
    for number in range(pages):
        bench.web.page(f"{home}{number}", "x")


# Seeds that come later


@pytest.mark.parametrize("name", [None, "scholarly"])
def test_a_seed_for_the_next_run_brings_its_host(bench: Bench, name: str | None) -> None:
    profile = load_profile(name) if name else None
    make_site(bench)
    make_site(bench, OTHER)
    bench.run(HOME, profile=profile)
    add_seeds(bench.frontier_path, [OTHER])
    assert bench.run(HOME, profile=profile).outcomes == {"fetched": 8}


@pytest.mark.parametrize("name", [None, "scholarly"])
def test_a_seed_for_a_crawl_that_runs_brings_its_host(bench: Bench, name: str | None) -> None:
    profile = load_profile(name) if name else None
    bench.web.page(HOME, "x", seconds=1.5)
    make_site(bench, OTHER)
    bench.run(HOME, limits_seconds=0.001, profile=profile)
    later = threading.Timer(0.3, add_seeds, [bench.frontier_path, [OTHER]])
    later.start()
    report = bench.run(HOME, profile=profile)
    later.join()
    assert report.outcomes == {"fetched": 5}


def test_a_seed_belongs_to_no_crawl_that_was_given_its_hosts(bench: Bench) -> None:
    make_site(bench)
    bench.run(HOME, hosts=["a.test"])
    add_seeds(bench.frontier_path, [OTHER])
    assert bench.run(HOME, hosts=["a.test"]).outcomes == {"fetched": 4, "out_of_scope": 1}


def test_where_a_redirect_led_out_of_the_crawl_may_be_added(bench: Bench) -> None:
    bench.web.redirect(HOME, OTHER)
    make_site(bench, OTHER)
    assert bench.run(HOME).outcomes == {"redirect": 1, "out_of_scope": 1}
    add_seeds(bench.frontier_path, [OTHER])
    assert bench.run(HOME).outcomes == {"redirect": 1, "fetched": 4}
    assert read_status(bench.frontier_path).waiting == 0


# Other settings


def test_it_goes_on_where_more_urls_are_taken_for_one(bench: Bench) -> None:
    names = [f"{letter}{number}" for number in range(5) for letter in "Pp"]
    bench.web.links(HOME, names)
    for name in names:
        bench.web.links(HOME + name, [f"/new{name[1:]}"])
    bench.run(HOME, pages=3, profile=load_profile("scholarly"))
    report = bench.run(HOME, depth=5, profile=load_profile("submission"))
    assert "page_limit" not in report.outcomes
    assert {f"{HOME}new{number}" for number in range(5)} <= set(bench.web.urls())


# Held back and let go


def test_a_visit_is_let_go_at_the_depth_at_which_it_was_begun() -> None:
    host = HostQueue("a.test", 0.0)
    host.mark_begun(7, 3)
    host.mark_begun(7, 1)  # tried again, when a shorter way was known
    assert host.is_too_early(5)
    host.mark_written(7)
    host.mark_written(8)  # refused unasked
    assert not host.unwritten
    assert not host.is_too_early(5)


def test_a_shorter_way_to_a_page_that_is_tried_again_stops_nothing(bench: Bench) -> None:
    """/slow is three links from one seed, and one from another that answers while it waits."""
    bench.web.links(HOME, ["/1"])
    bench.web.links(HOME + "1", ["/2"])
    bench.web.links(HOME + "2", ["/slow"])
    pages = [Page(status=503, headers=BUSY), Page(b'<a href="/d0">x</a>')]
    html = {"Content-Type": "text/html"}
    bench.web.each_time(
        HOME + "slow", lambda before: Page(pages[before].body, pages[before].status,
                                           html | pages[before].headers)
    )  # fmt: skip
    for number in range(6):
        bench.web.links(f"{HOME}d{number}", [f"/d{number + 1}"])
    bench.web.links(OTHER, [HOME + "slow"], seconds=1.1)
    report = bench.run(HOME, OTHER, depth=12)
    assert report.outcomes == {"fetched": 11, "bad_status": 1}


def test_a_host_with_a_budget_is_tried_again_over_several_connections(bench: Bench) -> None:
    pages = [Page(status=503), Page(b"x")]
    bench.web.each_time(HOME + "1", lambda before: pages[before])
    bench.web.page(HOME + "2", "x")
    report = bench.run(HOME + "1", HOME + "2", host_connections=2, host_pages=1)
    assert report.outcomes == {"fetched": 1, "host_limit": 1}


# What is kept from run to run


def test_a_crawl_delay_is_kept_over_runs(bench: Bench) -> None:
    make_site(bench)
    bench.web.robots("a.test", "User-agent: *\nCrawl-delay: 1\n")
    for _ in range(2):
        bench.run(HOME, pages=1)
    assert len(bench.web.of_host("a.test")) == 3
    assert min(bench.web.gaps("a.test")) > 0.95


def test_a_budget_counts_every_answer_in_every_run(bench: Bench) -> None:
    """Redirects without a body, too."""
    bench.web.links(HOME, [f"/r{number}" for number in range(4)] + ["/p1", "/p2", "/p3"])
    for number in range(4):
        bench.web.redirect(f"{HOME}r{number}", f"/t{number}")
    first = bench.run(HOME, host_pages=5).outcomes
    assert first == {"fetched": 1, "redirect": 4, "host_limit": 7}
    assert bench.run(HOME, host_pages=5).outcomes == first
    assert len(bench.web.urls()) == 5
    revisited = bench.run(HOME, host_pages=5, revisit=True).outcomes
    assert revisited["host_limit"] == 7
    assert len(bench.web.urls()) == 10


def test_a_frontier_from_before_budgets_were_kept_knows_its_own(bench: Bench) -> None:
    make_site(bench)
    bench.run(HOME, pages=2)
    with database(bench) as old:
        make_older(old, 3)
    assert bench.run(HOME, host_pages=3).outcomes == {"fetched": 3, "host_limit": 1}


def test_a_pause_written_down_by_a_clock_that_was_ahead_is_bounded(bench: Bench) -> None:
    make_site(bench)
    bench.run(HOME, pages=1)
    with database(bench) as frontier:
        frontier.execute("UPDATE hosts SET not_before = ?", (time.time() + 10 * 365 * 86400,))
    report = bench.run(HOME, max_retry_after=0.3, limits_seconds=10)
    assert report.outcomes == {"fetched": 4}
    assert report.seconds < 5


def test_rules_written_down_by_a_clock_that_was_ahead_are_asked_for(bench: Bench) -> None:
    make_site(bench)
    bench.run(HOME, pages=1)
    with database(bench) as frontier:
        frontier.execute("UPDATE robots SET asked_at = ?", (time.time() + 10 * 365 * 86400,))
    bench.run(HOME)
    assert bench.web.urls(robots=True).count(HOME + "robots.txt") == 2


# Stopped early


def test_stopped_before_it_begins_it_fetches_nothing(bench: Bench) -> None:
    make_site(bench)
    crawler = bench.crawler()
    crawler.stop()
    assert crawler.run([Seed(HOME)]).outcomes == {"waiting": 1}
    assert bench.web.arrivals == []
    assert crawler.run([Seed(HOME)]).outcomes == {"fetched": 4}


def test_a_crawl_of_a_library_hears_it_too(bench: Bench, tmp_path: Path) -> None:
    make_site(bench)
    where = {"*": ("127.0.0.1", bench.web.port)}
    crawler = Crawler(tmp_path, PLAIN, CrawlOptions("one", resolve=where))
    crawler.stop()
    with BackgroundCrawl(crawler, [Seed(HOME)]) as fetching:
        assert all(ranges == [] for ranges in fetching.ranges())
    assert fetching.report().outcomes == {"waiting": 1}


def test_an_order_to_stop_from_before_is_not_for_this_run(bench: Bench) -> None:
    make_site(bench)
    bench.run(HOME, pages=1)
    give_order(bench.frontier_path, "stop")
    assert bench.run(HOME).outcomes == {"fetched": 4}


def test_a_small_wiki_is_drawn_from_until_little_can_be_left() -> None:
    """Of fifty pages that are equally likely, all but one are known: is it found?"""
    assert (1 - 1 / 50) ** MOST_REDRAWS < 0.15
