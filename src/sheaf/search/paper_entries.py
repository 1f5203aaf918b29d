"""A paper as it goes into the index: from its document, its .json and its .txt."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any, Protocol

from sheaf import urls
from sheaf.deposit.catalogue import Catalogue
from sheaf.deposit.overlay.corrected import IS_PAPER
from sheaf.deposit.repository import main_file
from sheaf.extract.formats.model import read_confidence
from sheaf.records import Document, is_uncertain
from sheaf.search.contract import IndexEntry, Reached
from sheaf.search.schema import PAPER

# Longer texts than this are scans of encyclopedias; the rest of one would only cost memory.
LONGEST_TEXT = 5_000_000
# Where sections hold less of the text than this, something went wrong with them.
LEAST_SHARE = 0.4

AT_ONCE = 500

Json = dict[str, Any]


class KnowsWorks(Protocol):
    """As much of the graph as the index needs."""

    def citation_counts(self, document_ids: Collection[int]) -> dict[int, int]: ...
    def work_ids(self, document_ids: Collection[int]) -> dict[int, int]: ...
    def copy_ranks(self, document_ids: Collection[int]) -> dict[int, int]: ...
    def documents_changed_since(self, revision: int) -> Iterable[int]: ...
    def revision(self) -> int: ...


class PaperSource:
    """The documents of a library as entries; with a graph, also by how often they are cited."""

    name = PAPER

    def __init__(self, catalogue: Catalogue, graph: KnowsWorks | None = None) -> None:
        self.catalogue = catalogue
        self.graph = graph

    def entries(self, *, after: int = 0) -> Iterator[IndexEntry]:
        return self._entries(self.catalogue.documents(after=after))

    def changed_since(self, reached: Reached) -> Iterator[IndexEntry]:
        done: set[int] = set()
        for entry in self._entries(self.catalogue.changed_since(reached.revision)):
            done.add(entry.id)
            yield entry
        if self.graph is not None:
            # One that was made anew counts from the beginning.
            is_later = self.graph.revision() >= reached.graph_revision
            since = reached.graph_revision if is_later else 0
            others = set(self.graph.documents_changed_since(since)) - done
            yield from self._entries(self.catalogue.documents_at(others))

    def removed_since(self, revision: int) -> list[int]:
        called_no_papers = self.catalogue.called_no_papers_since(revision)
        return [*self.catalogue.removed_since(revision), *called_no_papers]

    def _entries(self, documents: Iterable[Document]) -> Iterator[IndexEntry]:
        citations: dict[int, int] = {}
        works: dict[int, int] = {}
        copies: dict[int, int] = {}
        for several in _batched(documents, AT_ONCE):
            if self.graph is not None:
                numbers = [document.id for document in several]
                citations = self.graph.citation_counts(numbers)
                works = self.graph.work_ids(numbers)
                copies = self.graph.copy_ranks(numbers)
            corrected = self.catalogue.corrected(document.sha1 for document in several)
            for document in several:
                said = corrected.get(document.sha1, {})
                if IS_PAPER in said:  # somebody has called it none
                    continue
                # Damaged ones `sheaf verify` tells; the text can still be found.
                paper = self.catalogue.read_paper(document.id, said) or {}
                entry = paper_entry(document, paper, citations=citations.get(document.id, 0))
                work, copy = works.get(document.id), copies.get(document.id)
                yield replace(entry, work=work, copy=copy)


def paper_entry(document: Document, paper: Json, *, citations: int | None = None) -> IndexEntry:
    # Who asks for a year wants no guesses.
    is_sure = not is_uncertain(read_confidence(paper), "year")
    authors = _records(paper, "authors")
    return IndexEntry(
        entry=PAPER,
        id=document.id,
        title=_text(paper, "title"),
        authors=_each(authors, "name"),
        affiliations=tuple(place for author in authors for place in _texts(author, "affiliations")),
        venue=_text(paper, "venue"),
        abstract=_text(paper, "abstract"),
        body=_body(document, paper),
        captions=_each(_records(paper, "captions"), "text"),
        references=_each(_records(paper, "references"), "raw"),
        keywords=_texts(paper, "keywords"),
        doi=_text(paper, "doi"),
        arxiv_id=_text(paper, "arxiv_id"),
        sha1=document.sha1,
        url=document.url,
        file=path_in_library(document),
        language=_text(paper, "language"),
        kind=document.kind,
        host=urls.host_of(document.url),
        year=_year(paper) if is_sure else None,
        citations=citations,
    )


def _batched(documents: Iterable[Document], size: int) -> Iterator[list[Document]]:
    rest = iter(documents)
    while several := list(islice(rest, size)):
        yield several


def path_in_library(document: Document) -> str:
    """The document itself, relative to the library."""
    path = main_file(document)
    return "/".join(path.parts[-5:]) if path is not None else ""


def full_text(document: Document) -> str:
    """The text that was read, with its pages; empty where there is none."""
    for path in document.files:
        if path.suffix == ".txt":
            return text_at(path)
    return ""


def text_at(path: Path) -> str:
    """The text in a file; empty where there is none."""
    try:
        return path.read_text(encoding="utf-8", errors="replace")[:LONGEST_TEXT]
    except FileNotFoundError:
        return ""


def _body(document: Document, paper: Json) -> str:
    """The sections, without what has fields of its own; the whole text where there are none."""
    parts = [part for section in _records(paper, "sections")
             for part in (_text(section, "heading"), _text(section, "text")) if part]  # fmt: skip
    parts += [*_texts(paper, "footnotes"), _text(paper, "acknowledgement")]
    sections, text = "\n\n".join(parts), full_text(document)
    return sections if len(sections) >= LEAST_SHARE * len(text) else text


def _year(paper: Json) -> int | None:
    year = paper.get("year")
    return year if isinstance(year, int) and abs(year) < 10_000 else None


# -- fields of files that may have been edited -----------------------------------------------------


def _text(record: Json, name: str) -> str:
    value = record.get(name)
    return value if isinstance(value, str) else ""


def _texts(record: Json, name: str) -> tuple[str, ...]:
    values = record.get(name)
    return (
        tuple(value for value in values if isinstance(value, str))
        if isinstance(values, list)
        else ()
    )


def _records(record: Json, name: str) -> list[Json]:
    values = record.get(name)
    return [item for item in values if isinstance(item, dict)] if isinstance(values, list) else []


def _each(records: list[Json], name: str) -> tuple[str, ...]:
    return tuple(text for record in records if (text := _text(record, name)))
