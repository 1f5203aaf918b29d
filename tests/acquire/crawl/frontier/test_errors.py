"""Each trouble with a frontier is told as what it is, with what can be done about it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from support.crawls import crawl_options

import sheaf
from acquire.crawl.bench import Bench
from sheaf.acquire.crawl.frontier.file import FrontierFile, frontier_error
from sheaf.acquire.crawl.frontier.status import read_status
from sheaf.acquire.crawl.places import check_addresses
from sheaf.errors import StorageError, UsageError

HOME = "http://a.test/"


@pytest.fixture
def file(tmp_path: Path) -> FrontierFile:
    with closing(FrontierFile(tmp_path / "crawl.db")) as opened:
        yield opened


def add_orders(file: FrontierFile, count: int = 1) -> None:
    with file.transaction() as write:
        write.executemany(
            "INSERT INTO orders (word, url) VALUES ('seed', ?)", [("x" * 1000,)] * count
        )


def test_a_disk_that_is_full(file: FrontierFile) -> None:
    (pages,) = file.row("PRAGMA page_count")
    file.rows(f"PRAGMA max_page_count = {pages + 2}")
    with pytest.raises(StorageError, match="the disk is full") as told:
        add_orders(file, 100)
    assert "Free some space" in told.value.what_to_do


def test_a_file_that_cannot_be_written(file: FrontierFile) -> None:
    file.rows("PRAGMA query_only = 1")
    with pytest.raises(StorageError, match="cannot be written") as told:
        add_orders(file)
    assert "writable" in told.value.what_to_do
    assert "space" not in told.value.what_to_do


def test_a_file_that_another_process_holds(file: FrontierFile) -> None:
    file.rows("PRAGMA busy_timeout = 10")
    with closing(sqlite3.connect(file.path)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StorageError, match="is in use") as told:
            add_orders(file)
    assert "wait" in told.value.what_to_do
    assert "space" not in told.value.what_to_do


def test_errors_of_the_system_are_told_alike(tmp_path: Path) -> None:
    (tmp_path / "frontier").write_text("a file where a folder should be")
    with pytest.raises(StorageError, match="cannot be used"):
        FrontierFile(tmp_path / "frontier" / "crawl.db")
    full = frontier_error(tmp_path, OSError(28, "No space left on device"))
    assert "disk is full (No space left on device)" in str(full)


def damage(path: Path) -> None:
    """All but the first page: it says that this is a frontier, and no more."""
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    whole = path.read_bytes()
    path.write_bytes(whole[:4096] + b"\xa5" * (len(whole) - 4096))


def test_a_damaged_frontier_is_not_told_to_be_a_full_disk(bench: Bench) -> None:
    bench.web.page(HOME, "a page")
    bench.run(HOME)
    damage(bench.frontier_path)
    for ask in (lambda: read_status(bench.frontier_path), lambda: bench.run(HOME)):
        with pytest.raises(StorageError, match="is damaged") as told:
            ask()
        assert "sheaf crawl import" in told.value.what_to_do
        assert "space" not in told.value.what_to_do


def test_tables_that_are_not_there_are_damage_too(bench: Bench) -> None:
    bench.web.page(HOME, "a page")
    bench.run(HOME)
    with closing(sqlite3.connect(bench.frontier_path)) as database:
        database.execute("DROP TABLE totals")
    with pytest.raises(StorageError, match="is damaged"):
        read_status(bench.frontier_path)


def test_text_that_is_none_is_damage_too(file: FrontierFile) -> None:
    add_orders(file)
    file.rows("UPDATE orders SET word = CAST(x'ff' AS TEXT)")
    with pytest.raises(StorageError, match="is damaged"):
        file.rows("SELECT word FROM orders")


def test_the_advice_for_a_damaged_frontier_works(bench: Bench, tmp_path: Path) -> None:
    """What was fetched is imported without it, and the same crawl begins anew."""
    bench.web.links(HOME, ["/1"])
    bench.web.page(f"{HOME}1", "a page")
    folder = tmp_path / "lib"
    frontier = folder / "frontier" / "here.db"
    with sheaf.init(folder) as library:
        how = {"name": "here", "resolve": {"*.test": ("127.0.0.1", bench.web.port)}, "min_delay": 0}
        library.crawl([HOME], crawl_options(importing="never", **how))
        damage(frontier)
        with pytest.raises(StorageError, match="is damaged"):
            library.import_crawl("here")
        frontier.rename(tmp_path / "away.db")
        for beside in frontier.parent.glob("here.db-*"):
            beside.unlink()
        assert library.import_crawl("here").captures == 2
        report, summary = library.crawl([HOME], crawl_options(**how))
    assert report.outcomes == {"fetched": 2}
    assert summary.captures == 4


# Where hosts are


@pytest.mark.parametrize(
    "place", [("localhost", 80), ("127.0.0.1", 0), ("127.0.0.1", "80"), "127.0.0.1:80", ("::1",)]
)
def test_a_crawler_is_told_what_is_no_address(bench: Bench, place: object) -> None:
    with pytest.raises(UsageError, match=r"a\.test"):
        bench.run(HOME, resolve={"a.test": place})


def test_addresses_are_taken_as_the_command_line_takes_them(bench: Bench) -> None:
    assert check_addresses({"A.Test": ("[::1]", 80)}) == {"a.test": ("::1", 80)}
    bench.web.page(HOME, "a page")
    report = bench.run(HOME, resolve={"A.TEST": ("127.0.0.1", bench.web.port)})
    assert report.outcomes == {"fetched": 1}
