"""How a token of a reference looks to the model: its word, its shape, and where it stands."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from sheaf.extract.citation import words
from sheaf.extract.citation.layout import layout_of
from sheaf.extract.citation.tokens import Token
from sheaf.extract.sequence.facets import Columns, Facet

KINDS_OF = words.kinds_by_word()
WORD = "word"  # the facet in which the unknown has a row of its own


def columns(text: str, tokens: Sequence[Token]) -> Columns:
    found = [_looks(token.text) for token in tokens]
    word = [one[0] for one in found]
    shape = [one[1] for one in found]
    layout = layout_of(text, tokens, word, shape)
    return {
        "token": [token.text for token in tokens],
        "word": word,
        "shape": shape,
        "kinds": [one[2] for one in found],
        "words": _pairs(word),
        **layout,
    }


def facets() -> tuple[Facet, ...]:
    return (
        Facet(WORD, "word"),
        Facet("words", "words"),
        Facet("affix", "token", attributes=affixes),
        Facet("shape", "shape"),
        Facet("kind", "kinds", attributes=split),
        Facet("place", "place"),
        Facet("order", "order"),
        Facet("inside", "inside"),
        Facet("space", "space"),
        Facet("pattern", "pattern"),
        Facet("cue", "cue"),
        Facet("marks", "marks"),
        Facet("segment", "segment", attributes=split),
        Facet("segment", "segment_edge"),
        Facet("sentence", "sentence", attributes=split),
        Facet("sentence", "sentence_edge"),
        Facet("year", "year"),
        Facet("number", "numbers"),
    )


def affixes(token: str) -> list[str]:
    """How it begins and ends, up to three letters."""
    low = token.lower()
    sizes = range(1, min(4, len(low) + 1))
    return [*(f"<{low[:size]}" for size in sizes), *(f">{low[-size:]}" for size in sizes)]


def split(value: str) -> list[str]:
    return value.split("|")


@lru_cache(maxsize=20_000)
def _looks(token: str) -> tuple[str, str, str]:
    """The word, its shape and its kinds."""
    low = token.lower()
    if token.isdigit():
        is_year = len(token) == 4 and "1500" <= token <= "2100"
        return ("#year" if is_year else f"#{min(len(token), 7)}"), "0y" if is_year else "0", "-"
    if not token.isalpha():
        return token, token, "-"
    kinds = "|".join(KINDS_OF.get(low, ("-",)))
    return low, _shape(token), kinds


def _shape(token: str) -> str:
    if token.islower():
        return "a" if len(token) > 3 else "a3"
    if len(token) == 1:
        return "A"
    if token.isupper():
        return "AA" if len(token) < 4 else "AAAA"
    if token[0].isupper() and token[1:].islower():
        return "Aa" if len(token) > 3 else "Aa3"
    return "aA" if token[0].islower() else "AaA" if token[0].isupper() else "x"


def _pairs(values: Sequence[str]) -> list[str]:
    return [f"{one} {other}" for one, other in pairwise([*values, ""])]
