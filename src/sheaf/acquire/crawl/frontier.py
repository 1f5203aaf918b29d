"""What is to be fetched and what came of it: one SQLite file that survives being killed.

A URL is waiting until its outcome is committed. What is in flight is known to nobody but the
running process, so after a crash it is simply waiting again.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sheaf.acquire.crawl.visits import TRIED_AGAIN, FetchOutcome, Target, Visit
from sheaf.errors import StorageError

VERSION = 1
SCHEMA = """
CREATE TABLE urls (
    id INTEGER PRIMARY KEY,
    url TEXT NOT NULL UNIQUE,
    host TEXT NOT NULL,
    depth INTEGER NOT NULL,
    via TEXT,
    anchor_text TEXT NOT NULL,
    hops TEXT NOT NULL,
    seed TEXT NOT NULL,
    redirects INTEGER NOT NULL,
    outcome TEXT,
    warc_file TEXT,
    warc_offset INTEGER
) STRICT;
CREATE INDEX waiting ON urls (host, depth, id) WHERE outcome IS NULL;
CREATE TABLE robots (site TEXT PRIMARY KEY, text TEXT NOT NULL, asked_at REAL NOT NULL) STRICT;
CREATE TABLE state (
    fetches INTEGER NOT NULL,
    warc_file TEXT,
    warc_size INTEGER NOT NULL,
    log_size INTEGER NOT NULL,
    log_lines TEXT NOT NULL
) STRICT;
INSERT INTO state VALUES (0, NULL, 0, 0, '');
"""
# A shorter way to a URL that still waits is the one that counts.
ENTER = """
INSERT INTO urls (url, host, depth, via, anchor_text, hops, seed, redirects)
VALUES (?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (url) DO UPDATE SET
    depth = excluded.depth, via = excluded.via, anchor_text = excluded.anchor_text,
    hops = excluded.hops, seed = excluded.seed, redirects = excluded.redirects
WHERE outcome IS NULL AND excluded.depth < depth
"""


@dataclass(frozen=True, slots=True)
class FileState:
    """How far the files beside the frontier are part of the crawl.

    The lines are those of the last commit: they went to the log after it, if nothing came between.
    """

    warc_file: str | None = None
    warc_size: int = 0
    log_size: int = 0
    log_lines: str = ""


@dataclass(frozen=True, slots=True)
class Place:
    """Where the response of a visit stands."""

    warc_file: str
    warc_offset: int


class Frontier:
    """Read in the crawler's thread and written in the ledger's, each by a connection of its own."""

    def __init__(self, path: Path) -> None:
        self._path = path
        with self._guarded():
            path.parent.mkdir(parents=True, exist_ok=True)
            self._write = self._connect()
            try:
                self._prepare()
                self._read = self._connect()
            except BaseException:
                self._write.close()
                raise

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(
            self._path, timeout=30, isolation_level=None, check_same_thread=False
        )
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        return connection

    def _prepare(self) -> None:
        (version,) = self._write.execute("PRAGMA user_version").fetchone()
        if version == 0:
            self._write.executescript(f"BEGIN; {SCHEMA} PRAGMA user_version = {VERSION}; COMMIT;")
        elif version != VERSION:
            raise StorageError(
                f"{self._path} is a frontier of version {version}, this is for {VERSION}.",
                "Start a new crawl, with a new frontier file.",
            )

    def close(self) -> None:
        self._read.close()
        self._write.close()

    @contextmanager
    def _guarded(self) -> Iterator[None]:
        try:
            yield
        except (OSError, sqlite3.Error) as problem:
            raise StorageError(f"The frontier {self._path} cannot be used: {problem}.") from problem

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        with self._guarded():
            self._write.execute("BEGIN IMMEDIATE")
            try:
                yield self._write
                self._write.execute("COMMIT")
            except BaseException:
                if self._write.in_transaction:
                    self._write.execute("ROLLBACK")
                raise

    # Written, in the ledger's thread

    def begin(self, seeds: Iterable[Target]) -> None:
        """Seeds that are new enter; what came to nothing last time is waiting again."""
        again = [(outcome.value,) for outcome in TRIED_AGAIN]
        with self._transaction() as write:
            write.executemany("UPDATE urls SET outcome = NULL WHERE outcome = ?", again)
            for seed in seeds:
                _enter(write, seed)

    def settle(
        self, visits: Sequence[tuple[Visit, Place | None]], files: FileState, fetches: int
    ) -> set[str]:
        """One commit for what is on disk by now; the hosts that have something new to fetch."""
        hosts: set[str] = set()
        with self._transaction() as write:
            for visit, place in visits:
                _end(write, visit, place)
                hosts.update(found.host for found in visit.found if _enter(write, found))
            write.execute("UPDATE state SET fetches = fetches + ?", (fetches,))
            _set_files(write, files)
        return hosts

    def open_warc(self, name: str) -> None:
        with self._transaction() as write:
            write.execute("UPDATE state SET warc_file = ?, warc_size = 0", (name,))

    def set_files(self, files: FileState) -> None:
        with self._transaction() as write:
            _set_files(write, files)

    def keep_robots_text(self, site: str, text: str, asked_at: float) -> None:
        with self._transaction() as write:
            write.execute("INSERT OR REPLACE INTO robots VALUES (?, ?, ?)", (site, text, asked_at))

    def finish(self) -> None:
        """The run came to its end, so the next one counts its pages from zero."""
        with self._transaction() as write:
            write.execute("UPDATE state SET fetches = 0")

    # Read, in the crawler's thread

    def waiting_hosts(self) -> list[str]:
        rows = self._rows("SELECT host FROM urls WHERE outcome IS NULL GROUP BY host ORDER BY host")
        return [host for (host,) in rows]

    def waiting(self, host: str, count: int) -> list[Target]:
        """The next URLs of a host, those nearest to the seeds first."""
        rows = self._rows(
            "SELECT url, depth, via, anchor_text, hops, seed, redirects FROM urls "
            "WHERE host = ? AND outcome IS NULL ORDER BY depth, id LIMIT ?",
            (host, count),
        )
        return [Target(*row) for row in rows]

    def robots_text(self, site: str, *, not_before: float) -> str | None:
        rows = self._rows(
            "SELECT text FROM robots WHERE site = ? AND asked_at >= ?", (site, not_before)
        )
        return str(rows[0][0]) if rows else None

    def files(self) -> FileState:
        rows = self._rows("SELECT warc_file, warc_size, log_size, log_lines FROM state")
        return FileState(*rows[0])

    def fetches(self) -> int:
        """Fetches of the run that is under way, or that was broken off."""
        return int(self._rows("SELECT fetches FROM state")[0][0])

    def seeds(self) -> list[str]:
        rows = self._rows("SELECT url FROM urls WHERE depth = 0 AND via IS NULL")
        return [str(url) for (url,) in rows]

    def is_under_way(self) -> bool:
        return bool(self._rows("SELECT 1 FROM urls WHERE outcome IS NOT NULL LIMIT 1"))

    def outcomes(self) -> Counter[str]:
        """Every URL by its end. One that still waits waits because a run has its limit."""
        rows = self._rows("SELECT outcome, count(*) FROM urls GROUP BY outcome")
        return Counter({outcome or FetchOutcome.PAGE_LIMIT.value: count for outcome, count in rows})

    def _rows(self, query: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        with self._guarded():
            return self._read.execute(query, values).fetchall()


def _enter(write: sqlite3.Connection, target: Target) -> bool:
    """Whether it is something new to fetch."""
    row = (
        target.url, target.host, target.depth, target.via, target.anchor_text, target.hops,
        target.seed, target.redirects,
    )  # fmt: skip
    return write.execute(ENTER, row).rowcount == 1


def _end(write: sqlite3.Connection, visit: Visit, place: Place | None) -> None:
    file, offset = (place.warc_file, place.warc_offset) if place else (None, None)
    write.execute(
        "UPDATE urls SET outcome = ?, warc_file = ?, warc_offset = ? WHERE url = ?",
        (visit.outcome.value, file, offset, visit.target.url),
    )


def _set_files(write: sqlite3.Connection, files: FileState) -> None:
    write.execute(
        "UPDATE state SET warc_file = ?, warc_size = ?, log_size = ?, log_lines = ?",
        (files.warc_file, files.warc_size, files.log_size, files.log_lines),
    )
