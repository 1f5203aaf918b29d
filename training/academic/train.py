"""Trains the model of the academic filter: `.venv/bin/python training/academic/train.py`.

Reads the shared corpora in place, writes src/sheaf/curate/models/kinds.json, and beside this file
manifest.jsonl (what it was trained on, by SHA-1). The scores are those of
`scripts/evaluate --full`. There is no chance in it: the
folds are by a hash of the owner, the made-up documents by a seed, and the descent starts at zero.
With --check nothing is written, and it ends with 1 where the model would differ.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# Run as a script, Python knows only this folder; the packages are seen from the root.
sys.path.insert(0, str(ROOT))

from corpora.documents import HELD_OUT  # noqa: E402
from corpora.shared import absent  # noqa: E402
from sheaf.curate.filter.kind_model import KindModel  # noqa: E402
from training.academic import examples, synthetic  # noqa: E402
from training.academic.fit import PENALTY, SHARPNESS  # noqa: E402
from training.academic.learning import Measured, measured, model_without  # noqa: E402

MODEL = ROOT / "src" / "sheaf" / "curate" / "models" / "kinds.json"
MANIFEST = Path(__file__).with_name("manifest.jsonl")
# Numbers of another BLAS may differ in the last digits.
SAME = 0.02


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Train the model of the academic filter.")
    parser.add_argument("--check", action="store_true", help="compare with the shipped model only")
    options = parser.parse_args(arguments)
    if reason := absent():
        print(f"cannot train: {reason}")
        return 2
    learnt = list(measured(examples.all_examples()))
    model = model_without(learnt)
    if options.check:
        shipped = KindModel.from_json(MODEL.read_text(encoding="utf-8"))
        apart = distance(model, shipped)
        print(f"largest difference to the shipped weights: {apart:.4f}")
        return 0 if apart <= SAME else 1
    MODEL.write_text(as_json(model), encoding="utf-8")
    MANIFEST.write_text(manifest(learnt), encoding="utf-8")
    print(f"{MODEL}: {len(model.names)} measures, {len(learnt)} documents")
    return 0


def as_json(model: KindModel) -> str:
    about = {
        "about": "Written by training/academic/train.py; trained on documents of the owners that"
        " are not held out, see training/academic/manifest.jsonl.",
        "penalty": PENALTY,
        "sharpness": SHARPNESS,
        "held_out_folds": sorted(HELD_OUT),
    }
    rows = [f"{json.dumps(name)}: {json.dumps(value)}" for name, value in about.items()]
    for name, value in asdict(model).items():
        if name == "weights":
            lines = ",\n".join(json.dumps(row) for row in value)
            rows.append(f'"weights": [\n{lines}\n]')
        else:
            rows.append(f"{json.dumps(name)}: {json.dumps(value)}")
    return "{\n" + ",\n".join(rows) + "\n}\n"


def manifest(learnt: Sequence[Measured]) -> str:
    """One line a document, and one for each source that is made on the spot."""
    made = [
        {"source": "world", "seed": examples.WORLD_SEED, "pages": examples.WORLD_PAGES},
        {"source": "made-up", "seed": synthetic.SEED, "copies": synthetic.COPIES},
    ]
    real = [
        {
            "source": one.example.source,
            "sha1": one.example.sha1,
            "kind": one.example.kind,
            "fold": one.example.fold,
            "trained_on": one.example.kind is not None and one.example.fold not in HELD_OUT,
        }
        for one in learnt
        if one.example.source in ("documents", "layout")
    ]
    real.sort(key=lambda row: (row["source"], row["sha1"]))
    return "".join(json.dumps(row) + "\n" for row in [*made, *real])


def distance(one: KindModel, other: KindModel) -> float:
    """The largest difference of two weights; infinite where the models are of another make."""
    if (one.kinds, one.names) != (other.kinds, other.names):
        return float("inf")
    pairs = zip((*one.weights, one.bias), (*other.weights, other.bias), strict=True)
    return max(abs(a - b) for left, right in pairs for a, b in zip(left, right, strict=True))


if __name__ == "__main__":
    sys.exit(main())
