"""Answers questions from the index: words, "phrases", title:word, authors:name, year:2004."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import tantivy

from sheaf.records import Hit
from sheaf.search.index import is_usable, open_index, when_written
from sheaf.search.schema import BOOSTS, FIELDS, SEARCHED, schema

SNIPPET_LENGTH = 240


@dataclass(frozen=True, slots=True)
class SearchResult:
    total: int
    hits: tuple[Hit, ...]
    # What in the question could not be understood, in words; the rest was searched.
    complaints: tuple[str, ...] = ()


def as_query(words: str) -> tuple[str, list[str]]:
    """A question as the query language understands it, and what in it was no field of ours.
    People paste titles: a lone dash excludes nothing, and a word before a colon is a word."""
    words = re.sub(r"(?<!\S)[-+](?!\S)", " ", words)
    unknown = [name for name in re.findall(r"(\w+):(?=\S)", words) if name not in FIELDS]
    query = re.sub(r"(\w+):(?!\s*$)", lambda m: m[0] if m[1] in FIELDS else f"{m[1]} ", words)
    return query, [f"there is no field {name!r}; it was searched as a word" for name in unknown]


class Searcher:
    """Opened once, asked often; opens the index again whenever it was written since."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.index: tantivy.Index | None = None
        self.seen = 0

    def _open(self) -> None:
        written = when_written(self.folder)
        if written != self.seen:
            self.index = open_index(self.folder) if is_usable(self.folder) else None
            self.seen = written

    def search(self, words: str, *, limit: int = 10, offset: int = 0) -> SearchResult:
        self._open()
        if self.index is None or not words.strip():
            return SearchResult(0, ())
        searcher = self.index.searcher()
        asked, unknown = as_query(words)
        query, complaints = self.index.parse_query_lenient(
            asked, list(SEARCHED), field_boosts=BOOSTS, conjunction_by_default=True
        )
        found: Any = searcher.search(query, limit, count=True, offset=offset)
        snippets = tantivy.SnippetGenerator.create(searcher, query, schema(), "body")
        snippets.set_max_num_chars(SNIPPET_LENGTH)
        hits = tuple(_hit(score, searcher.doc(address), snippets) for score, address in found.hits)
        return SearchResult(found.count or 0, hits, (*unknown, *(str(one) for one in complaints)))


def _hit(score: float, entry: Any, snippets: Any) -> Hit:
    abstract = entry.get_first("abstract") or ""
    snippet = snippets.snippet_from_doc(entry).fragment() or abstract[:SNIPPET_LENGTH]
    return Hit(
        id=entry.get_first("id"),
        title=entry.get_first("title") or None,
        authors=tuple(entry.get_all("authors")),
        year=entry.get_first("year"),
        score=round(score, 4),
        snippet=" ".join(snippet.split()),
        file=entry.get_first("file") or "",
        sha1=entry.get_first("sha1") or "",
    )
