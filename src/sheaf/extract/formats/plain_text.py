"""Plain text for reading: no markup, no control characters, lines of a bearable length."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from sheaf.extract.formats.entries import printed_date, published_in
from sheaf.extract.formats.model import Json, read_paper
from sheaf.extract.formats.outline import paragraphs
from sheaf.records import Author, Paper, Reference

WIDTH = 80


def write(paper: Json) -> str:
    return "\n\n".join(one for one in _blocks(read_paper(paper)) if one) + "\n"


def _blocks(paper: Paper) -> Iterator[str]:
    yield _underlined(paper.title or "(no title found)", "=")
    yield "\n".join(_wrapped(_author(one)) for one in paper.authors)
    facts = (*published_in(paper), printed_date(paper.year, paper.date), paper.doi)
    yield _wrapped(", ".join(fact for fact in facts if fact))
    if paper.abstract:
        yield _underlined("Abstract", "-")
        yield from map(_wrapped, paragraphs(paper.abstract))
    if paper.keywords:
        yield _wrapped(f"Keywords: {', '.join(paper.keywords)}")
    for section in paper.sections:
        if section.heading:
            yield _underlined(section.heading, "-" if section.level <= 1 else ".")
        yield from map(_wrapped, paragraphs(section.text))
    yield from _ending(paper)


def _ending(paper: Paper) -> Iterator[str]:
    if paper.acknowledgement:
        yield _underlined("Acknowledgements", "-")
        yield from map(_wrapped, paragraphs(paper.acknowledgement))
    if paper.captions:
        yield _underlined("Figures and tables", "-")
        yield from (_wrapped(f"{one.label} {one.text}".strip()) for one in paper.captions)
    if paper.footnotes:
        yield _underlined("Notes", "-")
        yield from map(_wrapped, paper.footnotes)
    if paper.references:
        yield _underlined("References", "-")
        yield "\n".join(map(_reference, enumerate(paper.references, start=1)))


def _author(author: Author) -> str:
    more = [*author.affiliations, author.address, author.email]
    return ", ".join([author.name, *(one for one in more if one)])


def _reference(numbered: tuple[int, Reference]) -> str:
    number, one = numbered
    label = one.marker or f"{number}."
    return _wrapped(f"{label} {one.raw or one.title or ''}".strip(), indent="    ")


def _underlined(text: str, line: str) -> str:
    wrapped = _wrapped(text)
    return f"{wrapped}\n{line * min(max(map(len, wrapped.splitlines()), default=0), WIDTH)}"


def _wrapped(text: str, indent: str = "") -> str:
    """Long words (addresses) stay whole, so that they can be copied."""
    return textwrap.fill(
        text,
        WIDTH,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )
