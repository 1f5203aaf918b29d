"""The names of funders in a sentence that speaks of money."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from sheaf.extract.annotators.funders import (
    ELSEWHERE,
    FUNDING_WORD,
    GENERIC,
    KNOWN,
    NAMED,
    PAID_BY,
    SCHEME,
)

MASK = "\0"  # stands for each character of a name that is known, so that no other reaches over it
OPENING = re.compile(r"^(?:The|This|Our|We|It|Both|Also|Partially|Supported by|A)\s+")
BEHIND = re.compile(r"\s+(?:Grants?|Contracts?|Awards?|No|Nos|under)\b(?!\s+(?:Agency|Council))")
NUMBER_BEHIND = re.compile(r"(?:\s+[A-Z]*[-/]?\d[\w/-]*)+$")
LOOSE_END = re.compile(r"\s+(?:of|for|the|and|on|in|&)$")
TWO_NAMES = re.compile(r"\s+(?:and|&)\s+the\s+")
# A country's name may stand before a known name without making it another.
OTHER_COUNTRY = re.compile(r"\b(?!U\.?S|UK|German|Grant|By|The\b)[A-ZÀ-Þ][a-zà-ÿ]+\s+$")
OF_THE_STATES = re.compile(r"(?:\bU\.\s?S\.(?:A\.)?|\bUSA?|\bUnited States)\s+$")
PLACE = re.compile(r"\s+in\s+.*$")
OF_SOMEBODY = re.compile(rf"\s+(?:of|from|by)\s+(?:the\s+)?(?:[A-Z.]+\s+)?(?:{MASK}|[A-Z])")
OF_KNOWN = re.compile(rf"\s+(?:of|within|at)\s+(?:the\s+)?(?:[A-Z.]+\s+)?{MASK}")
# Supported by the Example Research grant 7: whoever it is, it gives grants.
BY = re.compile(r"\b(?:by|from|under)\s+(?:(?:an?|the)\s+)?$")
A_GRANT = re.compile(r"\s+(?:\([^)]{0,30}\)\s+)?(?:grants?|awards?|contracts?)\b", re.IGNORECASE)
PART = re.compile(r"(?:Office|Division|Directorate|Bureau|Department)\b")
NEXT_TO = re.compile(rf"{MASK}(?:\s*\([^)]{{0,20}}\))?(?:['’]s)?,?\s*$")


@dataclass(slots=True)
class Funder:
    name: str
    start: int
    grants: list[str] = field(default_factory=list)


def named_in(sentence: str) -> Iterator[Funder]:
    """First those that are known, then whoever else is named between them."""
    masked = sentence
    for found in KNOWN.finditer(sentence):
        if _is_part_of_another(found, sentence):
            continue
        end = found.end()
        start = len(OF_THE_STATES.sub("", sentence[: found.start()]))
        masked = masked[:start] + MASK * (end - start) + masked[end:]
        if not ELSEWHERE.search(sentence[:start]):
            yield Funder(found[0], start)
    taken: list[int] = []
    for found in NAMED.finditer(masked):
        for name, start in _pieces(found):
            if _is_funder(name, start, masked) and not _is_short_form(name, start, taken, masked):
                taken.append(start + len(name))
                yield Funder(_without_scheme(name), start)


def _is_part_of_another(found: re.Match[str], sentence: str) -> bool:
    """Of a number (ANR-10-2), of another's name (NSF of China, Estonian Research Council)."""
    before, after = sentence[: found.start()], sentence[found.end() :]
    if re.match(r"[-–/]\w*\d|\s+(?:of|for)\s+[A-Z]", after):
        return True
    return " " in found[0] and OTHER_COUNTRY.search(before[-40:]) is not None


def _pieces(found: re.Match[str]) -> Iterator[tuple[str, int]]:
    place = found.start()
    for piece in TWO_NAMES.split(found[0]):
        start = found.string.index(piece, place)
        place = start + len(piece)
        name = _trimmed(piece)
        if name:
            yield name, start + piece.index(name)


def _trimmed(name: str) -> str:
    """Without what belongs to the sentence: an opening word, a grant and its number behind."""
    name = BEHIND.split(OPENING.sub("", name))[0]
    name = NUMBER_BEHIND.sub("", LOOSE_END.sub("", name.rstrip(" .,'’-")))
    inside = PLACE.sub("", name)
    return inside if FUNDING_WORD.search(inside) else name


def _is_funder(name: str, start: int, masked: str) -> bool:
    before, after = masked[:start], masked[start + len(name) :]
    if GENERIC.match(name) or ELSEWHERE.search(before[-80:]):
        return False
    if before.rstrip().endswith(MASK) or OF_KNOWN.match(after):
        return False  # what somebody known calls a part of it
    if PART.match(name) and NEXT_TO.search(before):
        return False
    if SCHEME.search(name) and not FUNDING_WORD.search(SCHEME.sub("", name)):
        return " " in SCHEME.sub("", name) and not OF_SOMEBODY.match(after)
    is_told = PAID_BY.search(before[-120:]) or (BY.search(before) and A_GRANT.match(after))
    return (" " in name and is_told is not None) or FUNDING_WORD.search(name) is not None


def _without_scheme(name: str) -> str:
    rest = SCHEME.sub("", name)
    return rest if FUNDING_WORD.search(rest) else name


def _is_short_form(name: str, start: int, taken: list[int], masked: str) -> bool:
    """A short name in parentheses behind the full one."""
    return name.isupper() and any(masked[end:start] in (" (", ", ") for end in taken)
