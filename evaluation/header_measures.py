"""What is measured of headers: title, authors, year, abstract, DOI, against a truth told elsewhere.

Truth is what the authors published, so titles are compared normalised and authors by last name,
as it is spelled; whole lists are also counted with spellings set aside (`header_names.py`).
A year counts where it is printed, an abstract where the truth says that the file has it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import reduce

from evaluation.contract import Measure, Result, Table, percent, rate_row, share
from evaluation.header_names import all_spelled_freely
from evaluation.matching import (
    Overlap,
    f1,
    is_soft_match,
    last_names,
    normalised,
    overlap,
    similarity,
)

# GROBID 0.8.2, end to end: kermitt2/grobid at b8d6bec, doc/benchmarks/Benchmarking-{pmc,biorxiv,
# plos,elife}.md. F1 in the matching mode nearest to ours. The headers of those runs were completed
# from a bibliographic database, and the papers are the life sciences', so this is a bearing only.
# Its authors are counted once a paper, so they stand beside our whole lists.
TITLE_PEER = "GROBID 0.8.2 soft: PMC 91.9, bioRxiv 79.1, PLOS 99.3, eLife 93.9"
TITLE_SOFT_PEER = "GROBID 0.8.2 Ratcliff 0.95: PMC 96.0, bioRxiv 87.2, PLOS 99.4, eLife 95.4"
AUTHORS_PEER = "GROBID 0.8.2 soft: PMC 94.7, bioRxiv 85.2, PLOS 99.1, eLife 74.7"
ABSTRACT_PEER = "GROBID 0.8.2 Ratcliff 0.95: PMC 86.1, bioRxiv 76.3, PLOS 66.6, eLife 43.8"
ABSTRACT_SOFT = 0.8  # similarity; abstracts on the web are often a little other than in print


@dataclass(frozen=True, slots=True)
class Header:
    """One paper: what is true beside what was read. An abstract that is not in the file, and a
    year that is not printed in it, are None."""

    file: str
    field: str
    true_title: str
    true_authors: tuple[str, ...]
    true_abstract: str | None
    title: str | None
    authors: tuple[str, ...]
    abstract: str | None
    true_year: int | None = None
    year: int | None = None
    true_doi: str | None = None
    doi: str | None = None

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
    def authors_are_spelled_so(self) -> bool:
        """The same, however their names are spelled."""
        return all_spelled_freely(self.authors) == all_spelled_freely(self.true_authors)

    @property
    def author_overlap(self) -> Overlap:
        return overlap(last_names(self.authors), last_names(self.true_authors))

    @property
    def doi_is_wrong(self) -> bool:
        return bool(self.doi and self.true_doi) and self.doi != str(self.true_doi).lower()


def header_measures(headers: Sequence[Header], prefix: str = "") -> tuple[Measure, ...]:
    """Measures without anything to measure are left out."""
    dated = [one for one in headers if one.true_year is not None]
    abstracts = [one for one in headers if one.true_abstract is not None]
    with_doi = [one for one in headers if one.doi and one.true_doi]
    found = (
        _share("title_exact", headers, lambda one: one.title_is_exact, TITLE_PEER),
        _share("title_soft", headers, lambda one: one.title_is_near, TITLE_SOFT_PEER),
        _share("authors_exact", headers, lambda one: one.authors_are_exact, AUTHORS_PEER),
        _share("authors_exact_any_spelling", headers, lambda one: one.authors_are_spelled_so),
        *author_measures([one.author_overlap for one in headers]),
        _share("title_and_authors", headers, is_whole),
        *([_share("year", dated, lambda one: one.year == one.true_year)] if dated else []),
        *(_abstract_measures(abstracts) if abstracts else ()),
        *([_share("doi_right", with_doi, lambda one: not one.doi_is_wrong)] if with_doi else []),
    )
    if not prefix:
        return found
    return tuple(
        Measure(f"{prefix}_{one.name}", one.value, one.of, one.peer, one.has_floor)
        for one in found
    )  # fmt: skip


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
    near = sum(one >= ABSTRACT_SOFT for one in likeness)
    mean = sum(likeness) / len(likeness) if likeness else 0.0
    return (
        Measure("abstract_soft", share(near, len(headers)), len(headers), ABSTRACT_PEER),
        Measure("abstract_similarity", mean, len(headers)),
    )


def _share(
    name: str, headers: Sequence[Header], holds: Callable[[Header], bool], peer: str = ""
) -> Measure:
    return Measure(name, share(sum(map(holds, headers)), len(headers)), len(headers), peer)


def is_whole(one: Header) -> bool:
    return one.title_is_exact and one.authors_are_exact


def by_field(headers: Sequence[Header], title: str = "By field") -> Table:
    rows = []
    for name in sorted({one.field for one in headers}):
        of = [one for one in headers if one.field == name]
        _, papers, right, rate = rate_row(name, [one.title_is_exact for one in of])
        authors = percent(share(sum(one.authors_are_exact for one in of), papers))
        rows.append((name, papers, right, rate, authors))
    columns = ("field", "papers", "titles exact", "titles %", "author lists %")
    return Table(title, columns, tuple(rows))


def score(headers: Sequence[Header]) -> Result:
    return Result(
        measures=header_measures(headers),
        tables=(by_field(headers),),
        misses=misses(headers),
    )


def misses(headers: Sequence[Header]) -> tuple[str, ...]:
    return tuple(text for one in headers if (text := _miss(one)))


def _miss(one: Header) -> str:
    parts = []
    if not one.title_is_exact:
        parts.append(f"title {one.title!r}, not {one.true_title!r}")
    if not one.authors_are_exact:
        parts.append(f"authors {list(one.authors)}, not {list(one.true_authors)}")
    if one.true_year is not None and one.year != one.true_year:
        parts.append(f"year {one.year}, not {one.true_year}")
    if one.true_abstract is not None:
        like = similarity(one.abstract, one.true_abstract)
        if like < ABSTRACT_SOFT:
            parts.append(f"abstract {like:.2f}")
    if one.doi_is_wrong:
        parts.append(f"DOI {one.doi}, not {one.true_doi}")
    return f"{one.file}: {'; '.join(parts)}" if parts else ""
