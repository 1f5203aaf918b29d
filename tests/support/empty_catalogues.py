"""The tables of a new SQLite catalogue, made once and copied: each test wants a library, and
Django takes a quarter of a second to make its tables.

Other databases, and catalogues that have tables, go the whole way.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from sheaf.deposit import database


def copy_empty_catalogues(patch: pytest.MonkeyPatch) -> None:
    make_tables = database.bring_up_to_date
    pattern = sqlite3.connect(":memory:", check_same_thread=False)

    def bring_up_to_date(alias: str, path: Path | None) -> None:
        if path is None or not database.is_empty(alias):
            make_tables(alias, path)
        elif pattern.execute("SELECT count(*) FROM sqlite_master").fetchone() == (0,):
            make_tables(alias, path)
            connection_of(alias).backup(pattern)
        else:
            pattern.backup(connection_of(alias))

    patch.setattr(database, "bring_up_to_date", bring_up_to_date)


def connection_of(alias: str) -> sqlite3.Connection:
    from django.db import connections

    connections[alias].ensure_connection()
    found = connections[alias].connection
    assert isinstance(found, sqlite3.Connection)
    return found
