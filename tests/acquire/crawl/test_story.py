"""Whole crawls: where they go, where they stop, how they go on, and who is told."""

from __future__ import annotations

import pytest

from acquire.crawl.bench import Bench
from sheaf.acquire.crawl.page_reader import PageReader
from sheaf.errors import FetchRefusedError


def test_what_was_unreachable_is_tried_again_in_the_next_run(bench: Bench) -> None:
    bench.web.robots("a.test", "", status=503)
    bench.web.page("http://a.test/", "at last")
    assert bench.run("http://a.test/", max_delay=0.01).outcomes == {"robots_unavailable": 1}
    bench.web.robots("a.test", "")
    assert bench.run("http://a.test/").outcomes == {"fetched": 1}


def test_depth_is_kept(bench: Bench) -> None:
    for step in range(5):
        bench.web.links(f"http://a.test/{step}", [f"/{step + 1}"])
    bench.run("http://a.test/0", depth=2)
    assert bench.web.urls() == [f"http://a.test/{step}" for step in range(3)]


def test_page_limit_leaves_the_rest_waiting_and_the_next_run_goes_on(bench: Bench) -> None:
    urls = [f"http://a.test/{number}" for number in range(9)]
    bench.web.links("http://a.test/", urls)
    first = bench.run("http://a.test/", pages=4)
    assert len(bench.web.urls()) == first.fetched == 4
    assert first.outcomes["page_limit"] == 6
    second = bench.run("http://a.test/", pages=4)
    assert second.fetched == 4
    assert second.outcomes["page_limit"] == 2
    assert len(set(bench.web.urls())) == 8


def test_hosts_are_kept_to_with_wildcards(bench: Bench) -> None:
    bench.web.links("http://a.lab.test/", ["http://b.lab.test/", "http://other.test/"])
    bench.run("http://a.lab.test/", hosts=["*.lab.test"])
    assert set(bench.web.urls()) == {"http://a.lab.test/", "http://b.lab.test/"}


def test_without_hosts_it_keeps_to_the_seeds_and_their_www_twins(bench: Bench) -> None:
    bench.web.links("http://a.test/", ["http://www.a.test/", "http://b.a.test/", "http://b.test/"])
    bench.run("http://a.test/")
    assert set(bench.web.urls()) == {"http://a.test/", "http://www.a.test/"}


def test_the_crawler_names_itself_and_its_contact(bench: Bench) -> None:
    bench.run("http://a.test/", contact="mailto:library@a.test")
    agents = {arrival.headers["User-Agent"] for arrival in bench.web.arrivals}
    assert agents == {"Sheaf/0.1 (+mailto:library@a.test)"}


def test_a_crawl_off_this_machine_needs_a_contact(bench: Bench) -> None:
    with pytest.raises(FetchRefusedError) as refused:
        bench.run("http://a.test/", "http://example.org/")
    assert "example.org" in str(refused.value)
    assert "SHEAF_CRAWL_AGENT_CONTACT" in refused.value.what_to_do
    assert bench.web.arrivals == []
    assert not bench.frontier_path.exists()


def test_progress_is_told_page_by_page(bench: Bench) -> None:
    heard = []
    bench.web.links("http://a.test/", ["/1", "/2"])
    bench.run("http://a.test/", on_page=lambda visit: heard.append(visit.target.url))
    assert heard == ["http://a.test/", "http://a.test/1", "http://a.test/2"]


def test_a_page_that_we_fail_to_read_ends_as_fetched_and_the_log_says_so(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError

    bench.web.links("http://a.test/", ["/1"])
    monkeypatch.setattr(PageReader, "read", fail)
    assert bench.run("http://a.test/").outcomes == {"fetched": 1}
    assert [line[11] for line in bench.log()] == ["le:ZeroDivisionError@links"]
    assert len(bench.records()) == 1
