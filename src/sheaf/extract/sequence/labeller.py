"""Asks a model for the labels of many sequences at once.

CRFsuite's own tagger wants every attribute of every token as a string, which costs more than the
rest of reading a paper. Here a value is looked up once however often it occurs, and all sequences
of a document walk through the model side by side.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib import resources

import numpy as np
from numpy.typing import NDArray

from sheaf.extract.sequence.facets import OUTSIDE, Columns, Facet, key_of
from sheaf.extract.sequence.model import Floats, Model, load_model

MOST_VALUES = 20_000  # remembered of a facet, so that a worker's memory stays flat
WIDEST_BATCH = 64
# A long sequence (the lines of a document) is cut, so that its pieces walk side by side. They
# overlap: what stands a margin away has no say any more.
LONGEST_PIECE = 160
MARGIN = 32


@dataclass(frozen=True, slots=True)
class LabelledSequence:
    """The best labels of a sequence, and how sure the model is of each (its marginal); 0 where
    nobody asked for that."""

    labels: list[str]
    sure: list[float]


@dataclass(frozen=True, slots=True)
class _Piece:
    """A stretch of a sequence, and the part of it that it decides."""

    sequence: int
    start: int
    end: int
    first: int
    last: int

    def __len__(self) -> int:
        return self.end - self.start


class Labeller:
    def __init__(self, model: Model, facets: Sequence[Facet]) -> None:
        self._model = model
        self._lookups = [_Lookup(model, facet) for facet in facets]
        self._columns = [facet.column for facet in facets]
        highest = max(float(model.transitions.max()), 0.0)
        self._steps = np.exp(model.transitions - highest)

    def label(
        self, sequences: Sequence[Columns], *, is_sure: bool = True
    ) -> list[LabelledSequence]:
        """In the order given; `is_sure` asks for the marginals too. Pieces of like length go
        together, so that little is padding."""
        scores = [self._scores(columns) for columns in sequences]
        pieces = [piece for at, rows in enumerate(scores) for piece in _cut_pieces(at, len(rows))]
        pieces.sort(key=len)
        found = [LabelledSequence([""] * len(rows), [0.0] * len(rows)) for rows in scores]
        for start in range(0, len(pieces), WIDEST_BATCH):
            self._decide(pieces[start : start + WIDEST_BATCH], scores, found, is_sure)
        return found

    def _scores(self, columns: Columns) -> Floats:
        """What the items say for themselves, one row an item."""
        length = len(next(iter(columns.values())))
        total = np.zeros((length, len(self._model.labels)), np.float32)
        if length:
            for column, lookup in zip(self._columns, self._lookups, strict=True):
                lookup.add_to(total, columns[column])
        return total

    def _decide(
        self,
        batch: Sequence[_Piece],
        scores: Sequence[Floats],
        found: Sequence[LabelledSequence],
        is_sure: bool,
    ) -> None:
        sizes = np.array([len(piece) for piece in batch])
        side_by_side = np.zeros((sizes.max(), len(batch), len(self._model.labels)), np.float32)
        for at, piece in enumerate(batch):
            side_by_side[: sizes[at], at] = scores[piece.sequence][piece.start : piece.end]
        paths = _viterbi(side_by_side, self._model.transitions, sizes)
        chosen = np.zeros(paths.shape, np.float32)
        if is_sure:
            likely = _marginals(side_by_side, self._steps, sizes)
            chosen = np.take_along_axis(likely, paths[:, :, None], axis=2)[:, :, 0]
        for at, piece in enumerate(batch):
            own = slice(piece.first - piece.start, piece.last - piece.start)
            labelled = found[piece.sequence]
            labelled.labels[piece.first : piece.last] = [
                self._model.labels[i] for i in paths[own, at]
            ]
            labelled.sure[piece.first : piece.last] = chosen[own, at].tolist()


def _cut_pieces(sequence: int, length: int) -> Iterator[_Piece]:
    if length <= LONGEST_PIECE:
        yield from [_Piece(sequence, 0, length, 0, length)] if length else []
        return
    for first in range(0, length, LONGEST_PIECE - 2 * MARGIN):
        last = min(length, first + LONGEST_PIECE - 2 * MARGIN)
        yield _Piece(sequence, max(0, first - MARGIN), min(length, last + MARGIN), first, last)


class _Lookup:
    """The rows of a facet's values, one for each offset. A value with several attributes has its
    rows summed up on first sight."""

    def __init__(self, model: Model, facet: Facet) -> None:
        self._model = model
        self._facet = facet
        self._known: dict[str, int] = {}
        self._sums = np.zeros((256, len(facet.offsets), len(model.labels)), np.float32)
        self._outside = self._row(OUTSIDE)

    def add_to(self, scores: Floats, values: Sequence[str]) -> None:
        known = self._known
        if len(known) > MOST_VALUES:
            known.clear()
            self._outside = self._row(OUTSIDE)
        rows = np.array([known[v] if v in known else self._row(v) for v in values])
        length = len(rows)
        for column, offset in enumerate(self._facet.offsets):
            seen = self._sums[:, column]
            inside = slice(max(0, -offset), max(0, min(length, length - offset)))
            source = rows[max(0, offset) : max(0, length + min(0, offset))]
            if len(source):
                scores[inside] += seen[source]
            if offset:
                beyond = scores[: min(length, -offset)] if offset < 0 else scores[-offset:]
                beyond += seen[self._outside]

    def _row(self, value: str) -> int:
        number = self._known[value] = len(self._known)
        if number >= len(self._sums):
            self._sums = np.concatenate([self._sums, np.zeros_like(self._sums)])
        rows, table, facet = self._model.rows, self._model.table, self._facet
        attributes = facet.attributes_of(value)
        for column, offset in enumerate(facet.offsets):
            at = [rows.get(key_of(facet.name, offset, one), 0) for one in attributes]
            self._sums[number, column] = table[at].sum(axis=0)
        return number


def _viterbi(scores: Floats, transitions: Floats, sizes: NDArray[np.int64]) -> NDArray[np.int64]:
    """The best path of every sequence, as [place, sequence]; beyond its end nothing counts.

    Only the best scores are kept on the way there. Where they came from is asked again on the
    way back, for the one path that counts: that is cheaper than to note it for all of them.
    """
    longest, width, count = scores.shape
    best = np.empty_like(scores)
    best[0] = scores[0]
    ways = np.empty((count, width, count), np.float32)
    for place in range(1, longest):
        np.add(best[place - 1].T[:, :, None], transitions[:, None, :], out=ways)
        np.maximum.reduce(ways, axis=0, out=best[place])
        best[place] += scores[place]
    column = np.arange(width)
    paths = np.zeros((longest, width), np.int64)
    now = best[sizes - 1, column].argmax(axis=1)
    into = np.ascontiguousarray(transitions.T)
    for place in range(longest - 1, -1, -1):
        paths[place] = now
        before = best[place - 1] + into[now]
        now = np.where(place < sizes, before.argmax(axis=1), now)
    return paths


def _marginals(scores: Floats, steps: Floats, sizes: NDArray[np.int64]) -> Floats:
    """Forward and backward, scaled at every place so that long sequences do not vanish."""
    likely = np.exp(scores - scores.max(axis=2, keepdims=True))
    longest = len(likely)
    forward = np.empty_like(likely)
    forward[0] = likely[0]
    for place in range(1, longest):
        before = forward[place - 1] / forward[place - 1].sum(axis=1, keepdims=True)
        forward[place] = (before @ steps) * likely[place]
    backward = np.ones_like(likely)
    for place in range(longest - 2, -1, -1):
        after = (backward[place + 1] * likely[place + 1]) @ steps.T
        after /= after.sum(axis=1, keepdims=True)
        backward[place] = np.where((place + 1 < sizes)[:, None], after, 1.0)
    joint = forward * backward
    result: Floats = joint / joint.sum(axis=2, keepdims=True)
    return result


def load_labeller(name: str, facets: Callable[[], Sequence[Facet]]) -> Labeller:
    """The model of this name that comes with Sheaf."""
    data = resources.files("sheaf.extract").joinpath("models", f"{name}.crf").read_bytes()
    return Labeller(load_model(data), facets())
