"""Frontiers as earlier versions left them, made from one of today."""

from __future__ import annotations

import sqlite3

SINCE_8 = """
DROP TABLE imported;
CREATE TABLE imported (
    warc_file TEXT PRIMARY KEY, run INTEGER NOT NULL, size INTEGER NOT NULL, ending BLOB NOT NULL,
    last_record TEXT NOT NULL, last_capture TEXT NOT NULL, records INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
"""
SINCE_7 = "ALTER TABLE state DROP COLUMN run_end;"
SINCE_6 = "ALTER TABLE visits DROP COLUMN reason;"
SINCE_5 = """
DROP TRIGGER counted; DROP TRIGGER recounted; DROP TRIGGER uncounted; DROP INDEX hosts_in_order;
DROP TABLE totals; DROP TABLE left_out; DROP TABLE imported;
ALTER TABLE hosts DROP COLUMN waiting; ALTER TABLE hosts DROP COLUMN ended;
"""
SINCE_4 = "ALTER TABLE hosts DROP COLUMN pages; ALTER TABLE hosts DROP COLUMN bytes;"
SINCE_3 = "ALTER TABLE visits DROP COLUMN found;"


def make_older(database: sqlite3.Connection, version: int) -> None:
    changes = (SINCE_8, SINCE_7, SINCE_6, SINCE_5, SINCE_4, SINCE_3)
    for since, added in zip(range(8, 2, -1), changes, strict=True):
        if version < since:
            database.executescript(added)
    database.execute(f"PRAGMA user_version = {version}")
