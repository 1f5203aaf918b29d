"""A work as bibliographies list it: the paper itself, or an entry of its list of references.

BibTeX, RIS and CSL-JSON are written from this, so they agree on kinds, dates, pages, keys and the
degree of a thesis. What the reader is not sure of is left out of all three.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from calendar import monthrange
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from sheaf.extract.citation.rules import complete_last_page
from sheaf.extract.formats.model import Json, leave_out_uncertain, read_paper
from sheaf.extract.formats.people import NameParts, split_names
from sheaf.records import Paper, Person, Reference, is_uncertain
from sheaf.words import read_word_table

KINDS = frozenset({"article", "inproceedings", "incollection", "book", "thesis", "techreport",
                   "web", "preprint", "misc"})  # fmt: skip
# What a paper has as an entry of a list has it.
SHARED_FIELDS = ("title", "venue", "year", "date", "volume", "issue", "pages", "doi", "arxiv_id")
MEETING = re.compile(
    r"\b(?:proc(?:eedings|\.)?|conf(?:erence|\.)|workshop|symposium|congress|tagung|conférence"
    r"|colloque|actes|congreso|atti|convegno|anais)\b",
    re.IGNORECASE,
)
# What a document was taken for when it was read (one of KINDS in curate/filter/kind_model.py),
# where a bibliography has a word for it.
TAKEN_FOR = {"thesis": "thesis", "report": "techreport", "book": "book"}
GENRES = {"doctor": "PhD thesis", "master": "Master's thesis", "bachelor": "Bachelor's thesis"}
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
UNCERTAIN_MARK = " (uncertain)"
MONTHS: list[str] = read_word_table("months")["short"]["english"].split()
WRITTEN_DATE = re.compile(
    rf"(?:(\d{{1,2}})\.?\s+)?\b({'|'.join(MONTHS)})[a-z]*\.?(?:\s+(\d{{1,2}}))?,?\s+(\d{{4}})\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class BibliographyEntry:
    """A `work` with what formats want beside its fields: names by their parts, the date and the
    pages taken apart. A paper is a work whose `paper` has more to say. `degree` is what a thesis
    was written for. Month and day are only there with a year."""

    key: str
    kind: str
    work: Reference
    authors: tuple[NameParts, ...] = ()
    editors: tuple[NameParts, ...] = ()
    year: int | None = None
    month: int | None = None
    day: int | None = None
    first_page: str | None = None
    last_page: str | None = None
    degree: str = ""
    paper: Paper = field(default_factory=Paper)

    @property
    def genre(self) -> str | None:
        """What kind of thesis it is, in words."""
        return GENRES.get(self.degree)

    @property
    def link(self) -> str | None:
        """Where it can be looked at: its own address, or else its page at arXiv."""
        arxiv_id = self.work.arxiv_id
        return self.work.url or (f"https://arxiv.org/abs/{arxiv_id}" if arxiv_id else None)


def list_entries(
    json: Json, references: bool, number: int | None = None
) -> Iterator[BibliographyEntry]:
    """The paper first, then, if asked for, what it cites, in its order. A document's `number`
    stands at the end of the keys, so that they are its own among all of a library."""
    keys = Keys()
    paper = leave_out_uncertain(read_paper(json))
    ending = "" if number is None else f".{number}"
    yield entry_of_paper(paper, keys, ending)
    if references:
        for reference in paper.references:
            yield entry_of_reference(leave_out_uncertain(reference), keys, ending)


def entry_of_paper(paper: Paper, keys: Keys, ending: str = "") -> BibliographyEntry:
    kind = kind_of_paper(paper)
    work = Reference(
        raw=paper.doi or "",
        authors=tuple(Person(who.name, who.given, who.family) for who in paper.authors),
        institution=_house(paper) if kind in ("thesis", "techreport") else None,
        **{name: getattr(paper, name) for name in SHARED_FIELDS},
    )
    degree = _degree_of_paper(paper) if kind == "thesis" else ""
    return replace(_make_entry(work, kind, degree, keys, ending), paper=paper)


def entry_of_reference(reference: Reference, keys: Keys, ending: str = "") -> BibliographyEntry:
    kind = kind_of_reference(reference)
    degree = find_degree(_description(reference)) if kind == "thesis" else ""
    entry = _make_entry(reference, kind, degree, keys, ending)
    # An entry of which no title was read is still of use if it says what is printed.
    note = reference.note if reference.title else reference.raw or reference.note
    return replace(entry, work=replace(reference, note=note))


def _make_entry(
    work: Reference, kind: str, degree: str, keys: Keys, ending: str
) -> BibliographyEntry:
    authors = tuple(split_names(work.authors))
    year, month, day = date_parts(work.year, work.date)
    first, last = page_range(work.pages)
    return BibliographyEntry(
        key=keys.make_key(authors, year, work.title, work.raw) + ending,
        kind=kind,
        work=work,
        authors=authors,
        editors=tuple(split_names(work.editors)),
        year=year,
        month=month,
        day=day,
        first_page=first,
        last_page=last,
        degree=degree,
    )


def kind_of_paper(paper: Paper) -> str:
    """By the words of its venue; a paper without one is what it was taken for when it was read."""
    if paper.venue:
        return _kind_by_words(paper.venue) or "article"
    taken_for = TAKEN_FOR.get(str(paper.provenance.get("kind")))
    return taken_for or ("preprint" if paper.arxiv_id else "misc")


def _degree_of_paper(paper: Paper) -> str:
    named = paper.provenance.get("degree")
    return str(named) if named in GENRES else find_degree(paper.venue or "")


def _house(paper: Paper) -> str | None:
    """The school of a thesis, the institution of a report: where its first author works."""
    return next((place for who in paper.authors[:1] for place in who.affiliations), None)


def kind_of_reference(reference: Reference) -> str:
    """As it was read; where it was not, by the words of its venue."""
    if reference.type in KINDS:
        return str(reference.type)
    guess = _kind_by_words(_description(reference))
    if guess is None and reference.venue:
        return "article"
    if guess is None and reference.arxiv_id:
        return "preprint"
    return guess or "misc"


def _description(reference: Reference) -> str:
    parts = (reference.venue, reference.institution, reference.note)
    return " ".join(part for part in parts if part)


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
    """Year, month, day as far as known. A date of another year is left out."""
    found = _read_date(date or "")
    if found[0] is not None and year in (None, found[0]):
        return found
    return year, None, None


def _read_date(date: str) -> tuple[int | None, int | None, int | None]:
    numbers = ISO_DATE.match(date)
    if numbers is not None:
        return _existing_date(int(numbers[1]), int(numbers[2] or 0), int(numbers[3] or 0))
    words = WRITTEN_DATE.search(date)
    if words is not None:
        month = MONTHS.index(words[2].lower()) + 1
        return _existing_date(int(words[4]), month, int(words[1] or words[3] or 0))
    return None, None, None


def _existing_date(year: int, month: int, day: int) -> tuple[int | None, int | None, int | None]:
    """As far as the calendar has it: no 31 February."""
    if year < 1000:
        return None, None, None
    if not 1 <= month <= 12:
        return year, None, None
    return year, month, day if 1 <= day <= monthrange(year, month)[1] else None


def published_in(work: Paper | Reference) -> list[str]:
    """The journal or book and the place in it, as bibliographies write it."""
    number = f"{work.volume or ''}{f'({work.issue})' if work.issue else ''}"
    parts = (work.venue, number, f"pp. {work.pages}" if work.pages else "")
    return [part for part in parts if part]


def paper_doubt(paper: Paper) -> Callable[[str], str]:
    """What people read behind a field: a word of doubt, or nothing."""
    return lambda name: UNCERTAIN_MARK if is_uncertain(paper.confidence, name) else ""


def printed_date(year: int | None, date: str | None) -> str | None:
    """The date as it is printed; the year alone where the date is of another one."""
    years = {int(digits) for digits in FOUR_DIGITS.findall(date or "")}
    speaks_of_another = year is not None and years and year not in years
    return date if date and not speaks_of_another else str(year) if year else None


# Letters that have no plain letter inside them for Unicode to find.
_PLAIN_LETTERS = str.maketrans(
    {"ß": "ss", "æ": "ae", "Æ": "ae", "œ": "oe", "Œ": "oe", "ø": "o", "Ø": "o", "ł": "l", "Ł": "l",
     "đ": "d", "Đ": "d", "ð": "d", "Ð": "d", "þ": "th", "Þ": "th", "ı": "i"}
)  # fmt: skip
SMALL_WORDS: frozenset[str] = frozenset(read_word_table("stop_words")["opens_a_title"].split())
_LONGEST_PART = 24


class Keys:
    """Gives keys such as `lovelace1843sketch`; the second of a kind ends in a letter more."""

    def __init__(self) -> None:
        self._given: set[str] = set()
        # How many were asked for before: a thousand of a kind are not counted a thousand times.
        self._count: dict[str, int] = {}

    def make_key(
        self, authors: Sequence[NameParts], year: int | None, title: str | None, raw: str
    ) -> str:
        author, word = _first_author(authors), _first_word(title or "")
        wanted = f"{author}{year or ''}{word}" if author else f"{word}{year or ''}"
        if not author and not word:
            digest = hashlib.sha256(f"{title} {raw}".encode("utf-8", "replace")).hexdigest()
            wanted = f"work{year or ''}{digest[:8]}"
        return self.give_once(wanted)

    def give_once(self, wanted: str) -> str:
        key = wanted
        while key in self._given:
            self._count[wanted] = self._count.get(wanted, 1) + 1
            key = wanted + _count_in_letters(self._count[wanted])
        self._given.add(key)
        return key


def _count_in_letters(count: int) -> str:
    """a, b, ..., z, aa, ab, ... for 1, 2, ...; the first of a kind goes without its a."""
    letters = ""
    while count:
        count, place = divmod(count - 1, 26)
        letters = chr(ord("a") + place) + letters
    return letters


def _first_author(authors: Sequence[NameParts]) -> str:
    if not authors:
        return ""
    return ascii_letters(authors[0].family or authors[0].literal)[:_LONGEST_PART]


def _first_word(title: str) -> str:
    words = [plain for word in re.split(r"[\s\-–—/:]+", title) if (plain := ascii_letters(word))]
    telling = [word for word in words if word not in SMALL_WORDS]
    return (telling or words or [""])[0][:_LONGEST_PART]


def ascii_letters(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text.translate(_PLAIN_LETTERS))
    return re.sub(r"[^a-z0-9]", "", plain.lower())


_THESIS_WORD = r"(?:thesis|dissertation)\b"
# The highest first: who becomes a doctor is often called a master on the same cover.
DEGREE_WORDS = {
    "doctor": re.compile(
        r"\bdoctor of\b|\bdoctora(?:l|te|t)\b|\bdocteur\b|\bdoktor|\binaugural-?dissertation\b"
        rf"|\bph\.?\s?d\.?(?: \w+)? {_THESIS_WORD}",
        re.IGNORECASE,
    ),
    "master": re.compile(
        rf"\bmaster[’']?s? (?:degree\b|project\b|of\b|{_THESIS_WORD})|\bmaster(?:s?arbeit|thesis)\b"
        rf"|\bm\.?\s?(?:sc|phil|eng|a)\.?(?: \w+)? {_THESIS_WORD}|\bdiplom(?:arbeit\b|a thesis\b)"
        r"|\bmémoire de master\b|\blaurea magistrale\b|\bfin de máster\b",
        re.IGNORECASE,
    ),
    "bachelor": re.compile(
        rf"\bbachelor[’']?s? (?:degree\b|project\b|of\b|{_THESIS_WORD})"
        rf"|\bbachelor(?:arbeit|thesis)\b|\bb\.?\s?(?:sc|a|eng)\.?(?: \w+)? {_THESIS_WORD}",
        re.IGNORECASE,
    ),
}


def find_degree(words: str) -> str:
    """doctor, master or bachelor; empty where none is named."""
    # A cover breaks its lines anywhere.
    found = " ".join(words.split())
    return next((name for name, pattern in DEGREE_WORDS.items() if pattern.search(found)), "")
