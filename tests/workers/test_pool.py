"""The pool: answers in order, and no task can do more than cost its worker."""

import os
import signal
import subprocess
import sys
import textwrap
import time
import tracemalloc
from pathlib import Path

import pytest
import tasks

from sheaf.errors import StorageError
from sheaf.records import Outcome
from sheaf.workers.messages import Accident
from sheaf.workers.pool import Pool, TaskLimits
from sheaf.workers.process import WorkerProcess
from sheaf.workers.worker_main import OBJECTS_UNTIL_GARBAGE

MIB = 1024**2


@pytest.fixture
def pool():
    with Pool(2, TaskLimits(seconds=60, memory=200 * MIB)) as made:
        yield made


def answers(pool, function, items, **more):
    ready = pool.in_order(function, items, lambda item: (item,), **more)
    return [done.answer for some in ready for done in some]


def test_answers_come_in_order_whoever_is_first(pool):
    assert answers(pool, tasks.slow_double, range(12)) == [n * 2 for n in range(12)]


def test_workers_rarely_look_for_garbage(pool):
    assert answers(pool, tasks.objects_until_garbage, [1]) == [OBJECTS_UNTIL_GARBAGE]


def test_what_needs_no_work_goes_through_in_its_place(pool):
    ready = pool.in_order(tasks.slow_double, range(6), lambda n: (n,) if n % 2 else None)
    done = [(one.item, one.answer) for some in ready for one in some]
    assert done == [(0, None), (1, 2), (2, None), (3, 6), (4, None), (5, 10)]


@pytest.mark.parametrize(
    ("function", "seconds", "outcome", "words"),
    [
        (tasks.hang, 1, Outcome.TIMED_OUT, "longer than 1 s"),
        (tasks.eat, 60, Outcome.OUT_OF_MEMORY, "MiB"),
        (tasks.grab, 60, Outcome.OUT_OF_MEMORY, "memory"),
        (tasks.crash, 60, Outcome.UNFORESEEN, "SIGSEGV"),
        (tasks.complain_and_crash, 60, Outcome.UNFORESEEN, "SIGSEGV: and then it broke"),
        (tasks.end_by_a_signal_without_a_name, 60, Outcome.UNFORESEEN, f"{signal.SIGRTMIN + 3}: "),
        (tasks.leave, 60, Outcome.UNFORESEEN, "exit code 3"),
        (tasks.fail, 60, Outcome.UNFORESEEN, "ValueError: no such thing as 1"),
    ],
)
def test_a_bad_task_costs_itself_and_no_other(function, seconds, outcome, words):
    with Pool(2, TaskLimits(seconds, 200 * MIB)) as pool:
        (accident,) = answers(pool, function, [1])
        assert isinstance(accident, Accident)
        assert accident.dropped.outcome is outcome
        assert words in accident.dropped.reason
        assert answers(pool, tasks.double, range(5)) == [0, 2, 4, 6, 8]


@pytest.mark.parametrize(
    ("function", "words"),
    [
        (tasks.write_files, "wrote more than 64 MiB of temporary files; `disk` in [workers]"),
        (tasks.write_deleted_file, "wrote more than 64 MiB of temporary files; `disk` in"),
        (tasks.write_in_a_program, "wrote more than 64 MiB of temporary files; `disk` in"),
        (tasks.write_many_files, "wrote more than 10000 temporary files"),
        (tasks.write_one_large_file, "wrote a larger file than the limit"),
    ],
)
def test_no_task_fills_the_disk(function, words, tmp_path):
    limits = TaskLimits(60, 200 * MIB, 64 * MIB, section="workers")
    with Pool(1, limits, scratch=tmp_path) as pool:
        (accident,) = answers(pool, function, [1])
        assert accident.dropped.outcome is Outcome.BOMB
        assert words in accident.dropped.reason
        assert answers(pool, tasks.double, [4]) == [8]
        folders = list(tmp_path.iterdir())
        assert folders == [pool.seats[0].process.folder]
        assert list(folders[0].iterdir()) == []
    assert list(tmp_path.iterdir()) == []


def test_of_all_that_a_worker_wrote_only_the_end_is_read():
    worker = WorkerProcess.start(200 * MIB, 200 * MIB)
    try:
        worker.errors.truncate(64 * MIB)
        worker.errors.seek(0, os.SEEK_END)
        worker.errors.write(b"\nthe end\n")
        worker.process.terminate()
        tracemalloc.start()
        dropped = worker.last_words()
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
        worker.kill()
    assert dropped.words == "unforeseen: its worker ended with signal SIGTERM: the end"
    assert most < MIB


def test_a_full_disk_ends_the_run(pool):
    with pytest.raises(StorageError, match="No space left"):
        answers(pool, tasks.fill_disk, [1])


def test_all_workers_are_used_and_reused(pool):
    """However long the second worker takes to start, it gets its share."""
    seen, deadline = [], time.monotonic() + 60

    def until_both_have_worked():
        while len(set(seen)) < 2 and time.monotonic() < deadline:
            yield 0

    for ready in pool.in_order(tasks.who, until_both_have_worked(), lambda n: (n,)):
        seen += [done.answer for done in ready]
    assert len(set(seen)) == 2
    assert len(seen) > 2
    assert os.getpid() not in seen


def test_the_source_is_not_drawn_beyond_the_window(pool):
    drawn = []

    def source():
        for n in range(10_000):
            drawn.append(n)
            yield n

    ready = pool.in_order(tasks.double, source(), lambda n: (n,))
    next(ready)
    assert len(drawn) < 1000
    ready.close()


def test_heavy_items_wait_for_room():
    with Pool(1, TaskLimits(5, 200 * MIB), in_flight_bytes=10) as pool:
        drawn = []

        def source():
            for n in range(20):
                drawn.append(n)
                yield n

        ready = pool.in_order(tasks.double, source(), lambda n: (n,), weight=lambda n: 10)
        first = next(ready)
        assert len(drawn) <= 4
        assert len(first) + sum(len(some) for some in ready) == 20


def test_no_worker_outlives_a_parent_killed_by_force(tmp_path):
    script = textwrap.dedent(
        f"""
        import sys
        sys.path.insert(0, {str(Path(tasks.__file__).parent)!r})
        import tasks
        from sheaf.workers.pool import TaskLimits, Pool, Ticket
        pool = Pool(2, TaskLimits(600, 10**9))
        for n in range(2):
            pool.submit(Ticket(tasks.sleep_long, (n,)))
        pool.pump(0)
        print(*(seat.process.process.pid for seat in pool.seats), flush=True)
        pool.pump(600)
        """
    )
    parent = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    workers = [int(word) for word in parent.stdout.readline().split()]
    assert len(workers) == 2
    time.sleep(0.3)
    parent.kill()
    parent.wait()
    parent.stdout.close()
    deadline = time.monotonic() + 10
    while any(_is_alive(worker) for worker in workers):
        assert time.monotonic() < deadline, "a worker outlived its parent"
        time.sleep(0.05)


def _is_alive(process):
    try:
        state = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


def test_a_reason_names_the_setting_where_there_is_one():
    with Pool(1, TaskLimits(1, 200 * MIB, section="workers")) as pool:
        (accident,) = answers(pool, tasks.hang, [1])
    assert accident.dropped.reason == "took longer than 1 s; `seconds` in [workers] sets the limit"
