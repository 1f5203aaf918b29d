"""Makes a query of the engine out of a question's tree.

Everything is built of parts; no text of a question is ever parsed by the engine.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

import tantivy
from tantivy import FieldType, Occur, Query

from sheaf.search.analysis import UNSPACED, UNSPACED_LETTERS, stems_in, words
from sheaf.search.fields import BY_NAME, Kind
from sheaf.search.names_asked import name_patterns
from sheaf.search.pasted import code_of_language, exact_values
from sheaf.search.question import (
    All,
    Either,
    Everything,
    Exact,
    Leaf,
    Node,
    Not,
    Prefix,
    QuotedPhrase,
    Range,
    Words,
)
from sheaf.search.schema import PAGE, PAPER, YEARS_OF_DATES, key_of

# Where a word is looked for when no field is named, and what a place is worth.
OF_PAPERS = {
    "title": 3.0,
    "authors": 4.0,
    "abstract": 1.5,
    "keywords": 1.0,
    "venue": 1.0,
    "affiliations": 0.5,
    "body": 0.8,
}
OF_PAGES = {"title": 3.0, "categories": 1.0, "body": 1.0}
STEMS = "stems"
STEMS_WORTH = 0.4
YEAR_WORTH = 2.0  # of a year that stands among the words
PAIR = re.compile(f"[{UNSPACED_LETTERS}]{{2}}")
YEAR = re.compile(r"1[5-9]\d\d|20\d\d", re.ASCII)
IN_ORDER = frozenset({"title", "authors", "abstract", "venue", "body", "captions", "categories"})
FEW_VALUES = 500
# Of commoner words than this, added up, phrases are searched as words: each costs as much as its
# rarest word is common.
MOST_IN_PHRASES = 250_000
IN_PHRASES = "Of so many phrases of common words only the first were searched as phrases."
FEWEST_OF_FORMS = 4  # letters
MOST_IN_FORMS = 16
NO_LANGUAGE = "No language is known as “{}”; write lang:de or lang:german."
MOST_BEGINNINGS = 64  # words that one beginning stands for
MOST_PREFIXES = 16  # beginnings in a question: each is looked for in every field
PREFIXES = f"Of so many beginnings of words only the first {MOST_PREFIXES} were searched as such."
FIRST_SECOND = int(datetime(YEARS_OF_DATES.start, 1, 1, tzinfo=UTC).timestamp())
LAST_SECOND = int(datetime(YEARS_OF_DATES.stop, 1, 1, tzinfo=UTC).timestamp())
MOST_NUMBER = 2**62

Citing = Callable[[int], Iterable[int]]
# What people put under a name, by field and name; None where there is no such name.
Marked = Callable[[str, str], Iterable[int] | None]


def worth_in(scope: str) -> dict[str, float]:
    return {"papers": OF_PAPERS, "pages": OF_PAGES}.get(scope, {**OF_PAGES, **OF_PAPERS})


@dataclass(slots=True)
class Compiler:
    """`citing` gives the documents that cite one, `marked` those under a name. `languages`
    are those of the documents: a word of a question may be of any."""

    schema: tantivy.Schema
    searcher: tantivy.Searcher
    worth: Mapping[str, float]
    languages: Sequence[str] = ()
    citing: Citing = lambda number: ()
    marked: Marked = lambda field, name: None
    complaints: list[str] = field(default_factory=list)
    in_phrases: int = 0  # what phrases have cost so far
    in_forms: int = 0  # words of fields of which other forms were looked for
    in_prefixes: int = 0

    def begin_anew(self) -> None:
        """Another plan of the same question may cost as much again."""
        self.in_phrases = self.in_forms = self.in_prefixes = 0

    def compile(self, node: Node) -> Query:
        """What finds the documents that a question asks for."""
        match node:
            case All(parts):
                return self.all_of(parts)
            case Either(parts):
                return self.either(parts)
            case Not(_):
                return self.all_of((node,))
            case Words(text, name):
                return self._words(text, name)
            case QuotedPhrase(text, name, is_open):
                return self._phrase(text, name, is_open=is_open)
            case Prefix(start, name):
                return self._prefix(start, name)
            case Range():
                return self._range(node)
            case Exact(name, value):
                return self._exact(name, value)
            case Everything():
                return Query.all_query()

    def cost_of(self, leaf: Leaf) -> int:
        """How many entries the engine looks at for it, or what takes as long."""
        match leaf:
            case Words(text, name) | QuotedPhrase(text, name):
                places = (*self.worth, STEMS) if name is None else (BY_NAME[name].inside,)
                tokens = words(text)
                return sum(self.searcher.doc_freq(at, one) for at in places for one in tokens)
            case Prefix() | Everything():
                return 2 * int(self.searcher.num_docs)
            case _:
                return int(self.searcher.num_docs) // 8

    def all_of(self, parts: Iterable[Node]) -> Query:
        clauses = [
            (Occur.MustNot, self.compile(part.part))
            if isinstance(part, Not)
            else (Occur.Must, self.compile(part))
            for part in _each_once(parts)
        ]
        if all(occur == Occur.MustNot for occur, _ in clauses):
            clauses.append((Occur.Must, Query.all_query()))
        return Query.boolean_query(clauses)

    def either(self, parts: Iterable[Node]) -> Query:
        """Of terms alone the engine finds the best without looking at all: so they stand side by
        side, whatever field and word they are of."""
        clauses: list[tuple[Occur, Query]] = []
        for part in dict.fromkeys(parts):
            if isinstance(part, Words) and len(tokens := words(part.text)) == 1:
                clauses += [(Occur.Should, term) for term in self._terms(tokens[0], part.field)]
            else:
                clauses.append((Occur.Should, self.compile(part)))
        return Query.boolean_query(clauses)

    def most_of(self, tokens: Sequence[str], least: int) -> Query:
        """What has at least so many of the words."""
        clauses = [(Occur.Should, self.word(token, None)) for token in dict.fromkeys(tokens)]
        return Query.boolean_query(clauses, minimum_number_should_match=least)

    def word(self, token: str, name: str | None) -> Query:
        terms = self._terms(token, name)
        return terms[0] if len(terms) == 1 else _union(terms)

    def term(self, inside: str, token: str, worth: float = 1.0) -> Query:
        query = Query.term_query(self.schema, inside, token, "freq")
        return query if worth == 1.0 else Query.boost_query(query, worth)

    def values(self, inside: str, values: Iterable[str]) -> Query:
        """A field that holds one of these, whichever; worth nothing in the order."""
        return any_of(self.schema, inside, list(values))

    def numbers(self, numbers: Iterable[int]) -> Query:
        """Entries with these numbers, papers and pages."""
        keys = [key_of(entry, number) for number in numbers for entry in (PAPER, PAGE)]
        return self.values("key", keys)

    def papers(self, numbers: Iterable[int]) -> Query:
        return self.values("key", (key_of(PAPER, number) for number in numbers))

    def _terms(self, token: str, name: str | None) -> list[Query]:
        if name is not None:
            return self._terms_of_field(BY_NAME[name].inside, token)
        # A term that nothing has keeps the engine from its quickest way through the others.
        has = self.searcher.doc_freq
        terms = [
            self.term(inside, token, worth)
            for inside, worth in self.worth.items()
            if has(inside, token)
        ]
        stems = stems_in(token, self.languages)
        terms += [self.term(STEMS, stem, STEMS_WORTH) for stem in stems if has(STEMS, stem)]
        if YEAR.fullmatch(token):
            year = Query.term_query(self.schema, "year", int(token), "basic")
            terms.append(Query.boost_query(year, YEAR_WORTH))
        return terms or [self.term("body", token)]

    def _terms_of_field(self, inside: str, token: str) -> list[Query]:
        """With other forms of the word: no field but one has stems, so words of the field that
        begin alike are compared."""
        terms = [self.term(inside, token)]
        stems = set(stems_in(token, self.languages))
        if not token.isalpha() or len(token) < FEWEST_OF_FORMS or self.in_forms >= MOST_IN_FORMS:
            return terms
        self.in_forms += 1
        start = min(stems, key=len)
        start = start[:-1] if len(start) > FEWEST_OF_FORMS else start
        known = self.searcher.terms_with_prefix(inside, start, limit=MOST_BEGINNINGS)
        for word, _ in known:
            if word != token and not stems.isdisjoint(stems_in(word, self.languages)):
                terms.append(self.term(inside, word, STEMS_WORTH))
        return terms

    def _words(self, text: str, name: str | None) -> Query:
        tokens = words(text)
        if not tokens:
            return Query.all_query()
        if len(tokens) > 1 and UNSPACED.search(text):
            return self._phrase(text, name, is_open=False)
        return _all([self.word(token, name) for token in tokens])

    def _phrase(self, text: str, name: str | None, *, is_open: bool) -> Query:
        if name is not None and BY_NAME[name].kind is Kind.NAMES:
            return self._name(text)
        tokens = words(text)
        if not tokens:
            return Query.all_query()
        worth = {BY_NAME[name].inside: 1.0} if name is not None else self.worth
        if len(tokens) == 1:
            return self._prefix(tokens[0], name) if is_open else self.word(tokens[0], name)
        if self._is_too_much(tokens[:-1] if is_open else tokens, worth):
            return _all([self.word(token, name) for token in tokens])
        has = self.searcher.doc_freq
        places = [inside for inside in worth if inside in IN_ORDER]
        found = [
            Query.boost_query(self._in_order(inside, tokens, is_open=is_open), worth[inside])
            for inside in [at for at in places if has(at, tokens[0])] or places[:1]
        ]
        return _union(found) if found else _all([self.word(token, name) for token in tokens])

    def _is_too_much(self, whole: Sequence[str], places: Iterable[str]) -> bool:
        """The first phrase never is. `whole` are its words that are no beginnings of words."""
        before = self.in_phrases
        self.in_phrases += sum(
            min(self.searcher.doc_freq(inside, token) for token in whole)
            for inside in places
            if inside in IN_ORDER
        )
        is_too_much = before > 0 and self.in_phrases > MOST_IN_PHRASES
        if is_too_much:
            self.complaints.append(IN_PHRASES)
        return is_too_much

    def _in_order(self, inside: str, tokens: list[str], *, is_open: bool) -> Query:
        if is_open:
            return Query.phrase_prefix_query(self.schema, inside, list(tokens))
        places = _every_letter_once(tokens) if all(map(PAIR.fullmatch, tokens)) else tokens
        return Query.phrase_query(self.schema, inside, list(places))

    def _name(self, text: str) -> Query:
        tokens = words(text)
        if len(tokens) < 2:
            return _all([self.term("authors", token) for token in tokens])
        found = [
            Query.regex_phrase_query(self.schema, "authors", list(pattern.words), pattern.gaps)
            for pattern in name_patterns(text, tokens)
        ]
        exact = Query.phrase_query(self.schema, "authors", list(tokens), slop=len(tokens))
        return _union([*found, Query.boost_query(exact, 2.0)])

    def _prefix(self, start: str, name: str | None) -> Query:
        """The commonest words that begin so."""
        tokens = words(start)
        if len(tokens) != 1 or len(tokens[0]) < 2:
            return self._words(start, name)
        self.in_prefixes += 1
        if self.in_prefixes > MOST_PREFIXES:
            self.complaints.append(PREFIXES)
            return self._words(start, name)
        worth = {BY_NAME[name].inside: 1.0} if name is not None else dict(self.worth)
        terms = []
        for inside, by in worth.items():
            known = self.searcher.terms_with_prefix(inside, tokens[0], limit=MOST_BEGINNINGS)
            terms += [self.term(inside, term, by) for term, _ in known]
        return _union(terms) if terms else Query.empty_query()

    def _range(self, asked: Range) -> Query:
        about = BY_NAME[asked.field]
        low, high = asked.low, asked.high
        if about.kind is Kind.DATE:
            return self._days(about.inside, low, high)
        kind = FieldType.Unsigned if about.inside == "id" else FieldType.Integer
        low = None if low is None else min(max(low, 0), MOST_NUMBER)
        high = None if high is None else min(high, MOST_NUMBER)
        if high is not None and (high < 0 or (low is not None and low > high)):
            return Query.empty_query()
        if low is None and high is None:
            return Query.exists_query(about.inside)
        found = Query.range_query(self.schema, about.inside, kind, low, high)
        return Query.const_score_query(found, 0.0)

    def _days(self, inside: str, low: int | None, high: int | None) -> Query:
        if low is None and high is None:
            return Query.exists_query(inside)
        if low is not None and high is not None and low > high:
            return Query.empty_query()
        found = Query.range_query(self.schema, inside, FieldType.Date, _day(low), _day(high))
        return Query.const_score_query(found, 0.0)

    def _exact(self, name: str, value: str) -> Query:
        about = BY_NAME[name]
        if about.kind is Kind.CITED:
            return self._citing(value)
        if about.kind is Kind.MARKED:
            return self._marked(name, value)
        if name == "lang" and not self._is_language(value):
            self.complaints.append(NO_LANGUAGE.format(value[:80]))
        return self.values(about.inside, exact_values(name, value))

    def _is_language(self, value: str) -> bool:
        known = self.searcher.doc_freq("language", value.lower())
        return bool(known) or code_of_language(value) is not None

    def _marked(self, name: str, value: str) -> Query:
        found = self.marked(name, value)
        if found is None:
            self.complaints.append(f"There is no {name} “{value[:80]}”.")
            return Query.empty_query()
        return self.papers(found)

    def _citing(self, value: str) -> Query:
        if not (value.isascii() and value.isdigit() and len(value) < 18):
            self.complaints.append("Behind cites: comes the number of a document, as in cites:12.")
            return Query.empty_query()
        return self.papers(self.citing(int(value)))


def any_of(schema: tantivy.Schema, inside: str, values: Sequence[str] | Sequence[int]) -> Query:
    """A field that holds one of these; worth nothing in the order. The engine prepares a set of
    terms slowly and asks it fast, so few are asked one by one."""
    if len(values) > FEW_VALUES:
        return Query.const_score_query(Query.term_set_query(schema, inside, list(values)), 0.0)
    terms = [Query.term_query(schema, inside, value, "basic") for value in values]
    return Query.const_score_query(_union(terms), 0.0)


def _each_once(parts: Iterable[Node]) -> list[Node]:
    """But for words: what is said twice of them weighs more, and costs little."""
    said: set[Node] = set()
    kept = []
    for part in parts:
        if isinstance(part, Words) or part not in said:
            kept.append(part)
        said.add(part)
    return kept


def _every_letter_once(pairs: Sequence[str]) -> list[tuple[int, str]]:
    """Pairs of letters overlap: every other one says all, at its place."""
    last = len(pairs) - 1
    return [(at, pair) for at, pair in enumerate(pairs) if at % 2 == 0 or at == last]


def _day(second: int | None) -> datetime | None:
    if second is None:
        return None
    return datetime.fromtimestamp(min(max(second, FIRST_SECOND), LAST_SECOND), UTC)


def _union(queries: Sequence[Query]) -> Query:
    return Query.boolean_query([(Occur.Should, query) for query in queries])


def _all(queries: Sequence[Query]) -> Query:
    if len(queries) == 1:
        return queries[0]
    return Query.boolean_query([(Occur.Must, query) for query in queries])
