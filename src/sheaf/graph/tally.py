"""What is known of a work by all that is said of it: its documents first, then what most references
say."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from typing import TypeVar

from sheaf.deposit.graph.descriptions import Name, Statement
from sheaf.graph.normalising import family_key, letters_of

Votes = Sequence[tuple[Statement, int]]
Value = TypeVar("Value")


def summarise(said: Statement | None, votes: Votes) -> Statement:
    """The best of everything: what the documents of a work say, and where they say nothing, what
    most references do."""
    if said is None and len(votes) == 1:
        return votes[0][0]
    said = said or Statement()
    return Statement(
        title=said.title or _vote_words(votes, lambda head: head.title),
        authors=said.authors or _vote_authors(votes),
        year=said.year or _vote(votes, lambda head: head.year),
        venue=said.venue or _vote_words(votes, lambda head: head.venue),
        volume=_vote(votes, lambda head: head.volume) or "",
        page=_vote(votes, lambda head: head.page) or "",
        doi=said.doi or _vote(votes, lambda head: head.doi) or "",
        arxiv_id=said.arxiv_id or _vote(votes, lambda head: head.arxiv_id) or "",
    )


def _vote(votes: Votes, value_of: Callable[[Statement], Value]) -> Value | None:
    counts: Counter[Value] = Counter()
    for said, count in votes:
        if value := value_of(said):
            counts[value] += count
    return min(counts, key=lambda value: (-counts[value], str(value))) if counts else None


def _vote_words(votes: Votes, text_of: Callable[[Statement], str]) -> str:
    """What most say, whatever they print large or hyphenate; and as most of those print it."""
    kinds: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for said, count in votes:
        if text := text_of(said):
            kinds[letters_of(text)][text] += count
    if not kinds:
        return ""
    best = min(kinds, key=lambda kind: (-kinds[kind].total(), -len(kind), kind))
    printed = kinds[best]
    return min(printed, key=lambda text: (-printed[text], text))


def _vote_authors(votes: Votes) -> tuple[Name, ...]:
    """The list whose family names most have; and of those the one that says most of the names."""
    kinds: defaultdict[tuple[str, ...], Counter[tuple[Name, ...]]] = defaultdict(Counter)
    for said, count in votes:
        if said.authors:
            kinds[tuple(family_key(family) for _, family in said.authors)][said.authors] += count
    if not kinds:
        return ()
    best = min(kinds, key=lambda kind: (-kinds[kind].total(), -len(kind), kind))
    return max(kinds[best], key=lambda names: (sum(len(given) for given, _ in names), names))
