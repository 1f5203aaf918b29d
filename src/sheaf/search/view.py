"""The index as it stands at one moment: what is asked of it while a question is answered."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import tantivy
from tantivy import Query

from sheaf.search.analysis import STEMMED
from sheaf.search.schema import PAGE, PAPER

Address = tantivy.DocAddress
MOST_LANGUAGES = 5
LEAST_SHARE = 0.005  # of the documents; stems of rarer languages are not looked for


@dataclass(frozen=True, slots=True)
class ShownEntry:
    """`shown` is by the names of a `Hit`; `text` only where the index keeps it."""

    shown: dict[str, Any]
    kind: str
    text: str | None


@dataclass(frozen=True, slots=True)
class View:
    """`kinds` are the kinds of entries that there are ("paper", "page"); `languages` those whose
    stems are looked for."""

    index: tantivy.Index
    searcher: tantivy.Searcher
    schema: tantivy.Schema
    kinds: frozenset[str]
    languages: tuple[str, ...]

    @classmethod
    def of(cls, index: tantivy.Index) -> View:
        searcher = index.searcher()
        kinds = frozenset(kind for kind in (PAPER, PAGE) if searcher.doc_freq("entry", kind))
        return cls(index, searcher, index.schema, kinds, _languages(searcher))

    def entry(self, address: Address) -> ShownEntry:
        """What is kept of an entry, read once."""
        document = self.searcher.doc(address)
        shown: dict[str, Any] = json.loads(bytes(document.get_first("shown") or b"{}"))
        kept = document.get_first("text")
        text = None if kept is None else bytes(kept).decode("utf-8", "replace")
        return ShownEntry(shown, shown.get("entry", PAPER), text)

    def shown(self, address: Address) -> dict[str, Any]:
        """What a hit shows, by the names of a `Hit`."""
        return self.entry(address).shown

    def numbers(self, field: str, addresses: Sequence[Address]) -> list[int | None]:
        values = self.searcher.fast_field_values(field, list(addresses)) if addresses else []
        return [None if value is None else int(value) for value in values]

    def top(self, query: Query, most: int) -> list[tuple[float, Address]]:
        """The best, with their scores. Without a count, which lets the engine leave out most."""
        found: Any = self.searcher.search(query, most, count=False)
        return list(found.hits)

    def count_up_to(self, query: Query, most: int) -> int:
        """How many there are, as far as anybody needs to know."""
        return len(self.top(query, most))

    def count(self, query: Query) -> int:
        found: Any = self.searcher.search(query, 1, count=True)
        return int(found.count or 0)

    def holds(self, token: str, fields: Iterable[str]) -> bool:
        return any(self.searcher.doc_freq(field, token) for field in fields)


def _languages(searcher: tantivy.Searcher) -> tuple[str, ...]:
    asked = {"codes": {"terms": {"field": "language", "size": 50}}}
    buckets = searcher.aggregate(Query.all_query(), asked)["codes"]["buckets"]
    least = LEAST_SHARE * searcher.num_docs
    known = [
        one["key"] for one in buckets if one["key"][:2] in STEMMED and one["doc_count"] >= least
    ]
    return tuple(dict.fromkeys(("en", *known)))[:MOST_LANGUAGES]
