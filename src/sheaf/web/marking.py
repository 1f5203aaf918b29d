"""Which words of a result to mark, and what was wrong with a question, in plain words.

Marks are pieces of text, never HTML: the template escapes each piece as it writes it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from sheaf.search.schema import SEARCHED

WORD = re.compile(r"[^\W_]+")
# Words to leave out, and fields whose values do not stand in the text (year:2004, host:...).
UNMARKED = re.compile(r'(?:(?<!\S)-|\bNOT\s+)(?:\w+:)?(?:"[^"]*"?|\S+)')
FIELD = re.compile(r'\b(\w+):("[^"]*"?|\[[^\]]*\]?|\{[^}]*\}?|\S*)')
OPERATORS = frozenset({"AND", "OR", "NOT", "TO", "IN"})
# Letters that the index folds and Unicode does not take apart.
FOLDED = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "ß": "ss", "æ": "ae", "œ": "oe", "þ": "th", "ı": "i"}
)

FIELDS = "title, authors, abstract, body, venue and year"
COMPLAINTS = {
    r"Field does not exist: '(.+)'": rf"There is no field “\1”; there are {FIELDS}.",
    r"Expected a valid integer": "A year is a number, as in year:2004.",
    r"missing delimiter": "A quotation mark is not closed.",
    r"missing range delimiter": "A range is not closed; write it as year:[2000 TO 2010].",
    r"Only excluding terms": "Name at least one word to look for, beside those to leave out.",
    r"expected word": "A word is missing where the question needs one.",
    r"unparsed end": "The end of the question could not be understood and was left out.",
}


@dataclass(frozen=True, slots=True)
class Piece:
    text: str
    is_marked: bool


def words_to_mark(question: str) -> frozenset[str]:
    positive = UNMARKED.sub(" ", question)
    searched = FIELD.sub(lambda found: found[2] if found[1] in SEARCHED else " ", positive)
    return frozenset(
        fold(word) for word in WORD.findall(searched) if word not in OPERATORS
    )  # fmt: skip


def marked(text: str, words: frozenset[str]) -> list[Piece]:
    """The text in pieces, those that are one of the words marked."""
    return list(_pieces(text, words)) if words else [Piece(text, False)]


def _pieces(text: str, words: frozenset[str]) -> Iterator[Piece]:
    done = 0
    for found in WORD.finditer(text):
        if fold(found[0]) in words:
            if found.start() > done:
                yield Piece(text[done : found.start()], False)
            yield Piece(found[0], True)
            done = found.end()
    if done < len(text):
        yield Piece(text[done:], False)


def fold(word: str) -> str:
    """Lower case and without accents, as the index has it."""
    apart = unicodedata.normalize("NFKD", word.lower().translate(FOLDED))
    return "".join(letter for letter in apart if not unicodedata.combining(letter))


def in_words(complaint: str) -> str:
    for pattern, words in COMPLAINTS.items():
        if found := re.search(pattern, complaint):
            return found.expand(words)
    return complaint
