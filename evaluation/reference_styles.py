"""References as lists print them, in several styles, made from what is known of a paper."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass

MOST_AUTHORS = 6  # that are written out
COLUMN = 52  # letters in a line of a narrow column
UNDATED = "n.d."


@dataclass(frozen=True, slots=True)
class Cited:
    """What a reference says of a paper."""

    title: str
    authors: tuple[str, ...]
    year: int | None
    venue: str
    doi: str
    volume: int
    number: int
    pages: tuple[int, int]

    @property
    def dated(self) -> str:
        return str(self.year) if self.year else UNDATED


@dataclass(frozen=True, slots=True)
class Name:
    given: tuple[str, ...]
    family: str

    @property
    def initials(self) -> tuple[str, ...]:
        """Of A.-B. and "AB" too; none of a name that is one word."""
        return tuple(
            letter.upper()
            for word in self.given
            for part in word.replace(".", ". ").replace("-", " ").split()
            for letter in (part.strip(".") if part.isupper() else part[:1])
        )


def split_name(name: str) -> Name:
    family, comma, given = name.partition(",")
    if comma:
        return Name(tuple(given.split()), family.strip())
    words = name.split()
    start = len(words) - 1
    while start > 1 and words[start - 1].islower():  # van der Aalst
        start -= 1
    return Name(tuple(words[:start]), " ".join(words[start:]))


def joined(names: Sequence[str], last: str, between: str = ", ") -> str:
    """The names with a word before the last, or et al. where there are many."""
    if len(names) > MOST_AUTHORS:
        return f"{names[0]} et al."
    if len(names) < 2:
        return "".join(names)
    return f"{between.join(names[:-1])}{last}{names[-1]}"


def family_first(cited: Cited, dot: str = ".", between: str = " ") -> list[str]:
    """Writer, A. B."""
    return [
        f"{one.family}, {between.join(letter + dot for letter in one.initials)}".rstrip(", ")
        for one in map(split_name, cited.authors)
    ]


def given_first(cited: Cited) -> list[str]:
    """A. B. Writer"""
    return [
        " ".join([*(f"{letter}." for letter in one.initials), one.family])
        for one in map(split_name, cited.authors)
    ]


def apa(cited: Cited) -> str:
    place = f" {cited.venue}, {cited.volume}({cited.number}), {_pages(cited)}." * bool(cited.venue)
    doi = f" https://doi.org/{cited.doi}" * bool(cited.doi)
    authors = joined(family_first(cited), ", & ")
    return f"{authors} ({cited.dated}). {cited.title}.{place}{doi}"


def ieee(cited: Cited) -> str:
    place = f"in {cited.venue}, " * bool(cited.venue)
    doi = f", doi: {cited.doi}" * bool(cited.doi)
    authors = joined(given_first(cited), " and ")
    where = f"{place}vol. {cited.volume}, no. {cited.number}, pp. {_pages(cited)}, {cited.dated}"
    return f"[{cited.number}] {authors}, “{cited.title},” {where}{doi}."


def chicago(cited: Cited) -> str:
    names = list(cited.authors)
    first = split_name(names[0]) if names else Name((), "")
    if first.given:
        names[0] = f"{first.family}, {' '.join(first.given)}"
    place = f" {cited.venue} {cited.volume}, no. {cited.number}" * bool(cited.venue)
    doi = f" https://doi.org/{cited.doi}." * bool(cited.doi)
    authors = joined(names, ", and ").rstrip(".")
    return f"{authors}. “{cited.title}.”{place} ({cited.dated}): {_pages(cited)}.{doi}"


def acm(cited: Cited) -> str:
    place = f" In {cited.venue}. {_pages(cited)}." * bool(cited.venue)
    doi = f" DOI:https://doi.org/{cited.doi}" * bool(cited.doi)
    authors = joined(list(cited.authors), ", and ").rstrip(".")
    return f"{authors}. {cited.dated}. {cited.title}.{place}{doi}"


def springer(cited: Cited) -> str:
    """As volumes of proceedings print them."""
    place = f" In: {cited.venue}, pp. {_pages(cited)}" * bool(cited.venue)
    authors = joined(family_first(cited, between=""), ", ")
    return f"{cited.number}. {authors}: {cited.title}.{place} ({cited.dated})"


def vancouver(cited: Cited) -> str:
    """As medicine prints them."""
    names = [name.replace(",", "") for name in family_first(cited, dot="", between="")]
    place = f" {cited.venue}." * bool(cited.venue)
    when = f"{cited.dated};{cited.volume}({cited.number}):{_pages(cited, '-')}"
    return f"{joined(names, ', ').rstrip('.')}. {cited.title}.{place} {when}."


def bare(cited: Cited) -> str:
    """As somebody writes it down: family names, title, year."""
    families = [split_name(name).family for name in cited.authors[:3]]
    return " ".join([*families, cited.title, *([str(cited.year)] if cited.year else [])])


def column(cited: Cited) -> str:
    """As copied out of a narrow column: lines end, and words break, where the column does."""
    lines = textwrap.wrap(ieee(cited), COLUMN, break_on_hyphens=False)
    for at, line in enumerate(lines[:-1]):
        head, _, rest = lines[at + 1].partition(" ")
        if len(head) > 9 and head.isalpha():
            lines[at] = f"{line} {head[:4]}-"
            lines[at + 1] = f"{head[4:]} {rest}".rstrip()
    return "\n".join(lines)


def _pages(cited: Cited, dash: str = "–") -> str:
    return f"{cited.pages[0]}{dash}{cited.pages[1]}"


STYLES: dict[str, Callable[[Cited], str]] = {
    "APA": apa,
    "IEEE": ieee,
    "Chicago": chicago,
    "ACM": acm,
    "Springer": springer,
    "Vancouver": vancouver,
    "bare": bare,
    "from a column": column,
}
