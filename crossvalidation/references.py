"""How well the reader of references learns, whichever tenth is kept from it.

`.venv/bin/python -m crossvalidation.references`: GROBID's references are dealt into ten folds, and
ten networks are each fitted without one and scored on it. They are dealt in two ways: by document,
as the tenth that `scripts/evaluate` scores on was, and one by one at random, as GROBID itself does,
where a paper's references stand on both sides. Copies of what is scored on are kept from learning
either way. A network here is like the one that ships but has had no teachers and fewer rounds,
which is ten times as fast.

Needs PyTorch and a GPU. Writes references.json beside this file: the counts by fold.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np

from corpora.references import grobid
from corpora.references.annotated import Annotated
from corpora.shared import absent
from evaluation.reference_fields import Tally, as_fields, as_labelled
from sheaf.extract.citation.features import WORD, facets, feature_columns
from sheaf.extract.citation.network import Network, NetworkLabeller
from sheaf.extract.citation.spans import make_spans
from sheaf.extract.citation.tokens import clean_reference, tokenize
from training.citation import vocabulary
from training.citation.dataset import SEED, learnable, made_from, remainder, scored_elsewhere
from training.citation.examples import Example, example

REPORT = Path(__file__).with_name("references.json")
FOLDS = 10
EPOCHS = 12
WAYS = ("document", "reference")
Marks = list[tuple[str, str | None]]


@dataclass(frozen=True, slots=True)
class Fold:
    way: str
    number: int


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Score the way of learning in ten folds.")
    parser.add_argument("--at-once", type=int, default=5, help="networks that are fitted at a time")
    options = parser.parse_args(arguments)
    if reason := absent():
        print(f"cannot train: {reason}")
        return 2
    folds = [Fold(way, number) for way in WAYS for number in range(FOLDS)]
    with ProcessPoolExecutor(options.at_once, get_context("spawn")) as pool:
        counts = list(pool.map(scored, folds))
    told = {way: _told([one for one in counts if one["way"] == way]) for way in WAYS}
    REPORT.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
    for way, found in told.items():
        print(f"by {way}: F1 {found['f1']}, whole {found['whole']}, labels {found['labels_f1']}")
    return 0


def scored(fold: Fold) -> dict[str, Any]:
    """Fits a network without the fold and counts what it reads of it."""
    kept_out, others = dealt(fold)
    truth = [one for one in kept_out if any(label for _, label in one.pieces)]
    sealed = scored_elsewhere() | {one.key for one in map(example, truth) if one is not None}
    annotated, train = zip(*learnable(others, sealed), strict=True)
    network = fitted([*train], made_from(train, annotated))
    fields, labels = Tally(), Tally()
    for one, found in zip(truth, read(network, [one.text for one in truth]), strict=True):
        fields.add(as_fields(one.pieces), as_fields(found))
        labels.add(as_labelled(one.pieces), as_labelled(found))
    return {
        "way": fold.way,
        "fold": fold.number,
        "references": fields.references,
        "whole": fields.whole,
        "fields": _sums(fields),
        "labels": _sums(labels),
    }


def dealt(fold: Fold) -> tuple[list[Annotated], list[Annotated]]:
    """The references of the fold, and the others."""
    marked = list(grobid.references())
    if fold.way == "document":
        numbers = [remainder(one.document) for one in marked]
    else:
        numbers = [at % FOLDS for at in range(len(marked))]
        random.Random(SEED).shuffle(numbers)  # noqa: S311
    parts: tuple[list[Annotated], list[Annotated]] = ([], [])
    for one, number in zip(marked, numbers, strict=True):
        parts[number != fold.number].append(one)
    return parts


def fitted(train: list[Example], made: list[Example]) -> Network:
    from training.citation import fit  # needs PyTorch
    from training.citation.teaching import PUPIL

    recipe = replace(PUPIL, epochs=EPOCHS)
    known = [*train, *made]
    labels = sorted({label for one in known for label in one.labels})
    looks = vocabulary.described(known)
    counts = looks.counted(len(known))
    rows = vocabulary.rows_of(counts)
    data = vocabulary.packed(looks, known, rows, labels)
    targets = np.eye(len(labels), dtype=np.float16)[data.labels]
    net = fit.fitted(data, targets, np.arange(len(known)), fit.words_in(rows), recipe)
    return vocabulary.pruned(fit.network_of(net, rows, labels, {}), counts)


def read(network: Network, texts: Sequence[str]) -> list[Marks]:
    """As the product reads them."""
    labeller = NetworkLabeller(network, facets(), known_by=WORD)
    clean = [clean_reference(text) for text in texts]
    cut = [tokenize(text) for text in clean]
    answers = labeller.label(
        [feature_columns(text, one) for text, one in zip(clean, cut, strict=True)]
    )
    return [
        [(span.text, span.label) for span in make_spans(text, one, answer.labels, answer.sure)]
        for text, one, answer in zip(clean, cut, answers, strict=True)
    ]


def _sums(counted: Tally) -> dict[str, int | float]:
    """F1 is twice what is right by what is found and what is true."""
    sums = {
        "right": sum(counted.right.values()),
        "found": sum(counted.found.values()),
        "true": sum(counted.true.values()),
    }
    return {**sums, "f1": round(counted.f1(), 4)}


def _told(folds: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Over the references of all folds, and fold by fold."""
    references = sum(one["references"] for one in folds)
    return {
        "f1": _f1([one["fields"] for one in folds]),
        "labels_f1": _f1([one["labels"] for one in folds]),
        "whole": round(sum(one["whole"] for one in folds) / references, 4),
        "references": references,
        "folds": folds,
    }


def _f1(sums: Sequence[dict[str, float]]) -> float:
    right, found, true = (sum(one[name] for one in sums) for name in ("right", "found", "true"))
    return round(2 * right / (found + true), 4)


if __name__ == "__main__":
    sys.exit(main())
