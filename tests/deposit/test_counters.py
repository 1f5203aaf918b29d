"""The counters of the CDI middleware: every capture in one leaf, and sums that add up."""

import csv
import io
import random
import tarfile
import zipfile

import pytest
from support.samples import MIXED_OUTCOMES, mixed_pages, paper_pdf, write_warc

import sheaf
from sheaf.deposit.counters import LEAVES, MEANINGS, TABLE_1, legacy_counters
from sheaf.records import (
    FAILED,
    GROUP_MEANINGS,
    OUTCOME_GROUPS,
    Outcome,
    OutcomeGroup,
    count_groups,
    outcomes_named,
)

# As the paper spells them, but for one: its table has failed_PDFFilenotFound, its code this.
OF_THE_PAPER = {
    "all", "saved_New", "saved_Duplicate", "filtered", "filtered_MTF", "filtered_DCF",
    "failed_TextExtract", "failed_FileNotFound", "failed_PDFFileNotFound",
}  # fmt: skip


def test_every_outcome_stands_in_exactly_one_leaf():
    members = [one for leaf in LEAVES.values() for one in leaf]
    assert sorted(members) == sorted(Outcome)


def test_the_table_of_the_paper_is_there_under_its_own_names():
    assert set(TABLE_1) == OF_THE_PAPER
    assert set(MEANINGS) >= OF_THE_PAPER
    assert set(MEANINGS) == {"all", "filtered", "failed", *LEAVES}


def test_every_outcome_is_in_exactly_one_group():
    members = [one for group in OUTCOME_GROUPS.values() for one in group]
    assert sorted(members) == sorted(Outcome)
    assert set(OUTCOME_GROUPS) == set(GROUP_MEANINGS) == set(OutcomeGroup)
    # A word that were both would have two meanings, unless it means the same.
    for name in {*map(str, OutcomeGroup)} & {*map(str, Outcome)}:
        assert OUTCOME_GROUPS[OutcomeGroup(name)] == (Outcome(name),)
    assert set(outcomes_named("failed")) == FAILED
    assert outcomes_named("damaged") == (Outcome.DAMAGED,)


def test_groups_add_up_to_the_captures():
    outcomes = {one.value: number for number, one in enumerate(Outcome, 1)}
    groups = count_groups(outcomes)
    assert sum(groups.values()) == sum(outcomes.values())
    assert groups["failed"] == sum(outcomes[one.value] for one in FAILED)


@pytest.mark.parametrize("seed", range(5))
def test_the_leaves_add_up_to_all(seed):
    chance = random.Random(seed)
    outcomes = {one.value: chance.randrange(1000) for one in Outcome if chance.random() < 0.7}
    counters = legacy_counters(outcomes)
    assert list(counters) == list(MEANINGS)
    assert counters["all"] == sum(counters[leaf] for leaf in LEAVES) == sum(outcomes.values())
    for total in ("filtered", "failed"):
        leaves = [name for name in LEAVES if name.startswith(f"{total}_")]
        assert counters[total] == sum(counters[leaf] for leaf in leaves)


@pytest.mark.parametrize("outcome", Outcome)
def test_one_capture_moves_one_leaf(outcome):
    counters = legacy_counters({outcome.value: 1})
    assert [counters[leaf] for leaf in LEAVES].count(1) == 1
    assert counters["all"] == 1


def test_a_container_without_a_wanted_document_has_its_own_leaf(tmp_path):
    tar, archive = tmp_path / "inner.tar", tmp_path / "a.zip"
    with tarfile.open(tar, "w") as made:
        made.add(__file__, "notes.txt")
    nothing = {"page.html": b"<html><body>hello</body></html>", "empty.pdf": b""}
    for inside, outcome, leaf in [
        (nothing, "nothing_inside", "failed_PDFFileNotFound"),
        ({**nothing, "inner.tar": tar.read_bytes()}, "nothing_inside", "failed_PDFFileNotFound"),
        ({}, "nothing_inside", "failed_PDFFileNotFound"),
        ({**nothing, "paper.pdf": paper_pdf()}, "unpacked", "unpacked"),
        ({**nothing, "cut.pdf": paper_pdf()[:900]}, "unpacked", "unpacked"),
    ]:
        with zipfile.ZipFile(archive, "w") as made:
            for name, data in inside.items():
                made.writestr(name, data)
        with sheaf.init(tmp_path / f"lib{len(list(tmp_path.iterdir()))}") as library:
            summary = library.import_([archive])
        nested = 1 if "inner.tar" in inside else 0
        assert summary.outcomes[outcome] == summary.counters[leaf] == 1 + nested
        assert summary.captures == summary.counters["all"] == 1 + len(inside) + nested


def test_a_summary_in_every_form(tmp_path):
    archive = write_warc(tmp_path / "a.warc.gz", mixed_pages())
    with sheaf.init(tmp_path / "lib") as library:
        summary = library.import_([archive])
    table = list(csv.DictReader(io.StringIO(summary.as_csv(counters=True))))
    assert list(table[0]) == ["kind", "name", "value", "meaning"]
    assert all(row["meaning"] for row in table)
    of_kind = {
        kind: {row["name"]: float(row["value"]) for row in table if row["kind"] == kind}
        for kind in ("run", "group", "outcome", "counter")
    }
    groups = summary.as_json()["groups"]
    assert of_kind["group"] == groups
    assert groups["failed"] == summary.failed == sum(MIXED_OUTCOMES.get(one, 0) for one in FAILED)
    assert of_kind["outcome"] == MIXED_OUTCOMES
    assert of_kind["counter"] == summary.counters
    assert of_kind["run"]["captures"] == of_kind["counter"]["all"] == summary.captures
    assert sum(map(len, of_kind.values())) == len(table)

    without = list(csv.DictReader(io.StringIO(summary.as_csv())))
    assert without == [row for row in table if row["kind"] != "counter"]

    header, *lines = summary.as_columns().splitlines()
    assert header.split() == ["Group", "Value"]
    expected = {**groups, "captures": summary.captures}
    assert {name: int(value) for name, value in map(str.split, lines)} == expected

    header, *lines = summary.as_columns(counters=True).splitlines()
    assert header.split() == ["Counter", "Value"]
    assert {name: int(value) for name, value in map(str.split, lines)} == summary.counters
    assert len({line.index(line.split()[1]) for line in (header, *lines)}) == 1  # to the left
