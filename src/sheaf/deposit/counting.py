"""Counts stay as they are while nothing changes: sums over rows, kept until the rows are others.

A library of millions takes seconds to count. Where pages are served nobody waits for that after a
change: they show what was counted last, and a thread of its own counts anew.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Collection, Hashable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

Counted = TypeVar("Counted")
Name = TypeVar("Name", bound=Hashable)
MOST_KEPT = 10_000
QUICK = 0.05  # seconds; what is counted in less is counted whenever it may be another
PATIENCE = 0.1  # seconds that `get_soon` waits
MOST_AT_ONCE = 4  # threads that count
TIMES_AS_LONG = 10  # counting in between takes a tenth of the time at the most


@dataclass(frozen=True, slots=True)
class Kept:
    """`mark` says what it was counted over, `seconds` how long that took."""

    mark: Hashable
    value: Any
    seconds: float
    at: float


class CountMemory:
    """What was counted, with a mark of what it was counted over. Where the mark is another one it
    is counted anew; the mark is read first, so that nothing is kept longer than it is true. With
    `may_be_old`, what takes long is counted behind the back of who asks. `let_go` is called at the
    end of a thread that has counted."""

    def __init__(self, let_go: Callable[[], None] = lambda: None) -> None:
        self.may_be_old = False
        self._kept: dict[Hashable, Kept] = {}
        self._counting: dict[Hashable, threading.Thread] = {}
        self._let_go = let_go
        self._lock = threading.Lock()
        self._here = threading.local()

    def get(self, name: Hashable, mark: Hashable, count: Callable[[], Counted]) -> Counted:
        found = self.get_many({name: mark}, lambda _: {name: count()})
        return found[name]

    def get_many(
        self,
        marks: Mapping[Name, Hashable],
        count: Callable[[Collection[Name]], Mapping[Name, Counted]],
    ) -> dict[Name, Counted]:
        """The same for several that are counted together."""
        found: dict[Name, Counted] = {}
        missing, old = [], []
        for name, mark in marks.items():
            kept = self._kept.get(name)
            if kept is None or (kept.mark != mark and not self._may_show(kept)):
                missing.append(name)
                continue
            found[name] = kept.value
            if kept.mark != mark:
                old.append(name)
        if missing:
            found |= self._count({name: marks[name] for name in missing}, count)
        if old:
            self._count_later({name: marks[name] for name in old}, count)
        return found

    def get_soon(
        self, name: Hashable, mark: Hashable, count: Callable[[], Counted]
    ) -> Counted | None:
        """The same; None where it was never counted, and is not in a moment."""
        if not self._shows_old:
            return self.get(name, mark, count)
        kept = self._kept.get(name)
        if kept is None or (kept.mark != mark and not self._may_show(kept)):
            self._count_later({name: mark}, lambda _: {name: count()})
            if (thread := self._counting.get(name)) is not None:
                thread.join(PATIENCE)
            kept = self._kept.get(name)
            return None if kept is None else kept.value
        return self.get(name, mark, count)

    @property
    def _shows_old(self) -> bool:
        """What is counted out of other counts is made of new ones: it is kept under a new mark."""
        return self.may_be_old and not getattr(self._here, "is_counting", False)

    def _may_show(self, kept: Kept) -> bool:
        return self._shows_old and kept.seconds > QUICK

    def _count(
        self,
        marks: Mapping[Name, Hashable],
        count: Callable[[Collection[Name]], Mapping[Name, Counted]],
    ) -> dict[Name, Counted]:
        began = time.monotonic()
        with self._counting_here():
            counted = count(list(marks))
        now = time.monotonic()
        if len(self._kept) + len(marks) > MOST_KEPT:
            self._kept.clear()
        seconds = (now - began) / len(marks)
        for name, mark in marks.items():
            self._kept[name] = Kept(mark, counted[name], seconds, now)
        return {name: counted[name] for name in marks}

    @contextmanager
    def _counting_here(self) -> Iterator[None]:
        before = getattr(self._here, "is_counting", False)
        self._here.is_counting = True
        try:
            yield
        finally:
            self._here.is_counting = before

    def _count_later(
        self,
        marks: Mapping[Name, Hashable],
        count: Callable[[Collection[Name]], Mapping[Name, Counted]],
    ) -> None:
        with self._lock:
            due = {name: mark for name, mark in marks.items() if self._is_due(name)}
            if not due or len(set(self._counting.values())) >= MOST_AT_ONCE:
                return  # who asks again begins it
            thread = threading.Thread(target=self._count_alone, args=(due, count), daemon=True)
            thread.start()  # before anybody can find it, and wait for it
            self._counting |= dict.fromkeys(due, thread)

    def _is_due(self, name: Hashable) -> bool:
        if name in self._counting:
            return False
        kept = self._kept.get(name)
        return kept is None or time.monotonic() - kept.at > TIMES_AS_LONG * kept.seconds

    def _count_alone(
        self,
        marks: Mapping[Name, Hashable],
        count: Callable[[Collection[Name]], Mapping[Name, Counted]],
    ) -> None:
        try:
            self._count(marks, count)
        except Exception:  # noqa: BLE001 - whoever asks next counts, and is told of the error
            for name in marks:
                self._kept.pop(name, None)
        finally:
            self._let_go()
            with self._lock:
                for name in marks:
                    del self._counting[name]
