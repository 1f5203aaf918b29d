"""references, cited-by and wanted, as their users meet them."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import bibtexparser
import pytest
from support.library_of import put_papers

import sheaf
from web.graph_scene import LAZY, PAPERS, WHALES

FORMULA = "=cmd|' /C calc'!A0 in whales and their many songs"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    with sheaf.init(tmp_path_factory.mktemp("cited") / "library") as library:
        strange = {"raw": "...", "title": FORMULA, "year": 1999, "authors": [{"name": "O. Brandt"}]}
        papers = {
            number: {**paper, "references": [*paper.get("references", []), strange]}
            for number, paper in PAPERS.items()
        }
        put_papers(library, papers)
        library.graph.update()
        return library.folder


@pytest.fixture
def ask(sheaf_here: Any, folder: Path) -> Any:
    return lambda *words, check=0: sheaf_here(*words, "-L", folder, check=check)


def lines(done: Any) -> list[Any]:
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_cited_by_says_who_and_in_which_words(ask: Any) -> None:
    shown = ask("cited-by", 1).stdout
    assert shown.index("Newest studies") < shown.index("Early studies")
    assert "Early agendas are lazy [1]." in shown
    assert shown.endswith("Cited by 3 papers.\n")
    told = lines(ask("cited-by", 1, "--json", "--limit", 2))
    assert [one["id"] for one in told] == [4, 3]
    assert all(len(one["sha1"]) == 40 for one in told)
    assert lines(ask("cited-by", 1, "--json", "--offset", 2))[0]["id"] == 2
    assert ask("cited-by", 4).stdout == "Cited by 0 papers.\n"


def test_references_lead_to_numbers_of_the_library(ask: Any) -> None:
    shown = ask("references", 2).stdout
    assert f"     1  {LAZY} (2011)  A. Nkemelu\n" in shown
    assert shown.endswith("4 references, 1 to papers of the library.\n")
    told = lines(ask("references", 2, "--json"))
    assert told[0]["work"]["documents"][0]["id"] == 1
    assert told[1]["work"] is None


def test_wanted_works_are_listed_by_how_often_they_are_cited(ask: Any) -> None:
    shown = ask("wanted").stdout
    assert shown.splitlines()[0].startswith("     4  =cmd")
    assert f"     3  {WHALES} (1999)" in shown
    assert shown.endswith("2 works wanted.\n")
    assert "1 work wanted." in ask("wanted", "--least", 4).stdout
    told = lines(ask("wanted", "--json", "-n", 1))
    assert (told[0]["citations"], told[0]["documents"]) == (4, [])


def test_wanted_works_go_to_spreadsheets_and_bibliographies(ask: Any) -> None:
    table = list(csv.DictReader(io.StringIO(ask("wanted", "--csv").stdout)))
    assert [int(row["citations"]) for row in table] == [4, 3]
    assert table[0]["title"] == f"'{FORMULA}"
    entries = bibtexparser.parse_string(ask("wanted", "--bibtex", "--least", 3).stdout).entries
    assert WHALES in [one["title"].replace("{", "").replace("}", "") for one in entries]
    assert any(one.get("author") and one["author"].startswith("Brandt, O") for one in entries)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("cited-by", 99), "There is no document 99."),
        (("references", 99), "No paper was read out of a document 99."),
        (("wanted", "--csv", "--json"), "exclude each other"),
    ],
)
def test_what_cannot_be_answered_is_said(ask: Any, words: Any, told: str) -> None:
    assert told in ask(*words, check=2).stderr
