"""Markdown: the whole paper, every character of its text meaning itself."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sheaf.extract.formats.entries import paper_doubt, printed_date, published_in
from sheaf.extract.formats.model import DEEPEST, Json, read_paper, split_paragraphs
from sheaf.records import Author, Paper, Reference

_SPECIAL = re.compile(r"([\\`*_\[\]<>|~&$#])")
# What would begin a heading, a list or a line across, if a line began with it.
_OPENING = re.compile(r"^([+=-])|^(\d+)(?=[.)](?:\s|$))")


FACT_FIELDS = ("venue", "year", "doi", "arxiv_id")


def write(paper: Json) -> str:
    return "\n\n".join(_blocks(read_paper(paper))) + "\n"


def _blocks(paper: Paper) -> Iterator[str]:
    doubt = paper_doubt(paper)
    yield f"# {escape(paper.title or 'Untitled')}{doubt('title')}"
    yield from _authors(paper.authors, doubt("authors"))
    yield from _facts(paper)
    if paper.abstract:
        yield f"## Abstract{doubt('abstract')}"
        yield from map(escape, split_paragraphs(paper.abstract))
    if paper.keywords:
        yield f"**Keywords:** {escape(', '.join(paper.keywords))}{doubt('keywords')}"
    for section in paper.sections:
        if section.heading:
            marks = "#" * min(max(section.level, 1) + 1, DEEPEST)
            yield f"{marks} {escape(section.heading)}"
        yield from map(escape, split_paragraphs(section.text))
    yield from _ending(paper)


def _authors(authors: tuple[Author, ...], doubt: str) -> Iterator[str]:
    lines = []
    for author in authors:
        more = [*author.affiliations, author.address, author.email]
        details = ", ".join(escape(part) for part in more if part)
        lines.append(f"- **{escape(author.name)}**" + (f", {details}" if details else "") + doubt)
    if lines:
        yield "\n".join(lines)


def _facts(paper: Paper) -> Iterator[str]:
    facts = {
        "Published in": ", ".join(published_in(paper)),
        "Date": printed_date(paper.year, paper.date),
        "DOI": paper.doi,
        "arXiv": paper.arxiv_id,
    }
    doubts = dict(zip(facts, map(paper_doubt(paper), FACT_FIELDS), strict=True))
    lines = [f"**{name}:** {escape(value)}{doubts[name]}" for name, value in facts.items() if value]
    if lines:
        yield "\\\n".join(lines)


def _ending(paper: Paper) -> Iterator[str]:
    if paper.acknowledgement:
        yield "## Acknowledgements"
        yield from map(escape, split_paragraphs(paper.acknowledgement))
    if paper.captions:
        yield "## Figures and tables"
        yield "\n".join(
            f"- **{escape(caption.label or caption.kind)}** {escape(caption.text)}"
            for caption in paper.captions
        )
    if paper.footnotes:
        yield "## Notes"
        yield "\n".join(f"- {escape(note)}" for note in paper.footnotes)
    if paper.references:
        yield "## References"
        yield "\n".join(map(_reference, enumerate(paper.references, start=1)))


def _reference(numbered: tuple[int, Reference]) -> str:
    """As printed: that is what readers look for. What was read of it is in the other formats."""
    number, reference = numbered
    marker = f"{escape(reference.marker)} " if reference.marker else ""
    return f"{number}. {marker}{escape(reference.raw or reference.title or '')}".rstrip()


def escape(text: str) -> str:
    return _OPENING.sub(_escape_opening, _SPECIAL.sub(r"\\\1", text))


def _escape_opening(found: re.Match[str]) -> str:
    return f"\\{found[1]}" if found[1] else f"{found[2]}\\"
