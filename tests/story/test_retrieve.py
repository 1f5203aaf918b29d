"""Samples on the command line."""

import csv
import json
import zipfile
from hashlib import sha1

import pytest
from support.sample_documents import numbered, put_documents, remove_document

import sheaf


@pytest.fixture
def folder(tmp_path):
    with sheaf.init(tmp_path / "lib") as library:
        put_documents(library, numbered(30))
        return library.folder


def test_a_sample_is_drawn_kept_and_drawn_again(sheaf_here, folder, tmp_path):
    conditions = ("--random", 5, "--seed", 7, "--type", "pdf", "--discovered-until", "2011-01-20")
    counted = sheaf_here("retrieve", "-L", folder, *conditions, "--count", check=0)
    assert counted.stdout == "18 documents.\n"
    done = sheaf_here(
        "retrieve", "-L", folder, *conditions, "--with", "txt,json", "--save", "Mine",
        "--output", "out.zip", check=0,
    )  # fmt: skip
    assert "5 documents copied to out.zip" in done.stdout
    assert "Drawn from 18 documents with --seed 7." in done.stdout
    with zipfile.ZipFile(tmp_path / "out.zip") as opened:
        rows = list(csv.DictReader(opened.read("out/manifest.csv").decode().splitlines()))
        assert len(rows) == 5
        for row in rows:
            assert sha1(opened.read(f"out/{row['file']}")).hexdigest() == row["sha1"]
        assert len(opened.namelist()) == 5 * 3 + 3
        readme = opened.read("out/README.txt").decode()
    assert "--sample Mine" in readme
    assert "type: application/pdf" in readme
    assert "Mine: 5 documents" in sheaf_here("samples", "-L", folder, check=0).stdout
    with sheaf.open(folder) as library:
        remove_document(library, int(rows[0]["number"]))
    again = sheaf_here(
        "retrieve", "-L", folder, "--sample", "mine", "-o", "again", "--json", check=1
    )
    told = json.loads(again.stdout)
    assert (told["documents"], told["problems"], told["sample"]) == (4, 1, "Mine")
    sheaf_here("samples", "-L", folder, "--remove", "Mine", check=0)
    assert "No sample is kept" in sheaf_here("samples", "-L", folder, check=0).stdout


def test_what_is_wrong_is_said_before_anything_is_drawn(sheaf_here, folder, tmp_path):
    (tmp_path / "there").mkdir()
    for words, arguments in {
        "is there already": ("--output", "there"),
        "Where to?": ("--random", 5),
        "'nonsense' is no type": ("--type", "nonsense", "--count"),
        "a seed goes with random": ("--seed", 5, "--output", "x"),
        "goes without conditions": ("--sample", "x", "--type", "pdf", "--output", "x"),
        "There is no sample x": ("--sample", "x", "--output", "x"),
        "no such part": ("--with", "pdf", "--output", "x"),
        "There is no index": ("--query", "whales", "--output", "x"),
    }.items():
        done = sheaf_here("retrieve", "-L", folder, *arguments, check=2)
        assert words in done.stderr
    assert not (tmp_path / "x").exists()
