"""What the training scripts of the line models share: train, write, list, or only check."""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from corpora.shared import absent
from sheaf.extract.sequence.facets import Columns, Facet
from sheaf.extract.sequence.model import Model, load_model
from training.crf import train

MODELS = Path(__file__).resolve().parents[1] / "src" / "sheaf" / "extract" / "models"
# Another BLAS or another compiler may end the descent a little elsewhere.
SAME = 0.05


@dataclass(frozen=True, slots=True)
class Job:
    """`documents` have `is_held_out`; `example` makes columns and labels of one, `row` the line
    that the manifest has about it."""

    name: str
    target: Path
    manifest: Path
    about: Mapping[str, Any]
    facets: Sequence[Facet]
    documents: Callable[[], list[Any]]
    example: Callable[[Any], tuple[Columns, Sequence[str]]]
    row: Callable[[Any], Mapping[str, Any]]
    settings: Mapping[str, Any]


def run(job: Job, arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=f"Train the model {job.name}.")
    parser.add_argument("--check", action="store_true", help="compare with the shipped model only")
    options = parser.parse_args(arguments)
    if reason := absent():
        print(f"cannot train: {reason}")
        return 2
    documents = job.documents()
    examples = [job.example(one) for one in documents if not one.is_held_out]
    about = {**job.about, "settings": dict(job.settings), "documents": len(examples)}
    if options.check:
        return _check(job, examples, about)
    train(examples, job.facets, job.target, about, **job.settings)
    rows = sorted(json.dumps(job.row(one), sort_keys=True) for one in documents)
    job.manifest.write_text("\n".join(rows) + "\n", encoding="utf-8")
    print(f"{job.target}: {len(examples)} documents, {job.target.stat().st_size} bytes")
    return 0


def _check(
    job: Job, examples: Sequence[tuple[Columns, Sequence[str]]], about: Mapping[str, Any]
) -> int:
    with tempfile.TemporaryDirectory() as folder:
        again = Path(folder) / "again.crf"
        train(examples, job.facets, again, about, **job.settings)
        apart = distance(load_model(again.read_bytes()), load_model(job.target.read_bytes()))
    print(f"largest difference to the shipped weights: {apart:.4f}")
    return 0 if apart <= SAME else 1


def distance(one: Model, other: Model) -> float:
    """The largest difference of two weights; infinite where the models are of another make. A
    weight that only one of them has is compared with nothing."""
    if one.labels != other.labels:
        return float("inf")
    keys = one.rows.keys() | other.rows.keys()
    mine = one.table[[one.rows.get(key, 0) for key in keys]]
    theirs = other.table[[other.rows.get(key, 0) for key in keys]]
    steps = np.abs(one.transitions - other.transitions).max()
    return float(max(np.abs(mine - theirs).max(initial=0.0), steps))
