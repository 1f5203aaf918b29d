"""A work as bibliographies list it: the paper itself, or an entry of its list of references.

BibTeX, RIS and CSL-JSON are written from this, so they agree on kinds, dates and pages.
"""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Iterator
from dataclasses import dataclass

from sheaf.extract.citation.rules import complete_last_page
from sheaf.extract.formats.degrees import degree_in
from sheaf.extract.formats.keys import Keys
from sheaf.extract.formats.model import Json, read_paper
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
# What a document was taken for when it was read (curate/kinds), where a bibliography has a word.
TAKEN_FOR = {"thesis": "thesis", "report": "techreport", "book": "book"}
DEGREES = {"doctor": "PhD thesis", "master": "Master's thesis", "bachelor": "Bachelor's thesis"}
THESIS = re.compile(
    r"\b(?:thesis|dissertation|thèse|tesis|tesi|habilitation|(?:master|diplom|bachelor)arbeit)\b",
    re.IGNORECASE,
)
REPORT = re.compile(r"\b(?:tech(?:nical|\.)? rep(?:ort|\.)?|working paper)\b", re.IGNORECASE)
PAGE = r"[A-Za-z]{0,3}\d{1,9}[A-Za-z]?"  # nine digits: no page needs more
RANGE = re.compile(rf"({PAGE})\s*(?:-+|[–—−‐‑‒]+|\bto\b)\s*({PAGE})")
SINGLE = re.compile(rf"(?:pp?\.?\s*)?({PAGE})")
FOUR_DIGITS = re.compile(r"(?<![0-9])[0-9]{4}(?![0-9])")
ISO_DATE = re.compile(r"(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?(?!\d)")
MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
WRITTEN_DATE = re.compile(
    rf"(?:(\d{{1,2}})\.?\s+)?\b({'|'.join(MONTHS)})[a-z]*\.?(?:\s+(\d{{1,2}}))?,?\s+(\d{{4}})\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Entry:
    """`container` is what the work appeared in, `degree` what a thesis was written for. Month and
    day are only there with a year."""

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
    degree: str = ""

    @property
    def genre(self) -> str | None:
        """What kind of thesis it is, in words."""
        return DEGREES.get(self.degree)

    @property
    def link(self) -> str | None:
        """Where it can be looked at: its own address, or else its page at arXiv."""
        page = f"https://arxiv.org/abs/{self.arxiv_id}" if self.arxiv_id else None
        return self.url or page


def entries_of(json: Json, references: bool, number: int | None = None) -> Iterator[Entry]:
    """The paper first, then, if asked for, what it cites, in its order. A document's `number`
    stands at the end of the keys, so that they are its own among all of a library."""
    keys = Keys()
    paper = read_paper(json)
    ending = "" if number is None else f".{number}"
    yield entry_of_paper(paper, keys, ending)
    if references:
        for one in paper.references:
            yield entry_of_reference(one, keys, ending)


def entry_of_paper(paper: Paper, keys: Keys, ending: str = "") -> Entry:
    authors = tuple(names_of(paper.authors))
    year, month, day = date_parts(paper.year, paper.date)
    first, last = page_range(paper.pages)
    kind = kind_of_paper(paper)
    return Entry(
        key=keys.key(authors, year, paper.title, paper.doi or "") + ending,
        kind=kind,
        title=paper.title,
        authors=authors,
        container=paper.venue,
        year=year,
        month=month,
        day=day,
        volume=paper.volume,
        issue=paper.issue,
        first_page=first,
        last_page=last,
        institution=_house(paper) if kind in ("thesis", "techreport") else None,
        doi=paper.doi,
        arxiv_id=paper.arxiv_id,
        abstract=paper.abstract,
        keywords=paper.keywords,
        language=paper.language,
        degree=_degree_of_paper(paper) if kind == "thesis" else "",
    )


def entry_of_reference(one: Reference, keys: Keys, ending: str = "") -> Entry:
    authors = tuple(names_of(one.authors))
    year, month, day = date_parts(one.year, one.date)
    first, last = page_range(one.pages)
    kind = kind_of_reference(one)
    return Entry(
        key=keys.key(authors, year, one.title, one.raw) + ending,
        kind=kind,
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
        degree=degree_in(_told(one)) if kind == "thesis" else "",
    )


def kind_of_paper(paper: Paper) -> str:
    """By the words of its venue; a paper without one is what it was taken for when it was read."""
    if paper.venue:
        return _kind_by_words(paper.venue) or "article"
    taken_for = TAKEN_FOR.get(str(paper.provenance.get("kind")))
    return taken_for or ("preprint" if paper.arxiv_id else "misc")


def _degree_of_paper(paper: Paper) -> str:
    named = paper.provenance.get("degree")
    return str(named) if named in DEGREES else degree_in(paper.venue or "")


def _house(paper: Paper) -> str | None:
    """The school of a thesis, the institution of a report: where its first author works."""
    return next((place for who in paper.authors[:1] for place in who.affiliations), None)


def kind_of_reference(one: Reference) -> str:
    """As it was read; where it was not, by the words of what holds it."""
    if one.type in KINDS:
        return str(one.type)
    guess = _kind_by_words(_told(one))
    if guess is None and one.venue:
        return "article"
    if guess is None and one.arxiv_id:
        return "preprint"
    return guess or "misc"


def _told(one: Reference) -> str:
    return " ".join(part for part in (one.venue, one.institution, one.note) if part)


def _kind_by_words(text: str) -> str | None:
    for kind, pattern in (("thesis", THESIS), ("techreport", REPORT), ("inproceedings", MEETING)):
        if pattern.search(text):
            return kind
    return None


def page_range(pages: str | None) -> tuple[str | None, str | None]:
    """First and last page, the last completed where it is printed short."""
    if not pages:
        return None, None
    found = RANGE.search(pages)
    if found is None:
        single = SINGLE.fullmatch(pages.strip())
        return (single[1] if single else pages), None
    first, last = found[1], found[2]
    return first, complete_last_page(first, last)


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
    """As far as the calendar has it: no 31 February."""
    if year < 1000:
        return None, None, None
    if not 1 <= month <= 12:
        return year, None, None
    return year, month, day if 1 <= day <= monthrange(year, month)[1] else None


def published_in(one: Paper | Reference) -> list[str]:
    """The journal or book and the place in it, as bibliographies write it."""
    number = f"{one.volume or ''}{f'({one.issue})' if one.issue else ''}"
    parts = (one.venue, number, f"pp. {one.pages}" if one.pages else "")
    return [part for part in parts if part]


def printed_date(year: int | None, date: str | None) -> str | None:
    """The date as it is printed; the year alone where the date is of another one."""
    years = {int(one) for one in FOUR_DIGITS.findall(date or "")}
    speaks_of_another = year is not None and years and year not in years
    return date if date and not speaks_of_another else str(year) if year else None
