"""Killed, interrupted or out of space: it goes on where it stopped, and nothing is double."""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections import Counter
from io import BytesIO
from pathlib import Path

import pytest
from warcio.archiveiterator import ArchiveIterator

import sheaf
from acquire.crawl import crawl_once
from acquire.crawl.bench import Bench
from acquire.crawl.fake_web import FakeWeb
from sheaf.acquire.crawl.archive.crawl_log import CrawlLog
from sheaf.acquire.crawl.archive.warc_writer import WarcRange
from sheaf.acquire.crawl.frontier.frontier import Frontier
from sheaf.acquire.crawl.frontier.locks import lock_crawl
from sheaf.acquire.crawl.frontier.rows import FileState
from sheaf.acquire.crawl.visits import Visit
from sheaf.errors import LibraryBusyError, StorageError
from sheaf.records import Seed

HOSTS = ("a.test", "b.test", "c.test")
SEEDS = [f"http://{host}/" for host in HOSTS]
PAGES = 20


def make_sites(web: FakeWeb) -> set[str]:
    """Each page links to the next two; the noise does not compress, so files grow."""
    noise = random.Random(1)
    urls = set(SEEDS)
    for host in HOSTS:
        web.links(f"http://{host}/", ["/0"])
        for number in range(PAGES):
            body = f'<a href="/{number + 1}">.</a><a href="/{number + 2}">.</a><!--'.encode()
            body += noise.randbytes(3000).replace(b"-->", b"")
            urls.add(web.page(f"http://{host}/{number}", body, seconds=0.005))
    return urls | {f"http://{host}/{PAGES + past}" for host in HOSTS for past in (0, 1)}


def start(bench: Bench, *options: str) -> subprocess.Popen[str]:
    source = Path(sheaf.__file__).parents[1]
    words = [str(bench.web.port), str(bench.folder), *options, *SEEDS]
    return subprocess.Popen(
        [sys.executable, crawl_once.__file__, *words],
        env={"PYTHONPATH": os.pathsep.join([str(source), *sys.path])},
        stderr=subprocess.PIPE,
        text=True,
        # Tests started in the background of a shell have Ctrl-C switched off, and pass that on.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )


def assert_complete(bench: Bench, urls: set[str]) -> None:
    recorded = Counter(url for url, _, _ in bench.records())
    assert set(recorded) == urls
    assert set(recorded.values()) == {1}
    assert Counter(line[3] for line in bench.log()) == recorded
    assert set(bench.outcomes()) == urls
    assert set(bench.outcomes().values()) == {"fetched", "bad_status"}


def test_killed_at_any_moment_it_goes_on_and_nothing_stands_twice(bench: Bench) -> None:
    urls = make_sites(bench.web)
    moments = random.Random(20260301)
    kills = [kill(bench, moments.uniform(0.0, 0.08)) for _ in range(4)]
    assert start(bench).communicate(timeout=30)[1] == ""
    for moment, done in kills:
        afterwards = {one.url for one in bench.web.arrivals if one.began > moment}
        assert done.isdisjoint(afterwards)
    assert any(done for _, done in kills)
    assert_complete(bench, urls)
    # Each kill costs what was in flight, and no more.
    assert len(bench.web.urls()) - len(urls) <= len(kills) * crawl_once.CONNECTIONS


def kill(bench: Bench, seconds: float) -> tuple[float, set[str]]:
    """Start it and kill it so long after its first request: when, and what was done by then."""
    arrived = len(bench.web.arrivals)
    crawl = start(bench)
    while len(bench.web.arrivals) == arrived and crawl.poll() is None:
        time.sleep(0.002)
    time.sleep(seconds)
    was_running = crawl.poll() is None
    crawl.kill()
    crawl.communicate()
    assert was_running, "it ended before it was killed: make the sites larger"
    return time.monotonic(), finished(bench)


def finished(bench: Bench) -> set[str]:
    return {url for url, outcome in bench.outcomes().items() if outcome}


@pytest.mark.parametrize("calls", ["0", "7"])
@pytest.mark.parametrize("place", crawl_once.PLACES)
def test_killed_at_the_worst_moments(bench: Bench, place: str, calls: str) -> None:
    urls = make_sites(bench.web)
    crawl = start(bench, "--die-at", place, "--die-after", calls)
    crawl.communicate(timeout=20)
    assert crawl.returncode == crawl_once.DEAD
    bench.run(*SEEDS, depth=100)
    assert_complete(bench, urls)


def test_records_are_on_disk_before_the_frontier_says_so(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file is as long as the commit says, and was synced at that length or beyond."""
    synced: dict[str, int] = {}
    committed = []

    def fsync(descriptor: int) -> None:
        original_fsync(descriptor)
        synced[os.readlink(f"/proc/self/fd/{descriptor}")] = os.fstat(descriptor).st_size

    def commit_visits(self: Frontier, ended: object, files: FileState, *more: object) -> object:
        (path,) = bench.warc_folder.glob("*.warc.gz")
        committed.append((path.stat().st_size, synced[str(path)], files.warc_size))
        return original_commit(self, ended, files, *more)

    original_fsync, original_commit = os.fsync, Frontier.commit_visits
    monkeypatch.setattr(os, "fsync", fsync)
    monkeypatch.setattr(Frontier, "commit_visits", commit_visits)
    bench.web.links("http://a.test/", ["/1"])
    bench.run("http://a.test/")
    assert len(committed) == 2
    assert all(size >= synced >= counted > 0 for size, synced, counted in committed)


def test_what_import_is_told_of_is_committed_and_synced(bench: Bench) -> None:
    """The stretches of a run, put together, are its WARC files, and each is whole records."""
    ranges: list[WarcRange] = []

    def on_durable(warc_range: WarcRange) -> None:
        with warc_range.path.open("rb") as file:
            file.seek(warc_range.start)
            piece = file.read(warc_range.end - warc_range.start)
        told = {record.rec_headers["WARC-Target-URI"] for record in ArchiveIterator(BytesIO(piece))}
        assert told - {None} <= finished(bench)
        ranges.append(warc_range)

    urls = make_sites(bench.web)
    report = bench.run(*SEEDS, depth=100, connections=4, on_durable=on_durable)
    assert len(ranges) > 5
    (path,) = report.warc_files
    ends = [0, *(warc_range.end for warc_range in ranges)]
    assert [warc_range.start for warc_range in ranges] == ends[:-1]
    assert ends[-1] == path.stat().st_size
    assert_complete(bench, urls)


def test_after_a_failed_batch_nothing_more_is_written(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = []

    def fail_once(*_: object) -> None:
        calls.append(1)
        raise StorageError("The disk is full.")

    make_sites(bench.web)
    monkeypatch.setattr(Frontier, "commit_visits", fail_once)
    with pytest.raises(StorageError, match="disk is full"):
        bench.run(*SEEDS, depth=100)
    assert len(calls) == 1
    assert finished(bench) == set()
    assert bench.records() == []


def test_interrupted_it_leaves_in_good_order(bench: Bench) -> None:
    urls = make_sites(bench.web)
    crawl = start(bench)
    while len(bench.web.arrivals) < 20:
        time.sleep(0.002)
    crawl.send_signal(signal.SIGINT)
    assert "KeyboardInterrupt" in crawl.communicate(timeout=10)[1]
    counted = finished(bench)
    assert {url for url, _, _ in bench.records()} == counted
    assert 10 <= len(counted) < len(urls)
    bench.run(*SEEDS, depth=100)
    assert_complete(bench, urls)


def test_stopped_from_another_thread_it_keeps_what_it_had_fetched(bench: Bench) -> None:
    make_sites(bench.web)
    seen: list[Visit] = []

    def on_page(visit: Visit) -> None:
        seen.append(visit)
        if len(seen) == 10:
            threading.Thread(target=crawler.stop).start()

    crawler = bench.crawler(on_page=on_page)
    report = crawler.run([Seed(url) for url in SEEDS])
    counted = finished(bench)
    assert {visit.target.url for visit in seen} == counted
    assert {url for url, _, _ in bench.records()} == counted
    assert 10 <= len(counted) < report.outcomes["waiting"] + len(counted)


def test_a_full_disk_stops_the_crawl_and_spoils_nothing(bench: Bench) -> None:
    """The limit on file size strikes in the middle of a WARC record, as a full disk would."""
    urls = make_sites(bench.web)
    crawl = start(bench, "--largest-file", "200000")
    assert "cannot be" in crawl.communicate(timeout=20)[1]
    assert crawl.returncode == StorageError.exit_code
    counted = finished(bench)
    assert counted
    assert {url for url, _, _ in bench.records()} == counted
    bench.run(*SEEDS, depth=100)
    assert_complete(bench, urls)


@pytest.mark.parametrize("blocked", ["warc_folder", "frontier_path"])
def test_a_place_that_cannot_be_written_is_a_storage_error(bench: Bench, blocked: str) -> None:
    path: Path = getattr(bench, blocked)
    path = path if blocked == "warc_folder" else path.parent
    path.parent.mkdir(exist_ok=True)
    path.write_text("a file where a folder should be")
    bench.web.page("http://a.test/", "x")
    with pytest.raises(StorageError, match=str(path)):
        bench.run("http://a.test/")


def test_a_callback_that_fails_ends_the_crawl_with_its_own_error(bench: Bench) -> None:
    def fail(_: object) -> None:
        raise ZeroDivisionError

    bench.web.page("http://a.test/", "x")
    with pytest.raises(ZeroDivisionError):
        bench.run("http://a.test/", on_page=fail)
    assert bench.outcomes() == {"http://a.test/": "fetched"}


def test_two_crawls_cannot_share_a_frontier(bench: Bench) -> None:
    bench.web.page("http://a.test/", "x")
    bench.run("http://a.test/")
    with lock_crawl(bench.frontier_path), pytest.raises(LibraryBusyError):
        bench.run("http://a.test/")


def test_a_crawl_that_runs_keeps_others_from_its_frontier(bench: Bench) -> None:
    """Not even to make it, or to bring it up to date."""
    with lock_crawl(bench.frontier_path), pytest.raises(LibraryBusyError):
        bench.run("http://a.test/")
    assert not bench.frontier_path.exists()


def test_a_frontier_of_another_version_is_refused(bench: Bench) -> None:
    bench.frontier_path.parent.mkdir()
    with sqlite3.connect(bench.frontier_path) as database:
        database.execute("PRAGMA user_version = 99")
    database.close()
    with pytest.raises(StorageError, match="version 99"):
        bench.run("http://a.test/")


def test_a_full_warc_file_is_followed_by_the_next(bench: Bench) -> None:
    urls = make_sites(bench.web)
    report = bench.run(*SEEDS, depth=100, file_bytes=20_000, connections=2)
    assert len(report.warc_files) > 5
    assert sorted(report.warc_files) == sorted(bench.warc_folder.glob("*.warc.gz"))
    assert max(path.stat().st_size for path in report.warc_files) < 30_000
    assert_complete(bench, urls)


LINES = "first line\nsecond line\n"


@pytest.mark.parametrize(
    "left_behind",
    ["", "first line\n", "first line\nsecond li", LINES, "another crawl\n" + LINES],
    ids=["none", "one", "half a line", "all", "all, after another crawl's"],
)
def test_the_log_is_completed_after_a_crash(tmp_path: Path, left_behind: str) -> None:
    (tmp_path / "crawl.log").write_text("before\n" + left_behind)
    log = CrawlLog(tmp_path)
    log.complete(LINES, since=len("before\n"))
    log.close()
    written = (tmp_path / "crawl.log").read_text()
    assert sorted(written.splitlines()) == sorted(
        ["before", "first line", "second line"] + ["another crawl"] * ("another" in left_behind)
    )
