"""The small network that ships learns from large ones what annotators leave open.

Each teacher is fitted without a quarter of the annotated references. What it says of that quarter
tempers the annotators' word, whose slips it has not seen; what all of them say of references that
nobody annotated is a lesson too.
"""

from __future__ import annotations

import numpy as np

from sheaf.extract.citation.network import Network
from training.citation import fit, vocabulary
from training.citation.examples import Example

QUARTERS = 4
BLOCK = 50  # references that stay together, as those of a document do
TRUST = 0.3  # in a teacher, against an annotator
TIMES = 2  # that a reference without annotation is seen in an epoch
TEACHER = {"width": 160, "hidden": 320, "layers": 2, "epochs": 12}
PUPIL = fit.Recipe(width=128, hidden=160, layers=1, epochs=20, seed=4)


def taught(
    annotated: list[Example], made: list[Example], bare: list[Example], about: dict[str, str]
) -> Network:
    """`bare` are references without labels of their own."""
    known = [*annotated, *made]
    labels = sorted({label for one in known for label in one.labels})
    looks = vocabulary.described([*known, *bare])
    counts = looks.counted(len(known))
    rows = vocabulary.rows_of(counts)
    data = vocabulary.packed(looks, [*known, *bare], rows, labels)
    is_word = fit.words_in(rows)
    targets = np.eye(len(labels), dtype=np.float16)[data.labels]
    numbers = np.arange(len(annotated) + len(made) + len(bare))
    is_annotated, is_bare = numbers < len(annotated), numbers >= len(known)
    quarter = np.where(is_annotated, numbers // BLOCK % QUARTERS, -1)
    tempered = targets.copy()
    tempered[data.starts[len(known)] :] = 0
    for at in range(QUARTERS):
        recipe = fit.Recipe(**TEACHER, seed=10 + at)  # type: ignore[arg-type]
        learnt = numbers[(quarter != at) & ~is_bare]
        teacher = fit.fitted(data, targets, learnt, is_word, recipe)
        said = fit.judged(teacher, data, numbers[(quarter == at) | is_bare])
        inside = np.repeat(quarter == at, np.diff(data.starts))
        tempered[inside] = (1 - TRUST) * targets[inside] + TRUST * said[inside]
        tempered[data.starts[len(known)] :] += said[data.starts[len(known)] :] / QUARTERS
    lessons = np.concatenate([numbers[~is_bare], *[numbers[is_bare]] * TIMES])
    pupil = fit.fitted(data, tempered, lessons, is_word, PUPIL)
    return vocabulary.pruned(fit.network_of(pupil, rows, labels, about), counts)
