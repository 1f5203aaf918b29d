"""What is wrong with the file of a frontier, and what can be done about it."""

from __future__ import annotations

import errno
import sqlite3
from pathlib import Path

from sheaf.errors import StorageError

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
TOLD = {
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
OTHERWISE = ("cannot be used", None)
PRIMARY = 0xFF


def frontier_error(path: Path, problem: OSError | sqlite3.Error) -> StorageError:
    words: object = problem
    if isinstance(problem, OSError):
        code, words = BY_ERRNO.get(problem.errno or 0), problem.strerror or problem
    else:
        # Python's own complaint, without a code of SQLite's: a text that is none.
        code = getattr(problem, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT)
    what, advice = TOLD.get(code & PRIMARY, OTHERWISE) if code else OTHERWISE
    return StorageError(f"The frontier {path} {what} ({words}).", advice)
