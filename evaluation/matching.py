"""When what was read counts as what is true: the rules of the shared corpora's README."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

# Of two normalised strings; below it a title has lost or gained words.
SOFT = 0.9
SUFFIX = re.compile(r"^(?:jr|sr|ii|iii|iv|ph\.?d|m\.?d)\.?$", re.IGNORECASE)


def normalised(text: str | None) -> str:
    """Lower case, letters and digits only. One letter in two encodings (a ligature, an accent of
    its own) is the same letter; a letter that lost its accent is another."""
    composed = unicodedata.normalize("NFKC", text or "").lower()
    return "".join(char for char in composed if char.isalnum())


def similarity(one: str | None, other: str | None) -> float:
    """Ratcliff and Obershelp's, of the normalised strings; nothing is like nothing at all."""
    left, right = normalised(one), normalised(other)
    if not left or not right:
        return 0.0
    return SequenceMatcher(None, left, right, autojunk=False).ratio()


def is_soft_match(one: str | None, other: str | None) -> bool:
    return similarity(one, other) >= SOFT


def last_name(name: str) -> str:
    """Truth keeps the form of its source ("T Bedford", "Bedford, Tim"), so only the last word of
    the family name is compared."""
    family, comma, given = name.partition(",")
    if comma and not all(SUFFIX.match(word) for word in given.split()):
        name = family
    words = [word for word in name.replace(",", " ").split() if not SUFFIX.match(word)]
    return normalised(words[-1]) if words else ""


def last_names(names: Sequence[str]) -> list[str]:
    return [name for name in map(last_name, names) if name]


@dataclass(frozen=True, slots=True)
class Overlap:
    """How many of a list were found: the counts behind precision and recall."""

    common: int
    found: int
    true: int

    def __add__(self, other: Overlap) -> Overlap:
        return Overlap(self.common + other.common, self.found + other.found, self.true + other.true)


def overlap(found: Sequence[str], true: Sequence[str]) -> Overlap:
    common = sum((Counter(found) & Counter(true)).values())
    return Overlap(common, len(found), len(true))


def f1(precision: float, recall: float) -> float:
    total = precision + recall
    return 2 * precision * recall / total if total else 0.0
