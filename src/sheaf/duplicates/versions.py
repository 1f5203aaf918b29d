"""Whether two documents are copies, or versions of one work; and in what they differ."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from sheaf.duplicates.contract import Agreement, Relation

# Of the runs of words of the smaller text. Of papers by the same authors hardly any pair shares a
# third; of a text that was read with one letter in a hundred wrong, three in five are left.
SAME_TEXT = 0.5
# Of all runs of both; a copy may have a cover, a head on every page, and slips of OCR.
A_COPY = 0.55
# Less of the smaller text than this may be a paragraph that its authors use again.
SOME_PASSAGES = 0.2
LONGER = 1.2  # times as many runs: one text has more, and not only other words
FEWEST_TITLE_LETTERS = 12
FEWEST_TITLE_WORDS = 2


@dataclass(frozen=True, slots=True)
class Described:
    """What is known of a document beside its text. 0 and "" stand for what is not."""

    title: str = ""
    family_names: frozenset[str] = frozenset()
    year: int = 0
    pages: int = 0

    @property
    def title_key(self) -> str:
        return fold(self.title)


def describe(paper: Mapping[str, Any] | None, pages: int) -> Described:
    """Of a paper as JSON."""
    told = paper or {}
    names = (_family_name(author) for author in told.get("authors") or ())
    return Described(
        str(told.get("title") or ""),
        frozenset(filter(None, names)),
        _year(told.get("year")),
        pages,
    )


def _family_name(author: Any) -> str:
    name = author.get("family") or author.get("name") if isinstance(author, dict) else author
    words = str(name or "").split()
    return fold(words[-1]) if words else ""


def _year(told: Any) -> int:
    return told if isinstance(told, int) else 0


def fold(text: str) -> str:
    """Letters and digits, without case and accents."""
    plain = unicodedata.normalize("NFKD", text).casefold()
    return "".join(letter for letter in plain if letter.isalnum())


def title_number(described: Described) -> int | None:
    """64 bits of a title, the same for the same title; None for one that says too little."""
    key = described.title_key
    if len(key) < FEWEST_TITLE_LETTERS or len(described.title.split()) < FEWEST_TITLE_WORDS:
        return None
    digest = blake2b(key.encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return int.from_bytes(digest, "little")


def is_same_text(agreement: Agreement) -> bool:
    return agreement.of_smaller >= SAME_TEXT


def relate_texts(agreement: Agreement, length: int, other_length: int) -> str:
    """What the other text is to this one, in words. Lengths are in runs of words, or in any other
    measure; 0 is a text that is not known."""
    if not length or not other_length:
        return ""
    if agreement.shared >= A_COPY:
        return "the same text"
    if is_same_text(agreement) and other_length >= LONGER * length:
        return "an extended version"
    if is_same_text(agreement) and length >= LONGER * other_length:
        return "a shorter version"
    return "a revised text" if agreement.of_smaller >= SOME_PASSAGES else "another text"


def relate(own: Described, other: Described, agreement: Agreement | None) -> Relation | None:
    """None where they have neither text nor title and authors in common. Where nothing is known of
    a text, `agreement` is None."""
    is_same_title = bool(own.title_key) and own.title_key == other.title_key
    if agreement is not None and is_same_text(agreement):
        says_else = differences(own, other)
        is_whole = agreement.shared >= A_COPY
        return Relation.COPY if is_whole and not says_else else Relation.VERSION
    shares_author = bool(own.family_names & other.family_names)
    return Relation.SAME_TITLE if is_same_title and shares_author else None


def differences(own: Described, other: Described) -> tuple[str, ...]:
    """What the other document has that this one has not, where both say something of it."""
    return tuple(_differences(own, other))


def _differences(own: Described, other: Described) -> Iterable[str]:
    if own.pages and other.pages and own.pages != other.pages:
        yield f"{other.pages} pages, not {own.pages}"
    if own.title and other.title and own.title_key != other.title_key:
        yield f"another title: {other.title}"
    if own.year and other.year and own.year != other.year:
        yield f"{other.year}, not {own.year}"
