"""Papers like one paper: by rare words that they share, by works that both cite, and by papers that
cite both. Each says why."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from tantivy import Occur, Query

from sheaf.search.analysis import words
from sheaf.search.compiling import any_of
from sheaf.search.contract import SimilarPaper
from sheaf.search.schema import PAPER, key_of
from sheaf.search.small_words import small_words_for
from sheaf.search.view import Address, View

LONGEST_TEXT = 60_000
MOST_TERMS = 25
SHORTEST_TERM = 3
# A word of the title tells as much as so many in the text.
WORTH_OF_TITLE = 6
COMMON = 0.3  # of the documents; a word that more have tells nothing
MOST_ALIKE = 50
SEARCHED = {"title": 2.0, "abstract": 1.0, "body": 1.0}
FOR_WORDS, FOR_COUPLING, FOR_CO_CITATION = 1.0, 0.8, 0.8
HALF = 3.0  # works in common that are worth half of what many are
SHOWN_TERMS = 4

TextOf = Callable[[str, int], str]


class RelatedDocument(Protocol):
    """A document, and how many works it has in common with another."""

    @property
    def document_id(self) -> int: ...
    @property
    def in_common(self) -> int: ...


class KnowsRelations(Protocol):
    """As much of the graph as is asked here."""

    def co_cited(self, document_id: int, limit: int = 10) -> Sequence[RelatedDocument]: ...
    def coupled(self, document_id: int, limit: int = 10) -> Sequence[RelatedDocument]: ...


@dataclass(slots=True)
class _Alike:
    """What speaks for one paper. `work` tells versions of one work."""

    number: int
    shown: Mapping[str, Any]
    words: float = 0.0
    coupled: int = 0
    co_cited: int = 0
    reasons: list[str] = field(default_factory=list)

    @property
    def score(self) -> float:
        return (
            FOR_WORDS * self.words
            + FOR_COUPLING * self.coupled / (self.coupled + HALF)
            + FOR_CO_CITATION * self.co_cited / (self.co_cited + HALF)
        )


def find_similar(
    view: View, number: int, limit: int, text_of: TextOf, relations: KnowsRelations
) -> list[SimilarPaper]:
    """The likest first, one of each work."""
    itself = _shown_of(view, [number]).get(number, {})
    text = text_of(PAPER, number)[:LONGEST_TEXT]
    terms = _telling_terms(view, str(itself.get("title") or ""), text)
    alike = dict(_with_same_words(view, terms, number))
    for name in ("coupled", "co_cited"):
        related = getattr(relations, name)(number, MOST_ALIKE)
        for other, shown in _fill_in(view, alike, [each.document_id for each in related]):
            alike[other] = _Alike(other, shown)
        for each in related:
            if each.document_id in alike:
                setattr(alike[each.document_id], name, each.in_common)
    ranked = sorted(alike.values(), key=lambda paper: (-paper.score, paper.number))
    kept = list(_one_a_work(ranked, itself.get("work")))[:limit]
    return [_similar_paper(paper, terms, text_of) for paper in kept if paper.number != number]


def _telling_terms(view: View, title: str, text: str) -> list[str]:
    """What is often in this paper and rare in others."""
    counts = Counter(words(text))
    for token in words(title):
        counts[token] += WORTH_OF_TITLE
    small = small_words_for(counts)
    documents = max(view.searcher.num_docs, 1)
    weights = {}
    for token, count in counts.items():
        if len(token) < SHORTEST_TERM or token in small or token.isdigit():
            continue
        known = max(view.searcher.doc_freq(name, token) for name in ("body", "title"))
        if 2 <= known <= max(COMMON * documents, 2):
            weights[token] = (1 + math.log(count)) * math.log(documents / known)
    return sorted(weights, key=lambda token: (-weights[token], token))[:MOST_TERMS]


def _with_same_words(view: View, terms: Sequence[str], number: int) -> Iterator[tuple[int, _Alike]]:
    """By the engine's score, of which the paper itself has the most."""
    clauses = [
        (Occur.Should, Query.boost_query(Query.term_query(view.schema, name, term, "freq"), worth))
        for term in terms
        for name, worth in SEARCHED.items()
    ]
    if not clauses:
        return
    found = view.top(_only_papers(view, Query.boolean_query(clauses)), MOST_ALIKE)
    most = max((score for score, _ in found), default=1.0)
    for score, address in found:
        shown = view.shown(address)
        if shown.get("id") != number:
            yield shown["id"], _Alike(shown["id"], shown, words=score / most)


def _only_papers(view: View, query: Query) -> Query:
    if "page" not in view.kinds:
        return query
    papers = Query.const_score_query(Query.term_query(view.schema, "entry", PAPER), 0.0)
    return Query.boolean_query([(Occur.Must, query), (Occur.Must, papers)])


def _fill_in(
    view: View, known: Mapping[int, object], numbers: Sequence[int]
) -> Iterator[tuple[int, Mapping[str, Any]]]:
    yield from _shown_of(view, [number for number in numbers if number not in known]).items()


def _shown_of(view: View, numbers: Sequence[int]) -> dict[int, Mapping[str, Any]]:
    if not numbers:
        return {}
    keys = [key_of(PAPER, number) for number in numbers]
    found: list[tuple[float, Address]] = view.top(any_of(view.schema, "key", keys), len(keys))
    shown = (view.shown(address) for _, address in found)
    return {entry["id"]: entry for entry in shown}


def _one_a_work(ranked: Sequence[_Alike], work: int | None) -> Iterator[_Alike]:
    seen = set() if work is None else {work}
    for paper in ranked:
        its_work = paper.shown.get("work")
        if its_work is None or its_work not in seen:
            yield paper
        if its_work is not None:
            seen.add(its_work)


def _similar_paper(paper: _Alike, terms: Sequence[str], text_of: TextOf) -> SimilarPaper:
    return SimilarPaper(
        paper.number,
        paper.shown.get("title"),
        tuple(paper.shown.get("authors", ())),
        paper.shown.get("year"),
        round(paper.score, 4),
        tuple(_reasons(paper, terms, text_of)),
    )


def _reasons(paper: _Alike, terms: Sequence[str], text_of: TextOf) -> Iterator[str]:
    if paper.coupled:
        yield f"cites {_works(paper.coupled, 'the same work', 'of the same works')}"
    if paper.co_cited:
        yield f"cited together with it by {_works(paper.co_cited, 'one paper', 'papers')}"
    if paper.words:
        text = f"{paper.shown.get('title') or ''}\n{text_of(PAPER, paper.number)[:LONGEST_TEXT]}"
        held = set(words(text))
        if shared := [term for term in terms if term in held][:SHOWN_TERMS]:
            yield f"same rare words: {', '.join(shared)}"


def _works(count: int, single: str, several: str) -> str:
    return single if count == 1 else f"{count:,} {several}"
