"""Scores what is read off the first page: title, authors, abstract, on real papers.

Truth is what the authors published elsewhere, so titles are compared normalised and authors by
last name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from pathlib import Path
from typing import Any

from evaluation.contract import Measure, Result, Table, percent, rate_row, share
from evaluation.corpus import Row, digest_of_files, documents, path_of
from evaluation.matching import (
    Overlap,
    f1,
    is_soft_match,
    last_names,
    normalised,
    overlap,
    similarity,
)
from evaluation.surroundings import plain_library
from sheaf import app

TRUTH = ("kind", "field", "title", "authors", "abstract", "abstract_in_pdf")
# GROBID 0.8.2, end to end: kermitt2/grobid at b8d6bec, doc/benchmarks/Benchmarking-{pmc,biorxiv,
# plos,elife}.md. F1 in the matching mode nearest to ours. The headers of those runs were completed
# from a bibliographic database, and the papers are the life sciences', so this is a bearing only.
# Its authors are counted once a paper, so they stand beside our whole lists.
TITLE_PEER = "GROBID 0.8.2 soft: PMC 91.9, bioRxiv 79.1, PLOS 99.3, eLife 93.9"
TITLE_SOFT_PEER = "GROBID 0.8.2 Ratcliff 0.95: PMC 96.0, bioRxiv 87.2, PLOS 99.4, eLife 95.4"
AUTHORS_PEER = "GROBID 0.8.2 soft: PMC 94.7, bioRxiv 85.2, PLOS 99.1, eLife 74.7"
ABSTRACT_PEER = "GROBID 0.8.2 Ratcliff 0.95: PMC 86.1, bioRxiv 76.3, PLOS 66.6, eLife 43.8"


@dataclass(frozen=True, slots=True)
class Header:
    """One paper: what is true beside what was read. An abstract that is not in the file is None."""

    file: str
    field: str
    true_title: str
    true_authors: tuple[str, ...]
    true_abstract: str | None
    title: str | None
    authors: tuple[str, ...]
    abstract: str | None

    @property
    def title_is_exact(self) -> bool:
        return normalised(self.title) == normalised(self.true_title)

    @property
    def title_is_near(self) -> bool:
        return is_soft_match(self.title, self.true_title)

    @property
    def authors_are_exact(self) -> bool:
        """The same people in the same order."""
        return last_names(self.authors) == last_names(self.true_authors)

    @property
    def author_overlap(self) -> Overlap:
        return overlap(last_names(self.authors), last_names(self.true_authors))


class Headers:
    name = "header"
    about = "Title, authors and abstract of real papers, as `sheaf extract` reads them."
    is_slow = False
    needs_shared = True

    def corpus(self) -> str:
        return digest_of_files(self._rows(), TRUTH)

    def score(self) -> Result:
        rows = self._rows()
        papers = extract([path_of(row) for row in rows])
        return score([_header(row, paper) for row, paper in zip(rows, papers, strict=True)])

    def _rows(self) -> list[Row]:
        return [row for row in documents() if row["file"].startswith("papers/")]


def extract(files: Sequence[Path]) -> list[dict[str, Any]]:
    """One Paper a file, in their order."""
    with plain_library() as library:
        papers = {one["provenance"]["source"]: one for one in app.extract(files, library.folder)}
    return [papers[str(path)] for path in files]


def _header(row: Row, paper: Mapping[str, Any]) -> Header:
    return Header(
        file=row["file"],
        field=row["field"],
        true_title=row["title"],
        true_authors=tuple(row["authors"]),
        true_abstract=row["abstract"] if row["abstract_in_pdf"] else None,
        title=paper["title"],
        authors=tuple(author["name"] for author in paper["authors"]),
        abstract=paper["abstract"],
    )


def score(headers: Sequence[Header]) -> Result:
    return Result(
        measures=(
            _share("title_exact", headers, lambda one: one.title_is_exact, TITLE_PEER),
            _share("title_soft", headers, lambda one: one.title_is_near, TITLE_SOFT_PEER),
            _share("authors_exact", headers, lambda one: one.authors_are_exact, AUTHORS_PEER),
            *author_measures([one.author_overlap for one in headers]),
            _share("title_and_authors", headers, _is_whole),
            *_abstract_measures([one for one in headers if one.true_abstract is not None]),
        ),
        tables=(_by_field(headers),),
        misses=tuple(_miss(one) for one in headers if not _is_whole(one)),
    )


def author_measures(overlaps: Sequence[Overlap]) -> tuple[Measure, Measure, Measure]:
    """Over all authors of all papers; precision and recall are traded, so F1 has the floor."""
    total = reduce(lambda one, other: one + other, overlaps, Overlap(0, 0, 0))
    precision, recall = share(total.common, total.found), share(total.common, total.true)
    return (
        Measure("authors_precision", precision, total.found, has_floor=False),
        Measure("authors_recall", recall, total.true, has_floor=False),
        Measure("authors_f1", f1(precision, recall), total.true),
    )


def _abstract_measures(headers: Sequence[Header]) -> tuple[Measure, Measure]:
    likeness = [similarity(one.abstract, one.true_abstract) for one in headers]
    near = sum(is_soft_match(one.abstract, one.true_abstract) for one in headers)
    mean = sum(likeness) / len(likeness) if likeness else 0.0
    return (
        Measure("abstract_soft", share(near, len(headers)), len(headers), ABSTRACT_PEER),
        Measure("abstract_similarity", mean, len(headers)),
    )


def _share(
    name: str, headers: Sequence[Header], holds: Callable[[Header], bool], peer: str = ""
) -> Measure:
    return Measure(name, share(sum(map(holds, headers)), len(headers)), len(headers), peer)


def _is_whole(one: Header) -> bool:
    return one.title_is_exact and one.authors_are_exact


def _by_field(headers: Sequence[Header]) -> Table:
    rows = []
    for name in sorted({one.field for one in headers}):
        of = [one for one in headers if one.field == name]
        _, papers, right, rate = rate_row(name, [one.title_is_exact for one in of])
        authors = percent(share(sum(one.authors_are_exact for one in of), papers))
        rows.append((name, papers, right, rate, authors))
    columns = ("field", "papers", "titles exact", "titles %", "author lists %")
    return Table("By field", columns, tuple(rows))


def _miss(one: Header) -> str:
    parts = []
    if not one.title_is_exact:
        parts.append(f"title {one.title!r}, not {one.true_title!r}")
    if not one.authors_are_exact:
        parts.append(f"authors {list(one.authors)}, not {list(one.true_authors)}")
    return f"{one.file}: {'; '.join(parts)}"
