"""The network as a file, and the walk through it."""

import numpy as np
import pytest

from sheaf.extract.citation.network import Network, NetworkLabeller, load_network, save_network
from sheaf.extract.sequence.facets import Facet

FACETS = (Facet("word", "word"), Facet("shape", "shape"))
HIDDEN, WIDTH = 3, 4


def network():
    chance = np.random.default_rng(1)

    def some(*shape):
        return chance.normal(size=shape).astype(np.float32)

    weights = {"input.bias": some(WIDTH), "output.weight": some(2 * HIDDEN, 2)}
    weights["output.bias"] = some(2)
    for direction in ("forward", "backward"):
        weights[f"{direction}.input"] = some(WIDTH, 4 * HIDDEN)
        weights[f"{direction}.state"] = some(HIDDEN, 4 * HIDDEN)
        weights[f"{direction}.bias"] = some(4 * HIDDEN)
    table = some(5, WIDTH)
    table[0] = 0
    rows = {"word=a": 2, "word=b": 3, "shape=x": 4}
    return Network(("B", "O"), rows, table, weights, some(2, 2), {"about": "a test"})


def sequence(words):
    return {"word": list(words), "shape": ["x"] * len(words)}


def slowly(model, words):
    """The same by the book: one token at a time, sigmoid written out."""

    def sigmoid(x):
        return 1 / (1 + np.exp(-x))

    inputs = [
        model.table[model.rows.get(f"word={word}", 1)]
        + model.table[4]
        + model.weights["input.bias"]
        for word in words
    ]
    states = {}
    for direction in ("forward", "backward"):
        taken, kept, bias = (
            model.weights[f"{direction}.{part}"] for part in ("input", "state", "bias")
        )
        order = range(len(words)) if direction == "forward" else range(len(words) - 1, -1, -1)
        state = memory = np.zeros(HIDDEN)
        for at in order:
            gates = inputs[at] @ taken + state @ kept + bias
            into, forget, out = (sigmoid(gates[n * HIDDEN : (n + 1) * HIDDEN]) for n in range(3))
            memory = forget * memory + into * np.tanh(gates[3 * HIDDEN :])
            state = out * np.tanh(memory)
            states[direction, at] = state
    both = [
        np.concatenate([states["forward", n], states["backward", n]]) for n in range(len(words))
    ]
    return np.array(both) @ model.weights["output.weight"] + model.weights["output.bias"]


def test_all_sequences_side_by_side_are_scored_as_one_by_one():
    model = network()
    labeller = NetworkLabeller(model, FACETS, known_by="word")
    batch = ["ab", "b", "abcba", "", "cc"]
    found = labeller._judge([sequence(words) for words in batch])
    for words, scores in zip(batch, found, strict=True):
        assert scores.shape == (len(words), 2)
        if words:
            np.testing.assert_allclose(scores, slowly(model, words), atol=1e-5)


def test_a_network_survives_its_file(tmp_path):
    model = network()
    save_network(tmp_path / "one.net", model)
    again = load_network((tmp_path / "one.net").read_bytes())
    assert (again.labels, again.rows) == (model.labels, model.rows)
    assert again.about == {"about": "a test"}
    np.testing.assert_allclose(again.table, model.table, atol=0.02)
    save_network(tmp_path / "two.net", model)
    assert (tmp_path / "one.net").read_bytes() == (tmp_path / "two.net").read_bytes()


@pytest.mark.parametrize("count", [0, 1, 200])
def test_labels_come_in_the_order_of_the_sequences(count):
    labeller = NetworkLabeller(network(), FACETS, known_by="word")
    sequences = [sequence("ab" * (at % 7)) for at in range(count)]
    found = labeller.label(sequences)
    assert [len(one.labels) for one in found] == [2 * (at % 7) for at in range(count)]
    assert all(0 <= sure <= 1 for one in found for sure in one.sure)
