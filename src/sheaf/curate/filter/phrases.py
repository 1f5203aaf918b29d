"""Finds the phrases of genres in a text, quickly: by words first, by searching only then."""

from __future__ import annotations

import string
from collections.abc import Iterable

from sheaf.words import read_word_table

PHRASES: dict[str, list[str]] = read_word_table("genres")["phrases"]
# Everything that parts words becomes a space, every digit a #.
_SIMPLER = str.maketrans(
    dict.fromkeys(string.punctuation + "“”‘’«»„—–•·，。、：；（）", " ")
    | dict.fromkeys(string.digits, "#")
)
WIDE = "\u2e80"  # scripts without spaces begin here


def simplify(text: str) -> str:
    """The text as phrases are searched in it: lower case, words parted by one space."""
    return f" {' '.join(text.lower().translate(_SIMPLER).split())} "


def count_phrases(text: str) -> dict[str, int]:
    """How many different phrases of each genre occur."""
    simple_text = simplify(text)
    words = set(simple_text.split())
    found = dict.fromkeys(PHRASES, 0)
    for first in _BY_FIRST_WORD.keys() & words:
        for name, phrase in _BY_FIRST_WORD[first]:
            found[name] += phrase in simple_text
    for name, phrase in _OPEN:
        found[name] += phrase in simple_text
    if max(simple_text) >= WIDE:
        for name, phrase in _WIDE:
            found[name] += phrase in simple_text
    return found


def _group_phrases() -> tuple[
    dict[str, list[tuple[str, str]]], list[tuple[str, str]], list[tuple[str, str]]
]:
    """Phrases by their first word, those that begin with an open word, and those of scripts
    without spaces."""
    by_first: dict[str, list[tuple[str, str]]] = {}
    open_words, wide = [], []
    for name, phrase in _pairs():
        if phrase[0] >= WIDE:
            wide.append((name, phrase))
        elif " " not in phrase and phrase.endswith("*"):
            open_words.append((name, f" {phrase[:-1]}"))
        else:
            end = "" if phrase.endswith("*") else " "
            first = phrase.split(" ")[0]
            by_first.setdefault(first, []).append((name, f" {phrase.rstrip('*')}{end}"))
    return by_first, open_words, wide


def _pairs() -> Iterable[tuple[str, str]]:
    return ((name, phrase) for name, phrases in PHRASES.items() for phrase in phrases)


_BY_FIRST_WORD, _OPEN, _WIDE = _group_phrases()
