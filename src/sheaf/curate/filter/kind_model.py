"""The model that tells kinds of documents apart: multinomial logistic regression over measures.

Its numbers stand in models/kinds.json, written by training/academic/train.py. A measure that could
not be taken counts as average, so it speaks neither for nor against any kind.
"""

from __future__ import annotations

import json
import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources

from sheaf.curate.filter.measures import Measures

# What the filter tells apart.
KINDS: dict[str, str] = {
    "paper": "an article, a conference paper or a preprint",
    "thesis": "a thesis or a dissertation",
    "report": "a technical report or a working paper of an institution",
    "book": "a book, or a chapter of a textbook",
    "slides": "slides of a talk or a lecture",
    "poster": "a poster",
    "cv": "a curriculum vitae",
    "course": "a syllabus or lecture notes",
    "exam": "homework or an exam",
    "form": "a form, or a paper of an administration: invoices, minutes, statements",
    "manual": "a manual or a data sheet",
    "other": "something else",
}
SOFTNESS = 0.25
FURTHEST = 4.0  # deviations from the mean; what lies further out says no more


@dataclass(frozen=True, slots=True)
class KindModel:
    """Weights are those of standardised measures, one row a kind."""

    kinds: tuple[str, ...]
    names: tuple[str, ...]
    means: tuple[float, ...]
    scales: tuple[float, ...]
    bias: tuple[float, ...]
    weights: tuple[tuple[float, ...], ...]

    @classmethod
    def from_json(cls, text: str) -> KindModel:
        found = json.loads(text)
        return cls(
            tuple(found["kinds"]),
            tuple(found["names"]),
            tuple(found["means"]),
            tuple(found["scales"]),
            tuple(found["bias"]),
            tuple(tuple(row) for row in found["weights"]),
        )

    def standardise(self, measures: Measures) -> list[float]:
        columns = zip(self.names, self.means, self.scales, strict=True)
        return [
            max(-FURTHEST, min(FURTHEST, (measures[name] - mean) / scale))
            if name in measures
            else 0.0
            for name, mean, scale in columns
        ]

    def probabilities(self, measures: Measures) -> dict[str, float]:
        row = self.standardise(measures)
        scores = [
            bias + sum(map(float.__mul__, weights, row))
            for bias, weights in zip(self.bias, self.weights, strict=True)
        ]
        highest = max(scores)
        raised = [math.exp(score - highest) for score in scores]
        total = sum(raised)
        return {kind: one / total for kind, one in zip(self.kinds, raised, strict=True)}

    def contributions(
        self, measures: Measures, probabilities: Mapping[str, float], wanted: Collection[str]
    ) -> dict[str, float]:
        """How far each measure moved the log-odds of the wanted kinds against the others."""
        sides = _sides(self.kinds, probabilities, wanted)
        row = self.standardise(measures)
        columns = zip(self.names, row, zip(*self.weights, strict=True), strict=True)
        return {
            name: value * sum(map(float.__mul__, sides, column))
            for name, value, column in columns
            if value
        }


def _sides(
    kinds: tuple[str, ...], probabilities: Mapping[str, float], wanted: Collection[str]
) -> list[float]:
    """For each kind its share of its own side: positive for the wanted, negative for the rest.
    Likely kinds count more, but softly: a sure paper is compared with all that it is not, and
    not only with the one thing it resembles most."""
    soft = {kind: probabilities[kind] ** SOFTNESS for kind in kinds}
    inside = sum(soft[kind] for kind in kinds if kind in wanted)
    outside = sum(soft[kind] for kind in kinds if kind not in wanted)
    return [
        soft[kind] / (inside or 1.0) if kind in wanted else -soft[kind] / (outside or 1.0)
        for kind in kinds
    ]


@cache
def shipped_model() -> KindModel:
    file = resources.files("sheaf.curate").joinpath("models", "kinds.json")
    return KindModel.from_json(file.read_text(encoding="utf-8"))
