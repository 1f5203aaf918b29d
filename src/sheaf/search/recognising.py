"""Which paper a pasted text means: by its identifier, its title, or a reference to it.

A reference is not taken apart first. Papers whose titles share words with it are compared with the
text as a whole; only where none stands in it, it is read as references are.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tantivy import Occur, Query

from sheaf.search.analysis import fold, title_key, words
from sheaf.search.compiling import Compiler
from sheaf.search.contract import PastedText
from sheaf.search.likeness import (
    BEGINNING,
    FEWEST_LETTERS,
    FEWEST_OF_PART,
    SAME,
    Letters,
    compare,
    share_of_letters,
)
from sheaf.search.pasted import (
    YEAR,
    Identifier,
    fields_of_bibtex,
    find_identifier,
    identifiers_within,
    signs_of_reference,
)
from sheaf.search.small_words import small_words_for
from sheaf.search.view import Address, View

LONGEST = 2000  # letters of a pasted text that are looked at
MOST_WORDS = 40
MOST_CANDIDATES = 60
FEWEST_WORDS = 3  # of a title that is damaged
FEWEST_PASTED = 5
FUZZY_FROM = 4  # letters
FEW_SIGNS = 2
IN_TEXT = 0.85  # of a title that stands in a reference
SHORT_TITLE = 25  # letters; shorter ones stand in many texts
AS_GOOD = 0.02
QUOTED = re.compile(r"[“\"«„]([^“”\"«»„]{12,300})[”\"»“]")
MOST_MEANT = 10
MOST_READ = 5
LEAST, SAME_LETTERS = 0.45, 0.82
MOST_NAMED = 4  # authors that are looked for in a reference

ReadReference = Callable[[str], Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class RecognisedText:
    """The papers that were meant, the best first; none where the library has none of them."""

    pasted: PastedText
    numbers: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class LikelyPaper:
    number: int
    shown: Mapping[str, Any]
    likeness: float


@dataclass(frozen=True, slots=True)
class Recogniser:
    """`read_reference` gives the fields of a reference string, by name."""

    view: View
    compiler: Compiler
    read_reference: ReadReference

    def recognise(self, text: str) -> RecognisedText | None:
        """None for a question like any other."""
        text = text.strip()[:LONGEST]
        if identifier := find_identifier(text):
            numbers = self._identified(identifier)
            return RecognisedText(PastedText(identifier.kind, identifier.text), tuple(numbers))
        if same := self._same_title(text):
            kind = "title" if len(words(text)) >= FEWEST_WORDS else ""
            return RecognisedText(PastedText(kind, text, _fields(same[0])), _numbers(same))
        signs = signs_of_reference(text)
        if signs >= FEW_SIGNS and (found := self._reference(text, is_sure=signs > FEW_SIGNS)):
            return found
        return self._damaged_title(text)

    # -- by identifier -----------------------------------------------------------------------------

    def _identified(self, found: Identifier) -> list[int]:
        queries = [self.compiler.values(found.kind, found.values)]
        if found.kind == "doi":
            queries.append(self.compiler.values("arxiv", found.values))
        if found.kind == "arxiv":
            dois = [f"10.48550/arxiv.{value}" for value in found.values]
            queries += [self.compiler.values("doi", dois)]
            queries += [self._versions(value) for value in found.values if "v" not in value]
        any_of = Query.boolean_query([(Occur.Should, query) for query in queries])
        return [candidate.number for candidate in self._candidates(any_of, 10)]

    def _versions(self, number: str) -> Query:
        versions = [f"{number}v{version}" for version in range(1, 21)]
        return self.compiler.values("arxiv", versions)

    # -- by title ----------------------------------------------------------------------------------

    def _same_title(self, text: str) -> list[LikelyPaper]:
        key = title_key(text)
        if not key or not self.view.holds(key, ("title_key",)):
            return []
        return list(self._candidates(self.compiler.values("title_key", [key]), 10))

    def _damaged_title(self, text: str) -> RecognisedText | None:
        tokens = words(text)
        if not 2 <= len(tokens) <= MOST_WORDS:
            return None
        best = self._like_title(text, tokens)
        if not best or (len(tokens) < FEWEST_WORDS and best[0].likeness < BEGINNING):
            return None
        # Few words that several titles begin with are more likely a question.
        kind = "title" if len(best) == 1 or len(tokens) >= FEWEST_PASTED else ""
        return RecognisedText(PastedText(kind, text, _fields(best[0])), _numbers(best))

    def _like_title(self, text: str, tokens: Sequence[str]) -> list[LikelyPaper]:
        letters = Letters.of(text)
        if len(letters.key) < FEWEST_LETTERS:
            return []
        found = [
            LikelyPaper(
                candidate.number, candidate.shown, _as_title(letters, _title_letters(candidate))
            )
            for candidate in self._candidates(self._title_query(tokens), MOST_CANDIDATES)
        ]
        if alike := [paper for paper in found if paper.likeness >= SAME]:
            return _best(alike)
        # Slips near each other leave few runs of letters whole.
        nearest = sorted(found, key=lambda paper: -paper.likeness)[:MOST_READ]
        return _best(
            [
                LikelyPaper(paper.number, paper.shown, likeness)
                for paper in nearest
                if paper.likeness >= LEAST
                and (likeness := share_of_letters(letters, _title_letters(paper))) >= SAME_LETTERS
            ]
        )

    def _title_query(self, tokens: Sequence[str]) -> Query:
        """Titles with any of the words; a word that no title has may be one with a slip."""
        small = small_words_for(tokens)
        telling = [token for token in dict.fromkeys(tokens) if token not in small] or list(tokens)
        clauses: list[tuple[Occur, Query]] = []
        for token in telling[:MOST_WORDS]:
            if self.view.holds(token, ("title",)):
                clauses.append((Occur.Should, self.compiler.term("title", token)))
            elif len(token) >= FUZZY_FROM and not token.isdigit():
                most = 1 if len(token) < 6 else 2
                fuzzy = Query.fuzzy_term_query(self.view.schema, "title", token, distance=most)
                clauses.append((Occur.Should, Query.boost_query(fuzzy, 3.0)))
        return Query.boolean_query(clauses)

    # -- by a reference ----------------------------------------------------------------------------

    def _reference(self, text: str, *, is_sure: bool) -> RecognisedText | None:
        for identifier in identifiers_within(text):
            if numbers := self._identified(identifier):
                return RecognisedText(PastedText("reference", text), tuple(numbers))
        if best := self._titles_within(text):
            return RecognisedText(PastedText("reference", text, _fields(best[0])), _numbers(best))
        if not is_sure:
            return None
        fields = {**self.read_reference(text), **fields_of_bibtex(text)}
        for title in _possible_titles(text, fields):
            best = self._like_title(title, words(title))
            if best and not _contradicts(text, best[0].shown):
                pasted = PastedText("reference", text, _fields(best[0]))
                return RecognisedText(pasted, _numbers(best))
        return RecognisedText(PastedText("reference", text, fields)) if "title" in fields else None

    def _titles_within(self, text: str) -> list[LikelyPaper]:
        letters = Letters.of(text)
        folded = fold(text)
        years = {int(year) for year in YEAR.findall(text)}
        found = []
        tokens = [token for token in words(text) if len(token) > 1]
        for candidate in self._candidates(self._title_query(tokens), MOST_CANDIDATES):
            title = _title_letters(candidate)
            inside = compare(letters, title).title_in_text
            if len(title.key) < FEWEST_LETTERS or inside < IN_TEXT:
                continue
            named = names_within(folded, candidate.shown.get("authors") or ())
            if len(title.key) < SHORT_TITLE and not (named and inside > 0.95):
                continue
            year = candidate.shown.get("year")
            agreed = 0.0 if year is None or not years else 0.05 * (year in years)
            # Of two titles that stand in it the longer one was meant.
            worth = inside + 0.2 * named + agreed + min(len(title.key), 200) / 500
            found.append(LikelyPaper(candidate.number, candidate.shown, worth))
        return _best(found)

    def _candidates(self, query: Query, most: int) -> Iterator[LikelyPaper]:
        if "page" in self.view.kinds:
            papers = self.compiler.values("entry", ["paper"])
            query = Query.boolean_query([(Occur.Must, papers), (Occur.Must, query)])
        found: Iterable[tuple[float, Address]] = self.view.top(query, most)
        for score, address in found:
            shown = self.view.shown(address)
            yield LikelyPaper(int(shown.get("id") or 0), shown, score)


def names_within(folded: str, authors: Sequence[str]) -> float:
    """The share of the first authors whose family names stand in a folded text."""
    asked = [[name for name in words(author) if len(name) > 1] for author in authors[:MOST_NAMED]]
    asked = [names for names in asked if names]
    named = [names for names in asked if any(_stands_in(folded, names[at]) for at in (-1, 0))]
    return len(named) / len(asked) if asked else 0.0


def _stands_in(folded: str, name: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", folded) is not None


def _possible_titles(text: str, fields: Mapping[str, Any]) -> list[str]:
    """What was read as one; else what stands in quotes, or was read as where it was printed."""
    quoted = QUOTED.findall(text)
    found = [fields.get("title"), *quoted, fields.get("venue")]
    return list(dict.fromkeys(str(title).rstrip(".,") for title in found if title))


def _contradicts(text: str, shown: Mapping[str, Any]) -> bool:
    """Another year and none of its authors: a paper of nearly the same title."""
    years = {int(year) for year in YEAR.findall(text)}
    year = shown.get("year")
    other_year = year is not None and bool(years) and all(abs(year - other) > 2 for other in years)
    authors = shown.get("authors") or ()
    return other_year and bool(authors) and not names_within(fold(text), authors)


def _title_letters(paper: LikelyPaper) -> Letters:
    return Letters.of(str(paper.shown.get("title") or ""))


def _as_title(text: Letters, title: Letters) -> float:
    likeness = compare(text, title)
    if likeness.is_beginning or likeness.same >= SAME or len(text.key) >= FEWEST_OF_PART:
        return likeness.as_title
    return likeness.same


def _best(found: Sequence[LikelyPaper]) -> list[LikelyPaper]:
    """The best, and those that are as good: other versions, or another paper of the title."""
    ranked = sorted(found, key=lambda paper: -paper.likeness)[:MOST_MEANT]
    return [paper for paper in ranked if paper.likeness >= ranked[0].likeness - AS_GOOD]


def _numbers(found: Sequence[LikelyPaper]) -> tuple[int, ...]:
    return tuple(paper.number for paper in found)


def _fields(found: LikelyPaper) -> dict[str, Any]:
    names = ("title", "authors", "year")
    return {name: found.shown[name] for name in names if found.shown.get(name)}
