"""A set of names on disk: millions of them take no memory."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from types import TracebackType

from sheaf.files import open_scratch_database

BATCH = 10_000
TABLE = "CREATE TABLE names (name BLOB PRIMARY KEY) WITHOUT ROWID"


class DiskSet:
    """Small sets stay in memory; large ones go to a scratch database in `folder`.

        with DiskSet(context.spool) as named:
            named.add("a/b.pdf")
            "a/b.pdf" in named

    Names are kept as bytes, so one that is no valid text is one like any other.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._database: sqlite3.Connection | None = None
        self._unwritten: set[bytes] = set()

    def add(self, name: str | Path) -> bool:
        """Whether it was not there before."""
        is_new = name not in self
        if is_new:
            self._unwritten.add(_key(name))
        if len(self._unwritten) >= BATCH:
            self._write()
        return is_new

    def __contains__(self, name: str | Path) -> bool:
        key = _key(name)
        if key in self._unwritten or self._database is None:
            return key in self._unwritten
        found = self._database.execute("SELECT 1 FROM names WHERE name = ?", (key,))
        return found.fetchone() is not None

    def _write(self) -> None:
        if self._database is None:
            self._database = open_scratch_database(self._folder, TABLE)
        self._database.execute("BEGIN")
        # In order: rows that belong on one page of the tree are written together.
        rows = ((key,) for key in sorted(self._unwritten))
        self._database.executemany("INSERT INTO names VALUES (?)", rows)
        self._database.execute("COMMIT")
        self._unwritten.clear()

    def __enter__(self) -> DiskSet:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._database is not None:
            self._database.close()


def _key(name: str | Path) -> bytes:
    return str(name).encode("utf-8", "surrogateescape")
