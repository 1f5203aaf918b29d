"""Readable names for files that people take away: olatunji-2025-self-tuning-graphs."""

from __future__ import annotations

import re

from sheaf.extract.formats.entries import SMALL_WORDS, ascii_letters
from sheaf.extract.formats.model import Json, read_paper
from sheaf.extract.formats.people import NameParts, split_names

TITLE_WORDS = 3
LONGEST_PART = 24  # letters of a name, or of a word


def readable_stem(paper: Json) -> str:
    """The first author's family name, the year, the first telling words of the title, in ASCII.
    Empty where there is neither author nor title. Two papers may well have the same."""
    read = read_paper(paper)
    authors = list(split_names(read.authors[:1]))
    family = _family_name(authors[0]) if authors else ""
    words = _first_words(read.title or "")
    if not family and not words:
        return ""
    year = str(read.year) if read.year else ""
    return "-".join(part[:LONGEST_PART] for part in (family, year, *words) if part)


def _family_name(author: NameParts) -> str:
    """A name whose halves were not told apart most often ends in it."""
    words = [author.family] if author.family else author.literal.split()
    return next((plain for word in reversed(words) if (plain := ascii_letters(word))), "")


def _first_words(title: str) -> list[str]:
    words = [plain for word in re.split(r"[\s\-–—/:]+", title) if (plain := ascii_letters(word))]
    telling = [word for word in words if word not in SMALL_WORDS]
    return (telling or words)[:TITLE_WORDS]
