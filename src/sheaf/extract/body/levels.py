"""The level of a heading: by its number, else by its type."""

from __future__ import annotations

import re
from collections.abc import Sequence

from sheaf.extract.zones.vocabulary import NUMBER, heading_kind, heading_words
from sheaf.records import Line

DEEPEST = 6
LEAST_ROMAN = 2  # headings that begin with a Roman number of several letters
ROMAN = re.compile(r"[IVX]{2,5}\.?\s")
LETTER = re.compile(r"[A-HJ-UW]\.\s")
Type = tuple[int, bool, bool, bool]


def levels(lines: Sequence[Line], headings: Sequence[int]) -> list[int]:
    """A heading without a number has the level of numbered ones of its type; where none has its
    type, larger types come first."""
    numbered = _by_numbers([lines[at].text for at in headings])
    types = [_type(lines[at]) for at in headings]
    known: dict[Type, int] = {}
    for kind, level in zip(types, numbered, strict=True):
        if level and kind not in known:
            known[kind] = level
    ranked = sorted({kind for kind in types if kind not in known}, reverse=True)
    found = []
    for at, kind, level in zip(headings, types, numbered, strict=True):
        if level:
            found.append(level)
        elif kind in known:
            found.append(known[kind])
        elif heading_kind(heading_words(lines[at].text)):
            found.append(1)
        else:
            found.append(min(1 + ranked.index(kind), DEEPEST))
    return found


def _type(line: Line) -> Type:
    return round(2 * line.size), line.is_bold, line.text.isupper(), not line.is_italic


def _by_numbers(texts: Sequence[str]) -> list[int]:
    """Below "II" and "III", letters head what is part of them."""
    found = [_by_number(text) for text in texts]
    if sum(ROMAN.match(text) is not None for text in texts) < LEAST_ROMAN:
        return found
    return [
        level + 1 if level and LETTER.match(text) else level
        for text, level in zip(texts, found, strict=True)
    ]


def _by_number(text: str) -> int:
    found = NUMBER.match(text)
    if found is None:
        return 0
    if found["arabic"]:
        return min(1 + found["arabic"].count("."), DEEPEST)
    if found["letter"] and not found["roman"]:
        return min(1 + (found["deeper"] or "").count("."), DEEPEST)
    return 1
