"""Another process looks at a crawl and tells it what to do, while it runs."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from acquire.crawl.bench import Bench
from sheaf.acquire.crawl.control.metrics import MetricsFile, as_prometheus
from sheaf.acquire.crawl.control.progress import CrawlProgress
from sheaf.acquire.crawl.crawler import Crawler, CrawlReport
from sheaf.acquire.crawl.frontier.orders import add_seeds, give_order
from sheaf.acquire.crawl.frontier.status import read_status
from sheaf.errors import UsageError
from sheaf.records import Seed


def make_site(bench: Bench, pages: int = 400) -> None:
    bench.web.links("http://a.test/", [f"/{number}" for number in range(pages)])
    for number in range(pages):
        bench.web.page(f"http://a.test/{number}", "x" * 100)


@contextmanager
def running(bench: Bench, **changes: object) -> Iterator[tuple[Crawler, list[CrawlReport]]]:
    crawler, reports = bench.crawler(**({"min_delay": 0.01} | changes)), []
    thread = threading.Thread(
        target=lambda: reports.append(crawler.run([Seed("http://a.test/")])), daemon=True
    )
    thread.start()
    until(lambda: len(bench.web.urls()) > 3)
    yield crawler, reports
    crawler.stop()
    thread.join(20)
    assert reports


def until(is_so: Callable[[], bool], seconds: float = 10) -> None:
    end = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.01)


def test_paused_it_fetches_nothing_until_it_is_resumed(bench: Bench) -> None:
    make_site(bench)
    with running(bench):
        give_order(bench.frontier_path, "pause")
        until(lambda: read_status(bench.frontier_path).is_paused)
        time.sleep(0.2)
        count = len(bench.web.urls())
        time.sleep(0.5)
        assert len(bench.web.urls()) == count
        give_order(bench.frontier_path, "resume")
        until(lambda: len(bench.web.urls()) > count + 5)
        assert not read_status(bench.frontier_path).is_paused


def test_paused_and_stopped_it_is_still_paused_in_the_next_run(bench: Bench) -> None:
    make_site(bench, 5)
    bench.run("http://a.test/", pages=1)
    give_order(bench.frontier_path, "pause")
    bench.run("http://a.test/", limits_seconds=2)
    assert read_status(bench.frontier_path).is_paused
    count = len(bench.web.urls())
    bench.run("http://a.test/", limits_seconds=1)
    assert len(bench.web.urls()) == count
    give_order(bench.frontier_path, "resume")
    bench.run("http://a.test/", limits_seconds=4)
    assert len(bench.web.urls()) == 6


def test_stopped_it_ends_in_good_order_and_can_go_on(bench: Bench) -> None:
    make_site(bench)
    with running(bench) as (_, reports):
        give_order(bench.frontier_path, "stop")
        until(lambda: bool(reports))
    assert reports[0].outcomes["waiting"] > 0
    assert "page_limit" not in reports[0].outcomes
    assert bench.run("http://a.test/").outcomes == {"fetched": 401}
    assert len(bench.web.urls()) == 401


def test_seeds_come_while_it_runs(bench: Bench) -> None:
    make_site(bench)
    bench.web.page("http://b.test/", "x")
    with running(bench, hosts=["*.test"]):
        assert add_seeds(bench.frontier_path, ["http://b.test", "http://a.test/3"]) == 2
        until(lambda: "http://b.test/" in bench.web.urls())
    assert bench.web.urls().count("http://a.test/3") <= 1


def test_seeds_for_a_crawl_that_does_not_run_wait_for_its_next_run(bench: Bench) -> None:
    make_site(bench, 2)
    bench.run("http://a.test/")
    add_seeds(bench.frontier_path, ["http://a.test/more"])
    assert "http://a.test/more" not in bench.outcomes()
    bench.run("http://a.test/")
    assert bench.outcomes()["http://a.test/more"] == "bad_status"


@pytest.mark.parametrize("seed", ["", "ftp://a.test/", "a.test", "http://"])
def test_a_seed_that_is_no_url_is_refused_at_once(bench: Bench, seed: str) -> None:
    make_site(bench, 1)
    bench.run("http://a.test/")
    with pytest.raises(UsageError, match="no URL of the web"):
        add_seeds(bench.frontier_path, [seed])


def test_a_crawl_that_is_not_there_is_named(bench: Bench) -> None:
    make_site(bench, 1)
    bench.run("http://a.test/")
    with pytest.raises(UsageError, match="no crawl called other") as refused:
        read_status(bench.frontier_path.with_name("other.db"))
    assert "crawl" in refused.value.what_to_do


def test_status_while_it_runs_and_after(bench: Bench) -> None:
    make_site(bench, 30)
    bench.web.links("http://b.test/", [])
    with running(bench, min_delay=0.05):
        until(lambda: read_status(bench.frontier_path).fetched > 3)
        status = read_status(bench.frontier_path)
        assert status.is_running
        assert status.waiting > 0
        assert status.seconds_left is not None
        assert status.pages_per_second > 0
    status = read_status(bench.frontier_path)
    assert not status.is_running
    (host,) = status.hosts
    ended = sum(host.outcomes.values())
    assert (host.name, host.waiting) == ("a.test", 31 - ended)
    assert status.written == sum(path.stat().st_size for path in bench.warc_folder.glob("*.gz"))
    told = status.as_json()
    assert told["outcomes"] == {"fetched": ended}
    assert told["hosts"]["a.test"]["fetched"] == ended


def test_metrics_are_lines_that_prometheus_reads(bench: Bench) -> None:
    make_site(bench, 3)
    bench.run("http://a.test/")
    path = bench.folder / "crawl.prom"
    MetricsFile(path, bench.frontier_path).write(None)
    lines = path.read_text().splitlines()
    assert lines == [*as_prometheus(read_status(bench.frontier_path))]
    assert 'sheaf_crawl_urls{crawl="crawl",outcome="fetched"} 4' in lines
    for line in lines:
        name, value = line.split(" ", 1)[0], line.rsplit(" ", 1)[1]
        assert line.startswith("# ") or (name.startswith("sheaf_crawl_") and float(value) >= 0)


def test_progress_is_told_while_it_runs(bench: Bench) -> None:
    make_site(bench, 60)
    heard: list[CrawlProgress] = []
    bench.run("http://a.test/", min_delay=0.02, on_progress=heard.append)
    assert len(heard) >= 3
    early, last = heard[0], heard[-1]
    assert early.waiting > 0
    assert early.hosts[0].name == "a.test"
    assert last.outcomes == {"fetched": 61}
    assert (last.fetched, last.waiting) == (61, 0)
    assert last.written == sum(path.stat().st_size for path in bench.warc_folder.glob("*.gz"))
