"""The locks beside a frontier: one for the crawl that runs, one that only shows an import."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from sheaf.errors import LibraryBusyError, disk_errors
from sheaf.files import LockFile, is_locked


@contextmanager
def lock_crawl(frontier: Path) -> Iterator[None]:
    """While it is held, no other process runs the same crawl."""
    path = lock_path(frontier)
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
def mark_as_importing(frontier: Path) -> Iterator[None]:
    """Shows others that the crawl is being imported. Whoever cannot get the lock goes on all the
    same: another import shows it, or the folder is not there."""
    with ExitStack() as stack:
        with suppress(OSError):
            stack.enter_context(LockFile(import_mark_path(frontier))).acquire(patience=0)
        try:
            yield
        finally:
            if not frontier.exists():  # refused before it began: nothing is left of it
                import_mark_path(frontier).unlink(missing_ok=True)


def is_running(frontier: Path) -> bool:
    return is_locked(lock_path(frontier))


def is_being_imported(frontier: Path) -> bool:
    return is_locked(import_mark_path(frontier))


def lock_path(frontier: Path) -> Path:
    return frontier.with_name(frontier.name + ".lock")


def import_mark_path(frontier: Path) -> Path:
    return frontier.with_name(frontier.name + ".importing")
