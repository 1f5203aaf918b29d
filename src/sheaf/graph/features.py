"""What of a description is compared, and by which keys those worth comparing are found."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, cached_property, lru_cache

from sheaf.deposit.graph.descriptions import Statement
from sheaf.graph.normalising import (
    family_key,
    given_key,
    letters_of,
    main_title,
    number_of,
    words_of,
)
from sheaf.words import read_word_sets, read_word_table

BEGINNING, SHORT_BEGINNING = 24, 7  # letters of a title that make a key
ROMAN = frozenset(
    tens + ones
    for tens in ("", "x", "xx", "xxx")
    for ones in ("", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix")
) - {""}
CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
NUMBER = re.compile(r"\d+")
SPELT_OUT = ("one", "two", "three", "four", "five")
LEAST_INFORMATION, MOST_INFORMATION = 0.35, 8.0
# A word of a title that begins the name of a work is worth this much, in log-odds.
OF_A_WORD, OF_A_SMALL_WORD, OF_A_CJK_SIGN = 1.15, 0.35, 0.7

Author = tuple[str, tuple[str, ...]]  # family key, given names
Sameness = tuple[object, ...]


class Features:
    """A description as it is compared. What few comparisons need is made when it is asked for."""

    def __init__(self, said: Statement) -> None:
        self._said = said
        self.words = tuple(words_of(said.title))
        self.title = "".join(self.words)
        self.authors: tuple[Author, ...] = tuple(
            (key, given_key(given)) for given, family in said.authors if (key := family_key(family))
        )
        self.year = said.year
        self.volume, self.page = said.volume, said.page
        self.doi, self.arxiv_id = said.doi, said.arxiv_id
        self.venue = _venue_letters(said.venue)
        self._information: float | None = None

    @property
    def first_family(self) -> str:
        return self.authors[0][0] if self.authors else ""

    @property
    def information(self) -> float:
        """How much an equal title tells."""
        if self._information is None:  # a cached_property takes a lock, in Python 3.11
            self._information = _information(self.words, self.title)
        return self._information

    @cached_property
    def main(self) -> str:
        """What stands before a subtitle."""
        return letters_of(main_title(self._said.title)) if len(self.words) > 1 else self.title

    @cached_property
    def telling(self) -> frozenset[str]:
        """Words that tell apart works whose titles are alike: numbers, "erratum"."""
        return _telling_words(self.words)

    @cached_property
    def sameness(self) -> Sameness:
        """Equal for descriptions that no comparison can tell apart."""
        return (self.words, self.main, self.authors, self.year, self.venue, self.volume, self.page,
                self.doi, self.arxiv_id)  # fmt: skip


@lru_cache(maxsize=50_000)  # more than what is taken in at once
def features_of(said: Statement) -> Features:
    return Features(said)


def keys_of(features: Features) -> list[int]:
    """Two descriptions of a work have one of these in common, whatever few letters differ."""
    title, family = features.title, features.first_family
    parts: list[tuple[object, ...]] = []
    if features.doi:
        parts.append(("doi", features.doi))
    if features.arxiv_id:
        parts.append(("arxiv", features.arxiv_id))
    if title and not _is_generic(title):
        parts.append(("begins", title[:BEGINNING]))
        parts.append(("ends", title[-BEGINNING:]))
        if family:
            parts.append(("begins by", family, title[:SHORT_BEGINNING]))
            parts.append(("ends by", family, title[-SHORT_BEGINNING:]))
    elif title and family:
        parts.append(("by", family, features.year, title[:BEGINNING]))
    if family and features.volume and features.page:
        parts.append(("page", family, features.volume, features.page))
    return [number_of(*part) for part in dict.fromkeys(parts)]


@cache
def _title_words() -> dict[str, frozenset[str]]:
    return read_word_sets("titles")


@cache
def _small_words() -> frozenset[str]:
    lists = read_word_table("stop_words")
    names = ("opens_a_title", "opens_a_sentence", "ends_a_piece")
    return frozenset(word for name in names for word in lists[name].split())


def _is_generic(title: str) -> bool:
    return title in _title_words()["generic"] or len(title) < 3


@lru_cache(maxsize=10_000)
def _venue_letters(venue: str) -> str:
    return letters_of(venue)


def _information(words: Sequence[str], title: str) -> float:
    if _is_generic(title):
        return 0.4
    if not title.isascii() and CJK.search(title):
        signs = sum(len(word) for word in words if CJK.search(word))
        total = OF_A_CJK_SIGN * signs + sum(
            _worth_of(word) for word in words if not CJK.search(word)
        )
    else:
        total = sum(map(_worth_of, words))
    return min(total, MOST_INFORMATION)


@lru_cache(maxsize=100_000)
def _worth_of(word: str) -> float:
    if word in _small_words() or len(word) < 3:
        return OF_A_SMALL_WORD
    return OF_A_WORD * min(1.0, 0.4 + len(word) / 10)


def _telling_words(words: Sequence[str]) -> frozenset[str]:
    """Numbers, numbers of parts, and what makes a work one about another."""
    found = set(NUMBER.findall(" ".join(words)))
    lists = _title_words()
    parts, about = lists["parts"], lists["about_another"]
    before = ""
    for at, word in enumerate(words):
        if (
            (word in ROMAN and (len(word) > 1 or before in parts or 0 < at == len(words) - 1))
            or (at < 2 and word in about)
            or (before in parts and (len(word) == 1 or word in SPELT_OUT))
        ):
            found.add(word)
        before = word
    return frozenset(found)
