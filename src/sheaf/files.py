"""Files of our own: written whole or not at all, grown and cut back, synced, locked, or scratch.

write_whole              a file that is never seen half written
write_new                a file in a folder that nobody else looks into: quick, for there are many
AppendFile, cut_back     a file that only grows; after a crash it is cut back to what is certain
make_private_folder      a folder that only its owner enters, whatever the umask
make_private_file        an empty file that only its owner reads, for a database
empty_folder             what stood in a folder goes
sync_file, sync_folder   on the disk when they return
compute_sha1             the digest of a file of any size
LockFile, is_locked      a lock that ends with its process
open_scratch_database    an SQLite database that nobody needs after the process
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Iterable
from contextlib import suppress
from functools import partial
from pathlib import Path
from types import TracebackType

from sheaf.errors import StorageError, disk_errors

# Whoever asks `is_locked` holds the lock for a moment, so one refusal does not mean it is taken.
PATIENCE = 0.15
PAUSE = 0.05  # seconds between two tries

SCRATCH_PRAGMAS = (  # nothing in a scratch database has to outlive a crash
    "PRAGMA journal_mode = OFF",
    "PRAGMA synchronous = OFF",
    "PRAGMA locking_mode = EXCLUSIVE",
)


def write_whole(
    path: Path, content: str | bytes, *, is_synced: bool = False, staging: Path | None = None
) -> None:
    """Write a file beside its place (or in `staging`, on the same disk), then rename it. With
    `is_synced` its bytes are on the disk before it gets its name."""
    part = (staging or path.parent) / f".{path.name}.part"
    part.unlink(missing_ok=True)
    try:
        with part.open("xb") as file:
            file.write(content if isinstance(content, bytes) else content.encode())
            if is_synced:
                file.flush()
                os.fsync(file.fileno())
        os.replace(part, path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def write_lines(path: Path, lines: Iterable[str]) -> int:
    """A long text, as its lines come, beside its place first; how many lines there were."""
    part = path.with_name(f".{path.name}.part")
    count = 0
    with disk_errors(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            with part.open("w", encoding="utf-8", newline="") as file:
                for line in lines:
                    file.write(line)
                    count += 1
            os.replace(part, path)
        except BaseException:
            part.unlink(missing_ok=True)
            raise
    return count


def write_new(path: Path, data: bytes) -> None:
    """A file that nobody else writes or reads yet: straight to the system, without a buffer."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o666)
    try:
        rest = memoryview(data)
        while rest:
            rest = rest[os.write(descriptor, rest) :]
    finally:
        os.close(descriptor)


class AppendFile:
    def __init__(self, path: Path, *, is_new: bool = False) -> None:
        self.path = path
        with disk_errors(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = path.open("xb" if is_new else "ab")
            self.size = self._file.tell()
            self._is_synced = True
            if is_new:
                sync_folder(path.parent)

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
    """Remove what was written after the last commit; a file without any commit is deleted."""
    with disk_errors(path):
        if not path.exists() or path.stat().st_size <= size:
            return
        if size == 0:
            path.unlink()
        else:
            os.truncate(path, size)


def make_private_folder(folder: Path) -> None:
    """With the folders above it that are not there."""
    if not folder.parent.exists():
        make_private_folder(folder.parent)
    folder.mkdir(mode=0o700, exist_ok=True)


def make_private_file(path: Path) -> None:
    """One that is there stays as it is. What SQLite lays beside a database has its mode."""
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))


def refuse_link(folder: Path) -> None:
    """For a folder from which files are removed: what a link leads to is not ours."""
    if folder.is_symlink():
        raise StorageError(
            f"{folder} is a link, and it is emptied now and then.",
            "Put a folder in its place, so that nothing of yours goes.",
        )


def empty_folder(folder: Path) -> None:
    """It stays, with its mode; one that is not there is made, for its owner."""
    refuse_link(folder)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    for path in folder.iterdir():
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink(missing_ok=True)


def sync_file(path: Path) -> None:
    """Also for a file that somebody else has open; one that is not there needs nothing."""
    with disk_errors(path), suppress(FileNotFoundError):
        _sync(path)


def sync_folder(folder: Path) -> None:
    """Without this a new file may be gone after a power cut, even if its bytes were synced."""
    with disk_errors(folder):
        _sync(folder)


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def compute_sha1(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, partial(hashlib.sha1, usedforsecurity=False)).hexdigest()


class LockFile:
    """A lock that ends with the process that holds it, so a kill leaves nothing to clear away.
    The file stays, and can name its holder."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("a+b", buffering=0)

    def acquire(self, patience: float = PATIENCE) -> bool:
        """Whether the lock is ours now. `math.inf` waits as long as it takes."""
        given_up = time.monotonic() + patience
        while True:
            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                if time.monotonic() > given_up:
                    return False
                time.sleep(PAUSE)
            else:
                return True

    def sign(self, holder: str) -> None:
        """Write down who holds it, for those who are refused."""
        with disk_errors(Path(self._file.name)):
            self._file.truncate(0)
            self._file.write(holder.encode())

    def holder(self) -> str:
        self._file.seek(0)
        return self._file.read().decode("utf-8", "replace")

    def __enter__(self) -> LockFile:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._file.close()


def is_locked(path: Path) -> bool:
    """Whether a process of this machine holds a lock file, which need not be there."""
    try:
        file = path.open("rb")
    except OSError:
        return False
    with file:
        try:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except OSError:
            return True
    return False


def open_scratch_database(folder: Path, *statements: str) -> sqlite3.Connection:
    """In a file without a name in `folder`: it goes when it is closed, or with the process. The
    statements are run first; each statement after that is a transaction of its own unless there is
    a BEGIN."""
    with disk_errors(folder):
        folder.mkdir(parents=True, exist_ok=True)
        file = tempfile.NamedTemporaryFile(dir=folder, prefix="scratch-")  # noqa: SIM115
    with file:
        # A stream may be read and closed by different threads, never by two at once.
        database = sqlite3.connect(file.name, isolation_level=None, check_same_thread=False)
        for statement in (*SCRATCH_PRAGMAS, *statements):
            database.execute(statement)
    return database
