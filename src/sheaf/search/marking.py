"""Which words of a result to mark.

Marks are pieces of text, never HTML: the template escapes each piece as it writes it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from sheaf.search.question import WORD, fold
from sheaf.search.schema import SEARCHED

# Words to leave out, and fields whose values do not stand in the text (year:2004, host:...).
UNMARKED = re.compile(r'(?:(?<!\S)-|\bNOT\s+)(?:\w+:)?(?:"[^"]*"?|\S+)')
FIELD = re.compile(r'\b(\w+):("[^"]*"?|\[[^\]]*\]?|\{[^}]*\}?|\S*)')
# A word, or the beginning of one as `search` understands it.
ASKED = re.compile(r"[^\W_]{2,}\*(?!\w)|[^\W_]+")
OPERATORS = frozenset({"AND", "OR", "NOT", "TO", "IN"})


@dataclass(frozen=True, slots=True)
class SnippetPiece:
    text: str
    is_marked: bool


def find_words(question: str) -> frozenset[str]:
    """Folded; those of which only the beginning was asked for keep their star."""
    positive = UNMARKED.sub(" ", question)
    searched = FIELD.sub(lambda found: found[2] if found[1] in SEARCHED else " ", positive)
    return frozenset(
        fold(word) for word in ASKED.findall(searched) if word not in OPERATORS
    )  # fmt: skip


def mark_words(text: str, words: frozenset[str]) -> list[SnippetPiece]:
    """The text in pieces, those that are one of the words marked."""
    return list(_pieces(text, words)) if words else [SnippetPiece(text, False)]


def _pieces(text: str, words: frozenset[str]) -> Iterator[SnippetPiece]:
    beginnings = tuple(word[:-1] for word in words if word.endswith("*"))
    done = 0
    for found in WORD.finditer(text):
        word = fold(found[0])
        if word in words or word.startswith(beginnings):
            if found.start() > done:
                yield SnippetPiece(text[done : found.start()], False)
            yield SnippetPiece(found[0], True)
            done = found.end()
    if done < len(text):
        yield SnippetPiece(text[done:], False)
