"""Counts what the sureness of the header models is worth.

`.venv/bin/python -m crossvalidation.header_confidence` prints the points of
`sheaf/extract/header/confidence.py`. The papers are those of the cross-validation, each read by
models that did not learn from its owner.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from corpora.headers import papers
from corpora.headers.papers import KnownPaper
from crossvalidation.header import models_by_fold
from evaluation.header import read_one
from evaluation.header_measures import ABSTRACT_SOFT, Header
from evaluation.matching import similarity
from sheaf.extract.header.labelling import Models
from sheaf.extract.header.reading import told_header

GROUPS = 6
Pair = tuple[float, bool]  # what was said, whether it was right


def main() -> None:
    whole, pages = list(papers.whole_papers()), list(papers.first_pages())
    pairs: dict[str, list[Pair]] = {}
    for fold, models in models_by_fold(pages):
        own = [one for one in [*whole, *pages] if one.fold == fold]
        for paper in own:
            if paper.rank < papers.MOST_OF_AN_OWNER:
                for field, pair in pairs_of(paper, models):
                    pairs.setdefault(field, []).append(pair)
    for field, points in calibration(pairs).items():
        print(f'    "{field}": {points},')


def pairs_of(paper: KnownPaper, models: Models) -> Iterator[tuple[str, Pair]]:
    found, told = told_header(paper.text.lines, paper.text.shapes, paper.text, models)
    one = read_one(paper, models)
    right = {
        "title": one.title_is_near,
        "authors": one.authors_are_exact,
        "year": one.year == one.true_year if one.true_year is not None else None,
        "abstract": _abstract_is_right(one),
    }
    for field, answer in right.items():
        if answer is not None and getattr(found, field):
            yield field, (told[field], answer)


def _abstract_is_right(one: Header) -> bool | None:
    if one.true_abstract is None:
        return None
    return similarity(one.abstract, one.true_abstract) >= ABSTRACT_SOFT


def calibration(pairs: Mapping[str, Sequence[Pair]]) -> dict[str, tuple[tuple[float, float], ...]]:
    return {field: points(found) for field, found in pairs.items()}


def points(pairs: Sequence[Pair]) -> tuple[tuple[float, float], ...]:
    """Groups of like sureness with the share that was right; a group that was less often right
    than a less sure one is made one with it, so that the line never falls."""
    ordered = sorted(pairs)
    size = max(len(ordered) // GROUPS, 1)
    groups = [ordered[start : start + size] for start in range(0, len(ordered), size)]
    pooled: list[list[Pair]] = []
    for group in groups:
        pooled.append(list(group))
        while len(pooled) > 1 and (
            _share(pooled[-2]) >= _share(pooled[-1]) or _place(pooled[-2]) == _place(pooled[-1])
        ):
            last = pooled.pop()
            pooled[-1] += last
    return tuple((_place(group), round(_share(group), 3)) for group in pooled)


def _share(group: Sequence[Pair]) -> float:
    """As if one more had been right and one more wrong, so that few are never all."""
    return (sum(right for _, right in group) + 1) / (len(group) + 2)


def _place(group: Sequence[Pair]) -> float:
    return round(sum(said for said, _ in group) / len(group), 3)


if __name__ == "__main__":
    main()
