"""The places of a text that cite, and the entry that each names.

By number, [3], [3-5], (3, 7), raised; by label, [Smi98]; by author and year, (Smith and Jones,
2004; Doe 2005a), Smith et al. (2004); by author and title, as in notes of the humanities: Guha,
"Speaking Historically".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sheaf.records import Person, Reference


class Citation(NamedTuple):
    """`entry` is a number of the list, counted from 0; `start` and `end` are places of the text.
    A tuple, since a long text has tens of thousands of them, and most are thrown away."""

    entry: int
    start: int
    end: int


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
NUMBER_SEPARATOR = re.compile(r"[,;]|\band\b|&")
LONGEST_RANGE = 40
NOT_IN_LABEL = re.compile(r"[^\w+&]+")


def find_bracketed_numbers(content: str, entries: Sequence[Reference]) -> Iterator[Citation]:
    """[3], [3-5]. Where no entry has a number, those of their order are tried."""
    return _match_numbers(SQUARE.finditer(content), _entries_by_number(entries))


def find_raised_numbers(content: str, entries: Sequence[Reference]) -> Iterator[Citation]:
    """Only where entries have numbers: without, they are the numbers of footnotes."""
    if not any(entry.marker for entry in entries):
        return iter(())
    matches = (match for match in RAISED.finditer(content) if _is_raised(content, match.start()))
    return _match_numbers(matches, _entries_by_number(entries))


def _is_raised(content: str, start: int) -> bool:
    before = content[start - 1 : start]
    if not before or not (before.isalpha() or before in BEFORE_RAISED):
        return False
    return NOT_RAISED.search(content[max(start - 5, 0) : start]) is None


def find_numbers_in_parentheses(content: str, entries: Sequence[Reference]) -> Iterator[Citation]:
    if not any(entry.marker for entry in entries):
        return iter(())
    return _match_numbers(ROUND.finditer(content), _entries_by_number(entries))


def _entries_by_number(entries: Sequence[Reference]) -> dict[int, list[int]]:
    numbers: dict[int, list[int]] = {}
    for at, entry in enumerate(entries):
        found = FIRST_NUMBER.match(entry.marker or "")
        if found and not re.search(r"[A-Za-z]", entry.marker or ""):
            numbers.setdefault(int(found[1]), []).append(at)
    if not numbers and not any(entry.marker for entry in entries):
        return {at + 1: [at] for at in range(len(entries))}
    return numbers


def _match_numbers(
    matches: Iterable[re.Match[str]], numbers: dict[int, list[int]]
) -> Iterator[Citation]:
    if not numbers:
        return
    for match in matches:
        for number in _read_numbers(match[1], numbers):
            for entry in numbers[number]:
                yield Citation(entry, match.start(), match.end())


def _read_numbers(inside: str, numbers: dict[int, list[int]]) -> list[int]:
    """The numbers named between brackets; none where one of them is no entry's, as in [0, 1]."""
    if not any(char.isdigit() for char in inside):
        return []
    found: list[int] = []
    for part in NUMBER_SEPARATOR.split(inside):
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


def find_labels(content: str, entries: Sequence[Reference]) -> Iterator[Citation]:
    labels: dict[str, list[int]] = {}
    for at, entry in enumerate(entries):
        marker = entry.marker or ""
        if re.search(r"[A-Za-zÀ-ÿ]", marker):
            labels.setdefault(_plain_label(marker), []).append(at)
    if not labels:
        return
    for match in SQUARE.finditer(content):
        whole = _plain_label(match[1])
        parts = (
            [whole]
            if whole in labels
            else [_plain_label(part) for part in re.split("[,;]", match[1])]
        )
        for part in parts:
            for number in labels.get(part, ()):
                yield Citation(number, match.start(), match.end())


def _plain_label(words: str) -> str:
    return NOT_IN_LABEL.sub("", words)


YEAR = re.compile(r"(?<![\d/–-])(1[5-9]\d\d|20[0-4]\d)(?!\d)\s?([a-z](?![\w]))?")
MORE_LETTERS = re.compile(r"\s?[,&]\s?([a-z])(?!\w)")
YEAR_LETTER = re.compile(r"(?:1[5-9]\d\d|20[0-4]\d)([a-z])\b")
AUTHORS_BEFORE_YEAR = 110  # characters before a year in which its authors stand
# What may stand between the first author and the year: other names, "et al.", a bracket.
# Nothing that was matched is given back, so that a row of hyphens is read in one way only.
BETWEEN_NAME_AND_YEAR = re.compile(
    r"(?:['’]s?)?[\s,.&()\[\];:]*+(?:(?>[A-ZÀ-Þ][\w'’\-]*+|(?:and|und|et|y|e|i|и|with|al|others"
    r"|colleagues|coworkers|eds?|in|the|forthcoming|van|von|de|der|den|di|da|del|la|le"
    r"|1[5-9]\d\d[a-z]?|20[0-4]\d[a-z]?|[a-z])(?!\w))(?:['’]s)?[\s,.&()\[\]:–-]*+){0,14}$"
)
ETAL = re.compile(r"\bet\.? al|\band (?:others|colleagues|coworkers)|\bu\. ?a\.|и др")
JOINED_NAMES = re.compile(r"\s(?:and|&|und|et|y|e|и)\s")


@dataclass(frozen=True, slots=True)
class _CitableEntry:
    entry: int
    families: tuple[str, ...]
    letter: str


def find_names_and_years(content: str, entries: Sequence[Reference]) -> Iterator[Citation]:
    by_year = _entries_by_year(entries)
    if not by_year:
        return
    for match in YEAR.finditer(content):
        known = by_year.get(match[1])
        if not known:
            continue
        start = max(match.start() - AUTHORS_BEFORE_YEAR, 0)
        before = " ".join(content[start : match.start()].split("\n"))
        letters = _year_letters(content, match)
        for cited, place in _choose_entries(known, before, letters):
            yield Citation(cited.entry, start + place, match.end())


def _entries_by_year(entries: Sequence[Reference]) -> dict[str, list[_CitableEntry]]:
    known: dict[str, list[_CitableEntry]] = {}
    for at, entry in enumerate(entries):
        people = entry.authors or entry.editors
        families = tuple(_cited_family(person) for person in people if person.name.strip())
        if not entry.year or not families:
            continue
        found = YEAR_LETTER.search(entry.raw)
        known.setdefault(str(entry.year), []).append(
            _CitableEntry(at, families, found[1] if found else "")
        )
    return known


def _cited_family(person: Person) -> str:
    """Lists that print names in capitals are cited in plain letters."""
    family = person.family or person.name.split()[-1]
    return family.title() if family.isupper() and len(family) > 3 else family


def _year_letters(content: str, match: re.Match[str]) -> str:
    """Of "2004a" or "2004a, b"."""
    letters = match[2] or ""
    at = match.end()
    while letters and (more := MORE_LETTERS.match(content, at)):
        letters += more[1]
        at = more.end()
    return letters


def _choose_entries(
    known: Sequence[_CitableEntry], before: str, letters: str
) -> list[tuple[_CitableEntry, int]]:
    """The entries that fit the words before a year best; several, where letters name several."""
    fitting = [(*found, entry) for entry in known if (found := _match_authors(entry, before))]
    if not fitting:
        return []
    best = max(score for score, _, _ in fitting)
    chosen = [(entry, place) for score, place, entry in fitting if score == best]
    lettered = [pair for pair in chosen if pair[0].letter and pair[0].letter in letters]
    return lettered or chosen


def _match_authors(entry: _CitableEntry, before: str) -> tuple[float, int] | None:
    first = entry.families[0]
    place = before.rfind(first)
    # The name may be the second of a pair; an entry's own first author stands first.
    while place >= 0:
        end = place + len(first)
        starts_word = place == 0 or not before[place - 1].isalnum()
        ends_word = end == len(before) or not before[end].isalnum()
        if starts_word and ends_word and BETWEEN_NAME_AND_YEAR.match(before, end):
            return _score_authors(entry, before[end:], before[:place]), place
        place = before.rfind(first, 0, place)
    return None


def _score_authors(entry: _CitableEntry, between: str, ahead: str) -> float:
    count = len(entry.families)
    score = 0.0
    if ETAL.search(between):
        score += 1.0 if count > 1 else -2.0
    elif count > 1:
        named = sum(family in between for family in entry.families[1:])
        score += named / (count - 1) if named else -1.0
    else:
        score -= 1.0 if JOINED_NAMES.search(between) else 0.0
    # "Jones and Smith 2004" is no citation of Smith alone.
    return score - (0.5 if JOINED_NAMES.search(ahead[-8:] + " ") or ahead.endswith("& ") else 0.0)


AUTHOR_BEFORE_TITLE = 90  # characters in which the author stands before the title
TITLE_WORDS = 2  # of a title that a short form keeps
SHORTEST_TITLE = 8  # characters of them; less says too little
MOST_OF_A_TITLE = 40  # places of one title
ARTICLE = re.compile(r"(?:the|a|an|der|die|das|le|la|les|el|los|il|on)\s", re.IGNORECASE)


def find_titles(content: str, entries: Sequence[Reference]) -> Iterator[Citation]:
    for at, entry in enumerate(entries):
        people = entry.authors or entry.editors
        if not people or not entry.title:
            continue
        family = people[0].family or people[0].name
        for start in _find_places(content, _shorten_title(entry.title)):
            place = content.rfind(family, max(start - AUTHOR_BEFORE_TITLE, 0), start)
            if place >= 0 and "\n\n" not in content[place:start]:
                yield Citation(at, place, start + len(_shorten_title(entry.title)))


def _shorten_title(title: str) -> str:
    plain = ARTICLE.sub("", title.strip("“”\"'‘’ "), count=1)
    words = plain.replace(":", " ").replace(",", " ").split()
    for count in (TITLE_WORDS, TITLE_WORDS + 1):
        if len(short := " ".join(words[:count])) >= SHORTEST_TITLE:
            return short
    return ""


def _find_places(content: str, short: str) -> Iterator[int]:
    start = content.find(short) if short else -1
    for _ in range(MOST_OF_A_TITLE):
        if start < 0:
            return
        yield start
        start = content.find(short, start + len(short))
