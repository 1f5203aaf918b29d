"""Multinomial logistic regression with numpy: small, convex, the same on every run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from sheaf.curate.filter.kind_model import FURTHEST, KindModel
from sheaf.curate.filter.measures import Measures

Array = np.ndarray[Any, np.dtype[np.float64]]

# The weight of the penalty on squared weights, chosen by cross-validation by owner; the score is
# the same from half to twice of it.
PENALTY = 8.0
# A penalty makes a model too modest. Scores are raised by this much, which makes the
# cross-validated probabilities of paper or not, and of kinds, as true as they get.
SHARPNESS = 1.2
STEPS = 1500
CLOSE_ENOUGH = 1e-5
LEAST_SCALE = 0.02  # a measure that hardly varies is not blown up
DIGITS = 4


@dataclass(frozen=True, slots=True)
class Row:
    """One document to learn from: what was measured, what it is, how much it counts."""

    measures: Measures
    kind: str
    weight: float


def fit(rows: Sequence[Row], kinds: Sequence[str], penalty: float = PENALTY) -> KindModel:
    names = sorted({name for row in rows for name in row.measures})
    table = np.array([[row.measures.get(name, np.nan) for name in names] for row in rows])
    weight = np.array([row.weight for row in rows])
    means, scales = _standards(table, weight)
    inputs = np.clip(np.nan_to_num((table - means) / scales), -FURTHEST, FURTHEST)
    truth = np.array([[row.kind == kind for kind in kinds] for row in rows], dtype=float)
    weights, bias = _descend(inputs, truth, weight, penalty)
    return KindModel(
        kinds=tuple(kinds),
        names=tuple(names),
        means=_rounded(means),
        scales=_rounded(scales),
        bias=_rounded(bias * SHARPNESS),
        weights=tuple(_rounded(row * SHARPNESS) for row in weights),
    )


def _standards(table: Array, weight: Array) -> tuple[Array, Array]:
    known = ~np.isnan(table)
    share = known * weight[:, None]
    total = share.sum(axis=0)
    filled = np.nan_to_num(table)
    means = (filled * share).sum(axis=0) / total
    spread = np.sqrt((((filled - means) ** 2) * share).sum(axis=0) / total)
    return np.round(means, DIGITS), np.round(np.maximum(spread, LEAST_SCALE), DIGITS)


def _descend(inputs: Array, truth: Array, weight: Array, penalty: float) -> tuple[Array, Array]:
    """Nesterov's accelerated descent, started over when it overshoots. The bias is free."""
    padded = np.hstack([inputs, np.ones((len(inputs), 1))])
    lasting = np.full(padded.shape[1], penalty)
    lasting[-1] = 1e-3
    curvature = 0.5 * np.linalg.norm(padded * np.sqrt(weight)[:, None], 2) ** 2 + penalty
    point = np.zeros((padded.shape[1], truth.shape[1]))
    ahead, momentum = point.copy(), 1.0
    for _ in range(STEPS):
        guess = _softmax(padded @ ahead)
        slope = padded.T @ ((guess - truth) * weight[:, None]) + lasting[:, None] * ahead
        following = ahead - slope / curvature
        if np.abs(following - point).max() < CLOSE_ENOUGH:
            point = following
            break
        faster = (1 + np.sqrt(1 + 4 * momentum**2)) / 2
        if (slope * (following - point)).sum() > 0:
            faster = momentum = 1.0
        ahead = following + (momentum - 1) / faster * (following - point)
        point, momentum = following, faster
    return point[:-1].T, point[-1]


def _softmax(scores: Array) -> Array:
    raised = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=1, keepdims=True))


def _rounded(values: Array) -> tuple[float, ...]:
    return tuple(round(float(value), DIGITS) for value in values)
