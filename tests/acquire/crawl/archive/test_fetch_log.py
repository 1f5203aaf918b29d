"""The log of a run that people read: a line for each URL, and how it began and ended."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from acquire.crawl.bench import Bench
from sheaf.acquire.crawl.archive.fetch_log import FetchLog
from sheaf.acquire.crawl.visits import FetchOutcome, Target, Visit
from sheaf.errors import StorageError

LINE = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d \S.*")


def test_every_url_has_its_line(bench: Bench, tmp_path: Path) -> None:
    bench.web.links("http://a.test/", ["/1", "/gone"])
    bench.web.page("http://a.test/1", "x")
    path = tmp_path / "logs" / "run.log"
    for _ in range(2):
        with FetchLog(path) as log:
            bench.run("http://a.test/", on_page=log.write_visit)
    lines = path.read_text().splitlines()
    assert all(LINE.fullmatch(line) for line in lines)
    assert [line[20:] for line in lines[-2:]] == [
        "the run begins",
        "the run ends: nothing was fetched",
    ]
    assert lines[0].endswith("the run begins")
    assert {line[20:] for line in lines[2:4]} == {
        "fetched 200, 1 bytes: http://a.test/1",
        "bad_status 404, 8 bytes: http://a.test/gone",
    }
    assert lines[4].endswith("the run ends: fetched 2, bad_status 1")


def test_no_url_makes_a_line_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "run.log"
    with FetchLog(path) as log:
        log.write_visit(
            Visit(Target("http://a\n2026-01-01 00:00:00 all is well\udcff"), FetchOutcome.BAD_URL)
        )
    assert len(path.read_text().splitlines()) == 3


def test_what_ended_a_run_is_named(tmp_path: Path) -> None:
    path = tmp_path / "run.log"
    with pytest.raises(KeyboardInterrupt), FetchLog(path):
        raise KeyboardInterrupt
    assert "the run ends, by KeyboardInterrupt: nothing" in path.read_text()


def test_a_place_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StorageError):
        FetchLog(tmp_path / "file" / "run.log")
