"""An author's name as it is asked for: in any order, with initials or without middle names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class NamePattern:
    """Patterns of words that stand side by side, with so many words left out."""

    words: tuple[str, ...]
    gaps: int


def name_patterns(text: str, tokens: Sequence[str]) -> Iterator[NamePattern]:
    """How a name may be printed: "J. Smith" as John Q. Smith, Smith J and Smith, John."""
    whole = [token for token in tokens if len(token) > 1]
    family_first = bool(re.match(r"\s*[^\W\d_]{2,}[^,]*,", text))
    if family_first or not whole:
        orders = [(tokens[0], tokens[1:])]
    else:
        orders = [(tokens[-1], tokens[:-1]), (tokens[0], tokens[1:])]
        orders = [(family, given) for family, given in orders if family in whole]
        orders = orders or [(whole[0], [token for token in tokens if token != whole[0]])]
    seen = set()
    for family, given in orders:
        names = tuple(_given_pattern(token) for token in given)
        for pattern in (NamePattern((*names, family), 1), NamePattern((family, *names), 0)):
            if pattern not in seen:
                seen.add(pattern)
                yield pattern


def _given_pattern(token: str) -> str:
    """An initial stands for any name that begins so, and a name may be printed as its initial."""
    if len(token) == 1:
        return f"{token}.*"
    return f"{token[0]}({token[1:]})?"
