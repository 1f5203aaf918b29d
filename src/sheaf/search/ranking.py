"""The order of the best results: what the engine found, and how near the words stand together, how
often a paper is cited, how old it is. Versions of one work stand at the place of the best.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import NamedTuple

from tantivy import Occur, Query

from sheaf.search.compiling import Compiler
from sheaf.search.view import Address, View

MOST_TOGETHER = 8  # words whose nearness is looked at
NEAREST = 64  # of the best, whose places of words are read
GAPS = 4  # words between two that still stand near
# What the nearness of words is worth, by where they stand.
TOGETHER = {"title": 3.6, "abstract": 1.5, "body": 1.5, "authors": 3.0}
# Of the best score: mild, so that what was asked for comes before what is famous.
FOR_CITATIONS = 0.03
FOR_NEWNESS = 0.01
MANY_CITATIONS = 100
OLD = 50  # years; what is older is not told apart by its age


class Ranked(NamedTuple):
    """A result in its place; `versions` are the other documents of its work."""

    address: Address
    score: float
    id: int
    work: int | None = None
    versions: tuple[int, ...] = ()
    copy: int = 0  # among the versions of its work; the best has 0


@dataclass(frozen=True, slots=True)
class Ranker:
    view: View
    compiler: Compiler

    def rank(self, found: Sequence[tuple[float, Address]], tokens: Sequence[str]) -> list[Ranked]:
        """The engine's results in a better order."""
        if not found:
            return []
        addresses = [address for _, address in found]
        ids = [number or 0 for number in self.view.numbers("id", addresses)]
        works, copies = (self.view.numbers(name, addresses) for name in ("work", "copy"))
        near = self._nearness(addresses[:NEAREST], tokens)
        best = max(score for score, _ in found) or 1.0
        priors = self._priors(addresses)
        ranked = [
            Ranked(
                address=address,
                score=score + near.get(place_of(address), 0.0) + best * prior,
                id=number,
                work=work,
                copy=copy or 0,
            )
            for (score, address), number, work, copy, prior in zip(
                found, ids, works, copies, priors, strict=True
            )
        ]
        return sorted(ranked, key=lambda one: (-round(one.score, 4), one.id))

    def in_order(self, found: Sequence[tuple[float, Address]]) -> list[Ranked]:
        """As they came: by a year, or from behind the best."""
        addresses = [address for _, address in found]
        ids, works, copies = (self.view.numbers(name, addresses) for name in ("id", "work", "copy"))
        return [
            Ranked(address, float(score or 0.0), number or 0, work, copy=copy or 0)
            for (score, address), number, work, copy in zip(found, ids, works, copies, strict=True)
        ]

    def _priors(self, addresses: Sequence[Address]) -> list[float]:
        citations = self.view.numbers("citations", addresses)
        years = self.view.numbers("year", addresses)
        if not any(citations) and not any(years):
            return [0.0] * len(addresses)
        this_year = datetime.now(UTC).year
        return [
            prior_of(cited or 0, None if year is None else this_year - year)
            for cited, year in zip(citations, years, strict=True)
        ]

    def _nearness(
        self, addresses: Sequence[Address], tokens: Sequence[str]
    ) -> dict[tuple[int, int], float]:
        """Asked of the best alone, so that the places of words are read for few documents."""
        wanted = list(dict.fromkeys(tokens))[:MOST_TOGETHER]
        if len(wanted) < 2:
            return {}
        ids = [number or 0 for number in self.view.numbers("id", addresses)]
        clauses = [(Occur.Must, self.compiler.numbers(ids))]
        for field, worth in TOGETHER.items():
            for first, second in itertools.pairwise(wanted):
                pair = Query.phrase_query(self.view.schema, field, [first, second], slop=GAPS)
                clauses.append((Occur.Should, Query.boost_query(pair, worth / len(wanted))))
        # A paper and a page may have one number.
        found = self.view.top(Query.boolean_query(clauses), 2 * len(ids))
        return {place_of(address): score for score, address in found}


def place_of(address: Address) -> tuple[int, int]:
    return address.segment_ord, address.doc


def prior_of(citations: int, age: int | None) -> float:
    """What speaks for a paper before anything is asked; its age in years."""
    cited = min(1.0, math.log1p(max(citations, 0)) / math.log1p(MANY_CITATIONS))
    newness = 0.0 if age is None else 1 - min(max(age, 0), OLD) / OLD
    return FOR_CITATIONS * cited + FOR_NEWNESS * newness


def collapse(ranked: Sequence[Ranked]) -> list[Ranked]:
    """One result a work, in the place of the version that was found best: the best version of
    those that were found, which knows the others."""
    of_work: dict[int, list[Ranked]] = {}
    for one in ranked:
        if one.work is not None:
            of_work.setdefault(one.work, []).append(one)
    kept: list[Ranked] = []
    for one in ranked:
        if one.work is None:
            kept.append(one)
        elif found := of_work.pop(one.work, None):
            best = min(found, key=lambda each: each.copy)
            others = tuple(each.id for each in found if each is not best)
            kept.append(best._replace(score=one.score, versions=others))
    return kept
