"""Fingerprints in one SQLite file in the library.

A fingerprint is cut into four pieces. Two that differ in at most three bits have at least one
piece in common, so looking for equal pieces finds every near-copy, and a count of bits settles it.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from urllib.parse import quote

import numpy as np

from sheaf.duplicates.contract import NEAREST, Matches, NearCopy
from sheaf.duplicates.simhash import VERSION, distance
from sheaf.files import make_private_file

PIECES = 4
PIECE_BITS = 16
MOST_BITS = PIECES - 1
SCHEMA = f"""
create table if not exists mark (name text primary key, value integer not null);
create table if not exists fingerprint (
    document integer primary key,
    {", ".join(f"piece{n} integer not null" for n in range(PIECES))}
);
{"".join(f"create index if not exists by{n} on fingerprint (piece{n});" for n in range(PIECES))}
"""
COLUMNS = ", ".join(f"piece{n}" for n in range(PIECES))
ANY_PIECE = " or ".join(f"piece{n} = ?" for n in range(PIECES))
HOLES = ", ".join("?" * (PIECES + 1))
INSERT = f"insert or replace into fingerprint values ({HOLES})"  # noqa: S608 - all of it is ours
MARK = "insert or replace into mark values (?, ?)"


class EmbeddedStore:
    """Opened for each use: a store is small, and several processes may look at it."""

    def __init__(self, path: Path) -> None:
        self.database = _connect(path)
        if self._read_mark("version") != VERSION:
            with self.database:  # fingerprints of another kind cannot be compared with ours
                self.database.execute("delete from fingerprint")
                self.database.executemany(MARK, [("version", VERSION), ("revision", 0)])

    def close(self) -> None:
        self.database.close()

    def revision(self) -> int:
        return self._read_mark("revision")

    def _read_mark(self, name: str) -> int:
        row = self.database.execute("select value from mark where name = ?", [name]).fetchone()
        return int(row[0]) if row else 0

    def write(self, fingerprints: Mapping[int, int | None], revision: int | None = None) -> None:
        rows = [
            (number, *_cut_pieces(one)) for number, one in fingerprints.items() if one is not None
        ]
        gone = [(number,) for number, one in fingerprints.items() if one is None]
        with self.database:
            self.database.executemany(INSERT, rows)
            self.database.executemany("delete from fingerprint where document = ?", gone)
            if revision is not None:
                self.database.execute(MARK, ["revision", revision])

    def find_near(self, fingerprint: int, bits: int, most: int | None = NEAREST) -> list[NearCopy]:
        bits = min(bits, MOST_BITS)
        found = self.database.execute(
            f"select document, {COLUMNS} from fingerprint where {ANY_PIECE}",  # noqa: S608 - ours
            _cut_pieces(fingerprint),
        )
        measured = [NearCopy(row[0], distance(fingerprint, _join_pieces(row[1:]))) for row in found]
        near = [one for one in measured if one.distance <= bits]
        return sorted(near, key=lambda one: (one.distance, one.document_id))[:most]

    def find_many(
        self, fingerprints: Iterable[int], bits: int, most: int | None = NEAREST
    ) -> Matches:
        found = [
            (place, near.document_id, near.distance)
            for place, fingerprint in enumerate(fingerprints)
            for near in self.find_near(fingerprint, bits, most)
        ]
        return Matches(*np.array(found, dtype=np.int64).reshape(-1, 3).T)

    def fingerprint_of(self, document_id: int) -> int | None:
        question = f"select {COLUMNS} from fingerprint where document = ?"  # noqa: S608 - ours
        row = self.database.execute(question, [document_id]).fetchone()
        return None if row is None else _join_pieces(row)

    def documents(self) -> Iterator[tuple[int, int]]:
        question = f"select document, {COLUMNS} from fingerprint order by document"  # noqa: S608
        for number, *pieces in self.database.execute(question):
            yield number, _join_pieces(pieces)


def _connect(path: Path) -> sqlite3.Connection:
    """A library that cannot be written can still be asked; one without fingerprints has none."""
    if os.access(path if path.exists() else path.parent.parent, os.W_OK):
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        make_private_file(path)
        database = sqlite3.connect(path, timeout=30)
        database.executescript("pragma journal_mode=wal;" + SCHEMA)
        return database
    if path.exists():
        return sqlite3.connect(f"file:{quote(str(path))}?mode=ro&immutable=1", uri=True)
    database = sqlite3.connect(":memory:")
    database.executescript(SCHEMA)
    return database


def _cut_pieces(fingerprint: int) -> list[int]:
    mask = (1 << PIECE_BITS) - 1
    return [(fingerprint >> (n * PIECE_BITS)) & mask for n in range(PIECES)]


def _join_pieces(pieces: list[int] | tuple[int, ...]) -> int:
    return sum(piece << (n * PIECE_BITS) for n, piece in enumerate(pieces))
