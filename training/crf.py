"""Trains a linear-chain CRF with CRFsuite and writes it as a model that Sheaf ships.

L-BFGS starts from zero and shuffles nothing, so the same data gives the same model.
"""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pycrfsuite

from sheaf.extract.sequence import model
from sheaf.extract.sequence.facets import Columns, Facet, observations


def train(
    examples: Sequence[tuple[Columns, Sequence[str]]],
    facets: Sequence[Facet],
    target: Path,
    about: Mapping[str, Any],
    *,
    c1: float = 0.2,
    c2: float = 0.01,
    min_count: int = 2,
    iterations: int = 150,
    smallest: float = 0.01,
    verbose: bool = False,
) -> None:
    """Attributes seen fewer than `min_count` times are left out before, weights below `smallest`
    after training: neither is missed, and both would make the file larger."""
    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder) / "crf")
        trainer = pycrfsuite.Trainer(verbose=verbose)
        seen = [observations(columns, facets) for columns, _ in examples]
        counts = Counter(key for items in seen for keys in items for key in keys)
        for at, (_, labels) in enumerate(examples):
            kept = [[key for key in keys if counts[key] >= min_count] for keys in seen[at]]
            trainer.append(kept, list(labels))
            seen[at] = []
        trainer.set_params(
            {
                "c1": c1,
                "c2": c2,
                "max_iterations": iterations,
                "feature.possible_transitions": True,
            }
        )
        trainer.train(path)
        tagger = pycrfsuite.Tagger()
        tagger.open(path)
        info = tagger.info()
    states = {key: w for key, w in info.state_features.items() if abs(w) >= smallest}
    model.save_model(target, tuple(sorted(info.labels)), states, info.transitions, about)
