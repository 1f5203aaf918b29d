"""Frontiers as earlier versions left them, made from one of today."""

from __future__ import annotations

import sqlite3

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
    for since, added in ((7, SINCE_7), (6, SINCE_6), (5, SINCE_5), (4, SINCE_4), (3, SINCE_3)):
        if version < since:
            database.executescript(added)
    database.execute(f"PRAGMA user_version = {version}")
