"""Importing with the catalogue left out, and keeping what was dropped."""

import json

import pytest
from support.samples import MIXED_OUTCOMES, mixed_pages, write_warc

import sheaf


@pytest.fixture
def archive(tmp_path):
    return write_warc(tmp_path / "a.warc.gz", mixed_pages())


def test_without_the_database_files_go_to_a_folder(sheaf_json, sheaf_here, archive, tmp_path):
    sheaf_here("init", "lib", check=0)
    summary = sheaf_json(
        "import", archive, "-L", "lib", "--no-database", "--output", "out", check=1
    )
    # Nothing is looked up: copies and versions are saved like the rest.
    assert summary["outcomes"]["saved"] == 16
    assert summary["counters"]["saved_WithoutDatabase"] == 16
    assert summary["captures"] == sum(MIXED_OUTCOMES.values())
    out = tmp_path / "out"
    assert (out / "000.000.001.pdf").read_bytes().startswith(b"%PDF")
    assert len(list(out.glob("*.pdf"))) == len(list(out.glob("*.pdf.met"))) == 16
    lines = [json.loads(line) for line in (out / "captures.jsonl").read_text().splitlines()]
    assert len(lines) == summary["captures"]
    assert not (out / ".staging").exists()
    assert sheaf_json("status", "-L", "lib")["documents"] == 0
    sheaf_json("import", archive, "-L", "lib", "--no-database", "--output", "out", check=1)
    assert (out / "000.000.032.pdf").exists()


def test_rejects_are_kept_without_the_database_too(archive, tmp_path):
    with sheaf.init(tmp_path / "lib") as library:
        library.import_([archive], output=tmp_path / "out", keep_rejects=True)
    assert len(list((tmp_path / "out" / "rejects" / "not_academic").glob("*.why"))) == 2


def test_no_database_wants_an_output(sheaf_here, archive):
    sheaf_here("init", "lib", check=0)
    done = sheaf_here("import", archive, "-L", "lib", "--no-database", check=2)
    assert "--output" in done.stderr


def test_rejects_are_kept_with_their_reason(archive, tmp_path):
    with sheaf.init(tmp_path / "lib") as library:
        library.import_([archive])
        assert not (library.folder / "rejects").exists()
        library.import_([archive], keep_rejects=True)
        folder = library.folder / "rejects"
    kinds = {path.name: len(list(path.glob("*.why"))) for path in folder.iterdir()}
    assert kinds == {
        "not_academic": 2, "encrypted": 1, "unreadable_text": 1, "unwanted_type": 1,
        "not_what_it_claims": 1, "damaged": 1,
    }  # fmt: skip
    (why,) = (folder / "encrypted").glob("*.pdf.why")
    told = json.loads(why.read_text())
    assert told["url"] == "http://www.example.edu/locked.pdf"
    assert told["reason"] == "it asks for a password; remembered from run 1"
    assert why.with_suffix("").read_bytes().startswith(b"%PDF")
