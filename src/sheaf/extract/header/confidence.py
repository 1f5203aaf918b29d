"""How sure the reader is of each field, as a share of times that it would be right.

The models say how sure they are of every line and token. What that is worth was counted on papers
of owners they had not learnt from (`crossvalidation/header_confidence.py`), and is kept here as a
few points between which lies a straight line.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import prod

from sheaf.extract.header.authors import Named
from sheaf.extract.header.labelling import Front

Points = tuple[tuple[float, float], ...]  # what the model says, how often it is right
CALIBRATED: Mapping[str, Points] = {
    "title": ((0.829, 0.938), (0.999, 0.975), (1.0, 0.987)),
    "authors": ((0.423, 0.823), (0.896, 0.848), (0.993, 0.897), (0.999, 0.952)),
    # A lone year of a citation, a title, a download: right in one of eight papers.
    "year": ((0.3, 0.13), (0.5, 0.7), (2.733, 0.932), (5.834, 0.977), (7.213, 0.98)),
    "abstract": ((0.397, 0.6), (0.997, 0.95)),
}
# Printed as such and found by a pattern; hardly ever anything else.
BY_PATTERN = 0.95
KEYWORDS = 0.8


def title_sureness(front: Front, lines: Sequence[int]) -> float:
    told = [front.sure[at] if front.labels[at] == "title" else 0.0 for at in lines]
    return sum(told) / len(told) if told else 0.0


def authors_sureness(front: Front, authors: Sequence[Named]) -> float:
    """Of the whole list: one author that is not sure makes it unsure."""
    lines = {one.line for one in authors}
    of_lines = prod(front.sure[at] if front.labels[at] == "author" else 0.5 for at in lines)
    of_names = prod(min(one.sure, 1.0) for one in authors)
    return of_lines * of_names if authors else 0.0


def abstract_sureness(front: Front, lines: Sequence[int]) -> float:
    """Its borders are what it may get wrong."""
    if not lines:
        return 0.0
    inner = sum(front.sure[at] for at in lines) / len(lines)
    return inner * min(front.sure[lines[0]], front.sure[lines[-1]])


def calibrated(field: str, told: float) -> float:
    points = CALIBRATED[field]
    if told <= points[0][0]:
        return points[0][1]
    for (left, low), (right, high) in pairwise(points):
        if told <= right:
            return round(low + (high - low) * (told - left) / (right - left), 3)
    return points[-1][1]
