"""Answers questions from the index: words, "phrases", graph*, title:word, year:2004."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import tantivy

from sheaf.errors import UsageError
from sheaf.search.contract import Hit, SearchResult
from sheaf.search.index import is_usable, last_written, open_index
from sheaf.search.question import as_query, describe, describe_all
from sheaf.search.schema import BOOSTS, SEARCHED, schema

SNIPPET_LENGTH = 240


class Searcher:
    """Opened once, asked often; opens the index again whenever it was written since."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.index: tantivy.Index | None = None
        self.seen = 0

    def _open(self) -> None:
        written = last_written(self.folder)
        if written != self.seen:
            self.index = open_index(self.folder) if is_usable(self.folder) else None
            self.seen = written

    def search(self, words: str, *, limit: int = 10, offset: int = 0) -> SearchResult:
        if limit < 1 or offset < 0:
            raise UsageError(
                f"A search cannot show {limit} hits from {offset} on.",
                "Say a limit of 1 or more, and an offset of 0 or more.",
            )
        self._open()
        if self.index is None or not words.strip():
            return SearchResult(0, ())
        searcher = self.index.searcher()
        # Room is made for as many as are asked for, so no more than there are.
        limit = min(limit, searcher.num_docs or 1)
        offset = min(offset, searcher.num_docs)
        text, complaints = as_query(words)
        query, errors = self.index.parse_query_lenient(
            text,
            list(SEARCHED),
            field_boosts=BOOSTS,
            conjunction_by_default=True,
            allow_regexes=True,  # ours alone: see question.py
        )
        complaints += describe_all(str(error) for error in errors)
        try:
            found: Any = searcher.search(query, limit, count=True, offset=offset)
        except ValueError as error:  # what the parser takes and the index cannot answer
            return SearchResult(0, (), (*complaints, describe(str(error))))
        snippets = tantivy.SnippetGenerator.create(searcher, query, schema(), "body")
        snippets.set_max_num_chars(SNIPPET_LENGTH)
        hits = tuple(_hit(score, searcher.doc(address), snippets) for score, address in found.hits)
        return SearchResult(found.count or 0, hits, tuple(complaints))


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
