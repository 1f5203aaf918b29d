"""The documents of one work: which is the best, and what all of them together say of it.

The order of RULES is the whole rule: the first in which two documents differ decides. Fields are
voted on: each document has as many votes for what it says as its reading was sure of it, the best
one half as many again, and what a person has put right outweighs all.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sheaf.deposit.graph.descriptions import Copy, Statement
from sheaf.graph.normalising import family_key, letters_of

# Less is an abstract, a poster or a title page.
FULL_TEXT = 6000  # characters
UNKNOWN = 0.5  # how sure a reading is that does not say
BEST = 1.5
BY_HAND = 1000.0

# In the words of "it ...", and by what the larger is the better.
RULES: tuple[tuple[str, Callable[[Copy], Any]], ...] = (
    ("says its title", lambda one: bool(one.said.title)),
    ("names its authors", lambda one: bool(one.said.authors)),
    ("has the full text", lambda one: one.facts.characters >= FULL_TEXT),
    ("was published: it has a DOI", lambda one: bool(one.said.doi)),
    ("was published: it names its venue", lambda one: bool(one.said.venue)),
    ("needed no OCR", lambda one: not one.facts.is_ocr),
    ("has more pages", lambda one: one.pages),
    ("has more text", lambda one: one.facts.characters),
    ("was read with more confidence", lambda one: _sure_of_all(one)),
    ("says its year", lambda one: one.said.year is not None),
    ("came first", lambda one: -one.document_id),
)


def rank_copies(copies: Iterable[Copy]) -> list[Copy]:
    """The best first."""
    return sorted(copies, key=_worth, reverse=True)


def _worth(one: Copy) -> tuple[Any, ...]:
    return tuple(value_of(one) for _, value_of in RULES)


def why_better(one: Copy, other: Copy) -> str:
    """What makes one the better of two."""
    return next(words for words, value_of in RULES if value_of(one) != value_of(other))


def _sure_of_all(one: Copy) -> float:
    known = [value for name, value in one.facts.sure.items() if name in ("title", "authors")]
    return round(sum(known) / len(known), 2) if known else UNKNOWN


# -- votes -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class FieldVote:
    """What some documents of a work say in a field, the best of them first, and with what weight.
    Of those of one field the heaviest `holds` for the work."""

    value: Any
    weight: float
    documents: tuple[int, ...]
    by_hand: bool
    holds: bool


def _same_people(names: Any) -> Hashable:
    return tuple(family_key(family) for _, family in names)


FIELDS: Mapping[str, Callable[[Any], Hashable]] = {
    "title": letters_of,
    "authors": _same_people,
    "year": lambda value: value,
    "venue": letters_of,
    "doi": lambda value: value,
    "arxiv_id": lambda value: value,
}


def vote(ranked: Sequence[Copy], name: str) -> list[FieldVote]:
    """What the documents of a work, the best first, say in a field, the heaviest first. What
    differs in print only is one; it is printed as the best of those has it, or a person."""
    kinds: defaultdict[Hashable, list[tuple[Copy, float]]] = defaultdict(list)
    for place, one in enumerate(ranked):
        value = getattr(one.said, name)
        if value:
            kinds[FIELDS[name](value)].append((one, _weight(one, name, is_best=place == 0)))
    weighed = sorted(
        (
            (-sum(weight for _, weight in voters), ranked.index(voters[0][0]), voters)
            for voters in kinds.values()
        ),
        key=lambda each: each[:2],
    )
    return [
        FieldVote(
            value=getattr(_printed_by(voters, name).said, name),
            weight=round(-against, 3),
            documents=tuple(one.document_id for one, _ in voters),
            by_hand=any(name in one.facts.by_hand for one, _ in voters),
            holds=place == 0,
        )
        for place, (against, _, voters) in enumerate(weighed)
    ]


def _weight(one: Copy, name: str, *, is_best: bool) -> float:
    if name in one.facts.by_hand:
        return BY_HAND
    return one.facts.sure.get(name, UNKNOWN) * (BEST if is_best else 1.0)


def _printed_by(voters: Sequence[tuple[Copy, float]], name: str) -> Copy:
    return next((one for one, _ in voters if name in one.facts.by_hand), voters[0][0])


def what_copies_say(ranked: Sequence[Copy]) -> Statement:
    """What holds of their work."""
    if len(ranked) == 1:
        return ranked[0].said
    values = {name: found[0].value for name in FIELDS if (found := vote(ranked, name))}
    return Statement(**values)


def plain_value(value: Any) -> Any:
    """Authors as names."""
    if isinstance(value, tuple):
        return [f"{given} {family}".strip() for given, family in value]
    return value


def value_in_words(value: Any) -> str:
    plain = plain_value(value)
    return ", ".join(plain) if isinstance(plain, list) else str(plain)
