"""Ctrl-C heard at a moment of our own choosing.

Python would raise KeyboardInterrupt anywhere, in a callback of libcurl too, where it is lost.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager


class Interrupts:
    """`check` raises what was held back. A second Ctrl-C is not held back."""

    def __init__(self) -> None:
        self._came = False

    def check(self) -> None:
        if self._came:
            raise KeyboardInterrupt

    @contextmanager
    def held_back(self, wake: Callable[[], None]) -> Iterator[None]:
        """`wake` ends whatever the loop waits for, so that it comes to its check."""
        usual = signal.getsignal(signal.SIGINT)
        is_ours = threading.current_thread() is threading.main_thread()
        if not is_ours or usual is not signal.default_int_handler:
            yield
            return

        def hear(_: int, __: object) -> None:
            self._came = True
            signal.signal(signal.SIGINT, usual)
            wake()

        signal.signal(signal.SIGINT, hear)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, usual)
