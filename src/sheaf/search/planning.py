"""What is asked of the engine for a question: the query itself, what was recognised, what was
perhaps meant, and what to do where nothing has all the words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate
from math import ceil
from typing import Any

from tantivy import Occur, Query

from sheaf.search.analysis import words
from sheaf.search.bounding import bounded
from sheaf.search.compiling import Citing, Compiler, Marked, worth_in
from sheaf.search.contract import PastedText, SearchRequest, Sort, Suggestion
from sheaf.search.facets import filter_clauses, known_filters
from sheaf.search.pasted import Identifier, find_identifier
from sheaf.search.question import (
    All,
    AskedQuestion,
    Either,
    Exact,
    Node,
    Prefix,
    QuotedPhrase,
    Words,
    leaves,
)
from sheaf.search.question_reader import WITHIN_REFERENCES, read_question
from sheaf.search.recognising import ReadReference, RecognisedText, Recogniser
from sheaf.search.small_words import without_small_words
from sheaf.search.spelling import SPELLED, Speller, replace_words
from sheaf.search.view import View

FEW = 3  # results; with so many or fewer a slip in the question is likely
FEWEST_TO_RELAX = 3  # words
MOST_RELAXED = 24
MOST_RELAXED_ENTRIES = 500_000  # that have one of the words
MOST_OF = 0.6
SOME_OF = 0.3
FEWEST_FOR_SOME = 6
# What was recognised comes before whatever the engine finds by words.
RECOGNISED_WORTH = 1000.0
NO_WORD = "There is no word in the question; write one or more that the paper has."
MOST_WORDS_ONLY = "Nothing has all of these words; these have most of them."
MOST_WORDS_TOO = "Few have all of these words; what has most of them is shown too."
# Of a question of so many words: what one text has by chance, and the text that was meant has not.
FEWEST_TO_ADD = 8
ONLY_RAREST = "Of so many common words only the rarest were searched."
WORDED = (None, "title", "author", "abstract", "body")
ENTRY_OF_SCOPE = {"papers": "paper", "pages": "page"}


@dataclass(frozen=True, slots=True)
class SearchPlan:
    """`query` finds all results, `asked` those of any filter. `tokens` are words that should stand
    near each other, in their order; `recognised` the numbers of the papers that come first."""

    question: AskedQuestion
    root: Node
    query: Query
    asked: Query
    compiler: Compiler
    filters: dict[str, tuple[str, ...]]
    tokens: tuple[str, ...] = ()
    recognised: tuple[int, ...] = ()
    is_recognised: bool = False
    pasted: PastedText | None = None
    suggestion: Suggestion | None = None
    complaints: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(slots=True)
class Planner:
    """Makes the plan for one request."""

    view: View
    request: SearchRequest
    citing: Citing
    read_reference: ReadReference
    marked: Marked = lambda field, name: None
    compiler: Compiler = field(init=False)
    question: AskedQuestion = field(init=False)
    complaints: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        view, worth = self.view, worth_in(self.request.scope)
        self.compiler = Compiler(
            view.schema, view.searcher, worth, view.languages, self.citing, self.marked
        )

    def plan(self) -> SearchPlan | None:
        """None where nothing is asked; `complaints` say why."""
        text = self.request.words.strip()
        self.question = question = read_question(text)
        recognised = self._recognise(text, question)
        root = self._root(text, question, recognised)
        if root is None:
            self.complaints += question.complaints or ((NO_WORD,) if text else ())
            return None
        if recognised is None or not recognised.numbers:
            self.complaints += question.complaints
        return self._make(question, root, recognised)

    def plan_more(self, plan: SearchPlan, total: int) -> SearchPlan | None:
        """Where a plan finds little or nothing: what else to ask, or to say."""
        if total > FEW or plan.is_recognised:
            return None
        if not total and (completed := self._completed(plan.root)):
            return completed
        if corrected := self._corrected(plan, self.request.words.strip(), total):
            return corrected
        return self._added_to(plan) if total else self._relaxed(plan)

    # -- what is meant -----------------------------------------------------------------------------

    def _recognise(self, text: str, question: AskedQuestion) -> RecognisedText | None:
        if question.is_deliberate or self.request.scope == "pages" or not text:
            return None
        return Recogniser(self.view, self.compiler, self.read_reference).recognise(text)

    def _root(
        self, text: str, question: AskedQuestion, recognised: RecognisedText | None
    ) -> Node | None:
        found = None if question.is_deliberate else find_identifier(text)
        if found is not None:
            return _mention(found)
        root = question.root
        if root is None and recognised is not None and recognised.numbers:
            root = Words(text)
        return None if root is None else without_small_words(root)

    def _make(
        self, question: AskedQuestion, root: Node, recognised: RecognisedText | None
    ) -> SearchPlan:
        numbers = recognised.numbers if recognised is not None else ()
        self.compiler.begin_anew()
        whole, root = root, bounded(root, self.compiler.cost_of)
        if root is not whole:
            self.complaints.append(ONLY_RAREST)
        main = self.compiler.compile(root)
        is_ranked = self.request.sort is Sort.RELEVANCE
        if numbers:
            worth = RECOGNISED_WORTH if is_ranked else 0.0
            first = Query.const_score_query(self.compiler.papers(numbers), worth)
            main = Query.boolean_query([(Occur.Should, first), (Occur.Should, main)])
        filters = known_filters(self.request.filters, self.complaints.append)
        asked = self._in_scope(main)
        clauses = list(filter_clauses(filters, self.compiler))
        query = Query.boolean_query([(Occur.Must, asked), *clauses]) if clauses else asked
        self.complaints += self.compiler.complaints
        pasted = recognised.pasted if recognised is not None and recognised.pasted.kind else None
        return SearchPlan(
            question,
            root,
            query,
            asked,
            self.compiler,
            filters,
            tokens=_tokens_of(root),
            is_recognised=bool(numbers),
            recognised=numbers if is_ranked else (),
            pasted=pasted,
            complaints=tuple(dict.fromkeys(self.complaints)),
            notes=question.notes,
        )

    def _in_scope(self, main: Query) -> Query:
        """Without a clause where all entries are of the scope, which the engine does faster."""
        entry = ENTRY_OF_SCOPE.get(self.request.scope)
        if entry is None or self.view.kinds == {entry}:
            return main
        wanted = self.compiler.values("entry", [entry])
        return Query.boolean_query([(Occur.Must, main), (Occur.Must, wanted)])

    # -- where little or nothing is found ----------------------------------------------------------

    def _completed(self, root: Node) -> SearchPlan | None:
        """A text that was cut off within its last word."""
        *parts, last = root.parts if isinstance(root, All) else (root,)
        if not isinstance(last, Words) or len(words(last.text)) != 1:
            return None
        whole = All((*parts, Prefix(last.text, last.field)))
        plan = self._make(self.question, whole, None)
        note = f"Nothing has “{last.text}” with all else; these have a word that begins so."
        found = self.view.count_up_to(plan.query, 1)
        return replace(plan, notes=(*plan.notes, note)) if found else None

    def _corrected(self, plan: SearchPlan, text: str, total: int) -> SearchPlan | None:
        asked = [token for leaf in leaves(plan.question.root) for token in words(_text_of(leaf))]
        speller = Speller(self.view.schema, self.view.searcher, self._texts_of)
        meant = speller.correct(asked, found=total > 0) if len(asked) <= 64 else {}
        corrected = replace_words(text, meant) if meant else text
        if corrected == text:
            return None
        if total:
            return replace(plan, suggestion=Suggestion(corrected))
        question = read_question(corrected)
        if question.root is None:
            return None
        recognised = self._recognise(corrected, question)
        other = self._make(question, without_small_words(question.root), recognised)
        if not self.view.count_up_to(other.query, 1):
            return None
        return replace(
            other,
            suggestion=Suggestion(corrected, is_used=True),
            pasted=other.pasted or plan.pasted,
        )

    def _relaxed(self, plan: SearchPlan) -> SearchPlan | None:
        """Most of the words, where nothing has all."""
        parts = list(_side_by_side(plan.root))
        plain = [
            part for part in parts if isinstance(part, (Words, QuotedPhrase)) and part.field is None
        ]
        others = [part for part in parts if part not in plain and not _is_in_reference(part)]
        tokens = list(dict.fromkeys(token for part in plain for token in words(part.text)))
        if len(tokens) < FEWEST_TO_RELAX:
            return None
        tokens = self._rarest(tokens)
        shares = (MOST_OF, SOME_OF) if len(tokens) >= FEWEST_FOR_SOME else (MOST_OF,)
        for share in shares:
            most = self.compiler.most_of(tokens, max(2, ceil(share * len(tokens))))
            clauses = [(Occur.Must, most)]
            if others:
                clauses.append((Occur.Must, self.compiler.all_of(others)))
            asked = self._in_scope(Query.boolean_query(clauses))
            narrowed = list(filter_clauses(plan.filters, self.compiler))
            query = Query.boolean_query([(Occur.Must, asked), *narrowed]) if narrowed else asked
            if self.view.count_up_to(query, 1):
                notes = (*plan.notes, MOST_WORDS_ONLY)
                return replace(plan, query=query, asked=asked, notes=notes)
        return None

    def _added_to(self, plan: SearchPlan) -> SearchPlan | None:
        """To the few that have all words of a sentence, what has most of them."""
        is_said = not self.question.is_deliberate and self.request.sort is Sort.RELEVANCE
        if not is_said or len(plan.tokens) < FEWEST_TO_ADD:
            return None
        more = self._relaxed(plan)
        if more is None:
            return None
        # What has all of them is worth what it was, and once more what most of them are worth.
        query = Query.boolean_query([(Occur.Should, plan.query), (Occur.Should, more.query)])
        asked = Query.boolean_query([(Occur.Should, plan.asked), (Occur.Should, more.asked)])
        return replace(more, query=query, asked=asked, notes=(*plan.notes, MOST_WORDS_TOO))

    def _rarest(self, tokens: Sequence[str]) -> list[str]:
        """Of those that anything has, because common ones cost most and tell least."""
        known = {
            token: frequency
            for token in tokens
            if (frequency := max(self.view.searcher.doc_freq(name, token) for name in SPELLED))
        }
        rarest = sorted(known, key=lambda token: known[token])[:MOST_RELAXED]
        up_to = accumulate(known[token] for token in rarest)
        few = [token for token, sum_ in zip(rarest, up_to, strict=True)
               if sum_ <= MOST_RELAXED_ENTRIES]  # fmt: skip
        return few if len(few) >= FEWEST_TO_RELAX else rarest[:FEWEST_TO_RELAX]

    def _texts_of(self, address: Any) -> str:
        shown = self.view.shown(address)
        return " ".join((shown.get("title") or "", *(shown.get("authors") or ())))


def _side_by_side(root: Node) -> Iterator[Node]:
    """The parts of a question that asks for all of them, in and out of brackets."""
    if isinstance(root, All):
        for part in root.parts:
            yield from _side_by_side(part)
    else:
        yield root


def _is_in_reference(part: Node) -> bool:
    return isinstance(part, Exact) and part.field in WITHIN_REFERENCES


def _mention(found: Identifier) -> Node:
    """Papers whose text names it, behind the paper itself."""
    return QuotedPhrase(found.text, "body")


def _tokens_of(root: Node) -> tuple[str, ...]:
    """Who writes OR does not mean words that stand together."""
    if isinstance(root, Either):
        return ()
    asked = [leaf for leaf in leaves(root) if isinstance(leaf, Words) and leaf.field is None]
    return tuple(dict.fromkeys(token for leaf in asked for token in words(leaf.text)))


def _text_of(leaf: Any) -> str:
    return getattr(leaf, "text", "") if getattr(leaf, "field", None) in WORDED else ""
