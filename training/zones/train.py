"""Trains the model of the zones: `.venv/bin/python -m training.zones.train`.

Reads the shared corpora in place, writes src/sheaf/extract/models/zones.crf, and beside this file
manifest.jsonl (what it was trained on, by SHA-1). There is no chance in it. With --check nothing
is written, and it ends with 1 where the model would differ.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from corpora.zones import Document, documents
from sheaf.extract.zones.features import columns_of, facets
from training.writing import MODELS, Job, run

ABOUT = {
    "what": "the zones of a document, line by line",
    "written_by": "training/zones/train.py",
    "attribution": "training data from GROBID, https://github.com/kermitt2/grobid, CC-BY;"
    " from anystyle, https://github.com/inukshuk/anystyle, BSD-2-Clause",
    "held_out": "sha1(name of the document) mod 10 == 1",
}


def main(arguments: Sequence[str] | None = None) -> int:
    return run(
        Job(
            name="zones",
            target=MODELS / "zones.crf",
            manifest=Path(__file__).with_name("manifest.jsonl"),
            about=ABOUT,
            facets=facets(),
            documents=documents,
            example=_example,
            row=_row,
            settings={"c1": 0.5, "c2": 0.05, "min_count": 3, "iterations": 80},
        ),
        arguments,
    )


def _example(one: Document) -> tuple[dict[str, Sequence[str]], Sequence[str]]:
    return columns_of(one.texts, one.flags), one.labels


def _row(one: Document) -> dict[str, object]:
    return {
        "source": one.source,
        "sha1": one.sha1,
        "lines": len(one.texts),
        "trained_on": not one.is_held_out,
    }


if __name__ == "__main__":
    sys.exit(main())
