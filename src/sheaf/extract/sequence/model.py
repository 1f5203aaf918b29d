"""A trained model as a file: attributes, labels, weights; small enough for the wheel.

Weights are kept sparse and in half precision, since most attributes speak for a few labels only.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Model:
    """`table` has one row an attribute and one column a label. Its row 0 is all zeros: it stands
    for every attribute that the model does not know."""

    labels: tuple[str, ...]
    rows: Mapping[str, int]
    table: Floats
    transitions: Floats  # from label, to label
    about: Mapping[str, Any]


def save_model(
    path: Path,
    labels: tuple[str, ...],
    states: Mapping[tuple[str, str], float],
    transitions: Mapping[tuple[str, str], float],
    about: Mapping[str, Any],
) -> None:
    """`states` are the weights by attribute and label. The same input gives the same bytes."""
    number = {label: at for at, label in enumerate(labels)}
    keys = sorted({key for key, _ in states})
    row = {key: at for at, key in enumerate(keys)}
    ordered = sorted((row[key], number[label], weight) for (key, label), weight in states.items())
    counts = np.bincount([at for at, _, _ in ordered], minlength=len(keys)).astype(np.uint8)
    step = np.zeros((len(labels), len(labels)), np.float32)
    for (before, after), weight in transitions.items():
        step[number[before], number[after]] = weight
    parts = {
        "about.json": json.dumps({"labels": labels, **about}, indent=1, sort_keys=True).encode(),
        "keys.txt": "\n".join(keys).encode(),
        "counts.u1": counts.tobytes(),
        "columns.u1": np.array([label for _, label, _ in ordered], np.uint8).tobytes(),
        "weights.f2": np.array([weight for _, _, weight in ordered], "<f2").tobytes(),
        "transitions.f4": step.astype("<f4").tobytes(),
    }
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, data in parts.items():
            archive.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED, 9)
    path.write_bytes(packed.getvalue())


def load_model(data: bytes) -> Model:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        about = json.loads(archive.read("about.json"))
        keys = archive.read("keys.txt").decode().split("\n")
        counts = np.frombuffer(archive.read("counts.u1"), np.uint8)
        columns = np.frombuffer(archive.read("columns.u1"), np.uint8)
        weights = np.frombuffer(archive.read("weights.f2"), "<f2")
        transitions = np.frombuffer(archive.read("transitions.f4"), "<f4")
    labels = tuple(about.pop("labels"))
    table = np.zeros((len(keys) + 1, len(labels)), np.float32)
    table[np.repeat(np.arange(1, len(keys) + 1), counts), columns] = weights
    rows = {key: at for at, key in enumerate(keys, 1)}
    return Model(labels, rows, table, transitions.reshape(len(labels), -1).copy(), about)
