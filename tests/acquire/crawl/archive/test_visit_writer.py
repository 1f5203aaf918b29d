"""Visits are made durable: a full file, a pause without a visit, an archive that was lost."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

import pytest

from acquire.crawl.bench import Bench
from acquire.crawl.fake_web import Page
from sheaf.acquire.crawl.archive.warc_writer import hide_password
from sheaf.acquire.crawl.engine import Engine
from sheaf.acquire.crawl.politeness.hosts import HostQueue
from sheaf.errors import StorageError

HOME = "http://a.test/"


# A file that is full


def test_files_grow_to_their_size_before_the_next_begins(bench: Bench) -> None:
    seeds = [bench.web.page(f"http://h{number}.test/", os.urandom(20_000)) for number in range(60)]
    report = bench.run(*seeds, file_bytes=100_000, connections=32)
    assert report.outcomes == {"fetched": 60}
    sizes = [path.stat().st_size for path in report.warc_files]
    assert all(100_000 <= size < 140_000 for size in sizes[:-1]), sizes
    assert len(bench.records()) == 60


def test_visits_without_an_answer_begin_no_file(bench: Bench) -> None:
    bench.web.robots("a.test", "User-agent: *\nDisallow: /no")
    bench.web.links(HOME, [f"/no{number}" for number in range(1500)])
    report = bench.run(HOME, file_bytes=1000)
    assert report.outcomes == {"fetched": 1, "robots_forbidden": 1500}
    assert len(report.warc_files) == 1


# Notes without a visit


def test_a_pause_and_the_rules_of_a_site_outlive_a_run_that_brought_nothing(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Stopped as by Ctrl-C, as soon as the host has asked for an hour's peace."""
    bench.web.each_time(HOME, lambda _: Page(status=503, headers={"Retry-After": "3600"}))
    original = Engine._pause_host

    def pause_host(self: Engine, host: HostQueue, now: float, pause: float) -> None:
        original(self, host, now, pause)
        if pause > 60:  # not the rest after each request
            raise KeyboardInterrupt

    monkeypatch.setattr(Engine, "_pause_host", pause_host)
    with suppress(KeyboardInterrupt):
        bench.run(HOME)
    monkeypatch.undo()
    assert len(bench.web.arrivals) == 2
    bench.run(HOME, limits_seconds=1)
    assert len(bench.web.arrivals) == 2
    assert bench.outcomes() == {HOME: None}


# What must not be passed on


@pytest.mark.parametrize(
    ("proxy", "shown"),
    [
        ("http://user:se@cret@p.test:80", "http://p.test:80"),
        ("user:secret@p.test:80", "p.test:80"),
        ("socks5h://p.test:80", "socks5h://p.test:80"),
        ("", ""),
    ],
)
def test_the_password_of_a_proxy_stays_here(proxy: str, shown: str) -> None:
    assert hide_password(proxy) == shown


def test_no_password_of_a_proxy_in_an_archive(bench: Bench) -> None:
    bench.web.page(HOME, "x")
    bench.run(HOME, proxy=f"http://user:secret@127.0.0.1:{bench.web.port}")
    ((_, _, about),) = bench.records("warcinfo")
    assert b"sheaf-fetch.proxy: http://127.0.0.1" in about
    assert b"secret" not in about


# An archive that is gone or cut short


def last_archive(bench: Bench) -> tuple[Path, int]:
    with closing(sqlite3.connect(bench.frontier_path)) as database:
        name, size = database.execute("SELECT warc_file, warc_size FROM state").fetchone()
    return bench.warc_folder / name, size


@pytest.mark.parametrize("left", [0.5, 0.01, 0])
def test_pages_of_a_lost_archive_are_told_of_and_fetched_again(bench: Bench, left: float) -> None:
    links = [f"/{number}" for number in range(20)]
    bench.web.links(HOME, links)
    for link in links:
        bench.web.page(f"http://a.test{link}", f"page {link}")
    bench.run(HOME)
    path, size = last_archive(bench)
    if left:
        os.truncate(path, int(size * left))
    else:
        path.unlink()
    with pytest.raises(StorageError) as told:
        bench.run(HOME)
    waiting = [url for url, outcome in bench.outcomes().items() if outcome is None]
    assert f"{len(waiting)} of the pages" in str(told.value)
    assert str(path) in str(told.value)
    assert len(waiting) == 21 if left < 0.5 else 5 < len(waiting) < 15
    kept = [url for url, _, _ in bench.records()]
    assert len(kept) == 21 - len(waiting)
    assert bench.run(HOME).outcomes == {"fetched": 21}
    assert sorted(url for url, _, _ in bench.records()) == sorted(bench.outcomes())


def test_a_crawl_whose_archive_is_whole_goes_on(bench: Bench) -> None:
    bench.web.page(HOME, "x")
    bench.run(HOME)
    assert bench.run(HOME).outcomes == {"fetched": 1}
    assert len(bench.web.urls()) == 1
