"""A small recurrent network that says what each token of a reference is likely to be.

It reads the reference in both directions, so that a word is judged by all that stands before and
behind it; the chain of labels on top is that of every other model here. Trained with PyTorch,
asked with numpy: the weights are a few matrices.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sheaf.extract.sequence.facets import Columns, Facet
from sheaf.extract.sequence.labeller import MOST_VALUES, LabelledSequence, Labeller
from sheaf.extract.sequence.model import Floats, Model

DIRECTIONS = ("forward", "backward")
WIDEST_BATCH = 64
# The matrices of a direction: from the input, from the state before, and what is added to both.
PARTS = ("input", "state", "bias")


@dataclass(frozen=True, slots=True)
class Network:
    """`table` has one row an attribute; its row 0 stands for what is not known, row 1 for a word
    that is not."""

    labels: tuple[str, ...]
    rows: Mapping[str, int]
    table: Floats
    weights: Mapping[str, Floats]  # "forward.input", ..., "output.weight", "output.bias"
    transitions: Floats
    about: Mapping[str, Any]


def save_network(path: Path, network: Network) -> None:
    """Attributes in bytes, each row with a scale of its own; matrices in half precision."""
    keys = sorted(network.rows, key=lambda key: network.rows[key])
    scales = np.maximum(np.abs(network.table).max(axis=1), 1e-6) / 127
    parts = {
        "about.json": json.dumps(
            {
                "labels": network.labels,
                "width": network.table.shape[1],
                "shapes": {name: matrix.shape for name, matrix in network.weights.items()},
                **network.about,
            },
            indent=1,
            sort_keys=True,
        ).encode(),
        "keys.txt": "\n".join(keys).encode(),
        "table.i1": np.round(network.table / scales[:, None]).astype(np.int8).tobytes(),
        "scales.f4": scales.astype("<f4").tobytes(),
        "transitions.f4": network.transitions.astype("<f4").tobytes(),
        **{
            f"{name}.f2": matrix.astype("<f2").tobytes() for name, matrix in network.weights.items()
        },
    }
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, data in parts.items():
            archive.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED, 9)
    path.write_bytes(packed.getvalue())


def load_network(data: bytes) -> Network:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        about = json.loads(archive.read("about.json"))
        keys = archive.read("keys.txt").decode().split("\n")
        scales = np.frombuffer(archive.read("scales.f4"), "<f4")
        table = np.frombuffer(archive.read("table.i1"), np.int8)
        transitions = np.frombuffer(archive.read("transitions.f4"), "<f4")
        shapes = about.pop("shapes")
        weights = {
            name: np.frombuffer(archive.read(f"{name}.f2"), "<f2").astype(np.float32).reshape(shape)
            for name, shape in shapes.items()
        }
    labels, width = tuple(about.pop("labels")), about.pop("width")
    return Network(
        labels,
        {key: at for at, key in enumerate(keys, 2)},
        (table.reshape(-1, width) * scales[:, None]).astype(np.float32),
        weights,
        transitions.reshape(len(labels), -1).copy(),
        about,
    )


class NetworkLabeller(Labeller):
    """A Labeller whose items are judged by a network instead of by weights of their attributes."""

    def __init__(self, network: Network, facets: Sequence[Facet], known_by: str) -> None:
        nothing = np.zeros((1, len(network.labels)), np.float32)
        super().__init__(Model(network.labels, {}, nothing, network.transitions, network.about), ())
        self._network = network
        self._facets = tuple(facets)
        self._weights = _halve_gates(network.weights)
        self._judged: Iterator[Floats] = iter(())
        self._vectors = [_Vectors(network, facet, facet.name == known_by) for facet in facets]

    @property
    def about(self) -> Mapping[str, Any]:
        return self._network.about

    def label(
        self, sequences: Sequence[Columns], *, is_sure: bool = True
    ) -> list[LabelledSequence]:
        """All sequences go through the network together, however long the list."""
        found: list[LabelledSequence] = []
        for start in range(0, len(sequences), WIDEST_BATCH):
            batch = sequences[start : start + WIDEST_BATCH]
            self._judged = iter(self._judge(batch))
            found += super().label(batch, is_sure=is_sure)
        return found

    def _scores(self, columns: Columns) -> Floats:
        return next(self._judged)

    def _judge(self, batch: Sequence[Columns]) -> list[Floats]:
        """One row a token for each sequence."""
        sizes = np.array([len(columns[self._facets[0].column]) for columns in batch])
        if not sizes.sum():
            return [np.zeros((0, len(self._network.labels)), np.float32) for _ in batch]
        inputs = self._inputs(batch)
        starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])
        weights = self._weights
        states = [
            _run_direction(inputs, weights, direction, starts, sizes) for direction in DIRECTIONS
        ]
        scores = np.concatenate(states, axis=1) @ weights["output.weight"] + weights["output.bias"]
        return [scores[start : start + size] for start, size in zip(starts, sizes, strict=True)]

    def _inputs(self, batch: Sequence[Columns]) -> Floats:
        """One vector a token, all sequences one behind the other."""
        total: Floats | None = None
        for facet, vectors in zip(self._facets, self._vectors, strict=True):
            values = [value for columns in batch for value in columns[facet.column]]
            found = vectors.of(values)
            total = found if total is None else np.add(total, found, out=total)
        if total is None:
            raise ValueError("a network needs facets")
        return total + self._weights["input.bias"]


class _Vectors:
    """The vector of each value of a facet: its attributes' rows, summed up on first sight."""

    def __init__(self, network: Network, facet: Facet, has_unknown: bool) -> None:
        self._network, self._facet = network, facet
        self._unknown = 1 if has_unknown else 0
        self._known: dict[str, int] = {}
        self._sums = np.zeros((256, network.table.shape[1]), np.float32)

    def of(self, values: Sequence[str]) -> Floats:
        known = self._known
        if len(known) > MOST_VALUES:
            known.clear()
        unseen = [value for value in dict.fromkeys(values) if value not in known]
        if unseen:
            self._add(unseen)
        found: Floats = self._sums[[known[value] for value in values]]
        return found

    def _add(self, values: Sequence[str]) -> None:
        """All at once: most values of a segment are seen for the first time."""
        rows, prefix = self._network.rows, f"{self._facet.name}="
        at: list[int] = []
        starts: list[int] = []
        for value in values:
            starts.append(len(at))
            attributes = self._facet.attributes_of(value)
            at += [rows.get(prefix + attribute, self._unknown) for attribute in attributes]
        first = len(self._known)
        while first + len(values) > len(self._sums):
            self._sums = np.concatenate([self._sums, np.zeros_like(self._sums)])
        summed = np.add.reduceat(self._network.table[at], starts, axis=0)
        self._sums[first : first + len(values)] = summed
        self._known.update(zip(values, range(first, first + len(values)), strict=True))


def _halve_gates(weights: Mapping[str, Floats]) -> dict[str, Floats]:
    """The sigmoid of x is (1 + tanh of half of x) / 2. With the weights of the three gates halved
    beforehand, one tanh serves them and the candidate alike."""
    found = dict(weights)
    for direction in DIRECTIONS:
        for part in PARTS:
            matrix = weights[f"{direction}.{part}"].copy()
            matrix[..., : 3 * matrix.shape[-1] // 4] *= 0.5
            found[f"{direction}.{part}"] = matrix
    return found


def _run_direction(
    inputs: Floats,
    weights: Mapping[str, Floats],
    direction: str,
    starts: NDArray[np.int64],
    sizes: NDArray[np.int64],
) -> Floats:
    """A long short-term memory in one direction. All sequences take a step at once, the longest
    first, so that those that have ended are simply cut off."""
    taken, kept, bias = (weights[f"{direction}.{part}"] for part in PARTS)
    width = kept.shape[0]
    order = np.argsort(-sizes, kind="stable")
    starts, sizes = starts[order], sizes[order]
    going = [int((sizes > step).sum()) for step in range(int(sizes[0]))]
    # The tokens in the order in which they are come by, so that a step is a slice.
    path = np.concatenate(
        [
            starts[:count] + (step if direction == "forward" else sizes[:count] - 1 - step)
            for step, count in enumerate(going)
        ]
    )
    driven = inputs[path] @ taken + bias
    states = np.empty((len(path), width), np.float32)
    memory = np.zeros((len(sizes), width), np.float32)
    at = 0
    for step, count in enumerate(going):
        gates = driven[at : at + count]
        if step:
            gates += states[at - going[step - 1] : at - going[step - 1] + count] @ kept
        np.tanh(gates, out=gates)
        gates[:, : 3 * width] += 1.0
        memory = memory[:count]
        memory *= gates[:, width : 2 * width]
        memory += gates[:, :width] * gates[:, 3 * width :]
        memory *= 0.5
        state = np.tanh(memory, out=states[at : at + count])
        state *= gates[:, 2 * width : 3 * width]
        state *= 0.5
        at += count
    found = np.empty_like(states)
    found[path] = states
    return found
