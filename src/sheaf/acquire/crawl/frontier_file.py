"""The SQLite file of a frontier: its tables, and connections that tell their troubles in our words.

urls      every URL that entered the crawl, in the order it came; only ever added to
visits    how a URL ended, the last time it did, and what was last found there
counts    URLs and bytes by host and outcome, so that a status costs no walk over the visits
hosts     names, until when a host wants to be left alone, and what it has given of its budget
orders    what other processes want of the crawl that is running
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from sheaf.acquire.crawl.durable import sync_file
from sheaf.errors import StorageError

VERSION = 4
SCHEMA = """
CREATE TABLE hosts (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    not_before REAL NOT NULL DEFAULT 0,
    pages INTEGER NOT NULL DEFAULT 0,
    bytes INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE TABLE urls (
    id INTEGER PRIMARY KEY,
    url TEXT NOT NULL,
    host INTEGER NOT NULL,
    depth INTEGER NOT NULL,
    via INTEGER,
    anchor_text TEXT NOT NULL,
    hops TEXT NOT NULL,
    seed INTEGER NOT NULL,
    redirects INTEGER NOT NULL,
    priority INTEGER NOT NULL
) STRICT;
CREATE TABLE visits (
    url INTEGER PRIMARY KEY,
    round INTEGER NOT NULL,
    outcome TEXT NOT NULL,
    status INTEGER,
    size INTEGER NOT NULL,
    ended REAL NOT NULL,
    digest TEXT,
    etag TEXT,
    last_modified TEXT,
    warc_file TEXT,
    warc_offset INTEGER,
    found REAL
) STRICT;
CREATE TABLE counts (
    host INTEGER NOT NULL,
    outcome TEXT NOT NULL,
    urls INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    PRIMARY KEY (host, outcome)
) STRICT, WITHOUT ROWID;
CREATE TABLE robots (site TEXT PRIMARY KEY, text BLOB NOT NULL, asked_at REAL NOT NULL) STRICT;
CREATE TABLE orders (id INTEGER PRIMARY KEY, word TEXT NOT NULL, url TEXT NOT NULL) STRICT;
CREATE TABLE state (
    round INTEGER NOT NULL,
    is_paused INTEGER NOT NULL,
    run_began REAL NOT NULL,
    run_updated REAL NOT NULL,
    fetches INTEGER NOT NULL,
    run_fetches INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    written INTEGER NOT NULL,
    warc_file TEXT,
    warc_size INTEGER NOT NULL,
    log_size INTEGER NOT NULL,
    log_lines TEXT NOT NULL
) STRICT;
INSERT INTO state VALUES (1, 0, 0, 0, 0, 0, 0, 0, NULL, 0, 0, '');
-- Every URL with its end in words; without one it waits.
CREATE VIEW ends AS
SELECT urls.url AS url, hosts.name AS host, visits.outcome AS outcome, visits.status AS status,
       visits.warc_file AS warc_file, visits.warc_offset AS warc_offset
FROM urls JOIN hosts ON hosts.id = urls.host CROSS JOIN state
LEFT JOIN visits ON visits.url = urls.id AND visits.round = state.round;
"""
# What versions 2 and 3 lack: columns, and what is to stand in them.
OLDER = (2, 3)
ADDED = {
    "visits": ("found REAL",),
    "hosts": ("pages INTEGER NOT NULL DEFAULT 0", "bytes INTEGER NOT NULL DEFAULT 0"),
}
SPENT_SO_FAR = """
UPDATE hosts SET bytes = (SELECT coalesce(sum(bytes), 0) FROM counts WHERE host = hosts.id),
    pages = (SELECT coalesce(sum(urls), 0) FROM counts WHERE host = hosts.id AND outcome IN
        ('fetched', 'too_large', 'redirect', 'bad_status', 'unchanged'))
"""
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
            connection.executescript(f"BEGIN; {SCHEMA} PRAGMA user_version = {VERSION}; COMMIT;")
        elif version in OLDER:
            self._bring_up_to_date()
        elif version != VERSION:
            raise StorageError(
                f"{self.path} is a frontier of version {version}, this is for {VERSION}.",
                "Start a new crawl, with a new frontier file.",
            )

    def _bring_up_to_date(self) -> None:
        with self.transaction() as write:
            (version,) = write.execute("PRAGMA user_version").fetchone()
            if version == VERSION:  # another process was quicker
                return
            for table, columns in ADDED.items():
                known = {row[1] for row in write.execute(f"PRAGMA table_info({table})")}
                for column in columns:
                    if column.split()[0] not in known:
                        write.execute(f"ALTER TABLE {table} ADD COLUMN {column}")
            write.execute(SPENT_SO_FAR)
            write.execute(f"PRAGMA user_version = {VERSION}")

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
            raise self._error(problem) from problem

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

    def rows(self, query: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        with self.guarded():
            return self.connection.execute(query, values).fetchall()

    def row(self, query: str, values: Sequence[object] = ()) -> tuple[Any, ...] | None:
        try:  # not `guarded`, which takes longer than SQLite to find a row
            found: tuple[Any, ...] | None = self.connection.execute(query, values).fetchone()
        except sqlite3.Error as problem:
            raise self._error(problem) from problem
        return found

    def _error(self, problem: Exception) -> StorageError:
        return StorageError(f"The frontier {self.path} cannot be used: {problem}.")
