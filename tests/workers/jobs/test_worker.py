"""Workers: what becomes of jobs that work, fail, die, are stopped, or find the library busy."""

from __future__ import annotations

import json
import os
import signal
import socket
import threading
import time

import pytest
from support.job_kinds import wait_until, worker_of

from sheaf.deposit.jobs.claims import Claims
from sheaf.deposit.jobs.contract import JobState, Wish
from sheaf.errors import UsageError
from sheaf.workers.jobs import held, runner

WITHIN = 2.0  # seconds in which an order reaches a job


def add(library, kind, **parameters):
    return library.jobs.add(kind, parameters, owner="ann").number


def state_of(library, number):
    return library.jobs.get(number).state


def texts(library, number):
    return [line.text for line in library.jobs.log(number)]


def is_running(library, number):
    return lambda: library.jobs.get(number).done > 0


def test_a_queue_is_done_to_its_end(library):
    counts = [add(library, "count", to=5, words=["one", "two"]) for _ in range(3)]
    fails, dies, surprise = (add(library, kind) for kind in ("fail", "die", "surprise"))
    full = add(library, "fill")
    with worker_of(library, once=True) as said:
        pass
    for number in counts:
        job = library.jobs.get(number)
        assert (job.state, job.counters, job.words) == (JobState.DONE, {"numbers": 5}, "Counted.")
        assert (job.done, job.total, job.worker) == (5, 5, "")
        assert library.jobs.file(number, "numbers.txt").read_text() == "1\n2\n3\n4\n5\n"
        assert "counted one two" in texts(library, number)
    job = library.jobs.get(fails)
    assert (job.state, job.attempts) == (JobState.FAILED, 1)
    assert job.problem == "There is nothing to fail at."
    assert job.what_to_do == "Try something else."
    job = library.jobs.get(dies)
    assert (job.state, job.attempts) == (JobState.FAILED, 3)
    assert "Its process ended with signal SIGKILL" in job.problem
    assert "It was begun 3 times" in job.problem
    job = library.jobs.get(surprise)
    assert job.problem == "ZeroDivisionError: nobody thought of this"
    assert any("in surprise" in line for line in texts(library, surprise))
    assert "No space left" in library.jobs.get(full).problem
    assert "Free some space" in library.jobs.get(full).what_to_do
    assert f"Job {counts[0]} (count): done." in said


def test_orders_reach_a_running_job_within_two_seconds(library):
    slow, hard = add(library, "count", to=10_000, pause=0.01), add(library, "stubborn")
    with worker_of(library):
        wait_until(is_running(library, slow))
        wait_until(lambda: state_of(library, hard) is JobState.RUNNING)
        began = time.monotonic()
        library.jobs.pause(slow)
        library.jobs.cancel(hard)
        wait_until(lambda: state_of(library, slow) is JobState.PAUSED)
        wait_until(lambda: state_of(library, hard) is JobState.CANCELLED)
        assert time.monotonic() - began < WITHIN
        reached = len((library.jobs.folder(slow) / "numbers.txt").read_text().split())
        assert reached > 0
        job = library.jobs.get(slow)
        library.jobs.resume(slow)
        wait_until(lambda: library.jobs.get(slow).done > job.done)
        library.jobs.cancel(slow)
        wait_until(lambda: state_of(library, slow) is JobState.CANCELLED)
    assert library.jobs.get(slow).attempts <= 1


def test_a_worker_that_is_stopped_gives_its_jobs_back(library):
    number = add(library, "count", to=10_000, pause=0.01)
    with worker_of(library):
        wait_until(is_running(library, number))
    job = library.jobs.get(number)
    assert (job.state, job.attempts, job.note) == (JobState.WAITING, 0, "Its worker was stopped.")
    library.jobs.change(number, {"to": 2000}, version=job.version)
    with worker_of(library, once=True):
        pass
    numbers = library.jobs.file(number, "numbers.txt").read_text().split()
    assert numbers == [str(one) for one in range(1, 2001)]


def test_a_job_that_finds_the_library_busy_waits(library):
    number = add(library, "admit", to=2)
    with library.writing("a command"), worker_of(library) as said:
        wait_until(lambda: "begun" in " ".join(texts(library, number)))
        wait_until(lambda: state_of(library, number) is JobState.WAITING)
        assert "The library is being written by a command" in library.jobs.get(number).note
    assert any("given back" in line for line in said)
    with worker_of(library, once=True):
        pass
    job = library.jobs.get(number)
    assert (job.state, job.attempts) == (JobState.DONE, 1)


def test_jobs_that_admit_run_one_by_one_and_others_beside_them(library):
    first, second = (add(library, "admit", to=30, pause=0.02) for _ in range(2))
    beside = add(library, "count", to=1)
    with worker_of(library, at_once=3, once=True):
        wait_until(lambda: state_of(library, beside) is JobState.DONE)
        assert {state_of(library, first), state_of(library, second)} == {
            JobState.RUNNING,
            JobState.WAITING,
        }
    assert library.jobs.get(first).finished <= library.jobs.get(second).started
    assert not any("busy" in line or "given back" in line for line in texts(library, second))


def test_a_job_that_lost_the_database_is_tried_again_and_not_for_ever(library):
    number = add(library, "lose")
    with worker_of(library, once=True):
        pass
    job = library.jobs.get(number)
    assert (job.state, job.attempts) == (JobState.FAILED, 3)
    assert job.problem.startswith("The catalogue went away.")


def test_a_worker_takes_only_the_kinds_that_it_is_given(library):
    mine, not_mine = add(library, "count"), add(library, "fail")
    with worker_of(library, once=True, kinds=["count"]):
        pass
    assert state_of(library, mine) is JobState.DONE
    assert state_of(library, not_mine) is JobState.WAITING
    from sheaf.workers.jobs.worker import find_kinds

    with pytest.raises(UsageError, match="There is no job kind called 'sing'"):
        find_kinds(["sing"], print)


def test_a_worker_whose_job_was_taken_stops_it(library):
    number = add(library, "count", to=10_000, pause=0.01)
    with worker_of(library, at_once=1) as said:
        wait_until(is_running(library, number))
        other = Claims(library.database_alias, "other #key")
        wait_until(lambda: take_over(other))
        wait_until(lambda: any("taken over" in line for line in said))
        path = library.jobs.folder(number) / "numbers.txt"
        reached = path.read_text()
        time.sleep(0.1)
        assert path.read_text() == reached
        assert state_of(library, number) is JobState.RUNNING


def take_over(other):
    """Whether it was quicker than the one that had it, which may find out and claim it again."""
    for job in other.running():
        if other.take_away(job, most_attempts=99, reason="A test."):
            return other.claim(["count"], []) is not None
    return False


def test_who_wants_a_job_cancelled_has_the_last_word():
    class Process:
        def interrupt(self):
            pass

    job = held.HeldJob(None, Process(), 10)
    job.stop(Wish.PAUSE)
    job.stop(Wish.CANCEL)
    job.hand_back("The end.")
    job._take("stopped", "")
    assert job.ended.move == "stopped, and cancelled"


def test_a_job_that_is_stopped_while_it_speaks_ends_its_line():
    """More than fits between it and its worker: half of it is on its way when it is stopped."""
    ours, theirs = socket.socketpair()
    heard, line = bytearray(), "x" * 5_000_000

    def listen():
        heard.extend(ours.recv(1000))
        os.kill(os.getpid(), signal.SIGINT)
        while piece := ours.recv(1_000_000):
            heard.extend(piece)

    listener = threading.Thread(target=listen)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        listener.start()
        with theirs, pytest.raises(KeyboardInterrupt):
            runner._send(theirs, {"log": line})
    finally:
        signal.signal(signal.SIGINT, before)
    listener.join()
    ours.close()
    assert json.loads(heard) == {"log": line}


def test_nonsense_that_a_kind_reports_is_left_out():
    job = held.HeldJob(None, None, 10)
    right = {"done": 1.0, "total": 10**30, "note": None, "counters": {"a": True}}
    job._take("progress", right)
    assert (job.progress.done, job.progress.total) == (1, 2**62)
    for wrong in ({"done": "many"}, {"done": None}, {"counters": 3}, {"counters": {"a": "b"}}):
        before = job.progress
        job._take("progress", right | wrong)
        assert job.progress is before
