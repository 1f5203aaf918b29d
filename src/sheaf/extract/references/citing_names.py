"""Citations by author and year: (Smith and Jones, 2004; Doe 2005a), Smith et al. (2004).

Found from the year: the words before it must end with the authors of an entry of that year.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sheaf.extract.references.citation import Citation
from sheaf.records import Person, Reference

YEAR = re.compile(r"(?<![\d/–-])(1[5-9]\d\d|20[0-4]\d)(?!\d)\s?([a-z](?![\w]))?")
MORE_LETTERS = re.compile(r"\s?[,&]\s?([a-z])(?!\w)")
SUFFIX = re.compile(r"(?:1[5-9]\d\d|20[0-4]\d)([a-z])\b")
BEFORE = 110  # characters before a year in which its authors stand
# What may stand between the first author and the year: other names, "et al.", a bracket.
# Nothing that was matched is given back, so that a row of hyphens is read in one way only.
BETWEEN = re.compile(
    r"(?:['’]s?)?[\s,.&()\[\];:]*+(?:(?>[A-ZÀ-Þ][\w'’\-]*+|(?:and|und|et|y|e|i|и|with|al|others"
    r"|colleagues|coworkers|eds?|in|the|forthcoming|van|von|de|der|den|di|da|del|la|le"
    r"|1[5-9]\d\d[a-z]?|20[0-4]\d[a-z]?|[a-z])(?!\w))(?:['’]s)?[\s,.&()\[\]:–-]*+){0,14}$"
)
ETAL = re.compile(r"\bet\.? al|\band (?:others|colleagues|coworkers)|\bu\. ?a\.|и др")
JOINS = re.compile(r"\s(?:and|&|und|et|y|e|и)\s")


@dataclass(frozen=True, slots=True)
class _Known:
    entry: int
    families: tuple[str, ...]
    letter: str


def name_citations(content: str, entries: Sequence[Reference]) -> Iterator[Citation]:
    by_year = _by_year(entries)
    if not by_year:
        return
    for match in YEAR.finditer(content):
        known = by_year.get(match[1])
        if not known:
            continue
        start = max(match.start() - BEFORE, 0)
        before = " ".join(content[start : match.start()].split("\n"))
        letters = _letters(content, match)
        for one, place in _best(known, before, letters):
            yield Citation(one.entry, start + place, match.end())


def _by_year(entries: Sequence[Reference]) -> dict[str, list[_Known]]:
    known: dict[str, list[_Known]] = {}
    for at, entry in enumerate(entries):
        people = entry.authors or entry.editors
        families = tuple(_as_cited(person) for person in people if person.name.strip())
        if not entry.year or not families:
            continue
        found = SUFFIX.search(entry.raw)
        known.setdefault(str(entry.year), []).append(
            _Known(at, families, found[1] if found else "")
        )
    return known


def _as_cited(person: Person) -> str:
    """Lists that print names in capitals are cited in plain letters."""
    family = person.family or person.name.split()[-1]
    return family.title() if family.isupper() and len(family) > 3 else family


def _letters(content: str, match: re.Match[str]) -> str:
    """Of "2004a" or "2004a, b"."""
    letters = match[2] or ""
    at = match.end()
    while letters and (more := MORE_LETTERS.match(content, at)):
        letters += more[1]
        at = more.end()
    return letters


def _best(known: Sequence[_Known], before: str, letters: str) -> list[tuple[_Known, int]]:
    """The entries that fit the words before a year best; several, where letters name several."""
    fitting = [(*found, one) for one in known if (found := _fits(one, before))]
    if not fitting:
        return []
    best = max(score for score, _, _ in fitting)
    chosen = [(one, place) for score, place, one in fitting if score == best]
    lettered = [(one, place) for one, place in chosen if one.letter and one.letter in letters]
    return lettered or chosen


def _fits(one: _Known, before: str) -> tuple[float, int] | None:
    first = one.families[0]
    place = before.rfind(first)
    # The name may be the second of a pair; an entry's own first author stands first.
    while place >= 0:
        end = place + len(first)
        starts_word = place == 0 or not before[place - 1].isalnum()
        ends_word = end == len(before) or not before[end].isalnum()
        if starts_word and ends_word and BETWEEN.match(before, end):
            return _score(one, before[end:], before[:place]), place
        place = before.rfind(first, 0, place)
    return None


def _score(one: _Known, between: str, ahead: str) -> float:
    count = len(one.families)
    score = 0.0
    if ETAL.search(between):
        score += 1.0 if count > 1 else -2.0
    elif count > 1:
        named = sum(family in between for family in one.families[1:])
        score += named / (count - 1) if named else -1.0
    else:
        score -= 1.0 if JOINS.search(between) else 0.0
    # "Jones and Smith 2004" is no citation of Smith alone.
    return score - (0.5 if JOINS.search(ahead[-8:] + " ") or ahead.endswith("& ") else 0.0)
