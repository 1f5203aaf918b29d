"""Where the bytes of a revisit record are: in a response that was read earlier in the same run.

What names a response (payload digest, record id, URL with date) is kept in a database file in the
spool folder, not in memory; the payload is read again from its place when it is asked for.
Originals that come later, or in sources of another importer, are not found.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterator
from dataclasses import replace

from sheaf.acquire.importers.archives.archive import Archive
from sheaf.acquire.importers.archives.captures import convert_warc_record
from sheaf.acquire.importers.archives.grammar import Record, WarcGrammar
from sheaf.acquire.importers.archives.recovery import RecoveringReader
from sheaf.acquire.importers.archives.related_records import PayloadNames, PendingCapture
from sheaf.acquire.importers.archives.unpacked_stream import parse_place
from sheaf.acquire.importers.contract import ImportContext
from sheaf.files import open_scratch_database
from sheaf.records import Capture

BATCH = 4096
TABLE = "CREATE TABLE originals (key BLOB PRIMARY KEY, archive INTEGER, place TEXT) WITHOUT ROWID"
# Further into a segment nothing is read again: each time all before it would be unpacked.
FARTHEST_INTO_SEGMENT = 64 * 1024**2


class Revisits:
    def __init__(self, context: ImportContext) -> None:
        self.context = context
        self.archives: list[Archive] = []
        self.database: sqlite3.Connection | None = None
        # Written down in batches; a key is looked for here first.
        self.unwritten: dict[bytes, tuple[int, str]] = {}

    def add_original(self, archive: Archive, pending: PendingCapture) -> None:
        """A response whose bytes a later record may refer to."""
        _, inner = parse_place(pending.place)
        if pending.capture.lost is not None or inner > FARTHEST_INTO_SEGMENT:
            return
        if not self.archives or self.archives[-1] is not archive:
            self.archives.append(archive)
        for key in lookup_keys(pending.names or PayloadNames()):
            self.unwritten[key] = (len(self.archives) - 1, pending.place)
        if len(self.unwritten) > BATCH:
            self._write()

    def resolve(self, pending: PendingCapture) -> Capture:
        """A revisit with the bytes of its original, if that was seen; else as it is."""
        for key in lookup_keys(pending.revisits or PayloadNames()):
            found = self._look_up(key)
            original = self._read_original(*found) if found else None
            if original is not None and original.lost is None:
                return _with_bytes_of(pending.capture, original)
        return pending.capture

    def _write(self) -> None:
        if self.database is None:
            self.database = open_scratch_database(self.context.spool, TABLE)
        rows = ((key, number, place) for key, (number, place) in self.unwritten.items())
        self.database.executemany("INSERT OR REPLACE INTO originals VALUES (?, ?, ?)", rows)
        self.unwritten.clear()

    def _look_up(self, key: bytes) -> tuple[int, str] | None:
        if key in self.unwritten or self.database is None:
            return self.unwritten.get(key)
        query = "SELECT archive, place FROM originals WHERE key = ?"
        found: tuple[int, str] | None = self.database.execute(query, (key,)).fetchone()
        return found

    def _read_original(self, number: int, place: str) -> Capture | None:
        archive = self.archives[number]
        try:
            with archive.open() as stream:
                reader = RecoveringReader(stream, WarcGrammar(), self.context)
                record = next(reader.records(*parse_place(place)), None)
        except OSError:  # gone since it was read
            return None
        if not isinstance(record, Record):
            return None
        item = convert_warc_record(record, archive, self.context)
        return item.capture if isinstance(item, PendingCapture) else None


def lookup_keys(names: PayloadNames) -> Iterator[bytes]:
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
