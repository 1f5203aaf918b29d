"""Whole results of a search, written out."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path
from typing import Any

import pandas
import pytest

import sheaf
from sheaf.app import Library

MANUAL = Path(__file__).resolve().parents[2] / "docs" / "data-frames.md"


@pytest.fixture
def export(sheaf_here: Any, made_graph: Path) -> Any:
    return lambda *words, check=0: sheaf_here("export", "-L", made_graph, *words, check=check)


def test_export_writes_what_a_search_finds_in_its_order(export: Any) -> None:
    words = ("--query", "parsing", "--filter", "year=2012-2014")
    done = export(*words, "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(done.stdout)))
    assert {row["number"] for row in rows} == {"2", "3", "4"}
    assert all(len(row["sha1"]) == 40 for row in rows)
    papers = [json.loads(line) for line in export(*words).stdout.splitlines()]
    assert [str(one["id"]) for one in papers] == [row["number"] for row in rows]
    entries = export("--query", "title:chart", "--format", "bibtex").stdout
    assert re.findall(r"@\w+\{([^,]+)", entries) == ["nkemelu2011chart.1"]


def test_export_to_a_folder_holds_the_result_alone(export: Any, tmp_path: Path) -> None:
    export("--query", "year:2013", "--format", "jats", "--output", tmp_path / "out")
    assert [one.name for one in (tmp_path / "out").iterdir()] == ["000.000.003.jats.xml"]


def test_export_says_what_it_did_not_understand(export: Any) -> None:
    done = export("--filter", "colour=blue")
    assert "colour" in done.stderr
    assert "is no filter" in export("--filter", "blue", check=2).stderr
    assert export("--query", "whalesandmore").stdout == ""


def test_python_exports_a_search(cited: Library) -> None:
    found = dict(cited.export("ris", query="parsing", filters={"year": ["2011"]}))
    assert list(found) == [1]
    assert found[1].startswith("TY  - JOUR")
    assert len(dict(cited.export("csv"))) == 4


def test_the_recipe_for_data_frames_works(
    cited: Library, monkeypatch: pytest.MonkeyPatch, sheaf_here: Any
) -> None:
    (recipe,) = re.findall(r"```python\n(.*?)```", MANUAL.read_text(), re.DOTALL)
    told: list[Any] = []
    monkeypatch.setattr(sheaf, "open", lambda folder: sheaf.app.Library.open(cited.folder))
    exec(recipe, {"print": told.append})
    by_year, cited_most = told
    assert by_year.to_dict() == {2011: 1, 2012: 1, 2013: 1, 2014: 1}
    assert list(cited_most["citations"]) == [3]
    assert isinstance(cited_most, pandas.DataFrame)


def test_search_writes_its_whole_result(sheaf_here: Any, made_graph: Path) -> None:
    def search(*words: Any, check: int = 0) -> Any:
        return sheaf_here("search", "parsing", "-L", made_graph, *words, check=check)

    rows = list(csv.DictReader(io.StringIO(search("--csv", "--sort", "newest").stdout)))
    assert [row["number"] for row in rows] == ["4", "3", "2", "1"]
    part = search("--jsonl", "--sort", "newest", "-n", 2, "--offset", 1).stdout
    assert [json.loads(line)["id"] for line in part.splitlines()] == [3, 2]
    assert search("--bibtex", "--year", 2011).stdout.startswith("@")
    assert search("--ris").stdout.count("ER  -") == 4
    assert len(json.loads(search("--csl").stdout)) == 4
    assert "exclude each other" in search("--csv", "--ris", check=2).stderr
    assert "Only papers" in search("--csv", "--scope", "all", check=2).stderr
