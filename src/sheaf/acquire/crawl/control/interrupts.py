"""Ctrl-C heard at a moment of our own choosing, and SIGTERM taken for it.

Python would raise KeyboardInterrupt anywhere, in a callback of libcurl too, where it is lost.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def sigterm_as_ctrl_c() -> Iterator[None]:
    """Service managers and batch queues end a process with SIGTERM: it is to end in good order
    then, as when somebody sits before it. Where it is handled already, it is left so."""
    is_ours = threading.current_thread() is threading.main_thread()
    if not is_ours or signal.getsignal(signal.SIGTERM) is not signal.SIG_DFL:
        yield
        return
    signal.signal(signal.SIGTERM, lambda _, __: signal.raise_signal(signal.SIGINT))
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)


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
