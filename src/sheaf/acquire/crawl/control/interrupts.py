"""Ctrl-C handled at a moment of our own choosing, and SIGTERM treated like it.

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
    """`check` raises the KeyboardInterrupt that was deferred. A second Ctrl-C is not deferred."""

    def __init__(self) -> None:
        self._has_come = False

    def check(self) -> None:
        if self._has_come:
            raise KeyboardInterrupt

    @contextmanager
    def defer(self, wake: Callable[[], None]) -> Iterator[None]:
        """`wake` ends whatever the loop waits for, so that it comes to `check`."""
        usual = signal.getsignal(signal.SIGINT)
        is_ours = threading.current_thread() is threading.main_thread()
        if not is_ours or usual is not signal.default_int_handler:
            yield
            return

        def remember(_: int, __: object) -> None:
            self._has_come = True
            signal.signal(signal.SIGINT, usual)
            wake()

        signal.signal(signal.SIGINT, remember)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, usual)
