"""Bends the model's own confidence towards how often it is right, field by field.

Fitted on documents that were neither trained on nor scored: a logistic regression of two numbers a
label, and the same two for labels that are too rare to have their own.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence

import numpy as np

from sheaf.extract.citation.confidence import logit
from sheaf.extract.citation.spans import Span
from training.citation.examples import Example
from training.citation.works import values

LEAST = 60  # fields of a label, below which it shares the bend of all
ROUNDS = 200
LONGEST_STEP = 0.3  # Newton overshoots where nearly all are sure
PENALTY = 1.0  # towards taking the model at its word
Stated = list[tuple[float, bool]]


def fitted(examples: Sequence[Example], read: Sequence[Sequence[Span]]) -> dict[str, list[float]]:
    stated: dict[str, Stated] = defaultdict(list)
    for one, spans in zip(examples, read, strict=True):
        true = defaultdict(str)
        for label, text in values(one):
            true[label] += _bare(text)
        found = defaultdict(str)
        for span in spans:
            found[span.label] += _bare(span.text)
        for span in spans:
            stated[span.label].append((span.sure, true[span.label] == found[span.label]))
    everything = [pair for pairs in stated.values() for pair in pairs]
    shared = _bend(everything)
    return {
        label: _bend(pairs) if len(pairs) >= LEAST else shared
        for label, pairs in sorted(stated.items())
    }


def _bare(text: str) -> str:
    return "".join(char for char in text.lower() if char.isalnum())


def _bend(pairs: Stated) -> list[float]:
    """Newton's method; two unknowns."""
    inputs = np.array([[logit(sure), 1.0] for sure, _ in pairs])
    right = np.array([float(is_right) for _, is_right in pairs])
    weights = np.array([1.0, 0.0])
    start = weights.copy()
    for _ in range(ROUNDS):
        chance = 1 / (1 + np.exp(-np.clip(inputs @ weights, -30, 30)))
        slope = inputs.T @ (chance - right) + PENALTY * (weights - start)
        curve = (inputs * (chance * (1 - chance))[:, None]).T @ inputs + PENALTY * np.eye(2)
        step = np.linalg.solve(curve, slope)
        weights -= np.clip(step, -LONGEST_STEP, LONGEST_STEP)
        if float(np.abs(step).max()) < 1e-6:
            break
    return [round(float(one), 3) for one in weights if math.isfinite(float(one))]
