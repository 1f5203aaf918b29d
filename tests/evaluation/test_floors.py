import pytest

from corpora.shared import digest
from evaluation import floors
from evaluation.contract import Measure
from evaluation.floors import NOISE_BAND, Pinned

PINNED = Pinned("abc", {"accuracy": 0.9, "recall": 0.8})


def measures(accuracy=0.9, recall=0.8):
    aside = Measure("precision", 0.1, 10, has_floor=False)
    return [Measure("accuracy", accuracy, 10), Measure("recall", recall, 10), aside]


def faults(found, pinned=PINNED, corpus="abc"):
    return list(floors.faults(pinned, corpus, found))


def raised(found, corpus="abc", allow_regression=False):
    return floors.raised(PINNED, corpus, found, allow_regression=allow_regression)


def test_floors_that_are_reached_pass():
    assert faults(measures()) == []
    assert faults(measures(accuracy=1.0)) == []


def test_a_score_below_its_floor_fails():
    (fault,) = faults(measures(accuracy=0.89))
    assert "accuracy is 0.8900, below its floor of 0.9000" in fault


def test_the_noise_band_hides_no_document():
    assert faults(measures(accuracy=0.9 - NOISE_BAND / 2)) == []
    assert faults(measures(accuracy=0.9 - 1 / 500))


def test_another_corpus_fails_however_good_the_score():
    (fault,) = faults(measures(1.0, 1.0), corpus="abd")
    assert "the corpus is not the one" in fault


def test_what_was_never_pinned_fails():
    assert faults(measures(), pinned=None)
    assert faults([*measures(), Measure("new", 1.0, 1)])


def test_a_measure_that_vanished_fails():
    (fault,) = faults(measures()[:1])
    assert "recall" in fault


def test_an_update_raises_and_never_lowers():
    assert raised(measures(accuracy=0.95, recall=0.5)).floors == {"accuracy": 0.95, "recall": 0.8}


def test_an_update_on_another_corpus_lowers_nothing_either():
    after = raised(measures(recall=0.5), corpus="new")
    assert after == Pinned("new", PINNED.floors)
    assert faults(measures(recall=0.5), after, "new")


def test_an_update_keeps_the_floor_of_a_measure_that_vanished():
    assert raised(measures()[:1]).floors == PINNED.floors


def test_floors_fall_only_when_told():
    after = raised(measures(accuracy=0.5)[:1], allow_regression=True)
    assert after.floors == {"accuracy": 0.5}


def test_floors_survive_their_file(tmp_path):
    path = tmp_path / "floors.toml"
    assert floors.load(path) == {}
    floors.save({"academic": PINNED, "header": Pinned("d", {"title": 1.0})}, path)
    assert floors.load(path) == {"academic": PINNED, "header": Pinned("d", {"title": 1.0})}


@pytest.mark.parametrize(
    "changed",
    [
        [["a.pdf", "sha", {"kind": "cv"}]],
        [["a.pdf", "other", {"kind": "paper"}], ["b.pdf", "sha", {"kind": "cv"}]],
        [["a.pdf", "sha", {"kind": "paper"}], ["b.pdf", "sha", {"kind": "slides"}]],
    ],
)
def test_a_digest_sees_files_and_truth(changed):
    entries = [["a.pdf", "sha", {"kind": "paper"}], ["b.pdf", "sha", {"kind": "cv"}]]
    assert digest(entries) == digest(reversed(entries))
    assert digest(entries) != digest(changed)
