"""Keys for the entries of a bibliography: in ASCII, the same each time, each given once."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Sequence

from sheaf.extract.formats.people import NameParts

# Letters that have no plain letter inside them for Unicode to find.
_LETTERS = str.maketrans(
    {"ß": "ss", "æ": "ae", "Æ": "ae", "œ": "oe", "Œ": "oe", "ø": "o", "Ø": "o", "ł": "l", "Ł": "l",
     "đ": "d", "Đ": "d", "ð": "d", "Ð": "d", "þ": "th", "Þ": "th", "ı": "i"}
)  # fmt: skip
_SMALL_WORDS = frozenset(
    {"a", "an", "the", "on", "of", "for", "in", "to", "and", "from", "with", "by", "at", "is",
     "are", "how", "what", "why", "towards", "toward", "der", "die", "das", "ein", "eine", "zur",
     "zum", "uber", "von", "und", "le", "la", "les", "un", "une", "des", "du", "de", "el", "los",
     "las", "una", "il", "lo", "uno", "o", "os", "as", "um", "uma", "het", "een"}
)  # fmt: skip
_LONGEST_PART = 24


class Keys:
    """Gives keys such as `lovelace1843sketch`; the second of a kind ends in a letter more."""

    def __init__(self) -> None:
        self._given: set[str] = set()
        # How many were asked for before: a thousand of a kind are not counted a thousand times.
        self._count: dict[str, int] = {}

    def make_key(
        self, authors: Sequence[NameParts], year: int | None, title: str | None, raw: str
    ) -> str:
        author, word = _first_author(authors), _first_word(title or "")
        wanted = f"{author}{year or ''}{word}" if author else f"{word}{year or ''}"
        if not author and not word:
            digest = hashlib.sha256(f"{title} {raw}".encode("utf-8", "replace")).hexdigest()
            wanted = f"work{year or ''}{digest[:8]}"
        return self.give_once(wanted)

    def give_once(self, wanted: str) -> str:
        key = wanted
        while key in self._given:
            self._count[wanted] = self._count.get(wanted, 1) + 1
            key = wanted + _letters(self._count[wanted])
        self._given.add(key)
        return key


def _letters(count: int) -> str:
    """a, b, ..., z, aa, ab, ... for 1, 2, ...; the first of a kind goes without its a."""
    letters = ""
    while count:
        count, place = divmod(count - 1, 26)
        letters = chr(ord("a") + place) + letters
    return letters


def _first_author(authors: Sequence[NameParts]) -> str:
    if not authors:
        return ""
    return ascii_letters(authors[0].family or authors[0].literal)[:_LONGEST_PART]


def _first_word(title: str) -> str:
    words = [plain for word in re.split(r"[\s\-–—/:]+", title) if (plain := ascii_letters(word))]
    telling = [word for word in words if word not in _SMALL_WORDS]
    return (telling or words or [""])[0][:_LONGEST_PART]


def ascii_letters(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text.translate(_LETTERS))
    return re.sub(r"[^a-z0-9]", "", plain.lower())
