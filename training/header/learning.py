"""Trains the two models of the header reader, and fills in what a corpus does not tell.

Papers with known title and authors do not tell which line is an affiliation or a date. A model
trained on the annotated corpora labels those lines, held to what is known; then all are learnt
from together.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np

from corpora.headers.examples import BETWEEN, FIRST, REST, Example, LabelledLine
from corpora.headers.truth import allowed
from sheaf.extract.header import line_features, token_features
from sheaf.extract.header.labelling import Models
from sheaf.extract.sequence.facets import Columns
from sheaf.extract.sequence.labeller import Labeller, _viterbi
from sheaf.extract.sequence.model import load_model
from training.crf import train

TOKEN_LABELS = frozenset({FIRST, REST, BETWEEN, "affiliation", "address", "email", "date", "other"})
NOT_AUTHORS = TOKEN_LABELS - {FIRST, REST, BETWEEN}
NEVER = -1e4
LINES, TOKENS = "header-lines.crf", "header-tokens.crf"

Taught = tuple[Columns, list[str]]
Choice = frozenset[str] | None  # the labels an item may have


@dataclass(frozen=True, slots=True)
class Settings:
    c1: float = 0.1
    c2: float = 0.05
    min_count: int = 2
    iterations: int = 100


def fit(examples: Sequence[Example], folder: Path, about: dict[str, Any], how: Settings) -> Models:
    """Both models. The token model learns with lines labelled by models that did not learn from
    them, so that it knows how often those err."""
    told = cross_fitted(examples, folder, how)
    tokens = fit_tokens(examples, told, folder / TOKENS, about, how)
    return Models(fit_lines(examples, folder / LINES, about, how), tokens)


def cross_fitted(
    examples: Sequence[Example], folder: Path, how: Settings
) -> list[tuple[list[str], list[float]]]:
    """The labels of all lines, and how sure each is, from the model of the other half."""
    half = [crc32(one.name.encode()) % 2 for one in examples]
    found: list[tuple[list[str], list[float]]] = [([], [])] * len(examples)
    scratch = folder / "half.crf"
    for part in (0, 1):
        learnt = [one for one, side in zip(examples, half, strict=True) if side != part]
        model = fit_lines(learnt, scratch, {}, how)
        for at, one in enumerate(examples):
            if half[at] == part:
                columns = line_features.columns_of([line.layout for line in one.lines])
                answer = model.label([columns])[0]
                found[at] = answer.labels, answer.sure
    scratch.unlink()
    return found


def fit_lines(
    examples: Iterable[Example], target: Path, about: dict[str, Any], how: Settings
) -> Labeller:
    taught: list[Taught] = []
    for one in examples:
        columns = line_features.columns_of([line.layout for line in one.lines])
        taught.append((columns, [line.label or "other" for line in one.lines]))
    return _fit(taught, line_features.facets(), target, about, how)


def fit_tokens(
    examples: Iterable[Example],
    line_labels: Iterable[tuple[Sequence[str], Sequence[float]]],
    target: Path,
    about: dict[str, Any],
    how: Settings,
) -> Labeller:
    """The labels of lines are given as the line model would give them."""
    taught: list[Taught] = []
    for one, (labels, sure) in zip(examples, line_labels, strict=True):
        columns, known = token_columns(one, labels, sure)
        if known:
            taught.append((columns, [label or "other" for label in known]))
    return _fit(taught, token_features.facets(), target, about, how)


def _fit(
    taught: Sequence[Taught], facets: Any, target: Path, about: dict[str, Any], how: Settings
) -> Labeller:
    train(
        taught, facets, target, about,
        c1=how.c1, c2=how.c2, min_count=how.min_count, iterations=how.iterations,
    )  # fmt: skip
    return Labeller(load_model(target.read_bytes()), facets)


def token_columns(
    one: Example, labels: Sequence[str], sure: Sequence[float]
) -> tuple[Columns, list[str | None]]:
    columns, places = token_features.columns_of([line.layout for line in one.lines], labels, sure)
    numbers: dict[int, int] = {}
    known: list[str | None] = []
    for line, _ in places:
        number = numbers[line] = numbers.get(line, -1) + 1
        label = one.lines[line].labels[number]
        known.append(label if label is None or label in TOKEN_LABELS else "other")
    return columns, known


# -- filling in ----------------------------------------------------------------------------------


def complete(
    examples: Sequence[Example], lines: Labeller, tokens: Labeller | None
) -> list[Example]:
    """What is unknown as the models see it, what is known as it is."""
    found = []
    for one in examples:
        columns = line_features.columns_of([line.layout for line in one.lines])
        choices = [
            may if may is not None else frozenset({line.label or "other"})
            for may, line in zip(allowed(one), one.lines, strict=True)
        ]
        labels = decode(lines, columns, choices)
        found.append(_with_tokens(one, labels, tokens))
    return found


def _with_tokens(one: Example, labels: Sequence[str], tokens: Labeller | None) -> Example:
    told: list[str] | None = None
    if tokens is not None:
        columns, known = token_columns(one, labels, [0.9] * len(labels))
        choices = [
            frozenset({label})
            if label is not None
            else NOT_AUTHORS | {BETWEEN}
            if line == "author"
            else NOT_AUTHORS
            for label, line in zip(known, columns["line"], strict=True)
        ]
        told = decode(tokens, columns, choices) if known else []
    lines, at = [], 0
    for line, label in zip(one.lines, labels, strict=True):
        new: list[str | None] = list(line.labels)
        for number, old in enumerate(line.labels):
            if label in token_features.MIXED and told is not None:
                new[number] = told[at]
                at += 1
            elif old is None:
                new[number] = label if label != "author" else BETWEEN
        lines.append(_settled(replace(line, labels=tuple(new)), label))
    return replace(one, lines=tuple(lines))


def _settled(line: LabelledLine, label: str) -> LabelledLine:
    """The label of a line is that of its tokens; where they say otherwise, they give in."""
    if line.label == label or label in token_features.MIXED:
        return line
    return replace(line, labels=(label,) * len(line.labels))


def decode(labeller: Labeller, columns: Columns, choices: Sequence[Choice]) -> list[str]:
    """The best labels among those that are allowed."""
    names = labeller._model.labels
    scores = labeller._scores(columns)
    for at, choice in enumerate(choices):
        if choice is not None:
            ruled_out = [number for number, name in enumerate(names) if name not in choice]
            if len(ruled_out) < len(names):
                scores[at, ruled_out] += NEVER
    path = _viterbi(scores[:, None], labeller._model.transitions, np.asarray([len(choices)]))
    return [names[number] for number in path[:, 0]]
