"""Who sees collections that are not public: everybody but visitors in the browser."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_sees_all: ContextVar[Callable[[], bool]] = ContextVar("sees all collections")


@contextmanager
def visiting(sees_all: Callable[[], bool] = lambda: False) -> Iterator[None]:
    """Within it, collections that are not public are not there, unless who asks sees all: that is
    looked up only where it matters."""
    before = _sees_all.set(sees_all)
    try:
        yield
    finally:
        _sees_all.reset(before)


def is_visitor() -> bool:
    """Whether who asks now is one."""
    ask = _sees_all.get(None)
    return ask is not None and not ask()
