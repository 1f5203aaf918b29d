"""Which files a run has wholly on record, so that a resumed one need not fetch them again."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from sheaf.acquire.remote.fetching import LocalCopy
from sheaf.acquire.remote.store import Facts, NothingThere, RemoteFile
from sheaf.errors import SourceError, StorageError

FILE_NAME = "done.db"


class FinishedFiles:
    """Belongs to one run: another one, over the same files, has everything still to do. Without
    a run nothing is noted, and nothing is taken for done."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._database: sqlite3.Connection | None = None
        self._run = 0

    def begin_run(self, run: int) -> None:
        """From here on it is about this run."""
        with self._errors():
            self.folder.mkdir(parents=True, exist_ok=True)
            try:
                self._database = self._open()
            except sqlite3.DatabaseError:  # half of it, after a power cut: then nothing is done
                (self.folder / FILE_NAME).unlink(missing_ok=True)
                self._database = self._open()
            self._run = run
            self._database.execute("DELETE FROM done WHERE run != ?", (run,))

    def _open(self) -> sqlite3.Connection:
        database = sqlite3.connect(self.folder / FILE_NAME, isolation_level=None)
        # What a power cut takes is fetched again.
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("PRAGMA synchronous = NORMAL")
        database.execute(
            "CREATE TABLE IF NOT EXISTS done"
            " (run INTEGER, url TEXT, version TEXT, asides TEXT, PRIMARY KEY (run, url))"
        )
        return database

    def add(self, files: Iterable[tuple[RemoteFile, LocalCopy, Counter[str]]]) -> None:
        if self._database is None:
            return
        rows = [
            (self._run, key(file), file.facts.version or copy.facts.version, json.dumps(asides))
            for file, copy, asides in files
        ]
        with self._errors():
            self._database.execute("BEGIN")
            self._database.executemany("INSERT OR REPLACE INTO done VALUES (?, ?, ?, ?)", rows)
            self._database.execute("COMMIT")

    def asides(self, file: RemoteFile, look: Callable[[RemoteFile], Facts]) -> Counter[str] | None:
        """The records beside captures in a file that is done with; None for any other. One that
        was listed without a version is looked at: it may have been replaced since."""
        if self._database is None:
            return None
        query = "SELECT version, asides FROM done WHERE run = ? AND url = ?"
        with self._errors():
            found = self._database.execute(query, (self._run, key(file))).fetchone()
        if found is None:
            return None
        try:
            version = file.facts.version or look(file).version
        except NothingThere:
            version = found[0]  # gone: what it was is on record
        except (OSError, SourceError):
            return None  # whoever fetches it says what is wrong
        return Counter(json.loads(found[1])) if version == found[0] else None

    def close(self) -> None:
        if self._database is not None:
            self._database.close()
            self._database = None

    @contextmanager
    def _errors(self) -> Iterator[None]:
        try:
            yield
        except (OSError, sqlite3.Error) as problem:
            raise StorageError(f"{self.folder} cannot be written: {problem}.") from problem


def key(file: RemoteFile) -> str:
    """SQLite takes no lone surrogates, which names that are no UTF-8 come with."""
    return file.url.encode("utf-8", "backslashreplace").decode()
