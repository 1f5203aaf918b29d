"""Which words of a result to mark.

Marks are pieces of text, never HTML: the template escapes each piece as it writes it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from sheaf.search.analysis import fold, stems_in
from sheaf.search.fields import BY_NAME, Kind
from sheaf.search.question import Leaf, Prefix, QuotedPhrase, Words, leaves
from sheaf.search.question_reader import read_question
from sheaf.search.small_words import without_small_words

WORD = re.compile(r"[^\W_]+")
IN_TEXT = (Kind.WORDS, Kind.NAMES)
# By whose stems words are compared; what they do not know is compared as it is.
LANGUAGES = ("en", "de", "fr", "es", "it", "pt", "nl", "ru")
SAME_BEGINNING = 3


@dataclass(frozen=True, slots=True)
class SnippetPiece:
    text: str
    is_marked: bool


def find_words(question: str) -> frozenset[str]:
    """Folded; those of which only the beginning was asked for keep their star."""
    asked = read_question(question).root
    shown = leaves(asked and without_small_words(asked))
    return frozenset(word for leaf in shown for word in _words_of(leaf))


def _words_of(leaf: Leaf) -> Iterator[str]:
    if not isinstance(leaf, (Words, QuotedPhrase, Prefix)):
        return
    if leaf.field is not None and BY_NAME[leaf.field].kind not in IN_TEXT:
        return
    if isinstance(leaf, Prefix):
        yield f"{fold(leaf.start)}*"
        return
    *whole, last = map(fold, WORD.findall(leaf.text)) or ("",)
    yield from whole
    yield f"{last}*" if isinstance(leaf, QuotedPhrase) and leaf.is_open else last


def mark_words(text: str, words: frozenset[str]) -> list[SnippetPiece]:
    """The text in pieces, those that are one of the words, or of its forms, marked."""
    return list(_pieces(text, words)) if words else [SnippetPiece(text, False)]


def _pieces(text: str, words: frozenset[str]) -> Iterator[SnippetPiece]:
    beginnings = tuple(word[:-1] for word in words if word.endswith("*"))
    first_letters = frozenset(word[:SAME_BEGINNING] for word in words)
    done = 0
    for found in WORD.finditer(text):
        word = fold(found[0])
        is_marked = word in words or word.startswith(beginnings)
        if not is_marked and word[:SAME_BEGINNING] in first_letters:
            is_marked = any(_are_forms(word, one) for one in words)
        if is_marked:
            if found.start() > done:
                yield SnippetPiece(text[done : found.start()], False)
            yield SnippetPiece(found[0], True)
            done = found.end()
    if done < len(text):
        yield SnippetPiece(text[done:], False)


def _are_forms(one: str, other: str) -> bool:
    return bool(_stems(one) & _stems(other))


@lru_cache(50_000)
def _stems(word: str) -> frozenset[str]:
    return frozenset(stems_in(word, LANGUAGES))
