"""Answers questions from the index: words, "phrases", graph*, title:word, year:2004."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import tantivy

from sheaf.errors import UsageError
from sheaf.search.analysis import prepare
from sheaf.search.contract import Hit, SearchResult
from sheaf.search.index import STATE_WORDS, IndexReader, IndexState, panics_as_errors
from sheaf.search.marking import find_words, mark_words
from sheaf.search.question import as_query, describe, describe_all
from sheaf.search.schema import BOOSTS, PAPER, SEARCHED

SNIPPET_LENGTH = 240


class Searcher:
    """Opened once, asked often; opens the index again whenever it was written since. `text_of`
    answers with the text of an entry, where the index does not keep it."""

    def __init__(self, folder: Path, text_of: Callable[[str, int], str]) -> None:
        self.reader = IndexReader(folder)
        self.text_of = text_of

    @property
    def state(self) -> IndexState:
        self.reader.open()
        return self.reader.state

    def search(self, words: str, *, limit: int = 10, offset: int = 0) -> SearchResult:
        if limit < 1 or offset < 0:
            raise UsageError(
                f"A search cannot show {limit} hits from {offset} on.",
                "Say a limit of 1 or more, and an offset of 0 or more.",
            )
        index = self.reader.open()
        if index is None:
            said = STATE_WORDS[self.reader.state]
            return SearchResult(0, (), (said,) if self.reader.state.is_trouble else ())
        if not words.strip():
            return SearchResult(0, ())
        text, complaints = as_query(words)
        query, errors = index.parse_query_lenient(
            prepare(text),
            list(SEARCHED),
            field_boosts=BOOSTS,
            conjunction_by_default=True,
            allow_regexes=True,  # ours alone: see question.py
        )
        complaints += describe_all(str(error) for error in errors)
        only_papers = tantivy.Query.term_query(index.schema, "entry", PAPER)
        query = query.and_must_match(tantivy.Query.const_score_query(only_papers, 0.0))
        searcher = index.searcher()
        # Room is made for as many as are asked for, so no more than there are.
        limit = min(limit, searcher.num_docs or 1)
        offset = min(offset, searcher.num_docs)
        try:
            with panics_as_errors():
                found: Any = searcher.search(query, limit, count=True, offset=offset)
                shown = [(score, searcher.doc(address)) for score, address in found.hits]
        except ValueError as error:  # what the parser takes and the index cannot answer
            return SearchResult(0, (), (*complaints, describe(str(error))))
        marked = find_words(words)
        hits = tuple(self._hit(score, entry, marked) for score, entry in shown)
        return SearchResult(found.count or 0, hits, tuple(complaints))

    def _hit(self, score: float, entry: tantivy.Document, marked: frozenset[str]) -> Hit:
        shown = json.loads(bytes(entry.get_first("shown") or b"{}"))
        abstract = shown.pop("abstract", "")
        kept = entry.get_first("text")
        text = bytes(kept).decode() if kept else self.text_of(shown["entry"], shown["id"])
        shown.pop("work", None)
        return Hit(
            id=shown.pop("id"),
            title=shown.pop("title", None),
            authors=tuple(shown.pop("authors", ())),
            year=shown.pop("year", None),
            score=round(score, 4),
            snippet=_passage(text, marked) or abstract[:SNIPPET_LENGTH],
            file=shown.pop("file", ""),
            sha1=shown.pop("sha1", ""),
            **shown,
        )


def _passage(text: str, marked: frozenset[str]) -> str:
    """The beginning of the text around the first word that was asked for."""
    place = 0
    for piece in mark_words(text, marked):
        if piece.is_marked:
            start = text.rfind(" ", 0, max(0, place - SNIPPET_LENGTH // 2)) + 1
            return re.sub(r"\s+", " ", text[start : start + SNIPPET_LENGTH]).strip()
        place += len(piece.text)
    return ""
