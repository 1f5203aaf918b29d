"""One writer per library: a lock that names its holder and vanishes with its process."""

from __future__ import annotations

import math
import os
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from zlib import crc32

from django.db import connections

from sheaf.errors import LibraryBusyError, StorageError
from sheaf.files import LockFile, is_locked

POLL_SECONDS = 0.5
# A process that was killed while it started another leaves the lock to that one for a moment.
GRACE_SECONDS = 0.3


@contextmanager
def writing(folder: Path, alias: str, purpose: str, *, wait: bool = False) -> Iterator[None]:
    """Hold the library for writing. A catalogue on a server is locked there as well, because
    another machine does not see our file."""
    with _file_lock(folder / "lock", purpose, wait=wait), _server_lock(alias, wait=wait):
        yield


@contextmanager
def _file_lock(path: Path, purpose: str, *, wait: bool) -> Iterator[None]:
    try:
        lock = LockFile(path)
    except OSError as problem:
        raise StorageError(f"The library cannot be written: {path}: {problem.strerror}.") from None
    with lock:
        if not lock.acquire(math.inf if wait else GRACE_SECONDS):
            holder = lock.holder() or "another process"
            raise LibraryBusyError(f"The library is being written by {holder}.")
        now = datetime.now(UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
        lock.sign(f"{purpose} (process {os.getpid()} on {socket.gethostname()}, since {now})")
        yield


def is_held(folder: Path) -> bool:
    """Whether a process of this machine is writing to the library now."""
    return is_locked(folder / "lock")


@contextmanager
def _server_lock(alias: str, *, wait: bool) -> Iterator[None]:
    """An advisory lock of the database server; it ends with our connection."""
    connection = connections[alias]
    name = str(connection.settings_dict["NAME"])
    locks: dict[str, tuple[str, str, int | str]] = {
        "postgresql": (
            "SELECT pg_try_advisory_lock(%s)",
            "SELECT pg_advisory_unlock(%s)",
            crc32(f"sheaf:{name}".encode()),
        ),
        "mysql": ("SELECT GET_LOCK(%s, 0)", "SELECT RELEASE_LOCK(%s)", f"sheaf:{name}"[:64]),
    }
    take, drop, number = locks.get(connection.vendor, ("", "", ""))
    if not take:
        yield
        return
    with connection.cursor() as cursor:
        while not _is_granted(cursor, take, number):
            if not wait:
                raise LibraryBusyError(
                    f"The catalogue {name!r} is being written by another machine or process."
                )
            time.sleep(POLL_SECONDS)
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute(drop, [number])


def _is_granted(cursor: Any, statement: str, number: int | str) -> bool:
    cursor.execute(statement, [number])
    row = cursor.fetchone()
    return bool(row and row[0])
