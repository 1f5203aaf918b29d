"""The making of the academic filter's model: what it is trained on, and that it is repeatable."""

import json
import tomllib
from collections import Counter

import pytest

from corpora.documents import (
    FOLDS,
    HELD_OUT,
    KINDS_FILE,
    Example,
    fold_of,
    kind_names,
    text_of_runs,
)
from corpora.shared import documents
from sheaf.curate.filter.kind_model import KINDS, shipped_model
from sheaf.records import Dropped, Outcome, Text
from sheaf.settings import Curate
from training.academic import learning, synthetic, train
from training.academic.fit import Row, fit


def manifest():
    lines = train.MANIFEST.read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def test_an_owner_is_in_one_fold_however_it_is_spelt():
    assert fold_of("SomeBody") == fold_of("somebody")
    assert {fold_of(f"owner {n}") for n in range(200)} == set(range(FOLDS))


def test_no_held_out_owner_was_trained_on():
    real = [row for row in manifest() if "sha1" in row]
    assert len(real) > 600
    assert not any(row["trained_on"] for row in real if row["fold"] in HELD_OUT)
    assert all(row["trained_on"] for row in real if row["fold"] not in HELD_OUT and row["kind"])


@pytest.mark.shared
def test_the_manifest_names_the_shared_documents():
    by_sha1 = {row["sha1"]: row for row in manifest() if row["source"] == "documents"}
    for row in documents():
        if row["sha1"] in by_sha1:
            owner = row["source"]["repo"].split("/")[0]
            assert by_sha1[row["sha1"]]["fold"] == fold_of(owner)
            assert by_sha1[row["sha1"]]["kind"] == kind_names().get(row["kind"])


@pytest.mark.shared
def test_every_kind_of_the_shared_documents_is_mapped_or_unscored():
    mapping = tomllib.loads(KINDS_FILE.read_text(encoding="utf-8"))
    assert set(mapping["kinds"].values()) <= set(KINDS)
    assert {row["kind"] for row in documents()} <= {*mapping["kinds"], *mapping["unscored"]}


@pytest.mark.shared
def test_a_mapped_kind_is_as_academic_as_its_documents():
    wanted = Curate().academic_kinds
    for row in documents():
        if row["kind"] in kind_names():
            assert (kind_names()[row["kind"]] in wanted) == row["academic"], row["kind"]


def rows():
    yield from (Row({"a": 1.0, "b": n / 10}, "paper", 1.0) for n in range(10))
    yield from (Row({"a": 0.0, "b": n / 10}, "cv", 1.0) for n in range(10))
    yield Row({"b": 0.5}, "cv", 0.1)  # one measure missing


def test_what_tells_kinds_apart_is_learnt_and_learnt_alike():
    model = fit(list(rows()), ("paper", "cv", "other"), penalty=0.1)
    assert model.probabilities({"a": 1.0, "b": 0.5})["paper"] > 0.9
    assert model.probabilities({"a": 0.0, "b": 0.5})["cv"] > 0.9
    assert abs(model.weights[0][model.names.index("b")]) < 0.1
    assert model == fit(list(rows()), ("paper", "cv", "other"), penalty=0.1)


def test_a_weighty_document_counts_more():
    light = [Row({"a": 1.0}, "paper", 1.0), Row({"a": 1.0}, "cv", 1.0), Row({"a": 0.0}, "cv", 1.0)]
    heavy = [Row({"a": 1.0}, "paper", 5.0), *light[1:]]
    first, second = (fit(one, ("paper", "cv")).probabilities({"a": 1.0}) for one in (light, heavy))
    assert second["paper"] > first["paper"]


def example(text, source="documents", kind="paper", owner="ann"):
    return Example(source, "0", owner, kind, True, text)


def test_documents_are_learnt_three_times_and_first_pages_once():
    text = Text("We study this and that in the text of a paper. " * 20, 1, "x")
    learnt = list(learning.measured([example(text), example(text, "layout")]))
    assert Counter(row.weight for row in learning.rows(learnt)) == {1.0: 1, 0.4: 1, 0.3: 2}


def test_what_cannot_be_read_and_what_has_no_kind_is_not_learnt():
    text = Text("We study this and that in the text of a paper. " * 20, 1, "x")
    lost = Dropped(Outcome.ENCRYPTED, "locked")
    assert list(learning.measured([example(lost), example(Text("short", 1, "x"))])) == []
    assert list(learning.rows(list(learning.measured([example(text, kind=None)])))) == []


def test_the_crowd_of_one_owner_shares_its_weight():
    text = Text("We study this and that in the text of a paper. " * 20, 1, "x")
    learnt = list(learning.measured([example(text, "layout")] * 50))
    assert sum(row.weight for row in learning.rows(learnt)) == pytest.approx(0.3 * 25)


def test_runs_become_lines_as_the_reader_gives_them():
    runs = [
        ["A Study", 50, 50, 120, 62, 12, "Times-Bold", True, False],
        ["of Runs", 124, 50, 180, 62, 12, "Times-Bold", True, False],
        ["left column", 50, 100, 200, 110, 10, "Times", False, False],
        ["right column", 320, 100, 500, 110, 10, "Times", False, False],
        ["  ", 0, 0, 0, 0, 10, "Times", False, False],
    ]
    text = text_of_runs([{"width": 600, "height": 800, "runs": runs}], 7)
    assert [line.text for line in text.lines] == ["A Study of Runs", "left column", "right column"]
    assert text.lines[0].is_bold
    assert (text.lines[0].x0, text.lines[0].x1) == (50, 180)
    assert text.pages == 7
    assert text.first_page == text.content == "A Study of Runs\nleft column\nright column"


def test_made_up_documents_are_the_same_every_time():
    first = [synthetic.MAKERS[at][1](synthetic.dice(1, at)) for at in range(len(synthetic.MAKERS))]
    again = [synthetic.MAKERS[at][1](synthetic.dice(1, at)) for at in range(len(synthetic.MAKERS))]
    assert first == again
    assert all(data.startswith(b"%PDF-") for data in first)
    assert {kind for kind, _ in synthetic.MAKERS} == set(KINDS)


def test_the_shipped_file_is_what_training_writes():
    model = shipped_model()
    again = type(model).from_json(train.as_json(model))
    assert again == model
    assert train.distance(model, again) == 0
    assert train.MODEL.read_text(encoding="utf-8") == train.as_json(model)
