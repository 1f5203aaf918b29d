"""Trains the splitting model: `.venv/bin/python -m training.splitting.train`.

Reads the shared corpora in place, writes src/sheaf/extract/models/splitting.crf, and beside this
file manifest.jsonl (what it was trained on, by SHA-1). There is no chance in it. With --check
nothing is written, and it ends with 1 where the model would differ.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from corpora.reference_lists import ReferenceList, labels_of, lists
from sheaf.extract.references.pieces import cut_pieces
from sheaf.extract.references.splitting_features import facets, piece_columns
from training.writing import MODELS, Job, run

ABOUT = {
    "what": "where the entries of a list of references begin",
    "written_by": "training/splitting/train.py",
    "attribution": "training data from GROBID, https://github.com/kermitt2/grobid, CC-BY",
    "held_out": "sha1(name of the document) mod 10 == 1",
}


def main(arguments: Sequence[str] | None = None) -> int:
    return run(
        Job(
            name="splitting",
            target=MODELS / "splitting.crf",
            manifest=Path(__file__).with_name("manifest.jsonl"),
            about=ABOUT,
            facets=facets(),
            documents=lambda: list(lists()),
            example=_example,
            row=_row,
            settings={"c1": 0.3, "c2": 0.05, "min_count": 2, "iterations": 100},
        ),
        arguments,
    )


def _example(one: ReferenceList) -> tuple[dict[str, Sequence[str]], list[str]]:
    pieces = cut_pieces(one.lines)
    return piece_columns(pieces), labels_of(one, pieces)


def _row(one: ReferenceList) -> dict[str, object]:
    return {
        "source": "grobid/reference-segmenter",
        "sha1": one.sha1,
        "lines": len(one.lines),
        "entries": len(one.entries),
        "trained_on": not one.is_held_out,
    }


if __name__ == "__main__":
    sys.exit(main())
