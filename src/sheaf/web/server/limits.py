"""What one client may take from the server: connections, seconds, bytes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

KIB = 1024
PLAIN = "text/plain; charset=utf-8"
PROBLEM = "application/problem+json"
TOO_LARGE = "The request is too large. Who is logged in, or has an API key, may send more."


@dataclass(frozen=True, slots=True)
class Limits:
    """The rates are low enough for a bad telephone line, and high enough that the slowest clients
    hold a connection for a minute or so, never a thread."""

    connections: int = 400
    connections_of_address: int = 100
    threads: int = 4
    idle_seconds: float = 30.0  # between two requests
    head_seconds: float = 10.0  # from the first byte of a request to the end of its headers
    head_bytes: int = 32 * KIB
    head_lines: int = 100
    body_seconds: float = 10.0  # for the body to begin to come; then this many bytes a second
    body_rate: int = 4 * KIB
    # Of those who are not logged in: the largest form that they are offered has a few hundred.
    anonymous_bytes: int = 64 * KIB
    # A body in chunks of a byte each costs the time of others: beyond so many chunks they must
    # have so many bytes on average.
    chunks: int = 64
    chunk_bytes: int = 256
    known_bytes: int = 32 * KIB * KIB
    # All bodies that are under way together: they wait in files.
    bodies_bytes: int = 4 * KIB * KIB * KIB
    memory_bytes: int = 256 * KIB  # a body above this waits in a file
    write_bytes: int = 64 * KIB  # a client takes these ...
    write_seconds: float = 20.0  # ... within this time
    thread_seconds: float = 30.0  # a request waits for a thread
    stop_seconds: float = 10.0  # what is under way may end when the server stops
    linger_seconds: float = 2.0  # a client that is refused while it sends may hear why


@dataclass(frozen=True, slots=True)
class BodyLimit:
    """How many bytes a request may send, and what is answered to one that sends more."""

    bytes: int
    status: int = 413
    words: str = TOO_LARGE
    content_type: str = PLAIN


@dataclass(frozen=True, slots=True)
class SlowLane:
    """Requests that wait for workers: they have threads of their own, so that no page waits behind
    them. `body_limit` is asked in a thread, unless `open_limit` knows it at once, which looks at
    nothing but the request; None means that they send no more than others."""

    takes: Callable[[dict[str, Any]], bool]
    threads: int
    body_limit: Callable[[dict[str, Any]], BodyLimit | None]
    open_limit: Callable[[dict[str, Any]], BodyLimit | None] = lambda environ: None
