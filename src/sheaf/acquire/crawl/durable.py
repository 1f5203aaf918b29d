"""Files that only grow, cut back to what is certain after a crash, and a lock for one writer."""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from sheaf.errors import LibraryBusyError, disk_errors

TRIES, PAUSE = 3, 0.05  # for a lock, and seconds between


@contextmanager
def held_alone(path: Path) -> Iterator[None]:
    """A lock file: the lock goes with the process, so a kill leaves nothing to clear away."""
    with disk_errors(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        file = path.open("ab")
    with file:
        if not any(_locks(file) for _ in range(TRIES)):
            raise LibraryBusyError(
                f"The same crawl is running already (it holds {path}).", "Wait for it to end."
            )
        yield


@contextmanager
def marked(path: Path) -> Iterator[None]:
    """A lock file that only tells others that something is under way. Whoever cannot hold it goes
    on all the same: another tells it, or the folder is not there."""
    with ExitStack() as stack:
        with suppress(OSError):
            file = stack.enter_context(path.open("ab"))
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield


def is_locked(path: Path) -> bool:
    """Whether somebody holds a lock file, which need not be there."""
    if not path.exists():
        return False
    with path.open("rb") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except OSError:
            return True
    return False


def _locks(file: BinaryIO) -> bool:
    """Who only asks whether a crawl is running holds the lock for a moment too."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        time.sleep(PAUSE)
        return False
    return True


class AppendFile:
    def __init__(self, path: Path, *, is_new: bool = False) -> None:
        self.path = path
        with disk_errors(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = path.open("xb" if is_new else "ab")
            self.size = self._file.tell()
            self._is_synced = True
            if is_new:
                _sync_folder(path.parent)

    def write(self, data: bytes) -> None:
        with disk_errors(self.path):
            self._file.write(data)
        self.size += len(data)
        self._is_synced = False

    def flush(self) -> None:
        with disk_errors(self.path):
            self._file.flush()

    def sync(self) -> None:
        """What was flushed is on the disk when this returns; another thread may call it."""
        if self._is_synced:
            return
        self._is_synced = True
        with disk_errors(self.path):
            os.fsync(self._file.fileno())

    def close(self) -> None:
        # Whatever counts was synced before; on a full disk closing would fail once more.
        with suppress(OSError):
            self._file.close()


def cut_back(path: Path, size: int) -> None:
    """Take away what was written after the last commit; a file nothing was committed of goes."""
    with disk_errors(path):
        if not path.exists() or path.stat().st_size <= size:
            return
        if size == 0:
            path.unlink()
        else:
            os.truncate(path, size)


def sync_file(path: Path) -> None:
    """The same for a file that somebody else has open."""
    with disk_errors(path), suppress(FileNotFoundError):
        descriptor = os.open(path, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _sync_folder(folder: Path) -> None:
    """Without this a new file may be gone after a power cut, however well its bytes were synced."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
