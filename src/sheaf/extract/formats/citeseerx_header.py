"""The header of CiteSeerX: `SVM HeaderParse`, with its order of elements and its rules of names."""

from __future__ import annotations

import re
from datetime import UTC, datetime

from sheaf.extract.formats.entries import date_parts
from sheaf.extract.formats.markup import Markup, block, element, optional
from sheaf.records import Author, Paper

ATTRIBUTES = {"name": "SVM HeaderParse", "version": "0.2"}
YEARS_AHEAD = 3
MOST_WORDS = 5
MOST_SMALL_WORDS = 2
LETTERS = re.compile(r"[^\W\d_]+")
NO_PERSON = re.compile(
    r"\b(?:universit\w*|institut\w*|departe?ment|dept|school|college|laborator\w*|faculty|academy"
    r"|centre|center|hospital|corporation|inc|ltd|gmbh|research|group|project|team|consortium"
    r"|association|society|abstract|introduction|keywords|proceedings|conference|journal"
    r"|workshop|copyright|permission|submitted|accepted|technical|report|thesis)\b",
    re.IGNORECASE,
)


def header_parse(paper: Paper) -> Markup:
    """Title and authors are always there, if empty; the rest where it was found."""
    authors = [author for one in paper.authors if (author := _author(one))]
    is_valid = bool(paper.title) and bool(authors)
    return block(
        "algorithm",
        element("title", paper.title),
        block("authors", *authors),
        _keywords(paper.keywords),
        optional("abstract", _one_line(paper.abstract)),
        optional("date", year_of(paper.year, paper.date)),
        element("validHeader", str(int(is_valid))),
        attributes=ATTRIBUTES,
    )


def year_of(year: int | None, date: str | None) -> str | None:
    """Four digits, and not further ahead than print ever is."""
    year, _, _ = date_parts(year, date)
    return str(year) if year and year <= datetime.now(UTC).year + YEARS_AHEAD else None


def _author(author: Author) -> Markup | None:
    name = normal_name(author.name)
    if name is None:
        return None
    return block(
        "author",
        element("name", name),
        optional("affiliation", "; ".join(author.affiliations)),
        optional("address", author.address),
        optional("email", author.email),
    )


def normal_name(name: str) -> str | None:
    """Every word with one capital, at its beginning, and no digits; None for what the original
    would not take for a person's name."""
    words = re.sub(r"\d", "", name).split()
    usable = [word for word in words if LETTERS.search(word)]
    if len(usable) < 2 or len(words) > MOST_WORDS or NO_PERSON.search(name):
        return None
    if all(sum(char.isalpha() for char in word) == 1 for word in usable):
        return None
    if sum(word.islower() for word in usable) > MOST_SMALL_WORDS:
        return None
    return LETTERS.sub(_capitalised, " ".join(words))


def _capitalised(word: re.Match[str]) -> str:
    return word[0][:1].upper() + word[0][1:].lower()


def _keywords(keywords: tuple[str, ...]) -> Markup | None:
    words = [element("keyword", one) for one in keywords]
    return block("keywords", *words) if words else None


def _one_line(text: str | None) -> str | None:
    return " ".join(text.split()) if text else None
