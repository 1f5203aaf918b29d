"""Author names out of the lines between title and abstract."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from sheaf.records import Author

NOT_A_NAME = re.compile(
    r"universit|institut|department|dept|school|college|laborator|faculty|cent(?:er|re)\b|inc\b"
    r"|\bltd|research|hospital|academy|street|avenue|road|\busa\b|\bgermany|\bfrance|\bchina"
    r"|@|https?:|www\.|\d{4,}|abstract|keywords|introduction|correspond|equal contribution"
    r"|conference|journal|proceedings|workshop|email|e-mail|received|accepted|version|member"
    r"|professor|author|january|february|march|april|june|july|august|september|october"
    r"|november|december|\bthe\b|\bof\b|\bfor\b|\bin\b",
    re.IGNORECASE,
)
SEPARATOR = re.compile(r"\s*(?:,|;|·|•|\||\b(?:and|und|et|AND|UND|ET)\b|&|\s{3,})\s*")
MARKS = re.compile(r"[\d*†‡§¶∗⋆#♯(){}\[\]^]+|\bby\b", re.IGNORECASE)
PARTICLES = frozenset(
    [
        "van",
        "von",
        "de",
        "der",
        "den",
        "di",
        "da",
        "del",
        "della",
        "dos",
        "du",
        "la",
        "le",
        "el",
        "al",
        "bin",
        "ten",
        "ter",
        "zu",
    ]
)
SUFFIX = re.compile(r"^(?:jr|sr|ii|iii|iv|ph\.?d|m\.?d)\.?$", re.IGNORECASE)
EMAIL = re.compile(r"\b[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+")


def authors_in(lines: Sequence[str]) -> tuple[Author, ...]:
    """Names in their order. A line that names a place or a date holds none."""
    names: list[str] = []
    for line in lines:
        found = [name for name in _candidates(line) if is_name(name)]
        names += [name for name in found if name not in names]
    emails = [match for line in lines for match in EMAIL.findall(line)]
    paired = len(emails) == len(names)
    return tuple(
        _author(name, emails[position] if paired else None) for position, name in enumerate(names)
    )


def _candidates(line: str) -> Iterator[str]:
    for part in SEPARATOR.split(MARKS.sub(" , ", line)):
        name = " ".join(part.split()).strip(" .:-")
        if name and not SUFFIX.match(name):
            yield name


def is_name(text: str) -> bool:
    words = text.split()
    if not 2 <= len(words) <= 5 or NOT_A_NAME.search(text):
        return False
    if any(char in text for char in ':/="“”?!%+'):
        return False
    capital = [word for word in words if word[0].isupper()]
    others = [word for word in words if not word[0].isupper()]
    long_enough = any(len(word.strip(".")) > 1 for word in words)
    return len(capital) >= 2 and long_enough and all(word.lower() in PARTICLES for word in others)


def _author(name: str, email: str | None) -> Author:
    words = name.split()
    start = len(words) - 1
    while start > 1 and words[start - 1].lower() in PARTICLES:
        start -= 1
    return Author(
        name=name, given=" ".join(words[:start]), family=" ".join(words[start:]), email=email
    )
