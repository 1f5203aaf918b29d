"""A work as bibliographies list it: the paper itself, or an entry of its list of references.

BibTeX, RIS and CSL-JSON are written from this, so they agree on kinds, dates and pages.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from sheaf.extract.formats.keys import Keys
from sheaf.extract.formats.model import paper_of
from sheaf.extract.formats.people import Name, names_of
from sheaf.records import Paper, Reference

KINDS = frozenset(
    [
        "article",
        "inproceedings",
        "incollection",
        "book",
        "thesis",
        "techreport",
        "web",
        "preprint",
        "misc",
    ]
)
MEETING = re.compile(
    r"\b(?:proc(?:eedings|\.)?|conf(?:erence|\.)|workshop|symposium|congress|tagung|conférence"
    r"|colloque|actes|congreso|atti|convegno|anais)\b",
    re.IGNORECASE,
)
THESIS = re.compile(r"\b(?:thesis|dissertation|thèse|tesis|tesi|habilitation)\b", re.IGNORECASE)
REPORT = re.compile(r"\b(?:tech(?:nical|\.)? rep(?:ort|\.)?|working paper)\b", re.IGNORECASE)
PAGE = r"[A-Za-z]{0,3}\d{1,9}[A-Za-z]?"  # nine digits: no page needs more
RANGE = re.compile(rf"({PAGE})\s*(?:-+|[–—−‐‑‒]+|\bto\b)\s*({PAGE})")
SINGLE = re.compile(rf"(?:pp?\.?\s*)?({PAGE})")
ISO_DATE = re.compile(r"(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?(?!\d)")
MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
WRITTEN_DATE = re.compile(
    rf"(?:(\d{{1,2}})\.?\s+)?\b({'|'.join(MONTHS)})[a-z]*\.?(?:\s+(\d{{1,2}}))?,?\s+(\d{{4}})\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Entry:
    """`container` is what the work appeared in. Month and day are only there with a year."""

    key: str
    kind: str
    title: str | None = None
    authors: tuple[Name, ...] = ()
    editors: tuple[Name, ...] = ()
    container: str | None = None
    year: int | None = None
    month: int | None = None
    day: int | None = None
    volume: str | None = None
    issue: str | None = None
    first_page: str | None = None
    last_page: str | None = None
    publisher: str | None = None
    place: str | None = None
    institution: str | None = None
    series: str | None = None
    note: str | None = None
    doi: str | None = None
    arxiv_id: str | None = None
    url: str | None = None
    abstract: str | None = None
    keywords: tuple[str, ...] = ()
    language: str | None = None


def entries_of(json: Mapping[str, Any], references: bool) -> Iterator[Entry]:
    """The paper first, then, if asked for, what it cites, in its order."""
    keys = Keys()
    paper = paper_of(json)
    yield entry_of_paper(paper, keys)
    if references:
        for one in paper.references:
            yield entry_of_reference(one, keys)


def entry_of_paper(paper: Paper, keys: Keys) -> Entry:
    authors = tuple(names_of(paper.authors))
    year, month, day = date_parts(paper.year, paper.date)
    return Entry(
        key=keys.key(authors, year, paper.title, paper.doi or ""),
        kind=_kind_of_paper(paper),
        title=paper.title,
        authors=authors,
        container=paper.venue,
        year=year,
        month=month,
        day=day,
        doi=paper.doi,
        arxiv_id=paper.arxiv_id,
        abstract=paper.abstract,
        keywords=paper.keywords,
        language=paper.language,
    )


def entry_of_reference(one: Reference, keys: Keys) -> Entry:
    authors = tuple(names_of(one.authors))
    year, month, day = date_parts(one.year, one.date)
    first, last = page_range(one.pages)
    return Entry(
        key=keys.key(authors, year, one.title, one.raw),
        kind=kind_of_reference(one),
        title=one.title,
        authors=authors,
        editors=tuple(names_of(one.editors)),
        container=one.venue,
        year=year,
        month=month,
        day=day,
        volume=one.volume,
        issue=one.issue,
        first_page=first,
        last_page=last,
        publisher=one.publisher,
        place=one.place,
        institution=one.institution,
        series=one.series,
        # An entry of which no title was read is still of use if it says what is printed.
        note=one.note if one.title else one.raw or one.note,
        doi=one.doi,
        arxiv_id=one.arxiv_id,
        url=one.url,
    )


def _kind_of_paper(paper: Paper) -> str:
    if paper.venue:
        return _kind_by_words(paper.venue) or "article"
    return "preprint" if paper.arxiv_id else "misc"


def kind_of_reference(one: Reference) -> str:
    """As it was read; where it was not, by the words of what holds it."""
    if one.type in KINDS:
        return str(one.type)
    told = " ".join(part for part in (one.venue, one.institution, one.note) if part)
    guess = _kind_by_words(told)
    if guess is None and one.venue:
        return "article"
    if guess is None and one.arxiv_id:
        return "preprint"
    return guess or "misc"


def _kind_by_words(text: str) -> str | None:
    for kind, pattern in (("thesis", THESIS), ("techreport", REPORT), ("inproceedings", MEETING)):
        if pattern.search(text):
            return kind
    return None


def page_range(pages: str | None) -> tuple[str | None, str | None]:
    """First and last page. The last is completed where it is printed short: 1123-35."""
    if not pages:
        return None, None
    found = RANGE.search(pages)
    if found is None:
        single = SINGLE.fullmatch(pages.strip())
        return (single[1] if single else pages), None
    first, last = found[1], found[2]
    if first.isdigit() and last.isdigit() and len(last) < len(first):
        completed = first[: len(first) - len(last)] + last
        last = completed if completed > first else last
    return first, last


def date_parts(year: int | None, date: str | None) -> tuple[int | None, int | None, int | None]:
    """Year, month, day as far as known. A date that speaks of another year is not listened to."""
    found = _read_date(date or "")
    if found[0] is not None and year in (None, found[0]):
        return found
    return year, None, None


def _read_date(date: str) -> tuple[int | None, int | None, int | None]:
    numbers = ISO_DATE.match(date)
    if numbers is not None:
        return _checked(int(numbers[1]), int(numbers[2] or 0), int(numbers[3] or 0))
    words = WRITTEN_DATE.search(date)
    if words is not None:
        month = MONTHS.index(words[2].lower()) + 1
        return _checked(int(words[4]), month, int(words[1] or words[3] or 0))
    return None, None, None


def _checked(year: int, month: int, day: int) -> tuple[int | None, int | None, int | None]:
    if year < 1000:
        return None, None, None
    if not 1 <= month <= 12:
        return year, None, None
    return year, month, day if 1 <= day <= 31 else None
