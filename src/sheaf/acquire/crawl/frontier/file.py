"""The SQLite file of a frontier: connections whose errors say what is wrong and what to do."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from sheaf.acquire.crawl.frontier import schema as frontier_schema
from sheaf.acquire.crawl.frontier.schema import OLDER, VERSION
from sheaf.errors import StorageError, UsageError
from sheaf.files import make_private_file, sync_file

SAFE = "What was fetched is whole, in the library's folder warc."
DAMAGED = (
    f"{SAFE} Put back a copy of the frontier, or move it away, with the files beside it that begin "
    "with the same name. `sheaf crawl import NAME` then imports what there is; the same crawl, or "
    "one with another --name, begins anew."
)
READ_ONLY = (
    "Nothing is damaged. Make the file, and the folder it stands in, writable for you; then the "
    "same command goes on where it stopped."
)
LOCKED = (
    "Nothing is damaged. Another process is writing to it; wait until it is done, or end it, and "
    "run the same command again."
)
UNREADABLE = (
    "The disk, or what it hangs on, is in trouble. See that it can be read and written again; then "
    f"the same command goes on where it stopped. {SAFE}"
)
FULL = (
    "Nothing is damaged. Free some space, then run the same command again: it goes on where it "
    "stopped."
)
# By the primary code of SQLite's error.
PROBLEMS = {
    sqlite3.SQLITE_FULL: ("cannot grow: the disk is full", FULL),
    sqlite3.SQLITE_READONLY: ("cannot be written", READ_ONLY),
    sqlite3.SQLITE_PERM: ("cannot be written", READ_ONLY),
    sqlite3.SQLITE_CANTOPEN: ("cannot be opened", READ_ONLY),
    sqlite3.SQLITE_BUSY: ("is in use", LOCKED),
    sqlite3.SQLITE_LOCKED: ("is in use", LOCKED),
    sqlite3.SQLITE_CORRUPT: ("is damaged", DAMAGED),
    sqlite3.SQLITE_NOTADB: ("is damaged", DAMAGED),
    # A table or a column is not there, or not of the kind that it should be.
    sqlite3.SQLITE_ERROR: ("is damaged", DAMAGED),
    sqlite3.SQLITE_MISMATCH: ("is damaged", DAMAGED),
    sqlite3.SQLITE_CONSTRAINT: ("is damaged", DAMAGED),
    sqlite3.SQLITE_IOERR: ("cannot be read or written", UNREADABLE),
}
BY_ERRNO = {
    errno.ENOSPC: sqlite3.SQLITE_FULL,
    errno.EDQUOT: sqlite3.SQLITE_FULL,
    errno.EROFS: sqlite3.SQLITE_READONLY,
    errno.EACCES: sqlite3.SQLITE_READONLY,
    errno.EPERM: sqlite3.SQLITE_READONLY,
    errno.EIO: sqlite3.SQLITE_IOERR,
}
UNKNOWN_PROBLEM = ("cannot be used", None)
PRIMARY_CODE = 0xFF
WAIT_SECONDS = 30
LONGEST_LOG = 32 * 1024**2
CACHE_KIB = 16 * 1024


def frontier_error(path: Path, problem: OSError | sqlite3.Error) -> StorageError:
    words: object = problem
    if isinstance(problem, OSError):
        code, words = BY_ERRNO.get(problem.errno or 0), problem.strerror or problem
    else:
        # Python's own complaint, without a code of SQLite's: a text that is none.
        code = getattr(problem, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT)
    what, advice = PROBLEMS.get(code & PRIMARY_CODE, UNKNOWN_PROBLEM) if code else UNKNOWN_PROBLEM
    return StorageError(f"The frontier {path} {what} ({words}).", advice)


class FrontierFile:
    """A connection to it. SQLite writes a commit to its log and leaves it to `sync` to wait until
    the log is on disk and to carry it over into the file: another thread can wait for that."""

    def __init__(self, path: Path, *, is_reader: bool = False) -> None:
        self.path = path
        with self.translate_errors():
            if not is_reader:
                path.parent.mkdir(parents=True, exist_ok=True)
                make_private_file(path)
            address = f"{path.absolute().as_uri()}?mode={'rw' if is_reader else 'rwc'}"
            self.connection = sqlite3.connect(
                address, uri=True, timeout=WAIT_SECONDS, isolation_level=None,
                check_same_thread=False,
            )  # fmt: skip
            try:
                self._prepare(is_reader=is_reader)
            except BaseException:
                self.connection.close()
                raise

    def _prepare(self, *, is_reader: bool) -> None:
        connection = self.connection
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        if version == 0 and is_reader:
            # Somebody else's database, or a crawl that begins this very moment.
            raise StorageError(f"{self.path} is no frontier, or not one yet.")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
        connection.execute("PRAGMA wal_autocheckpoint = 0")
        connection.execute(f"PRAGMA cache_size = -{CACHE_KIB}")
        if version == 0:
            frontier_schema.create(connection)
        elif version in OLDER:
            with self.transaction() as write:
                frontier_schema.bring_up_to_date(write)
        elif version != VERSION:
            raise StorageError(
                f"{self.path} is a frontier of version {version}, this is for {VERSION}.",
                "Start a new crawl, with a new frontier file.",
            )

    def close(self) -> None:
        with self.translate_errors():
            self.connection.close()

    def sync(self) -> None:
        """What is committed is on the disk when this returns; another thread may call it."""
        log = self.path.with_name(self.path.name + "-wal")
        sync_file(log)
        if log.exists() and log.stat().st_size > LONGEST_LOG:
            with (
                self.translate_errors(),
                closing(sqlite3.connect(self.path, timeout=WAIT_SECONDS)) as other,
            ):
                other.execute("PRAGMA wal_checkpoint(PASSIVE)")

    @contextmanager
    def translate_errors(self) -> Iterator[None]:
        try:
            yield
        except (OSError, sqlite3.Error) as problem:
            raise frontier_error(self.path, problem) from problem

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        with self.translate_errors():
            self.connection.execute("BEGIN IMMEDIATE")
            try:
                yield self.connection
                self.connection.execute("COMMIT")
            except BaseException:
                if self.connection.in_transaction:
                    self.connection.execute("ROLLBACK")
                raise

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """What is read meanwhile is of one moment, whoever writes."""
        with self.translate_errors():
            self.connection.execute("BEGIN")
            try:
                yield
            finally:
                if self.connection.in_transaction:
                    self.connection.execute("ROLLBACK")

    def rows(self, query: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        with self.translate_errors():
            return self.connection.execute(query, values).fetchall()

    def row(self, query: str, values: Sequence[object] = ()) -> tuple[Any, ...] | None:
        try:  # not `translate_errors`, which takes longer than SQLite to find a row
            found: tuple[Any, ...] | None = self.connection.execute(query, values).fetchone()
        except sqlite3.Error as problem:
            raise frontier_error(self.path, problem) from problem
        return found


def open_frontier(path: Path) -> FrontierFile:
    """The frontier of a crawl that is there, to look at or to give orders to."""
    check_is_there(path)
    return FrontierFile(path, is_reader=True)


def check_is_there(path: Path) -> None:
    if not path.is_file():
        others = ", ".join(sorted(other.stem for other in path.parent.glob("*.db"))) or "none"
        raise UsageError(f"There is no crawl called {path.stem}.", f"Known are: {others}.")
