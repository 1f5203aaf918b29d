"""Our labeller says what CRFsuite says, on models trained on the spot."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pycrfsuite
import pytest

from sheaf.extract.sequence import labeller as labelling
from sheaf.extract.sequence.facets import OUTSIDE, Columns, Facet, observations
from sheaf.extract.sequence.labeller import Labeller
from sheaf.extract.sequence.model import load_model, save_model
from training.crf import train

WORDS = ("Ada", "Bo", "of", "the", "1999", "(2004)", "pp.", "vol", "Journal", "Proc.")


def endings(word: str) -> tuple[str, ...]:
    return (word[-1:], word[-2:], "digit" if any(map(str.isdigit, word)) else "letter")


FACETS = (
    Facet("w", "word", (-2, -1, 0, 1, 2)),
    Facet("e", "word", (-1, 0), endings),
    Facet("p", "place", (0, 1)),
)


def columns(rng: random.Random, length: int) -> Columns:
    return {
        "word": [rng.choice(WORDS) for _ in range(length)],
        "place": [str(at * 4 // length) for at in range(length)],
    }


def labels(given: Columns) -> list[str]:
    """Something to learn: digits, what follows them, and the rest, some of it at random."""
    found, last = [], "other"
    for word in given["word"]:
        last = "number" if word[0] in "1(" else "after" if last == "number" else "other"
        found.append(last)
    return found


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    rng = random.Random(7)
    examples = [(one, labels(one)) for one in (columns(rng, rng.randint(1, 30)) for _ in range(80))]
    path = tmp_path_factory.mktemp("model") / "small.crf"
    train(examples, FACETS, path, {"data": "made up"}, iterations=12, min_count=1, smallest=0.0)
    return path


@pytest.fixture
def sequences() -> list[Columns]:
    rng = random.Random(8)
    return [columns(rng, length) for length in (1, 2, 3, 5, 8, 30, 160, 161, 700, 7, 1)]


def crfsuite_of(path: Path, tmp_path: Path) -> pycrfsuite.Tagger:
    """The same data, trained again, so that CRFsuite keeps its own file."""
    rng = random.Random(7)
    trainer = pycrfsuite.Trainer(verbose=False)
    for _ in range(80):
        one = columns(rng, rng.randint(1, 30))
        trainer.append(observations(one, FACETS), labels(one))
    trainer.set_params(
        {"c1": 0.2, "c2": 0.01, "max_iterations": 12, "feature.possible_transitions": True}
    )
    trainer.train(str(tmp_path / "peer"))
    tagger = pycrfsuite.Tagger()
    tagger.open(str(tmp_path / "peer"))
    return tagger


def test_labels_and_marginals_are_those_of_crfsuite(
    trained: Path, sequences: list[Columns], tmp_path: Path
) -> None:
    tagger = crfsuite_of(trained, tmp_path)
    found = Labeller(load_model(trained.read_bytes()), FACETS).label(sequences)
    for one, labelled in zip(sequences, found, strict=True):
        seen = observations(one, FACETS)
        assert labelled.labels == tagger.tag(seen)
        expected = [tagger.marginal(label, at) for at, label in enumerate(labelled.labels)]
        # Weights are kept in half precision.
        np.testing.assert_allclose(labelled.sure, expected, atol=0.01)


def test_a_sequence_is_labelled_alike_alone_and_in_company(
    trained: Path, sequences: list[Columns]
) -> None:
    model = load_model(trained.read_bytes())
    together = Labeller(model, FACETS).label(sequences)
    alone = [Labeller(model, FACETS).label([one])[0] for one in sequences]
    assert [one.labels for one in together] == [one.labels for one in alone]
    for one, other in zip(together, alone, strict=True):
        np.testing.assert_allclose(one.sure, other.sure, atol=1e-4)


def test_nothing_to_label_is_no_accident(trained: Path) -> None:
    ours = Labeller(load_model(trained.read_bytes()), FACETS)
    assert ours.label([]) == []
    [empty, one] = ours.label([{"word": [], "place": []}, {"word": ["Ada"], "place": ["0"]}])
    assert empty.labels == []
    assert one.labels == ["other"]


def test_what_was_seen_is_forgotten_before_it_fills_the_memory(
    trained: Path, sequences: list[Columns], monkeypatch: pytest.MonkeyPatch
) -> None:
    model = load_model(trained.read_bytes())
    expected = [one.labels for one in Labeller(model, FACETS).label(sequences)]
    monkeypatch.setattr(labelling, "MOST_VALUES", 3)
    ours = Labeller(model, FACETS)
    for _ in range(3):
        assert [one.labels for one in ours.label(sequences)] == expected


def test_long_sequences_stay_sure(trained: Path) -> None:
    rng = random.Random(9)
    [found] = Labeller(load_model(trained.read_bytes()), FACETS).label([columns(rng, 20_000)])
    assert len(found.labels) == 20_000
    assert all(0 <= sure <= 1.0001 for sure in found.sure)


def test_the_same_training_gives_the_same_file(trained: Path, tmp_path: Path) -> None:
    model = load_model(trained.read_bytes())
    states = {
        (key, label): float(model.table[row, at])
        for key, row in model.rows.items()
        for at, label in enumerate(model.labels)
        if model.table[row, at]
    }
    steps = {
        (one, other): float(model.transitions[i, j])
        for i, one in enumerate(model.labels)
        for j, other in enumerate(model.labels)
    }
    save_model(tmp_path / "again.crf", model.labels, states, steps, model.about)
    assert (tmp_path / "again.crf").read_bytes() == trained.read_bytes()


def test_beyond_the_ends_a_value_of_its_own_is_seen() -> None:
    seen = observations({"word": ["a", "b"], "place": ["0", "1"]}, (Facet("w", "word", (-1, 1)),))
    assert seen == [[f"w-1={OUTSIDE}", "w+1=b"], ["w-1=a", f"w+1={OUTSIDE}"]]
