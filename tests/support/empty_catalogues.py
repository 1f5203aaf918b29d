"""The tables of a new catalogue, made once for each kind of database and copied: every test wants a
library, and Django takes a quarter of a second to make its tables in SQLite, seconds on a server.

Catalogues that have tables go the whole way.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

import pytest
from django.db import connections

from sheaf.deposit import database


class Pattern(Protocol):
    """Takes a catalogue without documents for a pattern, and puts what it took into another."""

    def take(self, connection: Any) -> None: ...

    def put(self, connection: Any) -> None: ...


def copy_empty_catalogues(patch: pytest.MonkeyPatch) -> None:
    make_tables = database.bring_up_to_date
    kinds: dict[str, Callable[[], Pattern]] = {
        "sqlite": SqlitePattern,
        "mysql": MariaDBPattern,
        "postgresql": PostgresPattern,
    }
    patterns: dict[str, Pattern] = {}

    def bring_up_to_date(alias: str, path: Path | None) -> None:
        if not database.is_empty(alias):
            make_tables(alias, path)
            return
        connection = connections[alias]
        connection.ensure_connection()
        pattern = patterns.get(connection.vendor)
        if pattern is not None:
            pattern.put(connection)
            return
        make_tables(alias, path)
        taken = kinds[connection.vendor]()
        taken.take(connection)
        patterns[connection.vendor] = taken

    patch.setattr(database, "bring_up_to_date", bring_up_to_date)


class SqlitePattern:
    def __init__(self) -> None:
        self.kept = sqlite3.connect(":memory:", check_same_thread=False)

    def take(self, connection: Any) -> None:
        connection.connection.backup(self.kept)

    def put(self, connection: Any) -> None:
        self.kept.backup(connection.connection)


class MariaDBPattern:
    def __init__(self) -> None:
        self.tables: list[str] = []
        self.rows: list[tuple[str, list[Any]]] = []

    def take(self, connection: Any) -> None:
        with connection.cursor() as cursor:
            cursor.execute("SHOW TABLES")
            for (name,) in cursor.fetchall():
                cursor.execute(f"SHOW CREATE TABLE `{name}`")
                self.tables.append(cursor.fetchone()[1])
                cursor.execute(f"SELECT * FROM `{name}`")
                if rows := list(cursor.fetchall()):
                    places = ", ".join(["%s"] * len(rows[0]))
                    self.rows.append((f"INSERT INTO `{name}` VALUES ({places})", rows))

    def put(self, connection: Any) -> None:
        with connection.cursor() as cursor:
            cursor.execute("SET foreign_key_checks = 0")
            for statement in self.tables:
                cursor.execute(statement)
            for statement, rows in self.rows:
                cursor.executemany(statement, rows)
            cursor.execute("SET foreign_key_checks = 1")


class PostgresPattern:
    def __init__(self) -> None:
        self.script = ""

    def take(self, connection: Any) -> None:
        known = connection.settings_dict
        command = [
            *(_pg_dump(), "--inserts", "--no-owner", "--no-privileges"),
            *("-h", known["HOST"], "-p", known["PORT"], "-U", known["USER"], known["NAME"]),
        ]
        dump = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        # What begins so is for psql.
        self.script = "\n".join(line for line in dump.splitlines() if not line.startswith("\\"))

    def put(self, connection: Any) -> None:
        with connection.cursor() as cursor:
            cursor.execute(self.script)
        connection.close()  # the script has changed what its session takes for granted


def _pg_dump() -> str:
    """Debian has it beside the server, and not in the path of everybody."""
    beside = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    found = shutil.which("pg_dump", path=os.pathsep.join([*map(str, beside), os.environ["PATH"]]))
    assert found is not None, "pg_dump comes with PostgreSQL"
    return found
