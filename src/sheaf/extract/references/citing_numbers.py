"""Citations by number, [3], [3-5], (3, 7), raised; and by label, [Smi98]."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from sheaf.extract.references.citation import Citation
from sheaf.records import Reference

SQUARE = re.compile(r"\[([^\[\]\f]{1,160})\]")
ROUND = re.compile(r"\((\d{1,3}(?:\s?[,;–-]\s?\d{1,3}){0,12})\)")
# Glued to a word or behind its punctuation, and followed by the end of the word. What stands before
# is looked at afterwards, which is cheaper than to look at every place of the text.
RAISED = re.compile(r"(?<![\d/(])(\d{1,3}(?:\s?[,–-]\s?\d{1,3}){0,8})(?=[\s.,;:)\]]|$)")
BEFORE_RAISED = frozenset('.,;:)]”’"')
NOT_RAISED = re.compile(r"(?:\bno|\bnr|\bpp?|\bvol|\d)\.$", re.IGNORECASE)
NUMBER = re.compile(r"\d{1,4}$")
RANGE = re.compile(r"(\d{1,4})\s?[-–—−]\s?(\d{1,4})$")
FIRST_NUMBER = re.compile(r"\D*(\d{1,4})\D*$")
PARTS = re.compile(r"[,;]|\band\b|&")
LONGEST_RANGE = 40
LABEL = re.compile(r"[^\w+&]+")


def bracketed(content: str, entries: Sequence[Reference]) -> Iterator[Citation]:
    """[3], [3-5]. Where no entry has a number, those of their order are tried."""
    return _found(SQUARE.finditer(content), _by_number(entries))


def raised(content: str, entries: Sequence[Reference]) -> Iterator[Citation]:
    """Only where entries have numbers: without, they are the numbers of footnotes."""
    if not any(entry.marker for entry in entries):
        return iter(())
    matches = (match for match in RAISED.finditer(content) if _is_raised(content, match.start()))
    return _found(matches, _by_number(entries))


def _is_raised(content: str, start: int) -> bool:
    before = content[start - 1 : start]
    if not before or not (before.isalpha() or before in BEFORE_RAISED):
        return False
    return NOT_RAISED.search(content[max(start - 5, 0) : start]) is None


def in_parentheses(content: str, entries: Sequence[Reference]) -> Iterator[Citation]:
    if not any(entry.marker for entry in entries):
        return iter(())
    return _found(ROUND.finditer(content), _by_number(entries))


def _by_number(entries: Sequence[Reference]) -> dict[int, list[int]]:
    numbers: dict[int, list[int]] = {}
    for at, entry in enumerate(entries):
        found = FIRST_NUMBER.match(entry.marker or "")
        if found and not re.search(r"[A-Za-z]", entry.marker or ""):
            numbers.setdefault(int(found[1]), []).append(at)
    if not numbers and not any(entry.marker for entry in entries):
        return {at + 1: [at] for at in range(len(entries))}
    return numbers


def _found(matches: Iterable[re.Match[str]], numbers: dict[int, list[int]]) -> Iterator[Citation]:
    if not numbers:
        return
    for match in matches:
        for number in _named(match[1], numbers):
            for entry in numbers[number]:
                yield Citation(entry, match.start(), match.end())


def _named(inside: str, numbers: dict[int, list[int]]) -> list[int]:
    """The numbers named between brackets; none where one of them is no entry's, as in [0, 1]."""
    if not any(char.isdigit() for char in inside):
        return []
    found: list[int] = []
    for part in PARTS.split(inside):
        words = part.strip()
        if NUMBER.match(words):
            number = int(words)
            if number not in numbers:
                return []
            found.append(number)
        elif spanned := RANGE.match(words):
            first, last = int(spanned[1]), int(spanned[2])
            if not (first in numbers and last in numbers and 0 < last - first < LONGEST_RANGE):
                return []
            found += [number for number in range(first, last + 1) if number in numbers]
        elif not found and not _introduces(words):
            return []
        elif not found and (tail := re.search(r"(\d{1,4})$", words)) and int(tail[1]) in numbers:
            found.append(int(tail[1]))
    return found


def _introduces(words: str) -> bool:
    return words.lower().startswith(("see", "cf", "e.g", "ref", "vgl", "voir", "siehe"))


def label_citations(content: str, entries: Sequence[Reference]) -> Iterator[Citation]:
    labels: dict[str, list[int]] = {}
    for at, entry in enumerate(entries):
        marker = entry.marker or ""
        if re.search(r"[A-Za-zÀ-ÿ]", marker):
            labels.setdefault(_label(marker), []).append(at)
    if not labels:
        return
    for match in SQUARE.finditer(content):
        whole = _label(match[1])
        parts = (
            [whole] if whole in labels else [_label(part) for part in re.split("[,;]", match[1])]
        )
        for part in parts:
            for one in labels.get(part, ()):
                yield Citation(one, match.start(), match.end())


def _label(words: str) -> str:
    return LABEL.sub("", words)
