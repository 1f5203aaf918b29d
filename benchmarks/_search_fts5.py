"""SQLite's FTS5 as a peer of search: a plain table with an index, BM25 and nothing else."""

from __future__ import annotations

import re
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Any

from _search_documents import read_lines

WORD = re.compile(r"\w+")
BATCH = 5000


def index_fts5(documents: Path, file: Path) -> dict[str, Any]:
    file.unlink(missing_ok=True)
    began, cpu = time.monotonic(), time.process_time()
    count = 0
    with closing(sqlite3.connect(file)) as database:
        # The text stays outside, as with the other peers.
        columns = "title, content, categories"
        database.execute(
            f"CREATE VIRTUAL TABLE pages USING fts5({columns}, content='', columnsize=1)"
        )
        for line in read_lines(documents):
            values = (line.key, line.title, line.content, line.categories)
            database.execute(f"INSERT INTO pages(rowid, {columns}) VALUES (?, ?, ?, ?)", values)
            count += 1
            if count % BATCH == 0:
                database.commit()
        database.commit()
    return {
        "documents": count,
        "seconds": time.monotonic() - began,
        "cpu_seconds": time.process_time() - cpu,
        "bytes": file.stat().st_size,
    }


def ask_fts5(file: Path, kind: str, questions: list[str], most: int) -> list[float]:
    """Milliseconds of each."""
    took = []
    with closing(sqlite3.connect(file)) as database:
        for question in questions:
            began = time.perf_counter()
            database.execute(
                "SELECT rowid FROM pages WHERE pages MATCH ? ORDER BY bm25(pages) LIMIT ?",
                (_match(kind, question), most),
            ).fetchall()
            took.append((time.perf_counter() - began) * 1000)
    return took


def _match(kind: str, question: str) -> str:
    words = WORD.findall(question)
    if kind == "phrase":
        return f'"{" ".join(words)}"'
    return f" {kind.upper()} ".join(f'"{word}"' for word in words)
