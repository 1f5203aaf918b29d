"""The scoring of lists of references, contexts and zones."""

import json
from itertools import pairwise
from pathlib import Path

import pytest

from corpora.reference_lists import ReferenceList, entries_of, labels_of
from corpora.shared import absent, documents
from corpora.zones import is_held_out
from evaluation.reference_lists import counts
from sheaf.extract.references.pieces import ListLine, cut_pieces

ROOT = Path(__file__).resolve().parents[2]
LINES = (
    ListLine("References"),
    ListLine("[1] A. Ferrow, Waters 3, 4 (1998); B. Okoro, Light 4,"),
    ListLine("511 (1999).", is_indented=True),
    ListLine("[2] C. Maro, Shade 4, 5 (2001)."),
)


def spans():
    """Where the entries of these lines begin and end, spaces not counted."""
    bare = "".join("".join(line.text.split()) for line in LINES)
    starts = [bare.index("[1]"), bare.index("B.Okoro"), bare.index("[2]"), len(bare)]
    return tuple(pairwise(starts))


def test_labels_and_entries_are_two_ways_to_say_one_thing():
    one = ReferenceList("made up", "", LINES, spans())
    pieces = cut_pieces(LINES)
    labels = labels_of(one, pieces)
    assert labels == ["O", "B", "B", "I", "B"]
    assert entries_of(LINES, pieces, labels) == set(spans())


def test_an_entry_with_one_end_wrong_is_wrong():
    pieces = cut_pieces(LINES)
    found = entries_of(LINES, pieces, ["O", "B", "I", "I", "B"])
    assert found & set(spans()) == {spans()[2]}


def test_twenty_papers_were_counted():
    assert len(counts()) == 20
    assert sum(counts().values()) == 483


@pytest.mark.shared
def test_the_counted_papers_are_among_the_shared_ones():
    if reason := absent():
        pytest.skip(reason)
    assert counts().keys() <= {row["sha1"] for row in documents()}


@pytest.mark.parametrize("model", ["zones", "splitting"])
def test_a_tenth_is_held_out(model):
    told = (ROOT / "training" / model / "manifest.jsonl").read_text(encoding="utf-8")
    rows = [json.loads(line) for line in told.splitlines()]
    held_out = sum(not row["trained_on"] for row in rows)
    assert 0.07 < held_out / len(rows) < 0.2


def test_the_rule_of_the_held_out_tenth_is_fixed():
    names = [f"paper-{number}" for number in range(1000)]
    assert 70 < sum(map(is_held_out, names)) < 130
    assert is_held_out("zbc1349")
    assert not is_held_out("pgen.1002065")
