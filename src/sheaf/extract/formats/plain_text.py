"""Plain text for reading: no markup, no control characters, lines of a bearable length."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from sheaf.extract.formats.entries import paper_doubt, printed_date, published_in
from sheaf.extract.formats.model import Json, read_paper, split_paragraphs
from sheaf.records import Author, Paper, Reference

WIDTH = 80


def write(paper: Json) -> str:
    return "\n\n".join(block for block in _blocks(read_paper(paper)) if block) + "\n"


def _blocks(paper: Paper) -> Iterator[str]:
    doubt = paper_doubt(paper)
    yield _underline((paper.title or "(no title found)") + doubt("title"), "=")
    yield "\n".join(_wrap(_author(author) + doubt("authors")) for author in paper.authors)
    facts = {
        "venue": ", ".join(published_in(paper)),
        "year": printed_date(paper.year, paper.date),
        "doi": paper.doi,
    }
    yield _wrap(", ".join(fact + doubt(name) for name, fact in facts.items() if fact))
    if paper.abstract:
        yield _underline(f"Abstract{doubt('abstract')}", "-")
        yield from map(_wrap, split_paragraphs(paper.abstract))
    if paper.keywords:
        yield _wrap(f"Keywords: {', '.join(paper.keywords)}{doubt('keywords')}")
    for section in paper.sections:
        if section.heading:
            yield _underline(section.heading, "-" if section.level <= 1 else ".")
        yield from map(_wrap, split_paragraphs(section.text))
    yield from _ending(paper)


def _ending(paper: Paper) -> Iterator[str]:
    if paper.acknowledgement:
        yield _underline("Acknowledgements", "-")
        yield from map(_wrap, split_paragraphs(paper.acknowledgement))
    if paper.captions:
        yield _underline("Figures and tables", "-")
        yield from (_wrap(f"{caption.label} {caption.text}".strip()) for caption in paper.captions)
    if paper.footnotes:
        yield _underline("Notes", "-")
        yield from map(_wrap, paper.footnotes)
    if paper.references:
        yield _underline("References", "-")
        yield "\n".join(map(_reference, enumerate(paper.references, start=1)))


def _author(author: Author) -> str:
    more = [*author.affiliations, author.address, author.email]
    return ", ".join([author.name, *(part for part in more if part)])


def _reference(numbered: tuple[int, Reference]) -> str:
    number, reference = numbered
    label = reference.marker or f"{number}."
    return _wrap(f"{label} {reference.raw or reference.title or ''}".strip(), indent="    ")


def _underline(text: str, line: str) -> str:
    wrapped = _wrap(text)
    return f"{wrapped}\n{line * min(max(map(len, wrapped.splitlines()), default=0), WIDTH)}"


def _wrap(text: str, indent: str = "") -> str:
    """Long words (addresses) stay whole, so that they can be copied."""
    return textwrap.fill(
        text,
        WIDTH,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )
