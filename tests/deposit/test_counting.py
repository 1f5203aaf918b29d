"""What takes long to count is shown as it was, and counted behind the back of who asks."""

from __future__ import annotations

import threading

import pytest

from sheaf.deposit import counting
from sheaf.deposit.counting import CountMemory


class SlowCount:
    """Counts up with each call, and takes as long as it is told to."""

    def __init__(self) -> None:
        self.calls = 0
        self.may_end = threading.Event()
        self.may_end.set()

    def __call__(self) -> int:
        self.calls += 1
        assert self.may_end.wait(10)
        return self.calls


@pytest.fixture
def let_go():
    return threading.Semaphore(0)


@pytest.fixture
def memory(let_go):
    made = CountMemory(let_go.release)
    made.may_be_old = True
    return made


def test_what_is_quick_is_counted_at_every_change(memory):
    count = SlowCount()
    assert [memory.get("a", mark, count) for mark in (1, 1, 2, 3)] == [1, 1, 2, 3]


def test_what_is_slow_is_shown_as_it_was_and_counted_by_a_thread(memory, let_go, monkeypatch):
    monkeypatch.setattr(counting, "QUICK", -1.0)
    monkeypatch.setattr(counting, "TIMES_AS_LONG", 0)
    count = SlowCount()
    assert memory.get("a", 1, count) == 1
    count.may_end.clear()
    assert [memory.get("a", mark, count) for mark in (2, 2, 3)] == [1, 1, 1]
    count.may_end.set()
    assert let_go.acquire(timeout=10)
    assert count.calls == 2  # one thread, however many have asked
    assert memory.get("a", 2, count) == 2


def test_without_a_server_nothing_is_old(memory, monkeypatch):
    monkeypatch.setattr(counting, "QUICK", -1.0)
    memory.may_be_old = False
    count = SlowCount()
    assert [memory.get("a", mark, count) for mark in (1, 2)] == [1, 2]
    assert memory.get_soon("b", 1, count) == 3


def test_a_figure_that_takes_long_is_left_out_at_first(memory, let_go, monkeypatch):
    monkeypatch.setattr(counting, "PATIENCE", 0.01)
    count = SlowCount()
    assert memory.get_soon("quick", 1, count) == 1
    let_go.acquire(timeout=10)
    count.may_end.clear()
    assert memory.get_soon("slow", 1, count) is None
    count.may_end.set()
    assert let_go.acquire(timeout=10)
    assert memory.get_soon("slow", 1, count) == 2


def test_an_error_in_the_thread_is_told_to_who_asks_next(memory, let_go, monkeypatch):
    monkeypatch.setattr(counting, "QUICK", -1.0)
    monkeypatch.setattr(counting, "TIMES_AS_LONG", 0)

    def fail() -> int:
        raise ConnectionError("gone")

    assert memory.get("a", 1, lambda: 1) == 1
    assert memory.get("a", 2, fail) == 1
    assert let_go.acquire(timeout=10)
    with pytest.raises(ConnectionError):
        memory.get("a", 2, fail)


def test_a_sum_of_old_counts_is_not_kept_as_a_new_one(memory, let_go, monkeypatch):
    monkeypatch.setattr(counting, "QUICK", -1.0)
    monkeypatch.setattr(counting, "TIMES_AS_LONG", 0)
    rows = {"a": 1, "b": 1}

    def total(mark: int) -> int:
        def add() -> int:
            return sum(memory.get(name, mark, lambda name=name: rows[name]) for name in rows)

        return memory.get("total", mark, add)

    assert total(1) == 2
    rows["a"] = 5
    assert total(2) == 2  # as it was, and counted anew by a thread
    assert let_go.acquire(timeout=10)
    assert total(2) == 6
