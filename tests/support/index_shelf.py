"""A small index of papers and pages made by hand, without a library."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sheaf.search.contract import Indexed, IndexEntry, SearchResult, search_request
from sheaf.search.indexer import IndexOptions, update_index
from sheaf.search.searcher import Searcher


def paper(number: int, title: str, authors: str = "", **more: Any) -> IndexEntry:
    """Authors with semicolons between."""
    names = tuple(name.strip() for name in authors.split(";") if name.strip())
    body = more.pop("body", f"Text of number {number}.")
    defaults = {"language": "en", "kind": "paper", "sha1": f"{number:040x}"}
    return IndexEntry("paper", number, title, names, body=body, **{**defaults, **more})


PAPERS = (
    paper(
        1, "On Sparse Graphs", "Kurt Gödel; Ada Lovelace", year=2004, venue="Journal of Graphs",
        doi="10.1000/sparse(1)", arxiv_id="math/0309136", host="a.example", citations=3, work=11,
        abstract="We colour sparse graphs with few colours.",
        body="Sparse graphs are studied. The networks are dense elsewhere. We thank Delft.",
        affiliations=("University of Delft",), keywords=("colouring",),
    ),
    paper(
        2, "On Sparse Graphs", "Kurt Gödel; Ada Lovelace", year=2003, host="b.example", work=11,
        body="Sparse graphs are studied in a report.", kind="techreport",
    ),
    paper(
        3, "Dense Networks: a “Survey” [with remarks]", "John Q. Smith; Ada Lovelace", year=2010,
        venue="Conference on Networks", host="a.example", citations=40, work=12,
        arxiv_id="2101.00001v2", body="Networks learn. A network learned long-range dependencies.",
    ),
    paper(
        4, "Zur Färbung dünner Graphen", "Jürgen Groß", year=2014, language="de", work=13,
        body="Die Färbung der Graphen ist schwer. Häuser und Bäume.", host="c.example",
        url="http://c.example/groß.pdf",
    ),
    paper(
        5, "Entropy", "Smith, Zoe", work=14, citations=1, kind="thesis",
        body="Entropy and sparse notes without a year.",
    ),
    paper(
        6, "图像处理的神经网络方法", "王小明", year=2016, language="zh", work=15,
        body="本文研究图像处理。神经网络很有用。",
    ),
    paper(
        7, "Efficient estimation of word representations in vector space",
        "Tomas Mikolov; Jeff Dean", year=2013, citations=90, work=16,
        body="We propose two architectures. See 10.1000/sparse(1).",
    ),
)  # fmt: skip
PAGES = (
    IndexEntry(
        "page", 1, "Graph theory", body="A graph is made of vertices and sparse edges.",
        categories=("Mathematics", "Graphs and networks"), links=("Entropy", "Leonhard Euler"),
        url="http://wiki.example/Graph_theory", host="wiki.example", language="en",
        modified=datetime(2024, 5, 3, tzinfo=UTC),
    ),
    IndexEntry(
        "page", 2, "Entropy (physics)", body="Entropy grows.", categories=("Physics",),
        url="http://wiki.example/Entropy", host="wiki.example", language="en",
        modified=datetime(2023, 1, 1, tzinfo=UTC),
    ),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class EntriesAtHand:
    name: str
    all: Sequence[IndexEntry]

    def entries(self, *, after: int = 0) -> Iterator[IndexEntry]:
        return (entry for entry in self.all if entry.id > after)

    def changed_since(self, mark: object) -> Iterator[IndexEntry]:
        return iter(())

    def removed_since(self, revision: int) -> list[int]:
        return []


@dataclass(slots=True)
class Shelf:
    """What a test asks."""

    folder: Path
    entries: Sequence[IndexEntry] = (*PAPERS, *PAGES)
    citing: dict[int, list[int]] = field(default_factory=lambda: {1: [3, 7]})
    searcher: Searcher = field(init=False)

    def __post_init__(self) -> None:
        texts = {(entry.entry, entry.id): entry.body for entry in self.entries}
        kinds = [EntriesAtHand(kind, [one for one in self.entries if one.entry == kind])
                 for kind in ("paper", "page")]  # fmt: skip
        options = IndexOptions(memory=15_000_000, threads=1)
        sources = Indexed(kinds, lambda: (1, 0))
        update_index(self.folder, sources, options, rebuild=True, report=lambda count: None)
        self.searcher = Searcher(
            self.folder,
            lambda entry, number: texts.get((entry, number), ""),
            citing=lambda number: self.citing.get(number, ()),
        )

    def ask(self, words: str, **more: Any) -> SearchResult:
        return self.searcher.search(search_request(words, **more))

    def numbers(self, words: str, **more: Any) -> list[int]:
        return [hit.id for hit in self.ask(words, **more).hits]
