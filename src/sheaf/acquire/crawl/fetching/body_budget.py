"""How much of what came is in memory: a bound for all bodies together, whatever servers send.

Each body has a limit of its own, and as many come at once as there are connections. Where they are
all large, one is let come and the others wait: their connections are paused, and nothing is lost
but time.
"""

from __future__ import annotations

from typing import Protocol

# With the largest body that may come, and what packing it takes, this makes some 300 MiB.
MOST_HELD = 48 * 1024**2


class Body(Protocol):
    """A body that is coming."""

    body: bytearray

    def go_on(self) -> None: ...


class Held:
    """A body counts until it is let go, which is when it is written down."""

    def __init__(self, most: int = MOST_HELD) -> None:
        self._most = most
        self._coming: set[Body] = set()
        self._waiting: set[Body] = set()
        self._bytes = 0
        # Of these, so many in bodies that are whole.
        self._whole = 0

    @property
    def holds_up(self) -> bool:
        """Whether a body waits until something is let go."""
        return bool(self._waiting)

    def takes(self, one: Body, size: int) -> bool:
        """Whether the next piece of a body may come; if not, it is told later to go on."""
        self._coming.add(one)
        if self._bytes >= self._most and not self._is_next(one):
            self._waiting.add(one)
            return False
        self._bytes += size
        return True

    def ended(self, one: Body, kept: int) -> None:
        """A body is whole, or given up; so much of it is held on."""
        self._coming.discard(one)
        self._waiting.discard(one)
        self._bytes += kept - len(one.body)
        self._whole += kept
        self._go_on()

    def let_go(self, size: int) -> None:
        self._bytes -= size
        self._whole -= size
        self._go_on()

    def _is_next(self, one: Body) -> bool:
        """The largest goes on, for it is nearest to its end. It, too, waits for those that are
        whole: they are about to be written down."""
        return not self._whole and one is max(self._coming, key=lambda each: len(each.body))

    def _go_on(self) -> None:
        for one in tuple(self._waiting):
            if self._bytes < self._most or self._is_next(one):
                self._waiting.discard(one)
                one.go_on()
