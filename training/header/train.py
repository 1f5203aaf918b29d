"""Trains the models of the header reader: `.venv/bin/python -m training.header.train`.

Reads the shared corpora in place, writes src/sheaf/extract/models/header-lines.crf and
header-tokens.crf, and beside this file manifest.json (what they were trained on, and how much of
it). The scores are those of `scripts/evaluate --full`. There is no chance in it: who is held out
is by a hash, and the descent starts at zero. With --check nothing is written, and it ends with 1
where the corpora or the code would give other examples than the manifest says.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from corpora.headers import papers
from corpora.headers.examples import Example
from corpora.shared import absent
from sheaf.extract.header.labelling import Models
from training.header.learning import LINES, TOKENS, Settings, complete, fit, fit_lines, fit_tokens

ROOT = Path(__file__).resolve().parents[2]
MODELS = ROOT / "src" / "sheaf" / "extract" / "models"
MANIFEST = Path(__file__).with_name("manifest.json")
SETTINGS = Settings()
ATTRIBUTION = (
    "Training data from GROBID, https://github.com/kermitt2/grobid, CC-BY; tagged headers of"
    " Seymore, McCallum and Rosenfeld as distributed with CiteSeerX, Apache-2.0; titles and authors"
    " that authors published of their own papers."
)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Train the models of the header reader.")
    parser.add_argument("--check", action="store_true", help="compare with the manifest only")
    options = parser.parse_args(arguments)
    if reason := absent():
        print(f"cannot train: {reason}")
        return 2
    annotated = papers.annotated()
    known = papers.found_in_layout(papers.learnt_from(list(papers.first_pages())))
    told = manifest(annotated, known)
    if options.check:
        same = json.loads(MANIFEST.read_text(encoding="utf-8")) == told
        print("the same examples" if same else "other examples than the manifest says")
        return 0 if same else 1
    with tempfile.TemporaryDirectory() as folder:
        train(annotated, known, Path(folder))
        for name in (LINES, TOKENS):
            (MODELS / name).write_bytes((Path(folder) / name).read_bytes())
            print(f"{MODELS / name}: {(MODELS / name).stat().st_size} bytes")
    MANIFEST.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
    return 0


def train(annotated: Sequence[Example], known: Sequence[Example], folder: Path) -> Models:
    """First from the annotated headers alone, to fill in what is not known of the others."""
    about = {"about": "Written by training/header/train.py.", "data": ATTRIBUTION}
    return fit([*annotated, *completed(annotated, known, folder)], folder, about, SETTINGS)


def completed(
    annotated: Sequence[Example], known: Sequence[Example], folder: Path
) -> list[Example]:
    lines = fit_lines(annotated, folder / "first-lines.crf", {}, SETTINGS)
    gold = [
        ([line.label or "other" for line in one.lines], [0.9] * len(one.lines)) for one in annotated
    ]
    tokens = fit_tokens(annotated, gold, folder / "first-tokens.crf", {}, SETTINGS)
    return complete(known, lines, tokens)


def manifest(annotated: Sequence[Example], known: Sequence[Example]) -> dict[str, Any]:
    examples = [*annotated, *known]
    sources = sorted({one.source for one in examples})
    return {
        "attribution": ATTRIBUTION,
        "held_out": "owners with sha1(owner) mod 5 == 0; GROBID documents with"
        " sha1('header:' + stem) mod 10 == 0",
        "settings": {
            "c1": SETTINGS.c1, "c2": SETTINGS.c2, "min_count": SETTINGS.min_count,
            "iterations": SETTINGS.iterations,
        },
        "sources": {
            source: _told([one for one in examples if one.source == source]) for source in sources
        },
    }  # fmt: skip


def _told(examples: Sequence[Example]) -> dict[str, Any]:
    owners = Counter(one.owner for one in examples)
    labels = Counter(str(line.label) for one in examples for line in one.lines)
    content = "\n".join(
        f"{one.name}\t{line.layout}\t{line.labels}" for one in examples for line in one.lines
    )
    return {
        "documents": len(examples),
        "owners": len(owners),
        "lines": sum(len(one.lines) for one in examples),
        "labels": dict(sorted(labels.items())),
        "sha256": hashlib.sha256(content.encode()).hexdigest(),
    }


if __name__ == "__main__":
    sys.exit(main())
