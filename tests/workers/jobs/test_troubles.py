"""What may go wrong around a queue: sources that vanish, disks that are full, databases that are
away, documents that take minutes."""

from __future__ import annotations

import subprocess
import time
from pathlib import Path

import pytest
from support.job_kinds import wait_until, worker_of
from support.jobs import JobAtWork
from support.parts import require_part
from support.rounds import rounds
from support.samples import Page, paper_pdf, pdf_that_spins, write_warc
from support.servers import MariaDB, Postgres

from sheaf.app import Library
from sheaf.deposit.jobs.contract import JobState
from sheaf.errors import SheafError

WITHIN = 2.0  # seconds in which an order reaches a job
AWAY = rounds(2.0, 60.0)  # seconds for which the database is


@pytest.fixture(autouse=True)
def _one_by_one(monkeypatch):
    monkeypatch.setenv("SHEAF_WORKERS_JOBS", "1")
    monkeypatch.setenv("SHEAF_DEPOSIT_BATCH", "1")


def archive(path: Path, *names: str) -> Path:
    return write_warc(path, [Page(f"http://h/{name}.pdf", paper_pdf(name)) for name in names])


def state_of(library, number):
    return library.jobs.get(number).state


def add_import(library, *sources, **more):
    given = {"sources": [str(path) for path in sources], "any_place": True, "index": False}
    return library.jobs.add("import", given | more).number


def test_a_job_whose_source_has_vanished_fails_and_says_which(library, tmp_path):
    source = archive(tmp_path / "a.warc.gz", "One")
    number = add_import(library, source)
    beside = library.jobs.add("count", {"to": 1}).number
    source.unlink()
    with worker_of(library, once=True):
        pass
    job = library.jobs.get(number)
    assert (job.state, job.attempts) == (JobState.FAILED, 1)
    assert "a.warc.gz" in job.problem
    assert job.what_to_do
    assert state_of(library, beside) is JobState.DONE
    archive(source, "One")
    library.jobs.retry(number)
    with worker_of(library, once=True):
        pass
    assert library.jobs.get(number).counters == {"new": 1}


def test_a_source_that_vanishes_half_way_spoils_nothing_and_the_job_goes_on(library, tmp_path):
    first = archive(tmp_path / "a.warc.gz", "One", "Two")
    second = archive(tmp_path / "b.warc.gz", "Three")
    given = {"sources": [str(first), str(second)], "any_place": True, "index": False}
    job = JobAtWork(library, "import", **given)

    def remove_the_second(message):
        second.unlink(missing_ok=True)

    with pytest.raises(SheafError, match=r"b\.warc\.gz"):
        job.run(remove_the_second)
    assert library.verify().faults == ()
    assert library.counts()["documents"] == library.counts()["captures"]
    archive(second, "Three")
    result = job.run()
    assert (result.run, result.counters) == (1, {"new": 3})


def test_a_disk_that_is_full_fails_the_job_and_it_is_tried_again(kinds, tmp_path):
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", disk]
    if subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("a small disk can be mounted by root only")
    try:
        _fill_and_try_again(disk, tmp_path)
    finally:
        subprocess.run(["umount", disk], check=True)


def _fill_and_try_again(disk: Path, sources: Path) -> None:
    names = [f"Paper {number}" for number in range(6)]
    source = archive(sources / "a.warc.gz", *names)
    with Library.init(disk / "lib") as library:
        number = add_import(library, source)
        filler = disk / "filler"
        with worker_of(library):
            wait_until(lambda: library.jobs.get(number).done > 0 or library.jobs.get(number).run)
            with pytest.raises(OSError, match="No space"):
                _take_all_room(filler)
            # Also that it has failed can be written only when there is room again.
            time.sleep(1)
            filler.unlink()
            wait_until(lambda: state_of(library, number).is_end)
            if state_of(library, number) is JobState.FAILED:
                job = library.jobs.get(number)
                assert "space" in job.problem.lower() or "full" in job.problem, job.problem
                assert job.what_to_do
                library.jobs.retry(number)
                wait_until(lambda: state_of(library, number).is_end)
        job = library.jobs.get(number)
        assert (job.state, job.counters) == (JobState.DONE, {"new": len(names)})
        assert len(list(library.runs())) == 1
        assert library.verify().faults == ()


def _take_all_room(path: Path) -> None:
    with path.open("wb", buffering=0) as file:
        while True:
            file.write(bytes(4096))


@pytest.mark.timeout(rounds(120, 400))
@pytest.mark.parametrize("kind", [Postgres, pytest.param(MariaDB, marks=pytest.mark.long)])
def test_jobs_wait_while_the_database_is_away_and_go_on(kind, kinds, tmp_path):
    with (
        kind(require_part(kind.__name__.lower()), survives_kills=True) as server,
        Library.init(tmp_path / "lib", server.fresh_database()) as library,
    ):
        first = library.jobs.add("count", {"to": 150, "pause": 0.01}).number
        second = library.jobs.add("count", {"to": 5}).number
        with worker_of(library, at_once=1) as said:
            wait_until(lambda: library.jobs.get(first).done > 0)
            server.kill()
            time.sleep(AWAY)
            server.start_again()
            _wait_for_ends(library, (first, second))
        told = [line for line in said if "tried again until it succeeds" in line]
        assert told or AWAY < 10
        for number, to in ((first, 150), (second, 5)):
            job = library.jobs.get(number)
            assert (job.state, job.counters) == (JobState.DONE, {"numbers": to})
            # A worker that is not heard of for long stops what it does: another may have it.
            assert job.attempts == 1
            numbers = library.jobs.file(number, "numbers.txt").read_text().split()
            assert numbers == [str(n) for n in range(1, to + 1)]


def _wait_for_ends(library, numbers):
    from django.db import connections

    def have_ended():
        try:
            return all(state_of(library, number).is_end for number in numbers)
        except SheafError:  # our own connection was lost, too
            connections[library.database_alias].close()
            return False

    wait_until(have_ended, 60)


def _is_importing(library, number):
    job = library.jobs.get(number)
    return job.state is JobState.RUNNING and library.run(1) is not None


def test_orders_reach_an_import_whose_worker_is_deep_in_a_document(library, tmp_path):
    pages = [Page("http://h/a.pdf", paper_pdf()), Page("http://h/spins.pdf", pdf_that_spins())]
    number = add_import(library, write_warc(tmp_path / "a.warc.gz", pages))
    with worker_of(library):
        for order, state in (
            (library.jobs.pause, JobState.PAUSED),
            (library.jobs.resume, None),
            (library.jobs.cancel, JobState.CANCELLED),
        ):
            if state is None:
                order(number)
                continue
            wait_until(lambda: _is_importing(library, number))
            time.sleep(1.0)  # it is at the other document, which takes many times as long
            began = time.monotonic()
            order(number)
            wait_until(lambda wanted=state: state_of(library, number) is wanted)
            taken = time.monotonic() - began
            assert taken < WITHIN
            with library.writing("a test"):  # nobody holds it any more
                assert library.verify().faults == ()
    assert library.run(1).outcomes.keys() <= {"new"}
