"""How much a title is like a text that somebody typed, pasted or half remembered.

Both are compared by their runs of three letters: a typo costs three of them, a lost blank none,
and words that were swapped only those at their ends.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from difflib import SequenceMatcher

from sheaf.search.analysis import title_key

FEWEST_LETTERS = 12  # of a title that a longer text may hold by chance
SAME = 0.75  # half of the letters of both may not be the same by chance
PART = 0.9
BEGINNING = 0.98
FEWEST_OF_PART = 18


@dataclass(frozen=True, slots=True)
class Letters:
    """A text as its runs of three letters."""

    key: str
    runs: Counter[str]
    count: int

    @classmethod
    def of(cls, text: str) -> Letters:
        key = title_key(text)
        runs = Counter(key[at : at + 3] for at in range(max(1, len(key) - 2)))
        return cls(key, runs, runs.total())


@dataclass(frozen=True, slots=True)
class Likeness:
    """`same`: of both texts together; `title_in_text`, `text_in_title`: how much of the one stands
    in the other. All from 0 to 1. `is_beginning`: the title begins with the text."""

    same: float = 0.0
    title_in_text: float = 0.0
    text_in_title: float = 0.0

    is_beginning: bool = False

    @property
    def as_title(self) -> float:
        """How likely the text is this title, whole or cut off: from 0 to 1."""
        if self.is_beginning:
            return BEGINNING
        return max(self.same, 0.97 * self.text_in_title if self.text_in_title >= PART else 0.0)


def compare(text: Letters, title: Letters) -> Likeness:
    if not text.key or not title.key:
        return Likeness()
    if text.key == title.key:
        return Likeness(1.0, 1.0, 1.0)
    both = text.runs.keys() & title.runs.keys()
    common = sum(min(text.runs[run], title.runs[run]) for run in both)
    return Likeness(
        2 * common / (text.count + title.count),
        common / title.count,
        common / text.count,
        title.key.startswith(text.key),
    )


def share_of_letters(one: Letters, other: Letters) -> float:
    """Of both, in the same order: slower than runs, and not put out by slips near each other."""
    return SequenceMatcher(None, one.key, other.key, autojunk=False).ratio()
