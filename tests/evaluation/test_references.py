import json

import pytest

from corpora.shared import absent
from evaluation.reference_fields import Tally, as_fields, as_labelled

TRUE = [
    ("A. Writer and B. Reader", "author"),
    (". ", None),
    ("On Things", "title"),
    ("J. Things", "journal"),
    ("7", "volume"),
    ("June 2004", "date"),
    ("pp. 1--9", "pages"),
]


def test_what_is_the_annotators_does_not_count():
    found = [("A. Writer, B. Reader", "author"), ("on things.", "title"), ("J Things", "booktitle"),
             ("vol. 7", "volume"), ("2004", "date"), ("1-9", "pages")]  # fmt: skip
    assert as_fields(TRUE) == as_fields(found)
    assert as_labelled(TRUE) != as_labelled(found)


def test_another_word_does():
    assert as_fields(TRUE)["title"] != as_fields([("On Thing", "title")])["title"]
    assert as_fields([("A. Writer", "author")]) != as_fields([("E. Writer", "author")])
    assert as_fields([("2004", "date")]) != as_fields([("2005", "date")])


def test_a_lone_number_is_the_volume_and_lone_editors_are_whom_it_is_by():
    assert as_fields([("9", "issue")]) == {"volume": "9"}
    assert as_fields([("9", "issue"), ("1", "volume")]) == {"issue": "9", "volume": "1"}
    assert as_fields([("X. Y (Hrsg.)", "editor")]) == {"author": "xy"}


def test_the_counts_behind_f1():
    tally = Tally()
    tally.add({"title": "a", "year": "1"}, {"title": "a", "year": "1"})
    tally.add({"title": "a", "year": "1"}, {"title": "b", "pages": "3"})
    assert tally.whole == 1
    assert tally.f1("title") == 0.5
    assert tally.f1() == pytest.approx(2 * 2 / (4 + 4))
    assert tally.rows()[0] == ("title", 2, "0.500", "0.500", "0.500")


@pytest.mark.skipif(absent() is not None, reason=str(absent()))
def test_the_shipped_model_was_not_trained_on_what_it_is_scored_on():
    from corpora.references import grobid
    from training.citation.train import MANIFEST

    told = json.loads(MANIFEST.read_text())
    held_out = {one.document for one in grobid.references() if one.is_held_out}
    assert len(held_out) > 40
    assert told["held_out"]["references"] > 700
    assert not any(name.startswith(("umass", "excite")) for name in told["train"]["sources"])
