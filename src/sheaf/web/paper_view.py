"""A paper as its page shows it: people with their places, references with their links.

What is shown came from anywhere. It is text to the template, and whatever becomes a link is built
here, from identifiers that look as they should.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, urlsplit

from sheaf.extract.formats.citing_places import SplitContext, split_context
from sheaf.extract.formats.entries import published_in
from sheaf.extract.formats.model import read_paper
from sheaf.records import Author, Paper, Person, Reference, is_uncertain

DOI = re.compile(r"10\.\d{4,9}(?:\.\d+)*/\S+")
ARXIV = re.compile(r"(?:\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Za-z-]+)?/\d{7})(?:v\d+)?")
HEADINGS = {"funding.funders": "Funding", "funding.people": "People thanked"}
DEEPEST = 4  # level of a heading that is still shown further in


@dataclass(frozen=True, slots=True)
class PaperLink:
    """Words, and where they lead; nowhere where that would not be safe."""

    words: str
    address: str | None = None


@dataclass(frozen=True, slots=True)
class ShownAuthor:
    author: Author
    places: tuple[int, ...]  # numbers in the list of affiliations


@dataclass(frozen=True, slots=True)
class ShownReference:
    reference: Reference
    authors: str
    where: str
    links: tuple[PaperLink, ...]
    contexts: tuple[SplitContext, ...]

    @property
    def uncertain(self) -> list[str]:
        return _uncertain_fields(self.reference)

    @property
    def has_fields(self) -> bool:
        return bool(self.reference.title or self.authors or self.where)


@dataclass(frozen=True, slots=True)
class ShownPaper:
    paper: Paper
    authors: tuple[ShownAuthor, ...]
    affiliations: tuple[str, ...]
    published_in: str
    links: tuple[PaperLink, ...]
    outline: tuple[tuple[int, int, str], ...]  # number of the section, level and heading
    references: tuple[ShownReference, ...]
    extras: tuple[tuple[str, tuple[str, ...]], ...]
    sure: Mapping[str, int]  # percent, by field

    @property
    def uncertain(self) -> list[str]:
        return _uncertain_fields(self.paper)


def view_of(json: Mapping[str, Any]) -> ShownPaper:
    paper = read_paper(json)
    affiliations = tuple(dict.fromkeys(place for who in paper.authors for place in _places(who)))
    return ShownPaper(
        paper=paper,
        authors=tuple(
            ShownAuthor(who, tuple(affiliations.index(place) + 1 for place in _places(who)))
            for who in paper.authors
            if who.name
        ),
        affiliations=affiliations,
        published_in=", ".join(published_in(paper)),
        links=tuple(_links(paper.doi, paper.arxiv_id, None)),
        outline=tuple(
            (number, min(section.level, DEEPEST), section.heading)
            for number, section in enumerate(paper.sections, start=1)
            if section.heading
        ),
        references=tuple(map(_reference, paper.references)),
        extras=tuple(_extras(paper.extras, known=frozenset(map(str.casefold, paper.keywords)))),
        sure=dict(_percents(json.get("confidence"))),
    )


def _uncertain_fields(read: Paper | Reference) -> list[str]:
    return [name for name in read.confidence if is_uncertain(read.confidence, name)]


def _places(who: Author) -> Sequence[str]:
    return [*who.affiliations, *([who.address] if who.address else [])]


def _reference(reference: Reference) -> ShownReference:
    return ShownReference(
        reference=reference,
        authors=people(reference.authors),
        where=" ".join(_where(reference)),
        links=tuple(_links(reference.doi, reference.arxiv_id, reference.url)),
        contexts=tuple(split_context(place) for place in reference.contexts if place.text),
    )


def people(persons: Sequence[Person]) -> str:
    return ", ".join(person.name for person in persons if person.name)


def _where(reference: Reference) -> Iterator[str]:
    more = (reference.institution, reference.publisher, reference.place)
    found = [*published_in(reference), *(part for part in more if part)]
    yield from (f"{part}," for part in found[:-1])
    yield from found[-1:]


def work_links(doi: str, arxiv_id: str) -> tuple[PaperLink, ...]:
    """Where a work is to be found elsewhere."""
    return tuple(_links(doi, arxiv_id, None))


def _links(doi: str | None, arxiv_id: str | None, url: str | None) -> Iterator[PaperLink]:
    if doi:
        plain = doi.strip().removeprefix("doi:").lstrip("/")
        address = f"https://doi.org/{quote(plain, safe='/')}" if DOI.fullmatch(plain) else None
        yield PaperLink(f"doi:{plain}", address)
    if arxiv_id:
        is_usual = ARXIV.fullmatch(arxiv_id)
        yield PaperLink(
            f"arXiv:{arxiv_id}", f"https://arxiv.org/abs/{arxiv_id}" if is_usual else None
        )
    if url:
        yield PaperLink(url, url if is_web_address(url) else None)


def is_web_address(url: str) -> bool:
    """Whether it may be written as a link: javascript: and the like never are, and no browser of
    today follows ftp:."""
    try:
        parts = urlsplit(url)
        return parts.scheme in {"http", "https"} and bool(parts.hostname)
    except ValueError:
        return False


def _extras(
    extras: Mapping[str, Any], known: frozenset[str]
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """What annotators found, whatever its shape: lists of words, or of things with words. The
    numbers among them are for programs; what the paper's keywords say is not said again."""
    for name, found in sorted(extras.items()):
        lists = found.items() if isinstance(found, Mapping) else [("", found)]
        for part, values in lists:
            words = tuple(_words(values)) if isinstance(values, list | tuple) else ()
            if words := tuple(word for word in words if word.casefold() not in known):
                yield HEADINGS.get(f"{name}.{part}") or f"{name} {part}".strip().capitalize(), words


def _words(found: Any) -> Iterator[str]:
    if isinstance(found, str) and found.strip():
        yield found
    elif isinstance(found, list | tuple):
        yield from (words for item in found if (words := ", ".join(_words(item))))
    elif isinstance(found, Mapping):
        for item in found.values():
            yield from _words(item)


def _percents(confidence: Any) -> Iterator[tuple[str, int]]:
    for name, sure in confidence.items() if isinstance(confidence, Mapping) else ():
        if isinstance(sure, int | float) and not isinstance(sure, bool) and 0 < sure <= 1:
            yield name, round(sure * 100)
