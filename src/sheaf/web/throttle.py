"""Slows down whoever guesses passwords: after some failures an address has to wait."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

FAILURES = 5
WAIT_SECONDS = 30.0
# More addresses than this at once are an attack on our memory; those that need not wait go.
MOST_ADDRESSES = 10_000


class Throttle:
    """Counts in memory: it forgets with the process, and the wait is short anyway."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._failures: dict[str, tuple[int, float]] = {}
        self._lock = threading.Lock()

    def seconds_to_wait(self, address: str) -> float:
        with self._lock:
            count, last = self._failures.get(address, (0, 0.0))
            return max(0.0, last + WAIT_SECONDS - self._now()) if count >= FAILURES else 0.0

    def failed(self, address: str) -> None:
        with self._lock:
            count, last = self._failures.get(address, (0, 0.0))
            if self._now() - last > WAIT_SECONDS:
                count = 0
            self._failures[address] = (count + 1, self._now())
            if len(self._failures) > MOST_ADDRESSES:
                self._forget_old()

    def succeeded(self, address: str) -> None:
        with self._lock:
            self._failures.pop(address, None)

    def forget_all(self) -> None:
        with self._lock:
            self._failures.clear()

    def _forget_old(self) -> None:
        oldest = self._now() - WAIT_SECONDS
        self._failures = {
            address: (count, last)
            for address, (count, last) in self._failures.items()
            if last > oldest
        }
