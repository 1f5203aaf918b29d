"""The web's own log of arrivals shows whether the crawler was polite."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from itertools import pairwise

import pytest

from acquire.crawl.bench import Bench
from acquire.crawl.fake_web import FakeWeb, Page
from sheaf.acquire.crawl.politeness.delays import QuietHours, retry_after
from sheaf.errors import BadSettingError

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
def test_retry_after_is_waited_for_up_to_a_limit(bench: Bench, wait: str) -> None:
    busy = Page(status=503, headers={"Retry-After": wait})
    bench.web.each_time("http://a.test/", lambda before: busy if before == 0 else Page(b"now"))
    report = bench.run("http://a.test/", max_retry_after=0.3)
    assert report.outcomes == {"fetched": 1}
    assert 0.3 - TICK <= bench.web.gaps("a.test")[-1] < 0.9
    assert [line[11] for line in bench.log()] == ["2t"]


def test_retry_after_within_the_limit_is_waited_for_as_it_is(bench: Bench) -> None:
    busy = Page(status=429, headers={"Retry-After": "1"})
    bench.web.each_time("http://a.test/", lambda before: busy if before == 0 else Page(b"now"))
    bench.run("http://a.test/")
    assert 1.0 - TICK <= bench.web.gaps("a.test")[-1] < 10


def test_a_server_that_stays_busy_is_asked_three_times(bench: Bench) -> None:
    bench.web.page("http://a.test/", status=503, headers={"Retry-After": "0"})
    report = bench.run("http://a.test/")
    assert report.outcomes == {"bad_status": 1}
    assert len(bench.web.urls()) == 3
    assert report.fetched == len(bench.records()) == 1


@pytest.mark.parametrize("status", [429, 500, 502, 503, 504])
def test_a_server_in_trouble_is_asked_again_after_pauses_that_grow(
    bench: Bench, status: int
) -> None:
    bench.web.page("http://a.test/", status=status)
    bench.web.page("http://a.test/other", "x")
    report = bench.run("http://a.test/", "http://a.test/other", retry_delay=0.1)
    assert report.outcomes == {"bad_status": 1, "fetched": 1}
    tries = [one for one in bench.web.of_host("a.test") if one.url == "http://a.test/"]
    first, second = (after.began - before.ended for before, after in pairwise(tries))
    assert 0.1 - TICK <= first < 0.3 - TICK <= second
    # The host is left alone, not the page only.
    gaps = bench.web.gaps("a.test")
    assert sum(gap >= 0.1 - TICK for gap in gaps) == 2


@pytest.mark.parametrize("status", [400, 403, 404, 410, 501])
def test_what_will_not_pass_is_asked_for_once(bench: Bench, status: int) -> None:
    bench.web.page("http://a.test/", status=status)
    assert bench.run("http://a.test/").outcomes == {"bad_status": 1}
    assert len(bench.web.urls()) == 1


def test_a_slow_answer_makes_a_long_pause_up_to_a_limit(bench: Bench) -> None:
    bench.web.links("http://a.test/", ["/1", "/2"], seconds=0.1)
    bench.web.page("http://a.test/1", "x", seconds=0.4)
    bench.run("http://a.test/", delay_factor=2.0, max_delay=0.3)
    gaps = bench.web.gaps("a.test")
    assert 0.2 - TICK <= gaps[1] < 0.29
    assert 0.3 - TICK <= gaps[2] < 0.7


def test_a_host_may_be_asked_several_things_at_once_where_that_is_wanted(bench: Bench) -> None:
    bench.web.links("http://a.test/", [f"/{number}" for number in range(12)])
    for number in range(12):
        bench.web.page(f"http://a.test/{number}", "x", seconds=0.05)
    bench.run("http://a.test/", host_connections=3)
    assert bench.web.most_at_once["a.test"] == 3


def test_a_host_gives_no_more_than_its_budget(bench: Bench) -> None:
    for host in ("a.test", "b.test"):
        bench.web.links(f"http://{host}/", [f"/{number}" for number in range(8)])
        for number in range(8):
            bench.web.page(f"http://{host}/{number}", "x" * 100)
    report = bench.run("http://a.test/", "http://b.test/", host_pages=3)
    assert report.outcomes == {"fetched": 6, "host_limit": 12}
    again = bench.run("http://a.test/", "http://b.test/", host_pages=3)
    assert again.outcomes == report.outcomes
    assert len(bench.web.urls()) == 6
    more = bench.run("http://a.test/", "http://b.test/", host_pages=20, host_bytes=500)
    assert more.outcomes["host_limit"] > 0


def test_a_run_ends_after_its_bytes(bench: Bench) -> None:
    bench.web.links("http://a.test/", [f"/{number}" for number in range(50)])
    for number in range(50):
        bench.web.page(f"http://a.test/{number}", "x" * 1000)
    report = bench.run("http://a.test/", limits_bytes=10_000)
    assert 10_000 <= report.bytes < 14_000


def test_bandwidth_is_kept_on_average(bench: Bench) -> None:
    bench.web.links("http://a.test/", [f"/{number}" for number in range(10)])
    for number in range(10):
        bench.web.page(f"http://a.test/{number}", "x" * 10_000)
    report = bench.run("http://a.test/", bandwidth=100_000)
    assert report.fetched == 11
    assert 0.8 <= report.seconds < 3


@pytest.mark.parametrize(
    ("clock", "left"),
    [("07:59", 0), ("08:00", 10.5 * 3600), ("18:29", 60), ("18:30", 0), ("23:30", 1.5 * 3600),
     ("00:30", 1800), ("01:00", 0)],
)  # fmt: skip
def test_in_quiet_hours_nothing_is_fetched(clock: str, left: float) -> None:
    hours = QuietHours(["08:00-18:30", "23:00-01:00"])
    hour, minute = map(int, clock.split(":"))
    assert hours.seconds_left(datetime(2026, 3, 1, hour, minute, tzinfo=UTC)) == left


def test_a_crawl_waits_while_it_is_quiet(bench: Bench) -> None:
    bench.web.page("http://a.test/", "x")
    report = bench.run(
        "http://a.test/", quiet_hours=("00:00-12:00", "12:00-00:00"), limits_seconds=1
    )
    assert report.outcomes == {"waiting": 1}
    assert bench.web.arrivals == []


def test_hours_that_are_none_are_named(bench: Bench) -> None:
    with pytest.raises(BadSettingError, match="from nine to five"):
        bench.run("http://a.test/", quiet_hours=("from nine to five",))


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
