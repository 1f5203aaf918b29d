"""Counts what the sureness of the header models is worth.

`.venv/bin/python -m crossvalidation.header_confidence` writes models/header-confidence.json, which
`sheaf/extract/header/confidence.py` reads. The papers are those of the cross-validation, each read
by models that did not learn from its owner. It takes as long as five trainings.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from corpora.headers import papers
from corpora.headers.papers import KnownPaper
from corpora.shared import absent
from crossvalidation.header import models_by_fold
from evaluation.header import read_one
from evaluation.header_measures import ABSTRACT_SOFT, Header
from evaluation.matching import similarity
from sheaf.extract.header.labelling import Models
from sheaf.extract.header.reading import read_header_with_scores

ROOT = Path(__file__).resolve().parents[1]
TARGET = ROOT / "src" / "sheaf" / "extract" / "models" / "header-confidence.json"
ABOUT = (
    "How often a field is right, by what the models say. Written by"
    " crossvalidation/header_confidence.py."
)
GROUPS = 6
# What is stated below this is a group by itself. The lone year of a citation, a title or a download
# is right in one of eight papers, and few papers have nothing better.
WEAK = {"year": 0.5}
Pair = tuple[float, bool]  # what was said, whether it was right
Points = tuple[tuple[float, float], ...]


def main(target: Path = TARGET) -> int:
    if reason := absent():
        print(f"cannot calibrate: {reason}")
        return 2
    whole, pages = list(papers.whole_papers()), list(papers.first_pages())
    pairs: dict[str, list[Pair]] = {}
    for fold, models in models_by_fold(pages):
        for paper in [*whole, *pages]:
            if paper.fold == fold and paper.rank < papers.MOST_OF_AN_OWNER:
                for field, pair in pairs_of(paper, models):
                    pairs.setdefault(field, []).append(pair)
    write(calibration(pairs), target)
    return 0


def write(found: Mapping[str, Points], target: Path) -> None:
    """One field a line, so that a difference can be read."""
    rows = [f"{json.dumps(field)}: {json.dumps(points)}" for field, points in found.items()]
    lines = ",\n".join(rows)
    text = f'{{\n"about": {json.dumps(ABOUT)},\n"points": {{\n{lines}\n}}\n}}\n'
    target.write_text(text, encoding="utf-8")


def pairs_of(paper: KnownPaper, models: Models) -> Iterator[tuple[str, Pair]]:
    header, scores = read_header_with_scores(
        paper.text.lines, paper.text.shapes, paper.text, models
    )
    one = read_one(paper, models)
    right = {
        "title": one.title_is_near,
        "authors": one.authors_are_exact,
        "year": one.year == one.true_year if one.true_year is not None else None,
        "abstract": _abstract_is_right(one),
    }
    for field, answer in right.items():
        if answer is not None and getattr(header.paper, field):
            yield field, (scores[field], answer)


def _abstract_is_right(one: Header) -> bool | None:
    if one.true_abstract is None:
        return None
    return similarity(one.abstract, one.true_abstract) >= ABSTRACT_SOFT


def calibration(pairs: Mapping[str, Sequence[Pair]]) -> dict[str, Points]:
    return {field: points(found, WEAK.get(field, 0.0)) for field, found in pairs.items()}


def points(pairs: Sequence[Pair], weak: float = 0.0) -> Points:
    """Groups of like sureness with the share that was right; a group that was less often right
    than a less sure one is made one with it, so that the line never falls."""
    ordered = sorted(pair for pair in pairs if pair[0] >= weak)
    size = max(len(ordered) // GROUPS, 1)
    groups = [sorted(pair for pair in pairs if pair[0] < weak)]
    groups += [ordered[start : start + size] for start in range(0, len(ordered), size)]
    pooled: list[list[Pair]] = []
    for group in filter(None, groups):
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
    sys.exit(main())
