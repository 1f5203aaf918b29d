"""The SQLite file of a frontier: connections that tell their troubles in our words."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from sheaf.acquire.crawl.frontier import schema as frontier_schema
from sheaf.acquire.crawl.frontier.errors import frontier_error
from sheaf.acquire.crawl.frontier.schema import OLDER, VERSION
from sheaf.errors import StorageError
from sheaf.files import sync_file

WAIT_SECONDS = 30
LONGEST_LOG = 32 * 1024**2
CACHE_KIB = 16 * 1024


class FrontierFile:
    """A connection to it. SQLite writes a commit to its log and leaves it to `sync` to wait until
    the log is on disk and to carry it over into the file: another thread can wait for that."""

    def __init__(self, path: Path, *, is_reader: bool = False) -> None:
        self.path = path
        with self.guarded():
            if not is_reader:
                path.parent.mkdir(parents=True, exist_ok=True)
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
        with self.guarded():
            self.connection.close()

    def sync(self) -> None:
        """What is committed is on the disk when this returns; another thread may call it."""
        log = self.path.with_name(self.path.name + "-wal")
        sync_file(log)
        if log.exists() and log.stat().st_size > LONGEST_LOG:
            with self.guarded(), closing(sqlite3.connect(self.path, timeout=WAIT_SECONDS)) as other:
                other.execute("PRAGMA wal_checkpoint(PASSIVE)")

    @contextmanager
    def guarded(self) -> Iterator[None]:
        try:
            yield
        except (OSError, sqlite3.Error) as problem:
            raise frontier_error(self.path, problem) from problem

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        with self.guarded():
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
        with self.guarded():
            self.connection.execute("BEGIN")
            try:
                yield
            finally:
                if self.connection.in_transaction:
                    self.connection.execute("ROLLBACK")

    def rows(self, query: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        with self.guarded():
            return self.connection.execute(query, values).fetchall()

    def row(self, query: str, values: Sequence[object] = ()) -> tuple[Any, ...] | None:
        try:  # not `guarded`, which takes longer than SQLite to find a row
            found: tuple[Any, ...] | None = self.connection.execute(query, values).fetchone()
        except sqlite3.Error as problem:
            raise frontier_error(self.path, problem) from problem
        return found
