"""Connections to Redis, and what its errors are to us."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

from sheaf.errors import MissingPartError, StorageError

USUAL_PORT = 6379
Client = Any  # of a package that need not be installed


def connect(url: str, *, seconds: float) -> Client:
    """A client that gives up a question after so many seconds. It connects when first asked."""
    try:
        import redis
    except ImportError as problem:
        raise MissingPartError(
            "Redis needs the package redis.", "Install it with `pip install 'sheaf[redis]'`."
        ) from problem
    return redis.Redis.from_url(url, socket_timeout=seconds, socket_connect_timeout=seconds)


@contextmanager
def redis_errors(url: str) -> Iterator[None]:
    """For whoever cannot go on without an answer."""
    import redis

    try:
        yield
    except redis.ConnectionError as problem:
        raise StorageError(
            f"Redis at {place_of(url)} cannot be reached.", "Start it, or name another one."
        ) from problem
    except redis.RedisError as problem:
        raise StorageError(
            f"Redis at {place_of(url)} says: {problem}",
            "Where it is full, give it more memory, or keep fewer documents.",
        ) from problem


def place_of(url: str) -> str:
    """Without the password that may stand in it."""
    parts = urlsplit(url)
    if not parts.hostname:
        return parts.path  # a socket
    return f"{parts.hostname}:{parts.port or USUAL_PORT}{parts.path}"


def refuse_to_lose_keys(client: Client, url: str) -> None:
    """Where a full Redis drops any key, near-copies would be missed and nobody would know."""
    with redis_errors(url):
        memory = client.info("memory")
    policy = str(memory.get("maxmemory_policy", ""))
    if memory.get("maxmemory") and policy.startswith("allkeys"):
        raise StorageError(
            f"Redis at {place_of(url)} drops any key when it is full ({policy}).",
            "Set maxmemory-policy to volatile-lru: what is kept for a while goes first then.",
        )
