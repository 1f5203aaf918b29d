"""A bound for the bodies in memory, all together, whatever servers send.

Each body has a limit of its own, and as many come at once as there are connections. If they are all
large, one goes on and the others wait: their connections are paused, and only time is lost.
"""

from __future__ import annotations

from typing import Protocol

# With the largest body that may come, and what packing it takes, this makes some 300 MiB.
MOST_BYTES = 48 * 1024**2


class IncomingBody(Protocol):
    """A body in flight."""

    body: bytearray

    def resume(self) -> None: ...


class BodyBudget:
    """A body counts until it is released, when its visit is committed."""

    def __init__(self, most: int = MOST_BYTES) -> None:
        self._most = most
        self._incoming: set[IncomingBody] = set()
        self._waiting: set[IncomingBody] = set()
        self._bytes = 0
        # Of these, so many in bodies that are complete.
        self._finished = 0

    @property
    def has_waiting(self) -> bool:
        """Whether a body waits until another is released."""
        return bool(self._waiting)

    def reserve(self, body: IncomingBody, size: int) -> bool:
        """Whether the next piece of a body may come; if not, it is resumed later."""
        self._incoming.add(body)
        if self._bytes >= self._most and not self._is_next(body):
            self._waiting.add(body)
            return False
        self._bytes += size
        return True

    def finish(self, body: IncomingBody, kept: int) -> None:
        """A body is complete, or given up; `kept` bytes of it stay in memory."""
        self._incoming.discard(body)
        self._waiting.discard(body)
        self._bytes += kept - len(body.body)
        self._finished += kept
        self._resume_waiting()

    def release(self, size: int) -> None:
        self._bytes -= size
        self._finished -= size
        self._resume_waiting()

    def _is_next(self, body: IncomingBody) -> bool:
        """The largest goes on, for it is nearest to its end. It, too, waits for those that are
        complete: they are about to be committed."""
        return not self._finished and body is max(self._incoming, key=lambda other: len(other.body))

    def _resume_waiting(self) -> None:
        for body in tuple(self._waiting):
            if self._bytes < self._most or self._is_next(body):
                self._waiting.discard(body)
                body.resume()
