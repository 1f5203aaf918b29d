"""How a crawl stands: the sums are those of its URLs, in whatever way they came about, and however
many hosts there are; and what did not enter it is told."""

from __future__ import annotations

import sqlite3
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from acquire.crawl.bench import Bench
from acquire.crawl.older_frontier import make_older
from sheaf.acquire.crawl.control.crawl_screen import show_status
from sheaf.acquire.crawl.control.metrics import as_prometheus
from sheaf.acquire.crawl.frontier.file import FrontierFile
from sheaf.acquire.crawl.frontier.orders import add_seeds
from sheaf.acquire.crawl.frontier.status import outcomes_of, read_status
from sheaf.acquire.crawl.profiles import load_profile
from sheaf.crawl_settings import LimitSettings
from sheaf.urls import host_of

HOME = "http://a.test/"
ALL = 1_000_000  # hosts, as good as all
MANY_HOSTS = 20_000
QUICKLY = 0.1


@contextmanager
def database(path: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(path)) as connection, connection:
        yield connection


def assert_sums_are_those_of_the_urls(bench: Bench) -> None:
    ends = bench.outcomes()
    status = read_status(bench.frontier_path, hosts=ALL)
    assert status.outcomes == Counter(end for end in ends.values() if end)
    assert status.waiting == sum(end is None for end in ends.values())
    by_host: dict[str, Counter[str | None]] = {}
    for url, end in ends.items():
        by_host.setdefault(host_of(url), Counter())[end] += 1
    told = {one.name: Counter({None: one.waiting, **one.outcomes}) for one in status.hosts}
    assert told == by_host
    assert status.host_count == len(by_host)
    waiting = [(one.waiting, one.answers) for one in status.hosts]
    assert waiting == sorted(waiting, reverse=True)


def make_sites(bench: Bench) -> None:
    bench.web.links(HOME, ["/1", "/2", "/3", "http://b.test/", "http://c.test/", "http://d.test/"])
    for number in (1, 2, 3):
        bench.web.page(f"{HOME}{number}", "a page")
    bench.web.links("http://b.test/", ["/gone", "/on"])
    bench.web.page("http://b.test/gone", status=404)
    bench.web.redirect("http://b.test/on", "http://a.test/1")
    bench.web.robots("d.test", "", status=503)


def test_the_sums_are_those_of_the_urls_whatever_happens_to_a_crawl(bench: Bench) -> None:
    make_sites(bench)
    how = {"hosts": ["*.test"], "retries": 0}
    for _ in range(4):
        bench.run(HOME, pages=2, **how)
        assert_sums_are_those_of_the_urls(bench)
    bench.run(HOME, revisit=True, pages=3, **how)
    assert_sums_are_those_of_the_urls(bench)
    add_seeds(bench.frontier_path, ["http://e.test/", f"{HOME}2"])
    bench.run(HOME, **how)
    assert_sums_are_those_of_the_urls(bench)
    newest = max(bench.warc_folder.glob("*.warc.gz"))
    with database(bench.frontier_path) as frontier:  # as if killed, and its archive lost
        size = newest.stat().st_size
        frontier.execute("UPDATE state SET warc_file = ?, warc_size = ?", (newest.name, size))
    newest.unlink()
    with pytest.raises(Exception, match="is gone"):
        bench.run(HOME, **how)
    assert_sums_are_those_of_the_urls(bench)
    bench.run(HOME, **how)
    assert_sums_are_those_of_the_urls(bench)


@pytest.mark.parametrize("version", [2, 3, 4, 5, 6, 7])
def test_a_frontier_of_an_older_version_has_its_sums(bench: Bench, version: int) -> None:
    make_sites(bench)
    bench.run(HOME, pages=4, hosts=["*.test"], retries=0)
    with database(bench.frontier_path) as old:
        make_older(old, version)
    assert_sums_are_those_of_the_urls(bench)
    bench.run(HOME, hosts=["*.test"], retries=0)
    assert_sums_are_those_of_the_urls(bench)


def test_no_more_hosts_are_told_than_asked_for(bench: Bench) -> None:
    make_sites(bench)
    bench.run(HOME, pages=4, hosts=["*.test"], retries=0)
    whole, some = (read_status(bench.frontier_path, hosts=most) for most in (ALL, 2))
    assert some.hosts == whole.hosts[:2]
    assert some.host_count == whole.host_count == len(whole.hosts) > 2
    assert some.outcomes == whole.outcomes
    told = some.as_json()
    assert (len(told["hosts"]), told["host_count"]) == (2, len(whole.hosts))
    assert read_status(bench.frontier_path, hosts=0).hosts == ()


def test_a_status_takes_no_longer_where_there_are_many_hosts(tmp_path: Path) -> None:
    path = tmp_path / "many.db"
    with closing(FrontierFile(path)) as file, file.transaction() as write:
        numbers = range(1, MANY_HOSTS + 1)
        names = ((number, f"host{number}.test") for number in numbers)
        write.executemany("INSERT INTO hosts (id, name) VALUES (?, ?)", names)
        for outcome, urls in (("", 10), ("fetched", 3), ("redirect", 1), ("bad_status", 1)):
            rows = ((number, outcome, urls, 0) for number in numbers)
            write.executemany("INSERT INTO counts VALUES (?, ?, ?, ?)", rows)
        write.execute("UPDATE hosts SET pages = 5 WHERE id <= 100")
    began = time.perf_counter()
    status = read_status(path)
    ends = outcomes_of(path, LimitSettings(host_pages=5))
    assert time.perf_counter() - began < QUICKLY  # 0.8 s where each host was read
    assert status.waiting == 5 * MANY_HOSTS
    assert status.host_count == MANY_HOSTS
    assert ends["host_limit"] == 500
    assert ends["waiting"] == 5 * MANY_HOSTS - 500


# What did not enter the crawl


def test_links_that_are_left_out_are_told_by_the_rule(bench: Bench) -> None:
    bench.web.page(
        HOME,
        '<a href="/1">one</a> <a href="http://elsewhere.test/">away</a>'
        '<a href="http://elsewhere.test/2">away</a> <a rel="nofollow" href="/no">no</a>',
    )
    bench.web.links(f"{HOME}1", ["/deep", "http://elsewhere.test/", "/"])
    bench.run(HOME, depth=1)
    status = read_status(bench.frontier_path)
    assert status.left_out == {"elsewhere": 2, "too_deep": 2, "marked nofollow": 1}
    assert status.as_json()["left_out"] == status.left_out
    lines = [*as_prometheus(status)]
    assert 'sheaf_crawl_left_out{crawl="crawl",reason="elsewhere"} 2' in lines
    # Nothing is forgotten by the next run, and nothing counted twice; a new round begins anew.
    bench.run(HOME, depth=1)
    assert read_status(bench.frontier_path).left_out == status.left_out
    bench.run(HOME, depth=1, revisit=True)
    assert read_status(bench.frontier_path).left_out == status.left_out


def test_every_link_of_a_page_ends_or_is_told_to_be_left_out(bench: Bench) -> None:
    links = [f"/{number}" for number in range(20)] + [
        f"http://b{number}.test/" for number in range(9)
    ]
    bench.web.links(HOME, [*links, "ftp://a.test/file", f"{HOME}calendar?year=2031&month=2"])
    bench.run(HOME, profile=load_profile("scholarly"), contact="mailto:me@example.org")
    status = read_status(bench.frontier_path)
    entered = len(bench.outcomes()) - 1  # the seed
    assert entered + sum(status.left_out.values()) == len(links) + 2
    assert entered == sum(status.outcomes.values()) - 1


def test_people_are_told_what_was_left_out(
    bench: Bench, capsys: pytest.CaptureFixture[str]
) -> None:
    bench.web.links(HOME, ["http://elsewhere.test/"])
    bench.run(HOME)
    show_status(read_status(bench.frontier_path))
    told = capsys.readouterr().out.split("Links left out")[1]
    assert told.split("Hosts")[0].split()[-2:] == ["elsewhere", "1"]
