"""Stops somebody else's code when its time is up, without costing the worker its life."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

AGAIN = 1.0  # seconds after which code that caught it is stopped once more


class OutOfTime(BaseException):
    """No Exception: code that catches all of these must not catch it."""


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Only Python code can be stopped, and only in the main thread of a process, which is where
    a worker works. Elsewhere there is no limit but the worker's own."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(number: int, frame: FrameType | None) -> None:
        raise OutOfTime(f"it took more than {seconds:g} seconds")

    started = time.monotonic()
    handler = signal.signal(signal.SIGALRM, stop)
    left, interval = signal.setitimer(signal.ITIMER_REAL, seconds, AGAIN)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, signal.SIG_DFL if handler is None else handler)
        if left:
            passed = time.monotonic() - started
            signal.setitimer(signal.ITIMER_REAL, max(left - passed, 0.001), interval)
