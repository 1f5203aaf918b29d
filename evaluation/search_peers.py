"""What SQLite's FTS5 and Lucene answer to the questions of `evaluation/search.py`, asked plainly.

    .venv/bin/python -m evaluation.search_peers

writes the scores to evaluation/search_peers.toml, which the scorer shows. Peers do not change with
Sheaf, and Lucene needs Java, so they are asked by hand, when the corpus or the questions change.
"""

from __future__ import annotations

import re
import sqlite3
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from corpora.shared import absent
from evaluation import lucene
from sheaf.app import Library

SCORES = Path(__file__).with_suffix(".toml")
FIELDS = ("title", "authors", "abstract", "body")
PLACES = 10
WORD = re.compile(r"\w+")

PeerScores = Mapping[str, Mapping[str, float]]


@dataclass(frozen=True, slots=True)
class Entry:
    """What both peers index of a paper: what Sheaf has read of it."""

    sha1: str
    fields: tuple[str, str, str, str]


def load_peers(corpus: str, path: Path = SCORES) -> PeerScores:
    """Nothing where they were asked on another corpus."""
    told = tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    return told["scores"] if told.get("corpus") == corpus else {}


def save_peers(corpus: str, scores: PeerScores, path: Path = SCORES) -> None:
    lines = ["# Written by `python -m evaluation.search_peers`.", f'corpus = "{corpus}"']
    for peer, measured in scores.items():
        lines += ["", f"[scores.{peer}]"]
        lines += [f"{name} = {value:.4f}" for name, value in measured.items()]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def entries(library: Library) -> Iterator[Entry]:
    for document in library.documents():
        paper = library.paper(document.id) or {}
        texts = [path for path in document.files if path.suffix == ".txt"]
        text = texts[0].read_text(encoding="utf-8", errors="replace") if texts else ""
        authors = ", ".join(author["name"] for author in paper.get("authors") or ())
        fields = (paper.get("title") or "", authors, paper.get("abstract") or "", text)
        yield Entry(document.sha1, fields)


# -- SQLite ----------------------------------------------------------------------------------------


def fts5_index(found: Sequence[Entry]) -> sqlite3.Connection:
    database = sqlite3.connect(":memory:")
    columns = ", ".join(FIELDS)
    database.execute(f"CREATE VIRTUAL TABLE papers USING fts5(sha1 UNINDEXED, {columns})")
    rows = ((one.sha1, *one.fields) for one in found)
    database.executemany("INSERT INTO papers VALUES (?, ?, ?, ?, ?)", rows)
    return database


def ask_fts5(database: sqlite3.Connection, words: str) -> list[str]:
    """Every word may be there, and the more of the rare ones the better."""
    query = " OR ".join(f'"{word}"' for word in WORD.findall(words))
    if not query:
        return []
    found = database.execute(
        "SELECT sha1 FROM papers WHERE papers MATCH ? ORDER BY bm25(papers) LIMIT ?",
        (query, PLACES),
    )
    return [sha1 for (sha1,) in found]


# -- both, asked -----------------------------------------------------------------------------------


def main() -> int:
    from evaluation.search import Search, ask_all, measures
    from evaluation.shared_library import all_papers, shared_library

    if reason := absent() or lucene.missing():
        print(reason)
        return 1
    with shared_library() as library:
        found = list(entries(library))
    with closing(fts5_index(found)) as database:
        fts5 = list(
            ask_all(all_papers(), lambda words: [(one,) for one in ask_fts5(database, words)])
        )
    documents = [(one.sha1, *one.fields) for one in found]
    answers = lucene.answer(FIELDS, documents, [one.question.words for one in fts5], PLACES)
    in_turn = iter(answers)
    theirs = list(ask_all(all_papers(), lambda words: [(one,) for one in next(in_turn)]))
    scores = {
        "FTS5": {one.name: one.value for one in measures(fts5, {})},
        "Lucene": {one.name: one.value for one in measures(theirs, {})},
    }
    save_peers(Search().corpus(), scores)
    for peer, measured in scores.items():
        print(peer, {name: round(value, 3) for name, value in measured.items()})
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
