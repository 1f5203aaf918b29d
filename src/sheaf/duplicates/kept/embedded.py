"""Results kept in one SQLite file, which is thrown away when anything is wrong with it."""

from __future__ import annotations

import logging
import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import TypeVar

from sheaf.duplicates.kept.contract import KeptLimits
from sheaf.duplicates.kept.packing import pack, unpack
from sheaf.files import make_private_file, make_private_folder

logger = logging.getLogger(__name__)

PATIENCE = 0.25  # seconds for which somebody else may be writing
REST = 30.0  # seconds in which nothing is tried after something went wrong
# To note each use would be a write for each question: within this time one note is enough.
USE_IS_NOTED_AFTER = 60.0
# Where the store is full, so much of it goes at once, not a little with every result.
FREED = 0.1
SWEPT_AT_ONCE = 500
PAGE = 4096
SCHEMA = """
pragma journal_mode = wal;
pragma synchronous = normal;
create table if not exists kept (
    key text not null, kind text not null, content blob not null,
    size integer not null, made real not null, used real not null,
    primary key (key, kind)
) without rowid;
create index if not exists by_use on kept (used, size);
create table if not exists filled (
    only integer primary key check (only = 1), bytes integer not null
);
insert or ignore into filled values (1, 0);
create trigger if not exists put_in after insert on kept begin
    update filled set bytes = bytes + new.size; end;
create trigger if not exists taken_out after delete on kept begin
    update filled set bytes = bytes - old.size; end;
"""
ENTRY_BYTES = 200  # about what a row takes beside its content

Answer = TypeVar("Answer")


class EmbeddedKeptResults:
    """Several processes may have it open, and all threads of one."""

    def __init__(
        self,
        path: Path,
        limits: KeptLimits = KeptLimits(),  # noqa: B008 - frozen
        *,
        clock: Callable[[], float] = time.time,
        note_use_after: float = USE_IS_NOTED_AFTER,
    ) -> None:
        self.path = path
        self.limits = limits
        self._clock = clock
        self._note_use_after = note_use_after
        self._guard = threading.Lock()
        self._database: sqlite3.Connection | None = None
        self._rests_until = 0.0

    def close(self) -> None:
        with self._guard:
            self._close()

    def keep(self, key: str, kind: str, content: bytes) -> None:
        packed = pack(content)
        size = len(packed) + len(key) + ENTRY_BYTES
        if size <= min(self.limits.most_bytes_each, self.limits.most_bytes):
            self._try(lambda database: self._keep(database, key, kind, packed, size))

    def get(self, key: str, kind: str) -> bytes | None:
        packed = self._try(lambda database: self._get(database, key, kind))
        return None if packed is None else unpack(packed)

    def forget(self, key: str) -> None:
        self._try(lambda database: database.execute("delete from kept where key = ?", [key]))

    def filled_bytes(self) -> int:
        """What is kept now takes so many bytes, with what belongs to it."""
        found = self._try(lambda database: _number(database, "select bytes from filled"))
        return found or 0

    def _keep(
        self, database: sqlite3.Connection, key: str, kind: str, packed: bytes, size: int
    ) -> None:
        now = self._clock()
        database.execute("begin immediate")
        # "Insert or replace" fires no trigger for what it takes out.
        database.execute("delete from kept where key = ? and kind = ?", [key, kind])
        if _number(database, "select bytes from filled") + size > self.limits.most_bytes:
            self._make_room(database, size)
        database.execute(
            "insert into kept values (?, ?, ?, ?, ?, ?)", [key, kind, packed, size, now, now]
        )
        database.execute("commit")

    def _make_room(self, database: sqlite3.Connection, size: int) -> None:
        """What was not asked for longest goes."""
        wanted = self.limits.most_bytes * (1 - FREED) - size
        while _number(database, "select bytes from filled") > max(0, wanted):
            oldest = database.execute(
                "select key, kind from kept order by used limit ?", [SWEPT_AT_ONCE]
            ).fetchall()
            for name in oldest:
                database.execute("delete from kept where key = ? and kind = ?", name)
                if _number(database, "select bytes from filled") <= wanted:
                    break
            if not oldest:
                break

    def _get(self, database: sqlite3.Connection, key: str, kind: str) -> bytes | None:
        row = database.execute(
            "select content, made, used from kept where key = ? and kind = ?", [key, kind]
        ).fetchone()
        if row is None:
            return None
        packed, made, used = row
        now = self._clock()
        if now - made > self.limits.seconds_for(kind):
            database.execute("delete from kept where key = ? and kind = ?", [key, kind])
            return None
        if now - used >= self._note_use_after:
            with suppress(sqlite3.OperationalError):  # somebody writes: the note can wait
                database.execute(
                    "update kept set used = ? where key = ? and kind = ?", [now, key, kind]
                )
        return bytes(packed)

    def _try(self, do: Callable[[sqlite3.Connection], Answer]) -> Answer | None:
        with self._guard:
            if time.monotonic() < self._rests_until:
                return None
            try:
                return do(self._open())
            except (sqlite3.Error, OSError) as problem:
                self._give_up(problem)
                return None

    def _open(self) -> sqlite3.Connection:
        if self._database is None:
            make_private_folder(self.path.parent)
            make_private_file(self.path)
            database = sqlite3.connect(
                self.path, timeout=PATIENCE, isolation_level=None, check_same_thread=False
            )
            try:
                database.executescript(SCHEMA)
            except sqlite3.Error:
                database.close()
                raise
            self._database = database
        return self._database

    def _give_up(self, problem: Exception) -> None:
        """For a while. A file that is no database (any more) is thrown away."""
        self._rests_until = time.monotonic() + REST
        logger.warning("results are not kept for %.0f s: %s: %s", REST, self.path, problem)
        self._close()
        is_busy = isinstance(problem, sqlite3.OperationalError)
        if isinstance(problem, sqlite3.DatabaseError) and not is_busy:
            for name in (self.path, *self.path.parent.glob(f"{self.path.name}-*")):
                with suppress(OSError):
                    name.unlink(missing_ok=True)
            self._rests_until = 0.0

    def _close(self) -> None:
        if self._database is not None:
            with suppress(sqlite3.Error), closing(self._database):
                self._database.rollback()
        self._database = None


def _number(database: sqlite3.Connection, question: str) -> int:
    return int(database.execute(question).fetchone()[0])
