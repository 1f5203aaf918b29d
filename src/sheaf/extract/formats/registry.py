"""The formats there are, by name. A new one is one module and one line here."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from sheaf.errors import UsageError
from sheaf.extract.formats import (
    bibtex,
    citeseerx,
    csl,
    jats,
    markdown,
    plain_reference,
    plain_text,
    ris,
    table,
    tei,
)
from sheaf.extract.formats.entries import BibliographyEntry, list_entries
from sheaf.extract.formats.model import Json, write_json


@dataclass(frozen=True, slots=True)
class Format(ABC):
    """A way to write a paper, and what others call it."""

    name: str
    media_type: str
    extension: str
    about: str

    lists_entries: ClassVar[bool] = False

    @abstractmethod
    def write(self, paper: Json, references: bool = False, number: int | None = None) -> str:
        """Asking for `references` adds an entry for each work that the paper cites, where the
        format is a list of entries; the others say all they can anyway. `number` is that of the
        document in its library: keys end in it, wherever they are written."""


@dataclass(frozen=True, slots=True)
class WholePaper(Format):
    """One text for one paper."""

    writer: Callable[[Json], str]

    def write(self, paper: Json, references: bool = False, number: int | None = None) -> str:
        return self.writer(paper)


@dataclass(frozen=True, slots=True)
class Bibliography(Format):
    """A list of entries: of one paper, of many, or of references. `stream` writes them, whatever
    they are of, as they come."""

    stream: Callable[[Iterable[BibliographyEntry]], Iterator[str]]

    lists_entries: ClassVar[bool] = True

    def write(self, paper: Json, references: bool = False, number: int | None = None) -> str:
        return "".join(self.stream(list_entries(paper, references, number)))


@dataclass(frozen=True, slots=True)
class Table(Format):
    """A line for each paper, and one above them; `stream` writes them as they come."""

    stream: Callable[[Iterable[tuple[int | None, Json]]], Iterator[str]]

    def write(self, paper: Json, references: bool = False, number: int | None = None) -> str:
        return "".join(self.stream([(number, paper)]))


_XML = "application/xml"
_ALL: tuple[Format, ...] = (
    WholePaper("json", "application/json", "json", "all that was read", write_json),
    WholePaper(
        "xml", _XML, "xml", "header and citations, as CiteSeerX has them", citeseerx.write_paper
    ),
    WholePaper("header-xml", _XML, "header.xml", "the header of CiteSeerX", citeseerx.write_header),
    WholePaper(
        "citations-xml",
        _XML,
        "citations.xml",
        "the citations of ParsCit",
        citeseerx.write_citations,
    ),
    WholePaper("body-xml", _XML, "body.xml", "the body of CiteSeerExtractor", citeseerx.write_body),
    WholePaper(
        "keyphrases-xml",
        _XML,
        "keyphrases.xml",
        "the keyphrases of CiteSeerExtractor",
        citeseerx.write_keyphrases,
    ),
    WholePaper("tei", "application/tei+xml", "tei.xml", "TEI P5, the whole paper", tei.write),
    WholePaper("jats", "application/jats+xml", "jats.xml", "JATS 1.1, the whole paper", jats.write),
    Bibliography("bibtex", "application/x-bibtex", "bib", "a BibTeX entry", bibtex.write_entries),
    Bibliography(
        "ris", "application/x-research-info-systems", "ris", "a RIS record", ris.write_entries
    ),
    Bibliography(
        "csl", "application/vnd.citationstyles.csl+json", "csl.json", "CSL-JSON", csl.write_entries
    ),
    Bibliography(
        "reference",
        "text/plain",
        "reference.txt",
        "a plain reference",
        plain_reference.write_entries,
    ),
    Table("csv", "text/csv", "csv", "a line of a table", table.write_papers),
    WholePaper("markdown", "text/markdown", "md", "the whole paper as Markdown", markdown.write),
    WholePaper("text", "text/plain", "txt", "the whole paper for reading", plain_text.write),
)
FORMATS: dict[str, Format] = {form.name: form for form in _ALL}


def find_format(name: str) -> Format:
    """The format of that name; an unknown one is answered with those there are."""
    if name not in FORMATS:
        raise UsageError(f"There is no format called {name!r}.", f"Known: {', '.join(FORMATS)}.")
    return FORMATS[name]


def write(paper: Json, name: str, references: bool = False) -> str:
    return find_format(name).write(paper, references)
