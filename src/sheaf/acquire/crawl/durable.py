"""The locks of a crawl: one for its writer, and one that only shows that it is being imported."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from sheaf.errors import LibraryBusyError, disk_errors
from sheaf.files import LockFile


@contextmanager
def held_alone(path: Path) -> Iterator[None]:
    with disk_errors(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = LockFile(path)
    with lock:
        if not lock.acquire():
            raise LibraryBusyError(
                f"The same crawl is running already (it holds {path}).", "Wait for it to end."
            )
        yield


@contextmanager
def marked(path: Path) -> Iterator[None]:
    """Tells others that something is under way. Whoever cannot hold the lock goes on all the
    same: another tells it, or the folder is not there."""
    with ExitStack() as stack:
        with suppress(OSError):
            stack.enter_context(LockFile(path)).acquire(patience=0)
        yield
