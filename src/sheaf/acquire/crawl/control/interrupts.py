"""Ctrl-C, and what else stops a command, handled at a moment of our own choosing.

Python would raise KeyboardInterrupt anywhere, in a callback of libcurl too, where it is lost.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

STOPPING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def stop_as_at_ctrl_c() -> None:
    """Service managers and batch queues end a process with SIGTERM, a terminal that is closed with
    SIGHUP: it is to end in good order then. In the background SIGINT is ignored, so these two do
    not go through it. What is ignored stays so: that is what `nohup` is for."""
    for one in STOPPING:
        if signal.getsignal(one) is signal.SIG_DFL:
            signal.signal(one, signal.default_int_handler)


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
        is_ours = threading.current_thread() is threading.main_thread()
        deferred = [one for one in STOPPING if is_ours and _raises_interrupt(one)]

        def remember(_: int, __: object) -> None:
            self._has_come = True
            set_handlers(signal.default_int_handler)
            wake()

        def set_handlers(handler: Callable[[int, FrameType | None], object]) -> None:
            for one in deferred:
                signal.signal(one, handler)

        set_handlers(remember)
        try:
            yield
        finally:
            set_handlers(signal.default_int_handler)


def _raises_interrupt(one: signal.Signals) -> bool:
    return signal.getsignal(one) is signal.default_int_handler
