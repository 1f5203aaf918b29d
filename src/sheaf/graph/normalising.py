"""Titles, names and identifiers as they are compared: letters and digits, without what printers,
readers and typists change."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from hashlib import blake2b

from sheaf.words import read_word_sets

LONGEST_TITLE = 400  # characters; more is a paragraph that was taken for a title
LONGEST_NAME = 100
# Letters that do not come apart into a plain one and an accent.
PLAIN = str.maketrans({
    "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i", "ħ": "h",
    "ŧ": "t", "ŋ": "n", "ə": "e", "ß": "ss", "µ": "μ", "ς": "σ",
})  # fmt: skip
TEX_LETTER = re.compile(r"\\(ss|ae|oe|aa|o|l|i|j|AE|OE|AA|O|L)(?![A-Za-z])\s?")
TEX_ACCENT = re.compile(r"\\(?:[`'^\"~=.]|[uvHtcdbkr](?![A-Za-z]))\s?\{?(\\?[A-Za-z])\}?")
TEX_COMMAND = re.compile(r"\\[A-Za-z]{2,20}\*?(?:\[[^\]]{0,40}\])?")
TAG = re.compile(r"</?[A-Za-z]{1,10}>")
WORDS = re.compile(r"[^\W_]+")
NOT_IN_WORDS = re.compile(r"[\W_]+")
APOSTROPHE = re.compile(r"(?<=\w)['’`´](?=\w)")
SUBTITLE = re.compile(r"(?<=\w)\s*(?::\s|\?\s|\s[-–—]{1,3}\s|—|\.\s(?=[A-Z]))")
BLANK = re.compile(r"\s")
ARXIV_VERSION = re.compile(r"v\d{1,2}$", re.IGNORECASE)
ARXIV_DOI = re.compile(r"10\.48550/arxiv\.(.+)", re.IGNORECASE)
DOI = re.compile(r"10\.\d{4,9}(?:\.\d+)*/\S{1,200}")
BETWEEN_CAPITALS, DOT = re.compile(r"(?<=[A-Z])(?=[A-Z])"), re.compile(r"\.")


def fold(text: str) -> str:
    """Small letters without accents, ligatures and the marks of TeX."""
    if text.isascii() and "\\" not in text and "<" not in text:
        return text.lower()
    if "\\" in text:
        text = TEX_ACCENT.sub(r"\1", text)
        text = TEX_LETTER.sub(r"\1", text)
        text = TEX_COMMAND.sub(" ", text)
    if "<" in text:
        text = TAG.sub("", text)
    apart = unicodedata.normalize("NFKD", text.casefold())
    if not apart.isascii():
        apart = "".join(char for char in apart if not unicodedata.combining(char))
    return apart.translate(PLAIN)


def letters_of(text: str) -> str:
    """Letters and digits alone: the same whatever is hyphenated or spaced."""
    return NOT_IN_WORDS.sub("", fold(text[:LONGEST_TITLE]))


def words_of(text: str) -> list[str]:
    folded = fold(text[:LONGEST_TITLE])
    if not folded.isascii() or "'" in folded or "`" in folded:
        folded = APOSTROPHE.sub("", folded)
    return WORDS.findall(folded)


def main_title(title: str) -> str:
    """What stands before a subtitle."""
    return SUBTITLE.split(title[:LONGEST_TITLE], maxsplit=1)[0]


def plain_doi(doi: str | None) -> str:
    """As it is compared; empty where it is none, or one of an arXiv number."""
    match = DOI.search(doi.lower()) if doi else None
    if match is None or ARXIV_DOI.match(match[0]):
        return ""
    return match[0].rstrip(".,;:)]}\"'")[:255]


def plain_arxiv_id(number: str | None, doi: str | None = None) -> str:
    """Without its version, and found in a DOI too."""
    if not number and doi and (match := ARXIV_DOI.search(doi)):
        number = match[1]
    if not number:
        return ""
    found = BLANK.sub("", number).lower().removeprefix("arxiv:")
    return ARXIV_VERSION.sub("", found)[:64]


@lru_cache(maxsize=100_000)
def family_key(family: str) -> str:
    """A family name as it is compared; without the particles before it, which come and go."""
    words = words_of(family[:LONGEST_NAME])
    particles = read_word_sets("particles")["common"]
    while len(words) > 1 and words[0] in particles:
        words = words[1:]
    return "".join(words)


@lru_cache(maxsize=100_000)
def given_key(given: str) -> tuple[str, ...]:
    """The given names one by one: whole, or the initial that is printed."""
    are_initials = given.isupper() and len(given) <= 3
    parted = (BETWEEN_CAPITALS if are_initials else DOT).sub(" ", given[:LONGEST_NAME])
    return tuple(WORDS.findall(fold(parted.replace("-", " ").replace("‐", " "))))


def initial_of(given: str) -> str:
    names = given_key(given)
    return names[0][0] if names else ""


def hash_of(*parts: object) -> str:
    """32 hexadecimal digits."""
    text = "\x1f".join(map(str, parts))
    return blake2b(text.encode("utf-8", "replace"), digest_size=16).hexdigest()


def number_of(*parts: object) -> int:
    """63 bits, the last of them 0."""
    text = "\x1f".join(map(str, parts))
    found = int.from_bytes(blake2b(text.encode("utf-8", "replace"), digest_size=8).digest(), "big")
    return found >> 1 & ~1
