"""Jobs of the extraction service, with a reader that does what a test wants."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from sheaf.workers.service.contract import (
    BusyError,
    ItemState,
    NotReadYetError,
    PaperReading,
    ReadingWish,
    RefusalReason,
    RefusedFileError,
    UnknownTokenError,
)
from sheaf.workers.service.jobs import MOST_TRIES, ItemToRead, JobSource, ReadingJobs
from sheaf.workers.service.resources import Resources

WITHIN = 3.0  # seconds; less than the thread of a job waits where the disk is full


def jobs_that(folder: Path, read: Callable[[ItemToRead], PaperReading]) -> ReadingJobs:
    return ReadingJobs(Resources(folder, expires=3600, total_bytes=10**9), read, 1)


def reading(item: ItemToRead) -> PaperReading:
    return PaperReading(item.sha1, "text/plain", 1, 1, {"title": item.name})


def accept(jobs: ReadingJobs, *names: str) -> str:
    sources = [JobSource(name, [name.encode()]) for name in names]
    return jobs.accept(sources, ReadingWish(), 1000)


def wait_for(jobs: ReadingJobs, token: str) -> list[ItemState]:
    deadline = time.monotonic() + WITHIN
    while (job := jobs.find(token)).state != "done":
        assert time.monotonic() < deadline
        time.sleep(0.01)
    return [one.state for one in job.items]


def test_a_job_that_is_removed_while_it_is_read_holds_up_no_other(tmp_path: Path) -> None:
    tokens: list[str] = []
    goes_on = threading.Event()

    def read(item: ItemToRead) -> PaperReading:
        assert goes_on.wait(WITHIN)
        if item.name == "first":
            jobs.remove(tokens[0])
        return reading(item)

    jobs = jobs_that(tmp_path, read)
    tokens.append(accept(jobs, "first"))
    with pytest.raises(NotReadYetError):
        jobs.result(tokens[0], 0)
    goes_on.set()
    second = accept(jobs, "second")
    assert wait_for(jobs, second) == [ItemState.READ]
    assert jobs.result(second, 0).paper == {"title": "second"}
    with pytest.raises(UnknownTokenError):
        jobs.find(tokens[0])
    assert jobs.waiting == 0
    jobs.stop()
    jobs.join()


def test_what_may_be_an_accident_is_tried_again_and_what_is_none_is_not(tmp_path: Path) -> None:
    tried: list[str] = []

    def read(item: ItemToRead) -> PaperReading:
        tried.append(item.name)
        if item.name == "busy" and tried.count("busy") < 3:
            raise BusyError("full", 0.01)
        if item.name == "lost" or (item.name == "shaky" and tried.count("shaky") == 1):
            raise RefusedFileError(RefusalReason.FAULT, "its worker ended")
        if item.name == "short":
            raise RefusedFileError(RefusalReason.TOO_SHORT, "it is short")
        return reading(item)

    jobs = jobs_that(tmp_path, read)
    job = accept(jobs, "busy", "lost", "shaky", "short")
    assert wait_for(jobs, job) == [
        ItemState.READ,
        ItemState.REFUSED,
        ItemState.READ,
        ItemState.REFUSED,
    ]
    counts = {name: tried.count(name) for name in tried}
    assert counts == {"busy": 3, "lost": MOST_TRIES, "shaky": 2, "short": 1}
    with pytest.raises(RefusedFileError, match="it is short"):
        jobs.result(job, 3)
    jobs.stop()
    jobs.join()


def test_the_next_process_goes_on_with_what_is_left(tmp_path: Path) -> None:
    stops = threading.Event()

    def read(item: ItemToRead) -> PaperReading:
        if item.name == "second":
            stops.set()
            raise BusyError("it is being stopped", 0.0)
        return reading(item)

    first = jobs_that(tmp_path, read)
    job = accept(first, "first", "second", "third")
    assert stops.wait(WITHIN)
    first.stop()
    first.join()
    again: list[str] = []

    def read_again(item: ItemToRead) -> PaperReading:
        again.append(item.name)
        return reading(item)

    following = jobs_that(tmp_path, read_again)
    following.start()
    assert wait_for(following, job) == [ItemState.READ] * 3
    assert again == ["second", "third"]
    following.stop()
    following.join()
