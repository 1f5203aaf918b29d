"""Trains the model that reads references: `.venv/bin/python -m training.citation.train`.

Needs PyTorch (`pip install torch`), which is no dependency of Sheaf, and a GPU or patience. Writes
src/sheaf/extract/models/citation.net, and beside this file manifest.json: what it was trained on,
by counts and digests. Scores are those of `scripts/evaluate`. With --check nothing is trained: the
data is made again and compared with the manifest.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from corpora.shared import absent
from sheaf.extract.citation.features import WORD, facets, feature_columns
from sheaf.extract.citation.network import Network, NetworkLabeller, save_network
from sheaf.extract.citation.spans import Span, make_spans
from training.citation import calibration
from training.citation.dataset import DEVELOPMENT, SEED, Dataset, dataset
from training.citation.examples import Example

ROOT = Path(__file__).resolve().parents[2]
MODEL = ROOT / "src" / "sheaf" / "extract" / "models" / "citation.net"
MANIFEST = Path(__file__).with_name("manifest.json")
ABOUT = {
    "about": "Labels the tokens of a reference. Written by training/citation/train.py.",
    "attribution": "training data from GROBID, https://github.com/kermitt2/grobid, CC-BY; "
    "references of anystyle, https://github.com/inukshuk/anystyle, BSD; references made from both "
    "and from metadata of the ACL Anthology, the ML Anthology (Apache-2.0) and GIANT (MIT)",
    "held_out": "GROBID documents whose SHA-1 leaves 1 when divided by 10 (scored on), and 2 "
    "(calibrated on)",
}


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Train the model that reads references.")
    parser.add_argument("--check", action="store_true", help="compare the data with the manifest")
    options = parser.parse_args(arguments)
    if reason := absent():
        print(f"cannot train: {reason}")
        return 2
    data = dataset()
    told = manifest(data)
    if options.check:
        shipped = json.loads(MANIFEST.read_text(encoding="utf-8"))
        is_same = shipped == told
        print("the data is that of the manifest" if is_same else "the data has changed")
        return 0 if is_same else 1
    network = trained(data)
    save_network(MODEL, with_calibration(network, data))
    MANIFEST.write_text(json.dumps(told, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    print(f"{MODEL}: {MODEL.stat().st_size} bytes, {len(network.rows)} attributes")
    return 0


def trained(data: Dataset) -> Network:
    from training.citation.teaching import taught  # needs PyTorch

    return taught(data.train, data.made, data.bare, ABOUT)


def with_calibration(network: Network, data: Dataset) -> Network:
    bends = calibration.fitted(data.development, read(network, data.development))
    return replace(network, about={**network.about, "calibration": bends})


def read(network: Network, examples: Sequence[Example]) -> list[list[Span]]:
    labeller = NetworkLabeller(network, facets(), known_by=WORD)
    answers = labeller.label([feature_columns(one.text, one.tokens) for one in examples])
    return [
        make_spans(one.text, one.tokens, answer.labels, answer.sure)
        for one, answer in zip(examples, answers, strict=True)
    ]


def manifest(data: Dataset) -> dict[str, Any]:
    return {
        "seed": SEED,
        "calibrated_on_remainder": DEVELOPMENT,
        "train": _told(data.train),
        "made": _told(data.made),
        "bare": _told(data.bare),
        "development": _told(data.development),
        "held_out": _told(data.held_out),
    }


def _told(examples: Sequence[Example]) -> dict[str, Any]:
    lines = (
        f"{one.source}\t{one.document}\t{one.text}\t{' '.join(one.labels)}" for one in examples
    )
    return {
        "references": len(examples),
        "sources": dict(sorted(Counter(one.source for one in examples).items())),
        "sha256": hashlib.sha256("\n".join(lines).encode()).hexdigest(),
    }


if __name__ == "__main__":
    sys.exit(main())
