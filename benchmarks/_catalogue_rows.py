"""Rows of a large catalogue, as the crawls behind the CDI paper left them: made by the database
itself, with its indexes put aside meanwhile.

Nearly all documents come from focused crawls, which keep what they fetch; the others from general
ones, which keep 34,390 of 594,260 captures. A few hosts and pages led to very many documents.
"""

from __future__ import annotations

import hashlib
import sqlite3
from contextlib import closing
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Protocol

FIRST_TIME = int(datetime(2009, 1, 1, tzinfo=UTC).timestamp())
SECONDS = 6 * 365 * 86_400  # from the first capture to the last
FOCUSED = 0.97  # of the documents
TURNED_DOWN = 594_260 / 34_390  # captures of a general crawl for one document
SPREAD = 2**31
# How captures that are not kept end, of a hundred.
ENDS = (("unwanted_type", 78), ("not_academic", 9), ("duplicate_url", 5), ("bad_status", 4),
        ("duplicate_content", 2), ("unreadable_text", 1), ("damaged", 1))  # fmt: skip
DROPPED = ("document", "capture", "parent_url", "paper", "paper_author", "hub", "work",
           "graph_document", "link_check", "job_line", "history", "paper_reference")  # fmt: skip

NUMBERED = ("parent_url", "run", "source", "capture", "job")  # by us, and not by PostgreSQL


@dataclass(frozen=True, slots=True)
class Size:
    """How many rows there are, for so many documents."""

    documents: int

    @property
    def led(self) -> int:
        """Parents that documents came from; a tenth as many more led to none."""
        return self.documents // 5

    @property
    def parents(self) -> int:
        return self.led * 11 // 10

    @property
    def hosts(self) -> int:
        return self.documents // 50

    @property
    def focused(self) -> int:
        """Documents of focused crawls."""
        return int(self.documents * FOCUSED)

    @property
    def captures(self) -> int:
        general = self.documents - self.focused
        return self.focused + int(general * TURNED_DOWN)

    @property
    def general_runs(self) -> int:
        return max(2, self.documents // 50_000)

    @property
    def runs(self) -> int:
        return max(20, self.documents // 2500) + self.general_runs

    @property
    def jobs(self) -> int:
        return max(100, self.documents // 250)


class Maker(Protocol):
    """What databases say differently."""

    def rows(self, table: str, count: int, columns: dict[str, str], start: int = 1) -> None:
        """Rows with n = start, start + 1, ...: `columns` are expressions with n."""

    def time(self, seconds: str) -> str: ...
    def run(self, statement: str) -> None: ...


@dataclass(slots=True)
class SqliteMaker:
    """Quick, and lost with a crash: nobody minds."""

    connection: sqlite3.Connection
    indexes: list[str] = field(default_factory=list)

    def rows(self, table: str, count: int, columns: dict[str, str], start: int = 1) -> None:
        names = ", ".join(f'"{name}"' for name in columns)
        self.run(
            f'INSERT INTO "{table}" ({names}) WITH RECURSIVE s(n) AS (SELECT {start} '
            f"UNION ALL SELECT n + 1 FROM s WHERE n < {start + count - 1}) "
            f"SELECT {', '.join(columns.values())} FROM s"
        )

    def time(self, seconds: str) -> str:
        return f"datetime({FIRST_TIME} + {seconds}, 'unixepoch')"

    def run(self, statement: str) -> None:
        self.connection.execute(statement)

    def drop_indexes(self) -> None:
        marks = ", ".join("?" * len(DROPPED))
        found = self.connection.execute(
            "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL "
            f"AND tbl_name IN ({marks})",
            DROPPED,
        ).fetchall()
        for name, statement in found:
            self.indexes.append(statement)
            self.run(f'DROP INDEX "{name}"')

    def make_indexes(self) -> None:
        for statement in self.indexes:
            self.run(statement)
        self.run("ANALYZE")


@dataclass(slots=True)
class PostgresMaker:
    cursor: Any
    indexes: list[str] = field(default_factory=list)

    def rows(self, table: str, count: int, columns: dict[str, str], start: int = 1) -> None:
        names = ", ".join(f'"{name}"' for name in columns)
        self.run(
            f'INSERT INTO "{table}" ({names}) SELECT {", ".join(columns.values())} '
            f"FROM generate_series({start}::bigint, {start + count - 1}::bigint) AS s(n)"
        )

    def time(self, seconds: str) -> str:
        return f"to_timestamp({FIRST_TIME} + {seconds})"

    def run(self, statement: str) -> None:
        self.cursor.execute(statement)

    def drop_indexes(self) -> None:
        """Keys of other tables too: checking each row would take as long as all else."""
        for table in DROPPED:
            self.run(
                "SELECT conname, pg_get_constraintdef(oid), contype FROM pg_constraint "
                f"WHERE conrelid = '{table}'::regclass AND contype IN ('f', 'u') ORDER BY contype"
            )
            for name, definition, _ in self.cursor.fetchall():
                self.indexes.append(f'ALTER TABLE "{table}" ADD CONSTRAINT "{name}" {definition}')
                self.run(f'ALTER TABLE "{table}" DROP CONSTRAINT "{name}"')
            self.run(
                "SELECT indexname, indexdef FROM pg_indexes i "
                f"WHERE tablename = '{table}' AND NOT EXISTS (SELECT 1 FROM pg_constraint c "
                "WHERE c.conname = i.indexname)"
            )
            for name, definition in self.cursor.fetchall():
                self.indexes.append(definition)
                self.run(f'DROP INDEX "{name}"')

    def make_indexes(self) -> None:
        # A foreign key needs the key that it points to: what is unique comes first.
        for statement in sorted(self.indexes, key=lambda words: "FOREIGN KEY" in words):
            self.run(statement)
        for table in NUMBERED:
            place = f"pg_get_serial_sequence('{table}', 'id')"
            self.run(f"SELECT setval({place}, (SELECT MAX(id) FROM {table}))")


def make_sqlite(path: Path, size: Size) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for pragma in ("journal_mode=OFF", "synchronous=OFF", "temp_store=FILE",
                       "cache_size=-1500000", "locking_mode=EXCLUSIVE"):  # fmt: skip
            connection.execute(f"PRAGMA {pragma}")
        connection.create_function("md5", 1, _md5, deterministic=True)
        connection.execute("BEGIN")
        _make(SqliteMaker(connection), size)
        connection.execute("COMMIT")


def make_postgres(url: str, size: Size) -> None:
    import psycopg

    with psycopg.connect(url, autocommit=True) as connection, connection.cursor() as cursor:
        cursor.execute("SET maintenance_work_mem = '1GB'")
        _make(PostgresMaker(cursor), size)
        cursor.execute("VACUUM ANALYZE")


def _md5(text: str) -> str:
    return hashlib.md5(text.encode(), usedforsecurity=False).hexdigest()


def _make(maker: SqliteMaker | PostgresMaker, size: Size) -> None:
    maker.drop_indexes()
    for make in (_parents, _runs, _documents, _captures, _papers, _graph, _others):
        make(maker, size)
    maker.make_indexes()


def _few_have_most(many: int) -> str:
    """A number below `many`: the lower, the more often, as of hosts and pages that link."""
    x = f"((n * 2654435761) % {SPREAD})"
    return f"({x} * {x} / {SPREAD} * {x} / {SPREAD} * {many} / {SPREAD})"


def host_of_parent(size: Size, number: str) -> str:
    """Hosts have ten parents each that led to documents, and one that led to none."""
    led = f"(({number}) - 1) * {size.hosts} / {size.led}"
    return f"(CASE WHEN ({number}) <= {size.led} THEN {led} ELSE ({number}) % {size.hosts} END)"


def host_name(host: str) -> str:
    return f"'www.h' || ({host}) || '.g' || (({host}) % 100) || '.edu'"


def parent_url(size: Size, number: str) -> str:
    return f"'http://' || {host_name(host_of_parent(size, number))} || '/list/' || ({number})"


def document_url(size: Size) -> str:
    host = host_name(host_of_parent(size, _parent_of_document(size)))
    return f"'http://' || {host} || '/papers/' || n || '.pdf'"


def _parent_of_document(size: Size) -> str:
    return f"(1 + {_few_have_most(size.led)})"


def _moment(maker: Maker, count: int) -> str:
    return maker.time(f"n * {SECONDS} / {count}")


def _parents(maker: Maker, size: Size) -> None:
    url, time = parent_url(size, "n"), _moment(maker, size.parents)
    maker.rows("parent_url", size.parents, {
        "id": "n", "url": url, "md5": f"md5({url})", "first_crawl_date": time,
        "last_crawl_date": time, "is_live": "n % 20 <> 7",
    })  # fmt: skip
    maker.rows("hub", size.led, {
        "id": "n", "url": url, "md5": f"md5({url})", "pattern": "''", "links": "n % 40",
        "host": host_name(host_of_parent(size, "n")), "first_seen": time, "last_seen": time,
        "home": f"md5({host_name(host_of_parent(size, 'n'))})",
    })  # fmt: skip
    dead = size.parents // 20
    maker.rows("link_check", dead, {
        "table": "'parent'", "object_id": "n * 20 - 13", "state": "'dead'",
        "status": "404", "words": "''", "attempts": "4", "checked": _moment(maker, dead),
        "moved_to": "''",
    })  # fmt: skip


def _runs(maker: Maker, size: Size) -> None:
    time = _moment(maker, size.runs)
    maker.rows("run", size.runs, {
        "id": "n", "kind": "'import'", "key": "md5('run' || n)",
        "sources": "'[\"/data/crawl.warc.gz\"]'", "options": "'{}'", "state": "'done'",
        "started": time, "finished": time, "seconds": "60.5", "batches": "40", "records": "0",
        "record_kinds": "'{}'", "index_due": "1 = 0", "notes": "'[]'", "version": "'0.1'",
    })  # fmt: skip
    maker.rows("source", size.runs, {
        "id": "n", "run_id": "n", "path": "'/data/crawl' || n || '.warc.gz'",
        "md5": "md5('source' || n)", "version": "''",
    })  # fmt: skip


def _documents(maker: Maker, size: Size) -> None:
    url, time = document_url(size), _moment(maker, size.documents)
    parent = _parent_of_document(size)
    maker.rows("document", size.documents, {
        "id": "n", "url": url, "url_md5": f"md5({url})", "cdi_md5": "md5('c' || n)",
        "syz_md5": "md5('s' || n)", "host": host_name(host_of_parent(size, parent)),
        "content_sha1": "md5('b' || n) || '01234567'", "size": "50000 + n % 900000",
        "mime_type": "CASE WHEN n % 25 = 3 THEN 'application/postscript' "
                     "ELSE 'application/pdf' END",
        "pages": "CASE WHEN n % 33 = 5 THEN 0 ELSE 1 + n % 30 END",
        "kind": "CASE n % 10 WHEN 1 THEN 'thesis' WHEN 2 THEN 'report' WHEN 3 THEN '' "
                "ELSE 'article' END",
        "academic": "(n % 100) / 100.0",
        "language": "CASE n % 20 WHEN 1 THEN 'de' WHEN 2 THEN 'fr' ELSE 'en' END",
        "discover_date": time, "update_date": time, "parent_id": parent,
        # In twenty: twelve ingested, one failed, the others were not tried.
        "state": "CASE WHEN n % 20 < 12 THEN 1 WHEN n % 20 = 13 THEN -1 ELSE 0 END",
        "capture_id": "n", "revision": "n",
    })  # fmt: skip
    for name, value in (("document", size.documents), ("revision", size.documents),
                        ("hub", size.led)):  # fmt: skip
        maker.run(f"DELETE FROM sequence WHERE name = '{name}'")
        maker.run(f"INSERT INTO sequence (name, value) VALUES ('{name}', {value})")


def _captures(maker: Maker, size: Size) -> None:
    """Those that were kept have the numbers of their documents."""
    focused_runs, general = size.runs - size.general_runs, size.general_runs
    of_general = f"{focused_runs} + 1 + n % {general}"
    source = (
        f"CASE WHEN n <= {size.focused} THEN 1 + (n - 1) * {focused_runs} / {size.focused} "
        f"ELSE {of_general} END"
    )
    same: dict[str, str] = {
        "id": "n", "position": "CAST(n * 4096 AS TEXT)", "member": "''", "file_version": "''",
        "time": _moment(maker, size.captures), "status": "200", "depth": "n % 4",
        "is_seed": "1 = 0", "key": "md5('k' || n)",
    }  # fmt: skip
    url = document_url(size)
    maker.rows("capture", size.documents, {
        **same, "source_id": source, "url": url, "url_md5": f"md5({url})",
        "parent_url": parent_url(size, _parent_of_document(size)),
        "mime_type": "'application/pdf'", "sha1": "md5('b' || n) || '01234567'",
        "outcome": "'new'", "reason": "''", "document_id": "n",
    })  # fmt: skip
    other = f"'http://www.h' || (n % {size.hosts}) || '.edu/pages/' || n || '.html'"
    maker.rows("capture", size.captures - size.documents, {
        **same, "source_id": of_general, "url": other, "url_md5": f"md5({other})",
        "parent_url": "''", "mime_type": "'text/html'", "sha1": "''", "outcome": _ends(),
        "reason": "'as it ended'", "document_id": "NULL",
    }, start=size.documents + 1)  # fmt: skip


def _ends() -> str:
    words, below = "CASE", 0
    for name, share in ENDS:
        below += share
        words += f" WHEN (n / 7) % 100 < {below} THEN '{name}'"
    return f"{words} END"


def _papers(maker: Maker, size: Size) -> None:
    maker.rows("paper", size.documents, {
        "document_id": "n", "abstract": "CASE WHEN n % 5 = 0 THEN '' ELSE 'We show more.' END",
        "title": "CASE WHEN n % 20 = 13 THEN '' ELSE 'On graphs and their limits, part ' || n END",
        "year": "1980 + n % 35",
        "venue": "CASE n % 3 WHEN 0 THEN '' ELSE 'Journal ' || n % 500 END",
        "doi": "CASE n % 4 WHEN 0 THEN '10.1000/' || n ELSE '' END", "extractor": "'paper'",
        "extractor_version": "CASE WHEN n % 20 = 13 THEN '' ELSE 'paper-1' END",
        "annotators": "''",
    })  # fmt: skip
    maker.rows("paper_author", size.documents, {
        "paper_id": "n", "position": "0", "name": "'Ada Author ' || n % 100000", "given": "'Ada'",
        "family": "'Author'",
    })  # fmt: skip
    maker.rows("paper_reference", size.documents // 2, {
        "paper_id": "n * 2", "position": "0", "title": "'On trees, part ' || n", "doi": "''",
        "first_author": "'Beth'", "year": "1990",
    })  # fmt: skip


def _graph(maker: Maker, size: Size) -> None:
    """Every fifth document is a work that is cited; others are wanted."""
    works = size.documents // 5
    maker.rows("work", 2 * works, {
        "id": "n", "title": "'On graphs and their limits, part ' || n", "authors": "'[]'",
        "year": "1980 + n % 35", "venue_printed": "''", "doi": "''", "arxiv_id": "''",
        "documents": f"CASE WHEN n <= {works} THEN 1 ELSE 0 END", "source": "'library'",
        "citations": "1 + n % 7 * (n % 11) * (n % 13)", "venue_key": "''", "is_due": "1 = 0",
    })  # fmt: skip
    maker.rows("graph_document", works, {
        "document_id": "n * 5", "work_id": "n", "seen": "n", "revision": "n", "facts": "'{}'",
    })  # fmt: skip


def _others(maker: Maker, size: Size) -> None:
    time = _moment(maker, size.jobs)
    state = ("CASE n % 50 WHEN 0 THEN 'failed' WHEN 1 THEN 'cancelled' WHEN 2 THEN 'paused' "
             "ELSE 'done' END")  # fmt: skip
    maker.rows("job", size.jobs, {
        "id": "n", "kind": "CASE n % 4 WHEN 0 THEN 'crawl' WHEN 1 THEN 'index' ELSE 'import' END",
        "title": "'Work of the night ' || n", "parameters": "'{}'", "owner": "'ann' || n % 9",
        "state": state, "version": "3", "created": time, "submitted": time, "started": time,
        "finished": time, "attempts": "1", "done": "100", "note": "''", "counters": "'{}'",
        "files": "'[]'", "words": "'100 kept.'", "problem": "''", "what_to_do": "''",
        "worker": "''", "token": "1", "beats": "9", "wants": "''",
    })  # fmt: skip
    maker.rows("job_line", size.jobs * 5, {
        "job_id": "1 + (n - 1) / 5", "time": time, "who": "''",
        "text": "'A line of a log'", "is_event": "1 = 0",
    })  # fmt: skip
    maker.rows("history", size.jobs * 2, {
        "time": _moment(maker, size.jobs * 2), "who": "'ann' || n % 9", "way": "'web'",
        "key": "''", "action": "CASE n % 3 WHEN 0 THEN 'run.undo' ELSE 'job.submit' END",
        "target": "'job ' || n / 2",
    })  # fmt: skip
