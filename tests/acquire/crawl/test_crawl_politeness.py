"""The web's own log of arrivals shows whether the crawler was polite."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest

from acquire.crawl.bench import Bench
from acquire.crawl.fake_web import FakeWeb, Page
from sheaf.acquire.crawl.politeness import retry_after

# The clock of the event loop may wake a sleeper this much too early.
TICK = 0.005


def test_a_host_has_its_pause_after_each_answer(bench: Bench) -> None:
    urls = [f"/{number}" for number in range(5)]
    bench.web.links("http://a.test/", urls, seconds=0.05)
    bench.run("http://a.test/", min_delay=0.1)
    gaps = bench.web.gaps("a.test")
    assert len(gaps) == 6
    assert min(gaps) >= 0.1 - TICK


def test_a_host_has_one_request_at_a_time_and_hosts_are_served_side_by_side(
    bench: Bench,
) -> None:
    hosts = [f"{letter}.test" for letter in "abcdef"]
    for host in hosts:
        bench.web.links(f"http://{host}/", [f"/{number}" for number in range(4)])
        for number in range(4):
            bench.web.page(f"http://{host}/{number}", "x", seconds=0.05)
    report = bench.run(*(f"http://{host}/" for host in hosts))
    assert report.fetched == 30
    assert all(bench.web.most_at_once[host] == 1 for host in hosts)
    assert most_at_once(bench.web) > 1


def test_connections_are_limited_over_all_hosts(bench: Bench) -> None:
    hosts = [f"h{number}.test" for number in range(8)]
    for host in hosts:
        bench.web.page(f"http://{host}/", "x", seconds=0.1)
    bench.run(*(f"http://{host}/" for host in hosts), connections=2)
    assert most_at_once(bench.web) == 2


def most_at_once(web: FakeWeb) -> int:
    spans = [(one.began, one.ended) for one in web.arrivals]
    return max(sum(began <= start < ended for began, ended in spans) for start, _ in spans)


def test_the_pause_holds_between_two_runs(bench: Bench) -> None:
    bench.web.links("http://a.test/", ["/1"])
    bench.run("http://a.test/", pages=1, min_delay=0.2)
    bench.run("http://a.test/", pages=1, min_delay=0.2)
    assert len(bench.web.urls()) == 2
    assert min(bench.web.gaps("a.test")) >= 0.2 - TICK


@pytest.mark.parametrize(
    "wait",
    ["1", format_datetime(datetime.now(UTC) + timedelta(hours=1), usegmt=True)],
    ids=["seconds", "date"],
)
def test_retry_after_is_waited_for_up_to_the_longest_delay(bench: Bench, wait: str) -> None:
    busy = Page(status=503, headers={"Retry-After": wait})
    bench.web.each_time("http://a.test/", lambda before: busy if before == 0 else Page(b"now"))
    report = bench.run("http://a.test/", max_delay=0.3)
    assert report.outcomes == {"fetched": 1}
    assert 0.3 - TICK <= bench.web.gaps("a.test")[-1] < 0.9
    assert [line[11] for line in bench.log()] == ["2t"]


def test_retry_after_shorter_than_the_longest_delay_is_waited_for_as_it_is(bench: Bench) -> None:
    busy = Page(status=429, headers={"Retry-After": "1"})
    bench.web.each_time("http://a.test/", lambda before: busy if before == 0 else Page(b"now"))
    bench.run("http://a.test/", max_delay=20)
    assert 1.0 - TICK <= bench.web.gaps("a.test")[-1] < 10


def test_a_server_that_stays_busy_is_asked_three_times(bench: Bench) -> None:
    bench.web.page("http://a.test/", status=503, headers={"Retry-After": "0"})
    report = bench.run("http://a.test/")
    assert report.outcomes == {"bad_status": 1}
    assert len(bench.web.urls()) == 3
    assert report.fetched == len(bench.records()) == 1


def test_a_busy_server_that_names_no_time_is_believed(bench: Bench, web: FakeWeb) -> None:
    web.page("http://a.test/", status=503)
    assert bench.run("http://a.test/").outcomes == {"bad_status": 1}
    assert len(web.urls()) == 1


def test_too_many_requests_without_a_time_means_the_longest_delay(bench: Bench) -> None:
    busy = Page(status=429)
    bench.web.each_time("http://a.test/", lambda before: busy if before == 0 else Page(b"now"))
    assert bench.run("http://a.test/", max_delay=0.2).outcomes == {"fetched": 1}
    assert bench.web.gaps("a.test")[-1] >= 0.2 - TICK


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        ("120", 120.0),
        ("Sun, 01 Mar 2026 12:02:00 GMT", 120.0),
        ("Sun, 01 Mar 2026 11:00:00 GMT", 0.0),
        ("-5", None),
        ("soon", None),
        ("", None),
        ("²", None),
    ],
)
def test_both_forms_of_retry_after_are_read(value: str, seconds: float | None) -> None:
    assert retry_after(value, datetime(2026, 3, 1, 12, tzinfo=UTC)) == seconds
