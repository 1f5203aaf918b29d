"""Words and patterns that tell the parts of a header apart, in several languages.

They are features of the models, not rules: a line with "University" in it may well be a title.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache, lru_cache

from sheaf.words import read_word_sets, read_word_table, read_words

_ABSTRACT = read_word_table("headings")["abstract"]
TRANSLATED_ABSTRACT = "|".join([*_ABSTRACT["translated"], *_ABSTRACT["header_translated"]])
ABSTRACT_WORDS = "|".join([*_ABSTRACT["common"], *_ABSTRACT["header"], TRANSLATED_ABSTRACT])
ABSTRACT = re.compile(
    rf"^\W{{0,3}}(?:\d{{1,2}}\.?\s+)?(?:executive\s+)?(?:{ABSTRACT_WORDS})(?![^\W\d_])"
    r"(?:\s+(?:of|de|der)\s+(?:the\s+)?\w+)?\s*[.:—–|-]*\s*",
    re.IGNORECASE,
)
KEYWORDS = re.compile(
    r"^\W{0,3}(?:author\s+)?(?:key\s?-?\s?words(?:\s+and\s+phrases)?|index\s+terms|schlüssel?wörter"
    r"|schlagwörter|stichwörter|mots[\s-]*cl[ée]s?|palabras\s+clave|palavras[\s-]*chave"
    r"|parole\s+chiave|trefwoorden|nyckelord|słowa\s+kluczowe|anahtar\s+kelimeler"
    r"|ключевые\s+слова|关键词|關鍵詞|キーワード|키워드)(?![^\W\d_])\s*[.:—–|-]*\s*",
    re.IGNORECASE,
)
_NUMBERED = r"(?:chapter\s+)?(?:\d{1,2}|[IVX]{1,4}|§\s*\d)[.:)]?\s*+(?:[-–—]\s*+)?"
INTRODUCTION = re.compile(
    rf"^(?:(?:{_NUMBERED})?(?:introduction|i n t r o d u c t i o n|einleitung|einführung"
    r"|introducción|introdução|introduzione|inleiding|inledning|wprowadzenie|wstęp|úvod|giriş"
    r"|введение|引言|はじめに|序論|緒言|서론|contents|table of contents|inhaltsverzeichnis|inhalt"
    r"|prologue|preface|list of figures)"
    r"(?:\s++and\s{1,5}[\w\s]{3,40}|\s*+[:.—–-].{0,60})?"
    # In an abstract these words head its parts, so that they need a number.
    rf"|{_NUMBERED}(?:background|motivation|preliminaries|overview|related work)[\w\s]{{0,40}})"
    r"\s*+\.?\s*+\d{0,2}$",
    re.IGNORECASE,
)
SECTION = re.compile(r"^(?:1|I)[.:)]?\s+(?=[^\W\d_])[^.]{3,60}$")
OTHER_HEADS = re.compile(
    r"^\W{0,2}(?:categories and subject|general terms|ccs concepts|acm reference|jel (?:class|code)"
    r"|(?:\d{4} )?(?:ams |mathematics )?subject class|msc|pacs|additional key|cr categories"
    r"|acknowledg|article history|article info)",
    re.IGNORECASE,
)
WORDS = read_word_table("header")["words"]
STATE_CODES = frozenset(WORDS["state_codes"].split())
DEGREES = frozenset(WORDS["degrees"].split())
JOINS = frozenset(WORDS["joins"].split())
MONTHS = read_word_table("months")
NO_NAMES = frozenset(f"{WORDS['no_names']} {MONTHS['names']['english']}".split())
_LANGUAGES = ("english", "german", "french", "spanish")  # of the months that are known here
_MONTHS = " ".join(MONTHS["names"][language] for language in _LANGUAGES).split()
_SHORT_MONTHS = f"{MONTHS['short']['english']} {MONTHS['short']['longer']}".split()
MONTH = re.compile(
    rf"\b(?:{'|'.join([*_MONTHS, *_SHORT_MONTHS, *MONTHS['short']['german'].split()])})\b\.?",
    re.IGNORECASE,
)


def _beginnings() -> dict[str, tuple[str, ...]]:
    """By kind of word. They are looked up word by word: one large pattern over every line took half
    of the time of reading a header."""
    months = [f"{name} " for name in [*_MONTHS, *_SHORT_MONTHS]]
    months += [f"{name}. " for name in _SHORT_MONTHS if name not in _MONTHS]
    listed = {kind: tuple(words) for kind, words in read_word_table("header")["beginnings"].items()}
    return {**listed, "month": tuple(months)}


BEGINNINGS = _beginnings()
COMPOUND = re.compile(r"[-‐‑](?:institut|universit|hochschule|akademie)")  # Max-Planck-Institut


@lru_cache(20_000)
def word_kinds(word: str) -> tuple[str, ...]:
    """Which of the lists above know a word; of one with hyphens the last part may tell it."""
    lower = f"{word.lower()} "
    found = tuple(kind for kind, words in BEGINNINGS.items() if lower.startswith(words))
    if not found and COMPOUND.search(lower):
        return ("affiliation",)
    return found


POSTCODE = re.compile(
    r"\b(?:[A-Z]{2},?\s+\d{5}(?:-\d{4})?|[A-Z]{1,2}-?\d{4,5}|\d{4,5}\s+[A-Z][\w-]+"
    r"|[A-Z]{1,2}\d{1,2}[A-Z]?\s+\d[A-Z]{2}|P\.?\s?O\.?\s?Box|\d{3}-\d{4}|[A-Z]\d[A-Z] \d[A-Z]\d)\b"
)
YEAR = re.compile(r"(?<![\d.,/-])(?:19[4-9]\d|20[0-4]\d)(?![\d/-]|[.,]\d)")
URL = re.compile(r"https?://|www\.|\bdoi\.org|\.html?\b|\borcid", re.IGNORECASE)
DOI = re.compile(r"\bdoi\b|\b10\.\d{4,9}/", re.IGNORECASE)
PARTICLES = read_word_sets("particles")["common"] | read_word_sets("particles")["header"]


@cache
def lexicon(name: str) -> frozenset[str]:
    """A list that `training/header/lexicon.py` made: given_names, family_names, common_words."""
    return frozenset(read_words(name))


@lru_cache(20_000)
def name_kind(word: str) -> str:
    """Which list of names knows a word, or a part of it (Jean-Claude)."""
    lower = word.lower()
    parts = [lower, *re.split(r"['’‐-]", lower)] if not lower.isalpha() else [lower]
    given = any(part in lexicon("given_names") for part in parts)
    family = any(part in lexicon("family_names") for part in parts)
    common = lower in lexicon("common_words")
    return f"{'g' * given}{'f' * family}{'c' * common}" or "-"


LONGEST_NAME = 60
NOISE = re.compile(
    r"[\w.+-]{0,200}@\S+|https?://\S+|[{}()\[\]*∗⋆†‡§¶#♯◦^~]+|(?<![^\W\d_])\d+(?:\s?,\s?\d+)*|\d+"
)
PIECES = re.compile(r"[,;|·•&/]|\b(?:and|und|et|AND)\b")


@lru_cache(2000)
def is_name(piece: str) -> bool:
    """Whether a stretch between commas looks like a person: two to five capital words, none of
    which is a word of the language or of an affiliation."""
    if len(piece) > LONGEST_NAME:
        return False
    parts = [part for part in piece.split() if part.strip(".").lower() not in DEGREES]
    if not 2 <= len(parts) <= 5:
        return False
    for part in parts:
        kinds = word_kinds(part)
        if "affiliation" in kinds or "country" in kinds or part.lower().strip(".") in NO_NAMES:
            return False
    full = 0
    for part in parts:
        bare = part.strip(".'’-")
        if not bare or not bare[0].isalpha():
            return False
        if bare.lower() in PARTICLES and bare.islower():
            continue
        if not bare[0].isupper() or ("c" in name_kind(bare) and "g" not in name_kind(bare)):
            return False
        full += len(bare) > 1
    return full >= 1


MAILED = re.compile(r"([\w.+-]{2,60}|[{(\[][^@{}()\[\]]{2,300}[})\]])\s?@")


def names_in_addresses(lines: Iterable[str]) -> str:
    """What stands before the @ of all e-mail addresses, in which names are looked for."""
    return " ".join(
        found[1].lower() for text in lines if "@" in text for found in MAILED.finditer(text)
    )


LETTER_MARK = re.compile(r"\s[a-z]$")


def count_names(text: str) -> int:
    """Letters that mark workplaces are no part of them: "Julia Gog d"."""
    return sum(is_name(LETTER_MARK.sub("", piece)) for piece in _pieces(text))


def begins_with_name(text: str) -> bool:
    pieces = _pieces(text)
    return bool(pieces) and is_name(LETTER_MARK.sub("", pieces[0]))


def _pieces(text: str) -> list[str]:
    pieces = [piece.strip() for piece in PIECES.split(NOISE.sub(" , ", text))]
    return [piece for piece in pieces if piece and piece.strip(".").lower() not in DEGREES]


@lru_cache(2000)
def name_pattern(text: str) -> str:
    """How far a line is a list of people: all of it, its beginning, some of it."""
    pieces = _pieces(text)
    if not pieces:
        return "-"
    names = [is_name(piece) for piece in pieces]
    if all(names):
        return f"all{min(len(names), 3)}"
    return "first" if names[0] else "some" if any(names) else "none"


def is_prose(text: str) -> bool:
    """A line out of running text: mostly small words, some of them common."""
    found = re.findall(r"[^\W\d_]+", text)
    small = [word for word in found if word.islower()]
    return (
        len(found) >= 6
        and len(small) > 0.6 * len(found)
        and any(word in lexicon("common_words") for word in small)
    )


# -- lines that name others than the authors, or nothing but an institution ----------------------

OTHERS = re.compile(
    r"^\W{0,3}(?:\d{1,2}\W{1,2})?"
    r"(?:(?:academic |handling |guest |action |associate )?editors?\b|edited by|reviewed by"
    r"|reviewers?\b|communicated by|recommended by|(?:supervis|advis)ed by"
    r"|(?:thesis |academic |doctoral |first |second |main |primary |co-?)?"
    r"(?:supervis|advis)[eo]rs?\b"
    r"|(?:erst|zweit|haupt)?(?:betreue|gutachte|gutache|berichterstatte|prüfe|referent)(?:r|in|en)?\b"
    r"|referees?\b|(?:external |internal |first |second )?examiners?\b|examinateurs?\b"
    r"|rapporteurs?\b|direct(?:eur|rice)s? de (?:thèse|la thèse)|promotore?s?\b|relatore\b"
    r"|committee|in memory|dedicated)",
    re.IGNORECASE,
)
OTHERS_HEAD = re.compile(rf"{OTHERS.pattern}\W*(?:by)?\W*$", re.IGNORECASE)
TITLED = re.compile(
    r"^\W{0,3}(?:apl\W{1,2}|em\W{1,2}|univ\W{1,2})?(?:prof|dr|pd|dipl)\b", re.IGNORECASE
)
_WORDS = r"[\w.’'-]+(?:[\s,]+[\w.’'-]+)"
INSTITUTION = re.compile(
    rf"^(?:the\s+)?(?:university\s+(?:of|at)\s+{_WORDS}{{0,5}}"
    r"|(?:(?!(?:an?|on|in|for|at|from|to|with|by)\s)[\w.&-]+\s+){1,4}(?:university|(?:\w{0,20}hochschule|universität)(?:\s+[\w-]+){0,2}|college"
    r"|institute\s+of\s+technology)"
    r"|universi(?:tät|té|dad|dade|tà|teit)(?:\s+[\w.-]+){1,5}"
    r"|(?:lehrstuhl|department\s+of|faculty\s+of|school\s+of|graduate\s+school|institut\s+für"
    r"|fakultät|fachbereich|institute\s+(?:of|for)|dipartimento|département|departamento)\b.{0,60})$",
    re.IGNORECASE,
)
LONGEST = 90  # characters of such a line


def is_institution(text: str) -> bool:
    """Nothing else: "University of Leeds", "Lehrstuhl für Informatik 2"."""
    bare = text.strip(" .,*")
    return len(bare) <= LONGEST and INSTITUTION.match(bare) is not None


def is_of_others(text: str) -> bool:
    """A referee or supervisor, with the name or without; somebody with a title before it."""
    if len(text) > LONGEST:
        return False
    named = OTHERS.match(text) is not None and count_names(text) > 0
    return named or OTHERS_HEAD.match(text) is not None or TITLED.match(text) is not None
