"""Lucene as a peer of search, in rounds: the first in a process is cold, the last warm."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from _search_documents import FIELDS

from evaluation import lucene

WARM_UP = 8  # rounds over all questions before Lucene counts as warm
INDEXINGS = 3


def index_lucene(documents: Path, folder: Path) -> list[dict[str, Any]]:
    told = lucene.run("index", FIELDS, documents, folder, str(INDEXINGS))
    names = ("documents", "seconds", "cpu_seconds")
    return [dict(zip(names, map(float, line), strict=True)) for line in told]


def ask_lucene(
    folder: Path, kind: str, questions: list[str], most: int, *, by_cpu: bool
) -> list[list[float]]:
    """Milliseconds of each question, round by round."""
    file = folder.with_suffix(".questions")
    lucene.write_lines(file, ((kind, question) for question in questions))
    clock = "cpu" if by_cpu else "wall"
    rows = lucene.run("ask", FIELDS, folder, file, str(most), str(WARM_UP + 1), clock)
    times = [[float(one) / 1000 for one in row[0].split()] for row in rows]
    return [list(one) for one in zip(*times, strict=True)]
