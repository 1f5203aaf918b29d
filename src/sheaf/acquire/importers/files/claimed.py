"""Which files were named already, remembered on disk: millions of them take no memory."""

from __future__ import annotations

import sqlite3
import tempfile
from pathlib import Path
from types import TracebackType

BATCH = 10_000


class Claimed:
    """A set of paths in a temporary file below `folder`; it is gone when closed.

        with Claimed(context.spool) as claimed:
            claimed.add("a/b.pdf")
            "a/b.pdf" in claimed

    Paths are kept as bytes, so a name that is no valid text is one like any other.
    """

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = tempfile.TemporaryDirectory(prefix="claimed-", dir=folder)
        # An importer's stream may be read and closed by different threads, never by two at once.
        self._rows = sqlite3.connect(
            Path(self._folder.name) / "paths", isolation_level=None, check_same_thread=False
        )
        # Nothing here has to outlive a crash.
        self._rows.execute("PRAGMA journal_mode = OFF")
        self._rows.execute("PRAGMA synchronous = OFF")
        self._rows.execute("CREATE TABLE claimed (path BLOB PRIMARY KEY) WITHOUT ROWID")
        self._waiting: set[bytes] = set()

    def add(self, path: str | Path) -> None:
        self._waiting.add(_key(path))
        if len(self._waiting) >= BATCH:
            self._write()

    def __contains__(self, path: str | Path) -> bool:
        key = _key(path)
        if key in self._waiting:
            return True
        found = self._rows.execute("SELECT 1 FROM claimed WHERE path = ?", (key,))
        return found.fetchone() is not None

    def _write(self) -> None:
        self._rows.execute("BEGIN")
        # In order: rows that belong on one page of the tree are written together.
        rows = ((key,) for key in sorted(self._waiting))
        self._rows.executemany("INSERT OR IGNORE INTO claimed VALUES (?)", rows)
        self._rows.execute("COMMIT")
        self._waiting.clear()

    def close(self) -> None:
        self._rows.close()
        self._folder.cleanup()

    def __enter__(self) -> Claimed:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()


def _key(path: str | Path) -> bytes:
    return str(path).encode("utf-8", "surrogateescape")
