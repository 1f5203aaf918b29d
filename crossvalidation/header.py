"""Scores the header reader's way of learning: trained five times, each time without the owners
it is scored on.

All shared papers are scored, read as the product reads them, and the first pages of at most forty
papers of an owner. What the models learn from is the same as for the shipped ones, but for the
owners of the fold.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from corpora.headers import papers
from corpora.headers.examples import Example
from corpora.headers.papers import KnownPaper
from corpora.headers.split import FOLDS, fold_of
from corpora.shared import SHARED_DATA, digest, digest_of_files, documents
from evaluation.contract import Result, Table, percent, share
from evaluation.header import CORPORA, TRUTH, read_one
from evaluation.header_measures import Header, by_field, header_measures, misses
from evaluation.matching import normalised
from sheaf.extract.header.labelling import Models
from training.header.learning import fit
from training.header.train import SETTINGS, completed


class HeadersCrossValidated:
    name = "header_crossvalidated"
    about = (
        "The header reader, cross-validated by owner in five folds: no owner is on both sides."
        " All shared papers, and the first pages (`pages_`) of at most forty papers of an owner."
        " The truth is what the authors published: where it names other people than the first page"
        " prints, or in another order, no reader can be right (second table). The features and"
        " rules were chosen while looking at these scores, so they flatter."
    )
    is_slow = True
    needs_shared = True

    def corpus(self) -> str:
        rows = [row for row in documents() if row["file"].startswith("papers/")]
        files = digest_of_files(rows, TRUTH)
        return digest([files, *((SHARED_DATA / name).read_bytes().hex() for name in CORPORA)])

    def score(self) -> Result:
        whole, pages = list(papers.whole_papers()), list(papers.first_pages())
        read: list[Header] = []
        more: list[Header] = []
        for fold, models in models_by_fold(pages):
            read += [read_one(one, models) for one in whole if one.fold == fold]
            more += [
                read_one(one, models)
                for one in pages
                if one.fold == fold and one.rank < papers.MOST_OF_AN_OWNER
            ]
        printed = {one.name: normalised(one.text.content) for one in [*whole, *pages]}
        return Result(
            measures=(*header_measures(read), *header_measures(more, "pages")),
            tables=(
                by_field(read),
                _author_lists(read, "papers", printed),
                by_field(more, "By field, first pages"),
                _author_lists(more, "first pages", printed),
            ),
            misses=misses([*read, *more]),
        )


def models_by_fold(pages: Sequence[KnownPaper]) -> Iterator[tuple[int, Models]]:
    annotated = papers.annotated()
    known = papers.found_in_layout(pages)
    with tempfile.TemporaryDirectory() as folder:
        full: list[Example] = completed(annotated, known, Path(folder))
        for fold in range(FOLDS):
            learnt = [one for one in full if fold_of(one.owner) != fold]
            yield fold, fit([*annotated, *learnt], Path(folder), {}, SETTINGS)


def _author_lists(headers: Sequence[Header], of: str, printed: dict[str, str]) -> Table:
    """Why lists are not right, as far as it can be told by counting."""
    wrong = [one for one in headers if not one.authors_are_exact]
    counts = {"right": len(headers) - len(wrong)}
    for one in wrong:
        kind = _kind(one, printed[one.file])
        counts[kind] = counts.get(kind, 0) + 1
    rows = tuple(
        (kind, count, percent(share(count, len(headers))))
        for kind, count in sorted(counts.items(), key=lambda pair: -pair[1])
    )
    return Table(f"Author lists of {of}", ("list", of, "%"), rows)


def _kind(one: Header, text: str) -> str:
    found = {normalised(name.split()[-1]) for name in one.authors if name.split()}
    true = {normalised(name.split()[-1]) for name in one.true_authors if name.split()}
    if not all(name in text for name in true):
        return "the truth has a name that is not printed so"
    if found == true:
        return "the same people in another order"
    return "somebody too many" if found > true else "somebody missing" if found < true else "both"
