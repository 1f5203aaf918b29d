"""How sure the reader is of each field, as a share of times that it would be right.

The models say how sure they are of every line and token. What that is worth was counted on papers
of owners they had not learnt from: `crossvalidation/header_confidence.py` writes it as a few points
to models/header-confidence.json. Between two points lies a straight line.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from itertools import pairwise
from math import prod

from sheaf.extract.header.authors import PrintedAuthor
from sheaf.extract.header.labelling import FrontMatter

Points = tuple[tuple[float, float], ...]  # what the model says, how often it is right
# Printed as such and found by a pattern; hardly ever anything else.
BY_PATTERN = 0.95
KEYWORDS = 0.8


def title_score(front: FrontMatter, lines: Sequence[int]) -> float:
    scores = [front.sure[at] if front.labels[at] == "title" else 0.0 for at in lines]
    return sum(scores) / len(scores) if scores else 0.0


def authors_score(front: FrontMatter, authors: Sequence[PrintedAuthor]) -> float:
    """Of the whole list: one author that is not sure makes it unsure."""
    lines = {author.line for author in authors}
    of_lines = prod(front.sure[at] if front.labels[at] == "author" else 0.5 for at in lines)
    of_names = prod(min(author.sure, 1.0) for author in authors)
    return of_lines * of_names if authors else 0.0


def abstract_score(front: FrontMatter, lines: Sequence[int]) -> float:
    """Its borders are what it may get wrong."""
    if not lines:
        return 0.0
    inner = sum(front.sure[at] for at in lines) / len(lines)
    return inner * min(front.sure[lines[0]], front.sure[lines[-1]])


@cache
def calibration() -> Mapping[str, Points]:
    """The points of each field, by what the models say."""
    file = resources.files("sheaf.extract").joinpath("models", "header-confidence.json")
    points = json.loads(file.read_text(encoding="utf-8"))["points"]
    return {
        field: tuple((stated, right) for stated, right in found) for field, found in points.items()
    }


def calibrate(field: str, score: float) -> float:
    points = calibration()[field]
    if score <= points[0][0]:
        return points[0][1]
    for (left, low), (right, high) in pairwise(points):
        if score <= right:
            return round(low + (high - low) * (score - left) / (right - left), 3)
    return points[-1][1]
