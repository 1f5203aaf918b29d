"""A large library that was just opened: no page waits until it is counted."""

from __future__ import annotations

import threading
import time
from typing import Any

import pytest

from sheaf import app
from sheaf.app import Library
from sheaf.deposit import counting

COUNTING = "Being counted"
PAGES = {"/dashboard": "status", "/runs": "status", "/collection": "growth", "/hubs": "hubs"}


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """Counting ends when this is set."""
    may_end = threading.Event()
    monkeypatch.setattr(app, "SMALL", 0)
    monkeypatch.setattr(counting, "PATIENCE", 0.01)
    for name in set(PAGES.values()):
        monkeypatch.setattr(Library, name, waiting(getattr(Library, name), may_end))
    return may_end


def waiting(method: Any, may_end: threading.Event) -> Any:
    def wait(*arguments: Any, **named: Any) -> Any:
        assert may_end.wait(20)
        return method(*arguments, **named)

    return wait


@pytest.mark.parametrize("path", PAGES)
def test_a_page_that_must_be_counted_says_so_and_comes_by_itself(
    library: Library, slow: threading.Event, logged_in: Any, path: str
) -> None:
    page = logged_in.get(path)
    assert page.status_code == 200
    assert COUNTING in page.content.decode()
    assert 'http-equiv="refresh"' in page.content.decode()
    slow.set()
    deadline = time.monotonic() + 20
    while COUNTING in (whole := logged_in.get(path).content.decode()):
        assert time.monotonic() < deadline
        time.sleep(0.02)
    assert 'http-equiv="refresh"' not in whole


def test_of_many_counts_only_some_run_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counting, "PATIENCE", 0.0)
    may_end, begun = threading.Event(), []

    def count() -> int:
        begun.append(1)
        assert may_end.wait(20)
        return 1

    memory = counting.CountMemory()
    memory.may_be_old = True
    assert [memory.get_soon(name, 1, count) for name in range(20)] == [None] * 20
    assert len(begun) <= counting.MOST_AT_ONCE
    may_end.set()
    deadline = time.monotonic() + 20
    while None in [memory.get_soon(name, 1, count) for name in range(20)]:
        assert time.monotonic() < deadline
        time.sleep(0.02)
    assert len(begun) == 20
