"""Answers requests from the index: plans, asks, ranks, and shows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any

import tantivy
from tantivy import Order

from sheaf.errors import StorageError, UsageError
from sheaf.search.analysis import stems_in, words
from sheaf.search.compiling import Citing, Marked
from sheaf.search.contract import Hit, SearchRequest, SearchResult, SimilarPaper, Sort
from sheaf.search.facets import count_facets
from sheaf.search.index import STATE_WORDS, IndexReader, IndexState, panics_as_errors
from sheaf.search.planning import RECOGNISED_WORTH, Planner, SearchPlan
from sheaf.search.question import Prefix, QuotedPhrase, Words, leaves
from sheaf.search.ranking import Ranked, Ranker, collapse
from sheaf.search.recognising import ReadReference
from sheaf.search.schema import PAGE
from sheaf.search.similar import KnowsRelations, TextOf, find_similar
from sheaf.search.snippets import LENGTH, Asked, best_passage, shows_all
from sheaf.search.view import ShownEntry, View

WINDOW = 200  # results that are ranked again
AT_ONCE, MOST_AT_ONCE = 1000, 64_000  # of all results, when all are wanted
ORDERS = {
    Sort.NEWEST: ("year", Order.Desc),
    Sort.OLDEST: ("year", Order.Asc),
    Sort.CITED: ("citations", Order.Desc),
}
SHOWN_IN_TEXT = (None, "title", "abstract", "body", "caption")
UNANSWERED = "The index could not answer this question."
REBUILD = "If that happens again, `sheaf index --rebuild` makes the index anew."
MOST_SHOWN = 16  # words of a question by which a snippet is chosen

PageTextsOf = Callable[[Sequence[int]], Mapping[int, str]]


def read_reference(text: str) -> Mapping[str, Any]:
    """The fields of a reference string, as our own reader finds them."""
    from sheaf.extract.citation import parsing  # loads a model

    (found,) = parsing.parse_references([text])
    people = tuple(person.name for person in found.authors)
    fields = {"title": found.title, "authors": people, "year": found.year, "venue": found.venue}
    return {name: value for name, value in fields.items() if value}


class Searcher:
    """Opened once, asked often; opens the index again whenever it was written since. `text_of`
    answers with the text of an entry, where the index does not keep it; `page_texts` with those of
    several pages, which may stand in one place."""

    def __init__(
        self,
        folder: Path,
        text_of: TextOf,
        page_texts: PageTextsOf = lambda numbers: {},
        *,
        citing: Citing = lambda number: (),
        marked: Marked = lambda field, name: None,
        read_reference: ReadReference = read_reference,
    ) -> None:
        self.reader = IndexReader(folder)
        self.text_of = text_of
        self.page_texts = page_texts
        self.citing = citing
        self.marked = marked
        self.read_reference = read_reference
        self._view: View | None = None

    @property
    def state(self) -> IndexState:
        self.reader.open()
        return self.reader.state

    def search(self, request: SearchRequest) -> SearchResult:
        _check(request)
        view = self._open()
        if view is None:
            said = STATE_WORDS[self.reader.state]
            return SearchResult(0, (), notes=(said,) if self.reader.state.is_trouble else ())
        planner = self._planner(view, request)
        try:
            with panics_as_errors():
                results = _find_results(view, planner, request.sort)
                if results is None:
                    return SearchResult(
                        0, (), tuple(planner.complaints), has_pages=PAGE in view.kinds
                    )
                answer = self._answer(view, results, request)
                if answer.total or request.scope != "papers" or PAGE not in view.kinds:
                    return answer
                return replace(answer, pages_found=self._count_pages(view, request))
        except ValueError:  # of the engine, which says nothing that people could use
            self.reader.was_damaged()
            return SearchResult(0, (), (*planner.complaints, UNANSWERED, REBUILD))

    def find_all(self, request: SearchRequest, most: int | None = None) -> Iterator[int]:
        """The numbers of all results, in their order; versions of a work stand behind the first.
        Where the index is damaged they end with an error, for nobody could tell them from all."""
        view = self._open()
        if view is None:
            return
        planner = self._planner(view, request)
        with self._damage_told():
            results = _find_results(view, planner, request.sort)
            if results is not None:
                yield from islice(results.numbers(), most)

    def similar(self, number: int, limit: int, relations: KnowsRelations) -> list[SimilarPaper]:
        """Papers like one of the library; none where there is no index."""
        view = self._open()
        if view is None:
            return []
        with self._damage_told():
            return find_similar(view, number, limit, self.text_of, relations)

    def _planner(self, view: View, request: SearchRequest) -> Planner:
        return Planner(view, request, self.citing, self.read_reference, self.marked)

    @contextmanager
    def _damage_told(self) -> Iterator[None]:
        """For what has no place for a note in its answer: half of a list would pass for all."""
        try:
            with panics_as_errors():
                yield
        except ValueError as problem:
            self.reader.was_damaged()
            raise StorageError(UNANSWERED, REBUILD) from problem

    def _open(self) -> View | None:
        index = self.reader.open()
        if index is None:
            self._view = None
        elif self._view is None or self._view.index is not index:
            self._view = self._view_of(index)
        return self._view

    def _view_of(self, index: tantivy.Index) -> View | None:
        """The first look at an index reads some of its files, which may be damaged."""
        try:
            with panics_as_errors():
                return View.of(index)
        except ValueError:
            self.reader.was_damaged()
            return None

    def _count_pages(self, view: View, request: SearchRequest) -> int:
        """How many pages there are, where no paper is found."""
        pages = replace(request, scope="pages")
        plan = self._planner(view, pages).plan()
        return 0 if plan is None else view.count(plan.query)

    def _answer(self, view: View, results: _Results, request: SearchRequest) -> SearchResult:
        plan = results.plan
        # Room is made for as many as are asked for, so no more than there are.
        limit = min(request.limit, view.searcher.num_docs or 1)
        offset = min(request.offset, view.searcher.num_docs)
        entries = [(result, view.entry(result.address)) for result in results.page(offset, limit)]
        shower = _Shower(_asked(plan, view), self.text_of, self._texts_of_pages(entries))
        hits = tuple(shower.hit(result, entry) for result, entry in entries)
        facets = {}
        if request.with_facets:
            facets = count_facets(view, plan.compiler, plan.asked, plan.filters)
        return SearchResult(
            results.total,
            hits,
            plan.complaints,
            facets,
            plan.suggestion,
            plan.pasted,
            plan.notes,
            has_pages=PAGE in view.kinds,
        )

    def _texts_of_pages(self, entries: Sequence[tuple[Ranked, ShownEntry]]) -> Mapping[int, str]:
        wanted = [
            result.id for result, entry in entries if entry.kind == PAGE and entry.text is None
        ]
        return self.page_texts(wanted) if wanted else {}


def _find_results(view: View, planner: Planner, sort: Sort) -> _Results | None:
    """None where nothing is asked."""
    plan = planner.plan()
    if plan is None:
        return None
    results = _Results(view, plan, sort)
    more = planner.plan_more(plan, results.total)
    return results if more is None else _Results(view, more, sort)


class _Results:
    """The results of a plan in their order: the best ranked by us, those behind by the engine."""

    def __init__(self, view: View, plan: SearchPlan, sort: Sort) -> None:
        self.view, self.plan, self.sort = view, plan, sort
        found, count = self._ask(WINDOW, 0)
        ranker = Ranker(view, plan.compiler)
        is_ranked = sort is Sort.RELEVANCE
        ranked = ranker.rank(found, plan.tokens) if is_ranked else ranker.in_order(found)
        self.first = collapse(self._recognised_first(ranked))
        self.collapsed = len(found) - len(self.first)
        self.total = count - self.collapsed
        self.ranker = ranker

    def page(self, offset: int, limit: int) -> list[Ranked]:
        shown = self.first[offset : offset + limit]
        missing = limit - len(shown)
        behind = max(offset, len(self.first)) + self.collapsed
        if missing > 0 and self.total > max(offset, len(self.first)):
            found, _ = self._ask(missing, behind)
            shown += self.ranker.in_order(found)
        return shown

    def numbers(self) -> Iterator[int]:
        for result in self.first:
            yield result.id
            yield from result.versions
        behind, step = len(self.first) + self.collapsed, AT_ONCE
        while behind < self.total + self.collapsed:
            found, _ = self._ask(step, behind)
            if not found:
                return
            yield from (result.id for result in self.ranker.in_order(found))
            behind += len(found)
            # The engine ranks all before them again, so each question is for more.
            step = min(2 * step, MOST_AT_ONCE)

    def _ask(self, limit: int, offset: int) -> tuple[list[tuple[float, tantivy.DocAddress]], int]:
        by, order = ORDERS.get(self.sort, (None, Order.Desc))
        found: Any = self.view.searcher.search(
            self.plan.query, limit, count=True, order_by_field=by, offset=offset, order=order
        )
        return list(found.hits), int(found.count or 0)

    def _recognised_first(self, ranked: Sequence[Ranked]) -> list[Ranked]:
        places = {number: place for place, number in enumerate(self.plan.recognised)}
        if not places:
            return list(ranked)
        return sorted(ranked, key=lambda result: places.get(result.id, len(places)))


@dataclass(frozen=True, slots=True)
class _Shower:
    """Makes hits out of results."""

    asked: Asked
    text_of: TextOf
    page_texts: Mapping[int, str]

    def hit(self, result: Ranked, entry: ShownEntry) -> Hit:
        shown = entry.shown
        abstract = str(shown.pop("abstract", ""))
        shown.pop("work", None)
        score = (
            result.score - RECOGNISED_WORTH if result.score >= RECOGNISED_WORTH else result.score
        )
        return Hit(
            id=shown.pop("id"),
            title=shown.pop("title", None),
            authors=tuple(shown.pop("authors", ())),
            year=shown.pop("year", None),
            score=round(score, 4),
            snippet=self._snippet(result, entry, abstract),
            file=shown.pop("file", ""),
            sha1=shown.pop("sha1", ""),
            versions=result.versions,
            **shown,
        )

    def _snippet(self, result: Ranked, entry: ShownEntry, abstract: str) -> str:
        """Of the abstract, where it has all that was asked for: it says best what a paper is."""
        summary = best_passage(abstract, self.asked)
        if summary and shows_all(summary, self.asked):
            return summary
        text = entry.text
        if text is None and entry.kind == PAGE:
            text = self.page_texts.get(result.id)
        if text is None:
            text = self.text_of(entry.kind, result.id)
        beginning = " ".join((abstract or text[:1000]).split())[:LENGTH]
        return best_passage(text or abstract, self.asked) or beginning


def _asked(plan: SearchPlan, view: View) -> Asked:
    """What to show of a text."""
    singles, phrases, beginnings = [], [], []
    for leaf in leaves(plan.question.root):
        if isinstance(leaf, Prefix) and leaf.field in SHOWN_IN_TEXT:
            beginnings += words(leaf.start)
        elif isinstance(leaf, QuotedPhrase) and leaf.field in SHOWN_IN_TEXT:
            phrases.append(tuple(words(leaf.text)))
        elif isinstance(leaf, Words) and leaf.field in SHOWN_IN_TEXT:
            singles += words(leaf.text)
    kept = [word for word in dict.fromkeys(singles) if word in plan.tokens or len(singles) == 1]
    kept = sorted(kept, key=len, reverse=True)[:MOST_SHOWN] if len(kept) > MOST_SHOWN else kept
    stems = [stem for word in kept for stem in stems_in(word, view.languages) if len(stem) > 2]
    return Asked(tuple(kept), tuple(dict.fromkeys(stems)), tuple(phrases), tuple(beginnings))


def _check(request: SearchRequest) -> None:
    if request.limit < 1 or request.offset < 0:
        raise UsageError(
            f"A search cannot show {request.limit} hits from {request.offset} on.",
            "Say a limit of 1 or more, and an offset of 0 or more.",
        )
