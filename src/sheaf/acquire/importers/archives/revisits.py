"""Where the bytes of a revisit record are: in a response that was read earlier in the same run.

What names a response (payload digest, record id, URL with date) is kept in a database file in the
spool folder, not in memory; the payload is read again from its place when it is asked for.
Originals that come later, or in sources of another importer, are not found.
"""

from __future__ import annotations

import hashlib
import sqlite3
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from sheaf.acquire.importers.archives.archive import Archive
from sheaf.acquire.importers.archives.captures import warc_item
from sheaf.acquire.importers.archives.grammar import Record, WarcGrammar
from sheaf.acquire.importers.archives.recovery import RecoveringReader
from sheaf.acquire.importers.archives.unpacked_stream import parse_place
from sheaf.acquire.importers.archives.warc_neighbours import Held, Original
from sheaf.acquire.importers.contract import ImportContext
from sheaf.records import Capture

BATCH = 4096
# Further into a segment nothing is read again: each time all before it would be unpacked.
FARTHEST_INTO_SEGMENT = 64 * 1024**2


class Revisits:
    def __init__(self, context: ImportContext) -> None:
        self.context = context
        self.archives: list[Archive] = []
        self.database: sqlite3.Connection | None = None
        # Written down in batches; a key is looked for here first.
        self.fresh: dict[bytes, tuple[int, str]] = {}

    def note(self, archive: Archive, held: Held) -> None:
        """A response whose bytes a later record may refer to."""
        if held.capture.lost is not None or parse_place(held.place)[1] > FARTHEST_INTO_SEGMENT:
            return
        if not self.archives or self.archives[-1] is not archive:
            self.archives.append(archive)
        for key in keys(held.names or Original()):
            self.fresh[key] = (len(self.archives) - 1, held.place)
        if len(self.fresh) > BATCH:
            self._write()

    def resolved(self, held: Held) -> Held:
        """A revisit with the bytes of its original, if that was seen; else as it is."""
        for key in keys(held.revisits or Original()):
            found = self._look_up(key)
            original = self._read(*found) if found else None
            if original is not None and original.lost is None:
                return replace(held, capture=_with_bytes_of(held.capture, original))
        return held

    def _write(self) -> None:
        if self.database is None:
            self.database = _scratch_database(self.context.spool)
        rows = ((key, number, place) for key, (number, place) in self.fresh.items())
        self.database.executemany("INSERT OR REPLACE INTO originals VALUES (?, ?, ?)", rows)
        self.fresh.clear()

    def _look_up(self, key: bytes) -> tuple[int, str] | None:
        if key in self.fresh or self.database is None:
            return self.fresh.get(key)
        query = "SELECT archive, place FROM originals WHERE key = ?"
        found: tuple[int, str] | None = self.database.execute(query, (key,)).fetchone()
        return found

    def _read(self, number: int, place: str) -> Capture | None:
        archive = self.archives[number]
        try:
            with archive.open() as stream:
                reader = RecoveringReader(stream, WarcGrammar(), self.context)
                record = next(reader.records(*parse_place(place)), None)
        except OSError:  # gone since it was read
            return None
        item = warc_item(record, archive, self.context) if isinstance(record, Record) else None
        return item.capture if isinstance(item, Held) else None


def keys(names: Original) -> Iterator[bytes]:
    """Short and of one length, the surest first."""
    if names.digest:
        yield _key(f"digest {names.digest.strip().upper()}")
    elif names.record_id:
        yield _key(f"id {names.record_id}")
    if names.url and names.time:
        yield _key(f"fetched {int(names.time.timestamp())} {names.url}")


def _key(text: str) -> bytes:
    return hashlib.blake2b(text.encode("utf-8", "replace"), digest_size=12).digest()


def _with_bytes_of(revisit: Capture, original: Capture) -> Capture:
    """Fetched under its own URL and at its own time, found in its own way; all else is the
    original's."""
    return replace(
        original,
        url=revisit.url,
        time=revisit.time,
        location=revisit.location,
        parent_url=revisit.parent_url,
        depth=revisit.depth,
        is_seed=revisit.is_seed,
    )


def _scratch_database(folder: Path) -> sqlite3.Connection:
    """A file without a name: it goes when it is closed, or with the process."""
    with tempfile.NamedTemporaryFile(dir=folder, prefix="originals-") as file:
        # The importer may be drained by another thread than the one that made it.
        database = sqlite3.connect(file.name, isolation_level=None, check_same_thread=False)
        database.execute("PRAGMA journal_mode = OFF")
        database.execute("PRAGMA synchronous = OFF")
        database.execute("PRAGMA locking_mode = EXCLUSIVE")
        database.execute(
            "CREATE TABLE originals (key BLOB PRIMARY KEY, archive INTEGER, place TEXT)"
            " WITHOUT ROWID"
        )
    return database
